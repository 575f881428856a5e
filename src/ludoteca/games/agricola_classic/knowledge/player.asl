// A careful farmer: rooms and children first, food before the family is hungry, then whatever has most merit.
//
// The agent believes merit(Move, Points) for each thing that speaks for a move or against it; a point of the final score
// is worth 10. On its turn it adds them up to option(Total, Move), and the first plan for !choose that fits the best
// option acts.

// My turn: first what speaks for each move, then the move.
+!move <-
    !weigh;
    !choose.

// Have a child, who works in every round to come: no move has more merit.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) & has_child(Move) <-
    play(Move).

// Build a room, for a child or an animal: no move has more merit.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) & builds_room(Move) <-
    play(Move).

// Sow, since a sown field gives a crop at each harvest until it is empty: no move has more merit.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) & sows(Move) <-
    play(Move).

// Take food, since I have less than 2 for each person: no move has more merit.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) & brings(Move, food, _) & hungry <-
    play(Move).

// Take goods: no move has more merit.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) & brings(Move, _, _) <-
    play(Move).

// Improve the farm: no move has more merit, and it adds points at once.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) & adds_points(Move) <-
    play(Move).

// No move has more merit.
+!choose : .findall(option(T, M), option(T, M), All) & .max(All, option(_, Move)) <-
    play(Move).


// 1. Weigh the moves. The totals of earlier turns are removed.

+!weigh <-
    .abolish(option(_, _));
    for (legal(Move)) {
        .findall(Points, merit(Move, Points), Merits);
        ?sum(Merits, Total);
        +option(Total, Move)
    }.

sum([], 0).
sum([First|Rest], Total) :-
    sum(Rest, Sum) & Total = First + Sum.


// 2. What speaks for a move, or against it.

// The points that the move adds to my score at once, or takes from it.
merit(Move, Merit) :-
    me(Me) & gain(Move, Me, Points) & Merit = 10 * Points.

// A child works in every round to come.
merit(Move, 100) :- has_child(Move).

// A room is for a child, or for an animal.
merit(Move, 80) :- builds_room(Move).

// A sown field gives a crop at each harvest until it is empty.
merit(Move, 45) :- sows(Move).

// Fields are sown later; five give the most points.
merit(Move, 15) :-
    fires(Move, plow) & me(Me) & count(Me, field, Fields) & Fields < 5.

// Food is needed when the family is hungry.
merit(Move, Merit) :-
    hungry & brings(Move, food, Amount) & Merit = 12 * Amount.

// Other goods are useful, the more the better, up to eight.
merit(Move, Merit) :-
    brings(Move, Good, Amount) & Good \== food & Merit = 4 * math.min(8, Amount).

// Material that the next room lacks.
merit(Move, 20) :-
    brings(Move, Good, _) & room_takes(Good, Needed) & me(Me) & goods(Me, Good, Held) & Held < Needed.

// As long as there is no room for a child, fences can wait.
merit(Move, -40) :-
    fences(Move) & crowded.

// Without seed there is nothing to sow.
merit(Move, 25) :-
    brings(Move, Good, _) & seed(Good) & me(Me) & goods(Me, Good, 0).

// A fireplace or a hearth turns animals and crops into food; one is enough.
merit(Move, 30) :-
    bound(Move, improvement, Improvement) & cooks(Improvement) & me(Me) & not improvement(_, Me).


// 3. The names for what a move does.

has_child(Move) :- fires(Move, grow_family).
has_child(Move) :- fires(Move, grow_family_without_room).

builds_room(Move) :- fires(Move, build_room).
builds_room(Move) :- fires(Move, build_next_room).

sows(Move) :- fires(Move, sow).
sows(Move) :- fires(Move, sow_next).

fences(Move) :- fires(Move, fence_single_pasture).
fences(Move) :- fires(Move, fence_double_pasture).

brings(Move, Good, Amount) :-
    take_goods(Move, Me, Amount, _, Good).

adds_points(Move) :-
    me(Me) & gain(Move, Me, Points) & Points > 0.

hungry :-
    me(Me) & goods(Me, food, Food) & count(Me, person, People) & Food < 2 * People.

// There is no room for a child, and a room could be built.
crowded :-
    me(Me) & count(Me, room, Rooms) & count(Me, person, Rooms) & Rooms < 4.

// A room takes 5 of the material of the house and 2 reed.
room_takes(Good, 5) :- crowded & me(Me) & room(Me, 1, Good).
room_takes(reed, 2) :- crowded.

seed(grain).
seed(vegetable).

cooks("fireplace-2").
cooks("fireplace-3").
cooks("hearth-4").
cooks("hearth-5").
