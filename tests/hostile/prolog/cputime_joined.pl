% A clock whose name is joined.
% Loses: No permission to evaluate clock
choose(Move) :-
    atomic_list_concat([cpu, time], Clock),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
