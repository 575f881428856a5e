% A flag: cpu_count.
% Refused: current_prolog_flag(cpu_count, _) is not allowed
choose(Move) :-
    current_prolog_flag(cpu_count, _),
    legal(Move).
