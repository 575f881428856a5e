% A clock whose name is put together.
% Loses: No permission to evaluate clock
choose(Move) :-
    atom_concat(cpu, time, Clock),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
