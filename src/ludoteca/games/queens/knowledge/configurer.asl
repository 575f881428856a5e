// Put a hole on the cell where a queen would take away most: no player can take it, and no line is stopped.
//
// The agent believes clear(X, Y), that lines pass over a cell, from its first percept of the board on, and corrects it
// when a block is placed. On its turn it derives takes_away(X, Y, N): a queen on X, Y would see N free cells.

// My turn: count, then put a hole where a queen takes away most. Of equal ones, the greatest column, then row.
+!move <-
    !count;
    .findall(cell(N, X, Y), takes_away(X, Y, N), Cells);
    .max(Cells, cell(Most, Column, Row));
    hole(Column, Row).

// No cell is free: there is no cell to take.
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

// In a society, a player tells which cell it takes: answer how many free cells are left, and forget the message.
+about_to(X, Y, N)[source(Player)] <-
    .count(free(_, _), Left);
    .send(Player, tell, left(Left));
    -about_to(X, Y, N)[source(Player)].
