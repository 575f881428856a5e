% A thrifty farmer: the move that costs least, with an estimate of a child's later work.
%
% The smaller penalty wins. Most actions cost 4; renovating costs 2 and taking animals 3, where they are possible. A
% child costs 1 at once, but it has to act in this turn and in every turn to come, and each of those actions costs too.
% The first step with a move decides. Material is left to the other player: fences, rooms and improvements cost more.

% 1. Begin the next turn: no move costs less, a child's later work counted as taking goods, and cards are used once.
choose(Move) :-
    does(Move, become_starting_player),
    another_turn,
    \+ returns(_),
    cheapest(Move, _Cost),
    !.

% 2. Of the moves that cost least, a child's later work counted as taking goods, one that takes a good my next
% renovation lacks and the cards can give.
choose(Move) :-
    takes(Move, Good),
    lacking(Good, _Missing),
    \+ out_of_reach(_),
    cheapest(Move, _Cost),
    !.

% 3. Of the moves that cost least, a child's later work counted as taking goods, one that takes food or a crop.
choose(Move) :-
    takes(Move, Good),
    \+ material(Good),
    cheapest(Move, _Cost),
    !.

% 4. A move that costs least, a child's later work counted as taking goods.
choose(Move) :-
    cheapest(Move, _Cost),
    !.


% What a move costs, now and later.

cheapest(Move, Cost) :-
    final_cost(Move, Cost),
    \+ ( final_cost(_, Less), Less < Cost ).

final_cost(Move, Cost) :-
    me(Me),
    gain(Move, Me, Gain),
    later(Move, Later),
    Cost is Later - Gain.

% A child has to act in this turn and in every turn to come; we count each of its actions as taking goods.
later(Move, Later) :-
    grows(Move),
    !,
    turn(Turn),
    last_turn(Last),
    cost('taking-goods', Each),
    Later is Each * (Last - Turn + 1).
later(_, 0).

grows(Move) :- does(Move, grow_with_room).
grows(Move) :- does(Move, grow_without_room).

another_turn :-
    turn(Turn),
    last_turn(Last),
    Turn < Last.


% A renovation takes 5 of the next material and 2 reed for every room.

takes(Move, Good) :-
    does(Move, take_goods),
    put(Move, g, Good).

material(wood).
material(clay).
material(stone).
material(reed).

lacking(Good, Missing) :-
    needed(Good, Amount),
    me(Me),
    stock(Me, Good, Held),
    Missing is Amount - Held,
    Missing > 0.

needed(Material, Amount) :-
    me(Me),
    house(Me, Old),
    better(Old, Material),
    cells(Me, room, Rooms),
    Amount is 5 * Rooms.
needed(reed, Amount) :-
    me(Me),
    house(Me, Old),
    better(Old, _),
    cells(Me, room, Rooms),
    Amount is 2 * Rooms.

% The cards that are left give less of a good than the renovation lacks.
out_of_reach(Good) :-
    lacking(Good, Missing),
    \+ offered(Good, Missing).

% A card gives 5 of its good; one that returns can be used again and again.
offered(Good, _Missing) :-
    gives(Card, Good),
    returns(Card).
offered(Good, Missing) :-
    aggregate_all(count, ( gives(Card, Good), \+ used(Card) ), Cards),
    5 * Cards >= Missing.
