% Queens and blocks, for every seat: the players search for the last queen, the third seat saves its pieces for the end.
%
% The player that puts the last queen wins, unless both were kept to fewer than 4N/3 queens. With few free cells a
% player tries every queen and every reply. The third seat waits until the queens that it can allow are nearly all there,
% and then takes the cells that are left. The first step with a move decides.

% These are tabled: they are derived once in a turn, however many lines of play lead to the same cells.
:- table apart/2, can_be_last/3, refuted_share/5.

% 1. With few free cells: a queen after which I put the last one against every reply, if no piece is put in between.
choose(Move) :-
    my_queens(Mine, Theirs),
    few_cells(Cells),
    puts_queen(Move, X, Y),
    put(X/Y, Cells, Left),
    More is Mine + 1,
    i_am_last(Left, More, Theirs),
    !.

% 2. I find no such queen: of those that leave a free cell, the one with the smallest share of replies that refute it.
choose(Move) :-
    my_queens(Mine, Theirs),
    few_cells(Cells),
    refuted(Move, Cells, Mine, Theirs, Share),
    \+ ( refuted(_, Cells, Mine, Theirs, Less), Less < Share ),
    !.

% 3. The queen that takes fewest free cells away: the more are left, the more choices I have at the end.
choose(Move) :-
    took_away(Move, _, Taken),
    \+ ( took_away(_, _, Fewer), Fewer < Taken ),
    !.

% 4. Wait: after as many more queens as I have pieces, no player has 4N/3 of them yet.
choose(Move) :-
    passes(Move),
    queens_to_go(Queens),
    pieces_left(Pieces),
    Queens >= Pieces,
    !.

% 5. The piece on a free cell that leaves fewest free cells after the best reply; a hole rather than a block.
choose(Move) :-
    few_cells(16, Cells),
    piece(Move, Cell),
    most_left(Move, Cell, Cells, Left),
    \+ ( piece(Other, Another), most_left(Other, Another, Cells, Less), Less < Left ),
    !.

% 6. Put nothing: no cell is free, or too many are.
choose(Move) :-
    passes(Move).


% The board: cells are written X/Y.

few_cells(Limit, Cells) :-
    findall(X/Y, free(X, Y), Cells),
    length(Cells, Count),
    Count =< Limit.

% On 8 x 8 a player searches with 28 free cells; on larger boards a queen takes away a smaller part of them.
few_cells(Cells) :-
    size(Side),
    Limit is 224 // Side,
    few_cells(Limit, Cells).

blocks(Blocks) :-
    findall(X/Y, block(X, Y), Blocks).

% The cells that are free after a queen on one of them.
put(Queen, Cells, Left) :-
    apart(Queen, Others),
    intersection(Cells, Others, Left).

% The free cells that a queen leaves free.
apart(Queen, Others) :-
    findall(X/Y, free(X, Y), Cells),
    blocks(Blocks),
    put(Queen, Cells, Blocks, Others).

% The same with these blocks.
put(Queen, Cells, Blocks, Left) :-
    findall(Cell, ( member(Cell, Cells), \+ sees(Queen, Cell, Blocks) ), Left).

% A queen sees along its lines, up to a block; and it stands on its own cell.
sees(Queen, Cell, Blocks) :-
    in_line(Queen, Cell),
    \+ ( member(Block, Blocks), between(Queen, Block, Cell) ).

in_line(X/_, X/_) :- !.
in_line(_/Y, _/Y) :- !.
in_line(X/Y, Column/Row) :-
    abs(X - Column) =:= abs(Y - Row).

% A block is between two cells in line: on the line through both, and nearer to each than they are to each other.
between(X/Y, BlockX/BlockY, Column/Row) :-
    (BlockX - X) * (Row - Y) =:= (BlockY - Y) * (Column - X),
    abs(X - BlockX) + abs(BlockX - Column) =:= abs(X - Column),
    abs(Y - BlockY) + abs(BlockY - Row) =:= abs(Y - Row).


% The search of a player: after each reply I have a queen again, until the opponent has no free cell.

my_queens(Mine, Theirs) :-
    me(Me),
    queens_left(Me, _),
    queens(Me, Mine),
    queens_left(Opponent, _),
    Opponent \== Me,
    queens(Opponent, Theirs).

queens(Seat, Count) :-
    aggregate_all(count, ( queen(X, Y), placed(Seat, X, Y) ), Count).

i_am_last([], Mine, Theirs) :-
    !,
    enough(Mine, Theirs).
i_am_last(Cells, Mine, Theirs) :-
    may_put(Theirs),
    !,
    forall(member(Reply, Cells), answered(Reply, Cells, Mine, Theirs)).
i_am_last(_, Mine, Theirs) :-
    enough(Mine, Theirs).

% I have a queen again.
answered(Reply, Cells, Mine, Theirs) :-
    may_put(Mine),
    put(Reply, Cells, Left),
    Replied is Theirs + 1,
    can_be_last(Left, Mine, Replied).

% One of my queens ensures the last one.
can_be_last(Cells, Mine, Theirs) :-
    More is Mine + 1,
    member(Queen, Cells),
    put(Queen, Cells, Left),
    i_am_last(Left, More, Theirs),
    !.

% A player has 2N queens, and the board has 4N cells a side.
may_put(Count) :-
    size(Side),
    2 * Count < Side.

% The blocker has not won: a player has 4N/3 queens.
enough(Mine, Theirs) :-
    size(Side),
    3 * max(Mine, Theirs) >= Side.

refuted(Move, Cells, Mine, Theirs, Share) :-
    puts_queen(Move, X, Y),
    refuted_share(X/Y, Cells, Mine, Theirs, Share).

% The share of the replies to a queen, in thousandths, that leave me without a queen that ensures the last one.
refuted_share(Queen, Cells, Mine, Theirs, Share) :-
    put(Queen, Cells, Left),
    length(Left, Replies),
    Replies > 0,
    More is Mine + 1,
    aggregate_all(count, ( member(Reply, Left), \+ answered(Reply, Left, More, Theirs) ), Count),
    Share is 1000 * Count // Replies.


% The third seat.

% How many queens can still be put, in turn, without a player having 4N/3.
queens_to_go(Queens) :-
    size(Side),
    aggregate_all(count, queen(_, _), Put),
    Queens is 2 * ((Side + 2) // 3 - 1) - Put.

piece(Move, X/Y) :-
    puts_hole(Move, X, Y),
    free(X, Y).
piece(Move, X/Y) :-
    puts_block(Move, X, Y),
    free(X, Y).

% The most free cells that a queen can leave after the piece; none when no cell is left for a queen.
most_left(Move, Piece, Cells, Most) :-
    exclude(==(Piece), Cells, Open),
    blocks_after(Move, Piece, Blocks),
    aggregate_all(max(Count), ( member(Queen, Open), put(Queen, Open, Blocks, Left), length(Left, Count) ), Found),
    !,
    Most is Found + 1.
most_left(_, _, _, 0).

blocks_after(Move, Piece, [Piece | Blocks]) :-
    puts_block(Move, _, _),
    !,
    blocks(Blocks).
blocks_after(_, _, Blocks) :-
    blocks(Blocks).
