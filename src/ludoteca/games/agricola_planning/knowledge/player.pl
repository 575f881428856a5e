% A thrifty farmer: the move that costs least, with an estimate of a child's later work.
%
% The smaller penalty wins. Most actions cost 4; renovating costs 2 and taking animals 3, where they are possible. A
% child costs 1 at once, but it has to act in this turn and in every turn to come, and each of those actions costs too.
% The first step with a move decides.

% 1. Begin the next turn: fewer cards for goods or for starting are left than actions to do, and the starting player
% chooses first.
choose(Move) :-
    does(Move, become_starting_player),
    another_turn,
    scarce,
    cheapest(Move, _Cost),
    !.

% 2. Of the moves that cost least, a child's later work counted as taking goods, one that takes a good my next
% renovation lacks.
choose(Move) :-
    takes(Move, Good),
    lacking(Good),
    cheapest(Move, _Cost),
    !.

% 3. A move that costs least, a child's later work counted as taking goods.
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


% The cards that need nothing: those that give goods, and the starting player's.

scarce :-
    \+ returns(_),
    aggregate_all(count, open_card(_), Cards),
    aggregate_all(sum(Count), still_to_do(_, Count), Actions),
    Cards < Actions.

open_card(Card) :-
    common(Action),
    allows(Card, Action),
    \+ used(Card).

common('taking-goods').
common('going-first').

% The actions of a player in this turn and in those to come.
still_to_do(Player, Count) :-
    actions(Player, Each),
    done(Player, Done),
    turn(Turn),
    last_turn(Last),
    Count is Each * (Last - Turn + 1) - Done.

another_turn :-
    turn(Turn),
    last_turn(Last),
    Turn < Last.


% A renovation takes 5 of the next material and 2 reed for every room.

takes(Move, Good) :-
    does(Move, take_goods),
    put(Move, g, Good).

lacking(Good) :-
    needed(Good, Amount),
    me(Me),
    stock(Me, Good, Held),
    Held < Amount.

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
