% A clock whose name is made from a string.
% Loses: No permission to evaluate clock
choose(Move) :-
    atom_string(Clock, "cputime"),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
