% A predicate of the engine's, wrapped.
% Refused: wrap_predicate/4 is not allowed
choose(Move) :-
    engine:wrap_predicate(respond(_), harm, W, W),
    legal(Move).
