% A flag: stack_limit.
% Refused: current_prolog_flag(stack_limit, _) is not allowed
choose(Move) :-
    current_prolog_flag(stack_limit, _),
    legal(Move).
