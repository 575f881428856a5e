% A clock whose name is written in capitals.
% Loses: No permission to evaluate clock
choose(Move) :-
    downcase_atom('CPUTIME', Clock),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
