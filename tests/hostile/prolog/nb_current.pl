% All variables of the engine's.
% Refused: nb_current/2 is not allowed
choose(Move) :-
    nb_current(_, _),
    legal(Move).
