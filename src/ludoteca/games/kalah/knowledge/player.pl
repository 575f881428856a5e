% A simple strategy for Kalah: extra turns, then captures, then safety.
%
% The first rule that finds a move decides.

% Move again: of the moves that give an extra turn, the pit nearest to my store.
choose(Move) :-
    moves_again(Move, Pit),
    \+ ( moves_again(_, Nearer), Nearer > Pit ),
    !.

% Capture: a move that captures the most seeds, unless a pit of mine with more seeds is in danger.
choose(Move) :-
    captures(Move, Seeds),
    \+ ( captures(_, More), More > Seeds ),
    \+ ( in_danger(_, Threatened), Threatened > Seeds ),
    !.

% Safety: of my pits that the opponent could now capture without leaving its row, the fullest.
choose(Move) :-
    in_danger(Move, Seeds),
    \+ ( in_danger(_, More), More > Seeds ),
    !.

% Nothing special: sow the pit nearest to my store.
choose(Move) :-
    sows(Move, Pit, _),
    \+ ( sows(_, Nearer, _), Nearer > Pit ),
    !.

% Only the swap is left.
choose(Move) :-
    swaps(Move).


moves_again(Move, Pit) :-
    extra_turn(Move, _),
    sows(Move, Pit, _).

captures(Move, Seeds) :-
    me(Me),
    captured(Move, Me, _, Seeds).

% A move that empties a pit whose seeds the opponent threatens.
in_danger(Move, Seeds) :-
    sows(Move, Pit, Seeds),
    threatened(Pit).

% The opponent's last seed would fall in an empty pit opposite to mine.
threatened(Pit) :-
    me(Me),
    opposite(Pit, Target),
    pit(Opponent, Target, 0),
    Opponent \== Me,
    pit(Opponent, From, Sown),
    Sown > 0,
    From + Sown =:= Target.

opposite(Pit, Across) :-
    last_pit(Last),
    Across is Last + 1 - Pit.

last_pit(Last) :-
    me(Me),
    aggregate_all(max(Pit), pit(Me, Pit, _), Last).
