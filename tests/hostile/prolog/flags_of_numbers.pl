% The flags that describe numbers are the same on every machine.
% Harmless
choose(Move) :-
    current_prolog_flag(bounded, false),
    current_prolog_flag(max_integer, 9223372036854775807),
    current_prolog_flag(max_tagged_integer, 1152921504606846975),
    legal(Move).
