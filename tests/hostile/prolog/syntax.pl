% No Prolog at all.
% Refused: syntax error
choose(Move :- legal(Move).
