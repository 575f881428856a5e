// A player of queens as somebody would write it for Jason, with its own clock, waits and repairs. It serves all three
// seats. It uses no word of Ludoteca's: only the percepts size, queen, block, hole, player, playAs, and the actions.

way(1,0). way(-1,0). way(0,1). way(0,-1).
way(1,1). way(1,-1). way(-1,1). way(-1,-1).

!prepare.

+!prepare : playAs(0) <-
    .wait(400);
    !weigh;
    !turn.
+!prepare : playAs(1).
+!prepare : not playAs(_) <-
    .wait(400);
    !weigh;
    !guard.

+size(S) <-
    +pieces(S / 4);
    for (.range(X, 0, S - 1)) {
        for (.range(Y, 0, S - 1)) {
            +empty(X, Y, S * S);
        }
    }.

+queen(X, Y)[source(percept)] <-
    .print("A queen on ", X, ",", Y);
    -empty(X, Y, _);
    !around(X, Y, take);
    .wait(1000);
    !weigh.

+block(X, Y) <-
    -empty(X, Y, _);
    ?size(S);
    for (.range(V, 0, S - 1)) {
        for (.range(W, 0, S - 1)) {
            if (not empty(V, W, _) & not block(V, W) & not hole(V, W)) {
                !seen(V, W, Answer);
                if (Answer \== yes) {
                    +empty(V, W, 0);
                }
            }
        }
    }
    !weigh.

+hole(X, Y) <-
    -empty(X, Y, _);
    !weigh.

/* Walking in all eight ways, each step doing a job. */
+!around(X, Y, Job) <-
    for (way(DX, DY)) {
        !walk(X + DX, Y + DY, DX, DY, Job);
    }.

+!walk(X, Y, DX, DY, Job) : size(S) & X >= 0 & Y >= 0 & X < S & Y < S & not block(X, Y) <-
    if (Job == take) {
        -empty(X, Y, _);
    } elif (Job == count & empty(X, Y, _)) {
        ?sum(N);
        -+sum(N + 1);
    } else {
        if (Job == look & queen(X, Y)) {
            -+found(yes);
        }
    }
    !walk(X + DX, Y + DY, DX, DY, Job).
+!walk(_, _, _, _, _).

+!seen(X, Y, Answer) <-
    if (queen(X, Y)) {
        Answer = yes;
    } else {
        +found(no);
        !around(X, Y, look);
        ?found(Answer);
        .abolish(found(_));
    }.

+!weigh <-
    +sum(0);
    for (empty(X, Y, Old)) {
        -+sum(0);
        !around(X, Y, count);
        ?sum(N);
        -empty(X, Y, Old);
        +empty(X, Y, N);
    }
    .abolish(sum(_)).

+player(P) : playAs(P) <-
    .wait(500);
    !turn.
+player(P) : playAs(Q) & not P == Q <-
    .wait(300);
    .print("not mine").

+!turn : pieces(B) <-
    if (B > 0) {
        .wait({+block(_, _)}, 1000, Waited);
        -+pieces(B - 1);
        .wait(1000);
    } else {
        .wait(1000);
    }
    !best(Best);
    !place(Best, X, Y);
    queen(X, Y).
-!turn <- .print("nothing left to do").

+!place(spot(N, X, Y), X, Y).

+!best(Best) <-
    .wait(700);
    .findall(spot(N, X, Y), empty(X, Y, N), Spots);
    .max(Spots, Best).
-!best(Best) <- Best = [].

+!guard : pieces(B) & B > 0 <-
    .wait({+queen(_, _)});
    .wait(1500);
    !best(Best);
    !place(Best, X, Y);
    if (not queen(X, Y)) {
        block(X, Y);
        -+pieces(B - 1);
    }
    !guard.
-!guard <- .print("no place for a block").
+!guard.
