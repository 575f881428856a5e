// Do the cheapest work there is, and have no child: it costs 1, but one more action has to be done in every turn.
//
// The agent believes work(Move, Points, Use) of each move except those that grow the family: Points is what the move
// changes of my score, which is minus its cost, and Use orders moves of equal cost. Cheap work is done first, since a
// card can be used by one player only.

// Do cheap work: nothing but a child costs less, and goods would cost more.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(Points, _, Move)) &
    cost("taking-goods", Cost) & Points > -Cost <-
    play(Move).

// Prepare a renovation, which is cheap: take a material that it lacks. Nothing but a child costs less.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(_, 2, Move)) <-
    play(Move).

// Become the starting player, to choose first in the next turn. Nothing but a child costs less.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(_, 1, Move)) <-
    play(Move).

// Do ordinary work: nothing but a child costs less.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(_, _, Move)) <-
    play(Move).

// Have a child: there is no other work, and a player without a possible action loses.
+!move : grows(Move) <-
    play(Move).

work(Move, Points, Use) :-
    me(Me) & gain(Move, Me, Points) & not grows(Move) & use(Move, Use).

grows(Move) :- grow_with_room(Move, _, _, _).
grows(Move) :- grow_without_room(Move, _, _, _).

// How useful a move is later: 2 brings material for a renovation, 1 makes me begin the next turn.
use(Move, 2) :- brings_material(Move).
use(Move, 1) :- begins_next(Move).
use(Move, 0) :- not brings_material(Move) & not begins_next(Move).

begins_next(Move) :-
    become_starting_player(Move, _, _, _) & turn(Turn) & last_turn(Last) & Turn < Last.

brings_material(Move) :-
    take_goods(Move, Me, _, _, Good) & lacks(Me, Good).

// A renovation takes 5 of the better material and 2 reed for each room.
lacks(Me, Good) :-
    house(Me, Old) & better(Old, Good) & cells(Me, room, Rooms) & stock(Me, Good, Held) & Held < 5 * Rooms.
lacks(Me, reed) :-
    house(Me, Old) & better(Old, _) & cells(Me, room, Rooms) & stock(Me, reed, Held) & Held < 2 * Rooms.
