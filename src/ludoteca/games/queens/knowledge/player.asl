// Put the last queen: with few free cells look at every reply to each queen, and before that keep many cells free.
//
// The player that puts the last queen wins, unless both were kept to fewer than 4N/3 queens. On its turn the agent derives
// apart(Move, Moves), the queens that could still be put after a queen, and by searching them either ensures(Move) or
// refuted(Move, N): to N replies it finds no answer. The first plan for !choose that fits acts.

// My turn: first what each queen leads to, then the queen.
+!move <-
    !look_ahead;
    !choose.

// 1. With few free cells: a queen after which I put the last one against every reply, if no piece is put in between.
+!choose : ensures(Move) <-
    play(Move).

// 2. I find no such queen: of those that leave a free cell, the queen with fewest replies to which I find no answer.
+!choose : .findall(option(N, Move), refuted(Move, N), Options) & .min(Options, option(_, Move)) <-
    play(Move).

// 3. The queen that takes fewest free cells away: the more are left, the more choices I have at the end.
+!choose : .findall(option(N, Move), took_away(Move, _, N), Options) & .min(Options, option(_, Move)) <-
    play(Move).


// A. What the queens lead to. Free cells are named by the moves that put a queen there, such as "queen c4".

// What was derived in earlier turns is removed. Cells are sorted, so that of equal queens always the same one is found.
+!look_ahead <-
    .abolish(apart(_, _));
    .abolish(ensures(_));
    .abolish(refuted(_, _));
    .findall(Move, puts_queen(Move, _, _), Moves);
    .sort(Moves, Cells);
    !search(Cells).

// With few free cells: which of them do not see each other, and then who can be last.
+!search(Cells) : few(Cells) <-
    for (puts_queen(Move, X, Y)) {
        .findall(Other, puts_queen(Other, A, B) & not sees(X, Y, A, B), Others);
        +apart(Move, Others)
    }
    .count(queen(_, _), Queens);
    !compare(Cells, Queens).

// With many, a search would take too long.
+!search(_).

// One queen that ensures the last one is enough.
+!compare(Cells, Queens) : .member(Move, Cells) & ensures_last(Move, Cells, Queens) <-
    +ensures(Move).

// Without one, count the replies to which there is no answer.
+!compare(Cells, Queens) <-
    for (.member(Move, Cells) & put(Move, Cells, Left) & Left \== []) {
        .count(.member(Reply, Left) & unanswered(Reply, Left, Queens + 1), N);
        +refuted(Move, N)
    }.

// On larger boards fewer cells count as few: there a queen takes away a smaller part of them.
few(Cells) :-
    size(Side) & .length(Cells, Count) & Count * Side <= 224.


// B. The search: after each reply I have a queen again, until the opponent has no free cell.

// A queen of mine ensures the last one if each reply to it has an answer.
ensures_last(Move, Cells, Queens) :-
    not size(Queens) & put(Move, Cells, Left) & i_am_last(Left, Queens + 1).

// No cell is left, and the blocker has not won.
i_am_last([], Queens) :-
    enough(Queens).

// Black has put its last queen: the game is over after as many queens as the board has cells a side.
i_am_last(_, Queens) :-
    size(Queens).

// Each reply has an answer.
i_am_last(Cells, Queens) :-
    Cells \== [] & not (.member(Reply, Cells) & unanswered(Reply, Cells, Queens)).

// After this reply no queen of mine ensures the last one.
unanswered(Reply, Cells, Queens) :-
    put(Reply, Cells, Left) & not (.member(Move, Left) & ensures_last(Move, Left, Queens + 1)).

// The cells that are free after a queen on one of them.
put(Move, Cells, Left) :-
    apart(Move, Others) & .intersection(Cells, Others, Left).

// The blocker has not won: white, who has at least as many queens as black, has 4N/3.
enough(Queens) :-
    size(Side) & 3 * ((Queens + 1) div 2) >= Side.

// The configurer cannot win.
enough(_) :-
    placed(configurer, _, _).


// C. The board.

// A queen sees along its lines, up to a block; and it stands on its own cell.
sees(X, Y, A, B) :-
    (X == A | Y == B | math.abs(X - A) == math.abs(Y - B)) & not (block(C, D) & between(X, Y, C, D, A, B)).

// A block is between two cells in line: on the line through both, and nearer to each than they are to each other.
between(X, Y, C, D, A, B) :-
    (C - X) * (B - Y) == (D - Y) * (A - X) &
    math.abs(X - C) + math.abs(C - A) == math.abs(X - A) &
    math.abs(Y - D) + math.abs(D - B) == math.abs(Y - B).
