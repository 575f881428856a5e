// A hole on the cell that a queen would like best: nobody can have it, and no line ends there.
//
// The agent believes clear(X, Y), that lines pass over a cell, from the day it sees the board, and sets it right when
// a block comes. On its turn it finds out takes_away(X, Y, N), that a queen on X, Y would see N cells that are free now.

// My turn: count, then dig up the cell that takes away most. Of equal ones, the greatest column, then the greatest row.
+!move <-
    !count;
    .findall(cell(N, X, Y), takes_away(X, Y, N), Cells);
    .max(Cells, cell(Most, Column, Row));
    hole(Column, Row).

// No cell is free: there is nothing to take.
-!move <-
    pass.

// Walk along every line from where it begins. What was counted before is forgotten.
+!count <-
    .abolish(takes_away(_, _, _));
    for (free(X, Y)) {
        +takes_away(X, Y, 0)
    }
    for (line(DX, DY) & clear(X, Y) & not clear(X - DX, Y - DY)) {
        !walk(X, Y, DX, DY, [])
    }.

// The four lines through a cell.
line(1, 0).
line(0, 1).
line(1, 1).
line(1, -1).

// A free cell is taken along.
+!walk(X, Y, DX, DY, Free) : free(X, Y) <-
    !walk(X + DX, Y + DY, DX, DY, [cell(X, Y)|Free]).

// Another one is passed by.
+!walk(X, Y, DX, DY, Free) : clear(X, Y) <-
    !walk(X + DX, Y + DY, DX, DY, Free).

// The edge, or a block: of the free cells on the way, each sees all the others.
+!walk(_, _, _, _, Free) <-
    .length(Free, N);
    for (.member(cell(X, Y), Free)) {
        ?takes_away(X, Y, Old);
        -takes_away(X, Y, Old);
        +takes_away(X, Y, Old + N - 1)
    }.

// The board comes first, and whole: whoever counts must not be ahead of it.
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
