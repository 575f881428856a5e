// An agent that talks: it tells the others which cell it takes, and they answer how many free cells they see left.
//
// It is the player of a society, where every agent can hear it.

// My turn: tell the others what I take, then take it. Of equal cells, the greatest column, then the greatest row.
+!move <-
    .findall(cell(N, X, Y), takes_away(X, Y, N), Cells);
    .max(Cells, cell(Most, Column, Row));
    .broadcast(tell, about_to(Column, Row, Most));
    queen(Column, Row).

// A queen takes away the free cells on its four lines; blocks between them are left out of account.
takes_away(X, Y, N) :-
    free(X, Y) & .count(free(A, B) & on_a_line(X, Y, A, B), N).

on_a_line(X, Y, X, B) :- Y \== B.
on_a_line(X, Y, A, Y) :- X \== A.
on_a_line(X, Y, A, B) :- X \== A & X - Y == A - B.
on_a_line(X, Y, A, B) :- X \== A & X + Y == A + B.

// Another agent has taken a cell: answer what is left. The message is forgotten, so that the next one is news.
+about_to(X, Y, N)[source(Other)] <-
    .count(free(_, _), Left);
    .send(Other, tell, left(Left));
    -about_to(X, Y, N)[source(Other)].

// An answer to what I took.
+left(N)[source(Other)] <-
    .print(Other, " sees ", N, " free cells");
    -left(N)[source(Other)].
