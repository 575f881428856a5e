// Save the blocks for the end, and then block the free cells that fewest queens could take away.
//
// The blocker wins if no player gets 4N/3 queens. While it can still use all its blocks later, it waits; then each block
// takes a free cell that few others are in line with, since queens soon take the other cells away.

// Wait: after as many more queens as I have pieces, no player has 4N/3 of them yet.
+!move : queens_to_go(Queens) & pieces_left(Pieces) & Queens >= Pieces <-
    pass.

// Block the free cell that is in line with fewest free cells: it is likely to stay free.
+!move : .findall(cell(N, X, Y), reached(X, Y, N), Cells) & .min(Cells, cell(_, Column, Row)) <-
    block(Column, Row).

// No cell is free: a block could only free some.
+!move <-
    pass.

// How many queens can still be put, in turn, without a player having 4N/3.
queens_to_go(Queens) :-
    size(Side) & .count(queen(_, _), Put) & Queens = 2 * ((Side + 2) div 3 - 1) - Put.

// The number of free cells in line with a free cell, including itself; blocks between them are left out of account.
reached(X, Y, N) :-
    free(X, Y) & .count(free(A, B) & (X == A | Y == B | math.abs(X - A) == math.abs(Y - B)), N).

// In a society, a player tells which cell it takes: answer how many free cells are left, and forget the message.
+about_to(X, Y, N)[source(Player)] <-
    .count(free(_, _), Left);
    .send(Player, tell, left(Left));
    -about_to(X, Y, N)[source(Player)].
