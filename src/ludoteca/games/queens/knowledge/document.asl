// The strategy of the Queens document, at every seat: take the free cell from which a queen sees most free cells.
//
// A player puts a queen there, the blocker a block and the configurer a hole, so that no player can take it. The agent
// believes clear(X, Y), that lines pass over a cell, from its first percept of the board on, and corrects it when a block
// is placed. On its turn it derives takes_away(X, Y, N): a queen on X, Y would see N free cells.

// My turn: count, then take the cell that takes away most. Of equal ones, the greatest column, then the greatest row.
+!move <-
    !count;
    .findall(cell(N, X, Y), takes_away(X, Y, N), Cells);
    .max(Cells, cell(Most, Column, Row));
    if (puts_queen(_, Column, Row)) {
        queen(Column, Row)
    } elif (puts_hole(_, Column, Row)) {
        hole(Column, Row)
    } else {
        block(Column, Row)
    }.

// No cell is free: a block could only free some.
-!move <-
    pass.

// Walk along each line from its first cell. The counts of earlier turns are removed.
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

// A free cell is added to the list.
+!walk(X, Y, DX, DY, Free) : free(X, Y) <-
    !walk(X + DX, Y + DY, DX, DY, [cell(X, Y)|Free]).

// A cell that is not free is skipped.
+!walk(X, Y, DX, DY, Free) : clear(X, Y) <-
    !walk(X + DX, Y + DY, DX, DY, Free).

// At the edge or a block: each free cell of the line sees all the others.
+!walk(_, _, _, _, Free) <-
    .length(Free, N);
    for (.member(cell(X, Y), Free)) {
        ?takes_away(X, Y, Old);
        -takes_away(X, Y, Old);
        +takes_away(X, Y, Old + N - 1)
    }.

// The plan is atomic: counting starts only when all cells are known.
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
