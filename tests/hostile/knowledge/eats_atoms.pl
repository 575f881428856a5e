choose(Move) :-
    between(1, inf, N),
    atom_length(A, N),
    assertz(seen(A)),
    fail.
choose(Move) :- legal(Move).
:- dynamic seen/1.
