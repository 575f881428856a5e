% Atoms and facts without end.
% Loses: inferences was reached
:- dynamic seen/1.
choose(_) :-
    between(1, inf, N),
    atom_concat(a, N, Atom),
    assertz(seen(Atom)),
    fail.
choose(Move) :- legal(Move).
