% A simple strategy for Kalah: extra turns, then captures, then safety.
%
% The first rule that finds a move decides.

% Move again: of the moves whose last seed falls in my store, the pit nearest to it.
choose(Move) :-
    moves_again(Move, Pit),
    \+ ( moves_again(_, Nearer), Nearer > Pit ),
    !.

% Capture: the move that takes the most.
choose(Move) :-
    captures(Move, Seeds),
    \+ ( captures(_, More), More > Seeds ),
    !.

% Safety: sow the fullest pit that the opponent could capture next.
choose(Move) :-
    in_danger(Move, Seeds),
    \+ ( in_danger(_, More), More > Seeds ),
    !.

% Nothing special: sow the pit nearest to my store, which gives the opponent fewest seeds.
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
