% A clock whose name is cut out of another.
% Loses: No permission to evaluate clock
choose(Move) :-
    sub_atom(my_cputime, 3, 7, 0, Clock),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
