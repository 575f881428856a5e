% How large the stack is.
% Refused: prolog_stack_property/2 is not allowed
choose(Move) :-
    prolog_stack_property(global, limit(_)),
    legal(Move).
