% A built-in predicate, redefined.
% Refused: redefine_system_predicate/1 is not allowed
choose(Move) :-
    redefine_system_predicate(legal(_)),
    legal(Move).
