% A variable of the engine's, which is an address.
% Refused: nb_getval/2 is not allowed
choose(Move) :-
    nb_getval(at, _),
    legal(Move).
