% The toplevel.
% Refused: prolog/0 is not allowed
choose(Move) :-
    prolog,
    legal(Move).
