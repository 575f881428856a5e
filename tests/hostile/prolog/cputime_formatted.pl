% A clock whose name is formatted.
% Loses: No permission to evaluate clock
choose(Move) :-
    format(atom(Clock), '~w~w', [cpu, time]),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
