% A predicate of the engine's, called.
% Refused: halt/0 is not allowed
choose(Move) :-
    engine:halt,
    legal(Move).
