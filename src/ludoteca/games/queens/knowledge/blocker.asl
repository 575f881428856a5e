// A block on the cell that a queen would like best, so that nobody can have it.
//
// The agent believes clear(X, Y), that lines pass over a cell, and takes_away(X, Y, N), that a queen on X, Y would see
// N cells that are free now. Both are set right as soon as the board changes; then, on its turn, it counts again.

// My turn: count, then block the cell that takes away most. Of equal ones, the greatest column, then the greatest row.
+!move <-
    !count;
    .findall(cell(N, X, Y), takes_away(X, Y, N), Cells);
    .max(Cells, cell(Most, Column, Row));
    block(Column, Row).

// No cell is free: whatever I do, I could only free some.
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

// Percepts come first, and whole: whoever counts must not be ahead of the board.
@board[atomic]
+size(Side) <-
    for (.range(X, 0, Side - 1)) {
        for (.range(Y, 0, Side - 1)) {
            +clear(X, Y)
        }
    }.

// A block stops every line.
@blocked[atomic]
+block(X, Y) <-
    -clear(X, Y).

// A cell is taken, or seen by a queen.
@gone[atomic]
-free(X, Y) : takes_away(X, Y, N) <-
    -takes_away(X, Y, N).

// A queen sees along eight directions.
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

// The cell itself, or one further on.
along(X, Y, DX, DY, V, W) :-
    clear(X, Y) & (V = X & W = Y | along(X + DX, Y + DY, DX, DY, V, W)).
