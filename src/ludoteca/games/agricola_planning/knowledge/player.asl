// Do the cheapest work there is, and have no child: it costs 1, but one more action has to be done in every turn.
//
// The agent believes work(Move, Points, Use) of each move except those that grow the family: Points is what the move
// changes of my score, which is minus its cost, and Use orders moves of equal cost. Cheap work is done first, since a
// card can be used by one player only.

// Do cheap work: nothing but a child costs less, and goods would cost more.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(Points, _, Move)) &
    cost("taking-goods", Cost) & Points > -Cost <-
    play(Move).

// Become the starting player, to choose first in the next turn. Nothing but a child costs less.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(_, 3, Move)) <-
    play(Move).

// Prepare a renovation, which is cheap: take a material that it lacks. Nothing but a child costs less.
+!move : .findall(option(P, U, M), work(M, P, U), All) & .max(All, option(_, 2, Move)) <-
    play(Move).

// Take food or a crop, and leave the material to the other player. Nothing but a child costs less.
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

// How useful a move is: 3 makes me begin the next turn, 2 brings material for a renovation, 1 takes no material.
use(Move, 3) :- begins_next(Move).
use(Move, 2) :- brings_material(Move).
use(Move, 1) :- leaves_material(Move).
use(Move, 0) :- not begins_next(Move) & not brings_material(Move) & not leaves_material(Move).

// A card that returns can be used again: then the first to choose has no more than the other.
begins_next(Move) :-
    become_starting_player(Move, _, _, _) & turn(Turn) & last_turn(Last) & Turn < Last & not returns(_).

brings_material(Move) :-
    take_goods(Move, Me, _, _, Good) & lacks(Me, Good) & not out_of_reach(Me).

leaves_material(Move) :-
    take_goods(Move, _, _, _, Good) & not material(Good).

material(wood).
material(clay).
material(stone).
material(reed).

lacks(Me, Good) :-
    needs(Me, Good, Each) & cells(Me, room, Rooms) & stock(Me, Good, Held) & Held < Each * Rooms.

// A renovation takes 5 of the better material and 2 reed for each room.
needs(Me, Good, 5) :- house(Me, Old) & better(Old, Good).
needs(Me, reed, 2) :- house(Me, Old) & better(Old, _).

// The cards that are left give less of a good than the renovation lacks.
out_of_reach(Me) :-
    needs(Me, Good, Each) & cells(Me, room, Rooms) & stock(Me, Good, Held) & not offered(Good, Each * Rooms - Held).

// A card gives 5 of its good; one that returns can be used again and again.
offered(Good, _) :-
    gives(Card, Good) & returns(Card).
offered(Good, Missing) :-
    .findall(Card, gives(Card, Good) & not used(Card), Cards) & .length(Cards, Count) & 5 * Count >= Missing.
