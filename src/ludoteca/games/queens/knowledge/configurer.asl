// A hole on the cell that a queen would like best, so that nobody can have it; lines go on behind a hole, so none is freed.
//
// The agent believes takes_away(X, Y, N): a queen on X, Y would see N cells that are free now. It forgets a
// cell as soon as it is no longer free, and counts again when it is its turn.

// My turn: count, then dig up the cell that takes away most. Of equal ones, the greatest column, then the greatest row.
+!move <-
    !count;
    .findall(cell(N, X, Y), takes_away(X, Y, N), Cells);
    .max(Cells, cell(Most, Column, Row));
    hole(Column, Row).

// No cell is free: there is nothing to take.
-!move <-
    pass.

// Look along the lines of every free cell.
+!count <-
    for (free(X, Y)) {
        .count(sees(X, Y, V, W) & free(V, W), N);
        !note(X, Y, N)
    }.

// Only what has changed is believed anew.
+!note(X, Y, N) : takes_away(X, Y, N).
+!note(X, Y, N) : takes_away(X, Y, Old) <-
    -takes_away(X, Y, Old);
    +takes_away(X, Y, N).
+!note(X, Y, N) <-
    +takes_away(X, Y, N).

// A cell is taken, or seen by a queen.
-free(X, Y) : takes_away(X, Y, N) <-
    -takes_away(X, Y, N).

// A queen sees along eight directions, up to the edge or to a block.
direction(1, 0).
direction(-1, 0).
direction(0, 1).
direction(0, -1).
direction(1, 1).
direction(1, -1).
direction(-1, 1).
direction(-1, -1).

sees(X, Y, V, W) :-
    direction(DX, DY) & along(X + DX, Y + DY, DX, DY, V, W).

along(X, Y, DX, DY, V, W) :-
    open(X, Y) & (V = X & W = Y | along(X + DX, Y + DY, DX, DY, V, W)).

open(X, Y) :-
    X >= 0 & Y >= 0 & size(Side) & X < Side & Y < Side & not block(X, Y).
