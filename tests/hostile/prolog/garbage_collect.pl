% A collection of garbage.
% Refused: garbage_collect/0 is not allowed
choose(Move) :-
    garbage_collect,
    legal(Move).
