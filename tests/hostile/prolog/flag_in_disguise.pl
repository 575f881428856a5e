% A flag whose name is built.
% Loses: the goal current_prolog_flag(cpu_count, _) fails
choose(Move) :-
    atom_concat(cpu, '_count', Name),
    current_prolog_flag(Name, _),
    legal(Move).
