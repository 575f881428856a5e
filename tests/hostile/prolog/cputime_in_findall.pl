% A clock whose name is made where no proof is recorded.
% Loses: No permission to evaluate clock
choose(Move) :-
    findall(Made, name(Made, "cputime"), [Clock]),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
