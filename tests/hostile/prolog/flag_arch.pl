% A flag: arch.
% Refused: current_prolog_flag(arch, _) is not allowed
choose(Move) :-
    current_prolog_flag(arch, _),
    legal(Move).
