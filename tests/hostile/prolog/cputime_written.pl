% A clock whose name is written.
% Loses: No permission to evaluate clock
choose(Move) :-
    with_output_to(atom(Clock), ( write(cpu), write(time) )),
    sum_list([Clock], Time),
    Time >= 0,
    legal(Move).
