% A clock whose name is parsed.
% Loses: No permission to evaluate clock
choose(Move) :-
    term_to_atom(Clock, 'cputime + 0'),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
