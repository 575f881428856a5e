// A simple strategy for Kalah: extra turns, then captures, then safety.
//
// The first plan for my turn whose context holds is taken.

// Move again: of the moves that give an extra turn, the pit nearest to my store.
+!move : .findall(Pit, moves_again(Pit), Pits) & .max(Pits, Nearest) <-
    sow(Nearest).

// Capture: a move that captures the most seeds, unless a pit of mine with more seeds is in danger.
+!move : .findall(prize(Seeds, Pit), captures(Pit, Seeds), Prizes) & .max(Prizes, prize(Most, Pit)) &
    not more_in_danger(Most) <-
    sow(Pit).

// Safety: of my pits that the opponent could now capture without leaving its row, the fullest.
+!move : .findall(risk(Seeds, Pit), in_danger(Pit, Seeds), Risks) & .max(Risks, risk(_, Pit)) <-
    sow(Pit).

// Nothing special: sow the pit nearest to my store.
+!move : .findall(Pit, sows(_, Pit, _), Pits) & .max(Pits, Nearest) <-
    sow(Nearest).

// Only the swap is left.
+!move <-
    swap.

moves_again(Pit) :-
    extra_turn(Move, _) & sows(Move, Pit, _).

captures(Pit, Seeds) :-
    me(Me) & captured(Move, Me, _, Seeds) & sows(Move, Pit, _).

// A pit of mine whose seeds the opponent threatens.
in_danger(Pit, Seeds) :-
    sows(_, Pit, Seeds) & threatened(Pit).

more_in_danger(Seeds) :-
    in_danger(_, More) & More > Seeds.

// The opponent's last seed would fall in an empty pit opposite to mine.
threatened(Pit) :-
    me(Me) & last_pit(Last) & pit(Opponent, Last + 1 - Pit, 0) & Opponent \== Me &
    pit(Opponent, From, Sown) & Sown > 0 & From + Sown == Last + 1 - Pit.

last_pit(Last) :-
    me(Me) & .findall(Pit, pit(Me, Pit, _), Pits) & .max(Pits, Last).
