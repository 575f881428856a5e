% Rules for kalah, induced from the choices of a network by `ludoteca distil`.
%
% Network 3cd08e3e, 100 simulations a move, 7200 positions of its own games (seed 3).
% In 2400 positions of other games the rules choose its move in 59.5%,
% `greedy` in 46.1%, a move drawn at random in 27.7%.
% The first rule that finds a move decides.

% with extra_turn, with sows.pit at most 3, with the greatest sows.pit, as the network chose in 836 of 1222 positions
choose(Move) :-
    rule_1(Move, Order),
    \+ ( rule_1(_, Higher), Higher @> Order ),
    !.

% with gain.points at least 1, with the least sows.seeds, with the least gain.points, as the network chose in 3210 of 5466 positions
choose(Move) :-
    rule_2(Move, Order),
    \+ ( rule_2(_, Higher), Higher @> Order ),
    !.

% with the greatest sows.pit, as the network chose in 248 of 512 positions
choose(Move) :-
    rule_3(Move, Order),
    \+ ( rule_3(_, Higher), Higher @> Order ),
    !.

% No rule knows a move here: any legal move.
choose(Move) :-
    legal(Move).

% The moves that each rule is about, with what they are ordered by.
rule_1(Move, Pit) :-
    me(Me),
    legal(Move),
    extra_turn(Move, Me),
    sows(Move, Pit, _),
    Pit =< 3.

rule_2(Move, Order1-Order2) :-
    me(Me),
    legal(Move),
    gain(Move, Me, Points),
    sows(Move, _, Seeds),
    Points >= 1,
    Order1 is -Seeds,
    Order2 is -Points.

rule_3(Move, Pit) :-
    legal(Move),
    sows(Move, Pit, _).
