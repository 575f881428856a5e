% The process ends.
% Refused: halt/0 is not allowed
choose(Move) :-
    halt,
    legal(Move).
