% A flag, set.
% Refused: set_prolog_flag/2 is not allowed
choose(Move) :-
    set_prolog_flag(occurs_check, error),
    legal(Move).
