% Three million lines of output.
% Loses: inferences was reached
choose(Move) :-
    forall(between(1, 3000000, N), ( write(N), nl )),
    legal(Move).
