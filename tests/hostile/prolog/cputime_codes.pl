% A clock whose name is made from codes.
% Loses: No permission to evaluate clock
choose(Move) :-
    atom_codes(Clock, "cputime"),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
