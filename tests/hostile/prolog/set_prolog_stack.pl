% How large the stack may be.
% Refused: set_prolog_stack/2 is not allowed
choose(Move) :-
    set_prolog_stack(global, limit(1000)),
    legal(Move).
