% Another variable of the engine's.
% Refused: b_getval/2 is not allowed
choose(Move) :-
    b_getval(steps, _),
    legal(Move).
