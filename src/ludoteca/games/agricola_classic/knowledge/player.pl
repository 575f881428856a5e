% A farmer with priorities: children and their rooms, then food before a harvest, then whatever gains most points.
%
% The first step with a move decides. The points of a move are those that its player would have more if the game ended
% after it: gain(Move, Seat, Points).

% 1. A child: another person works in every round to come.
choose(Move) :-
    grows(Move),
    !.

% 2. A room: it is for a child or an animal.
choose(Move) :-
    builds_room(Move),
    !.

% 3. The harvest is near, and I have fewer than 2 food and crops for each person: the move that brings most food.
choose(Move) :-
    hungry,
    brings_food(Move, Food),
    \+ ( brings_food(_, More), More > Food ),
    !.

% 4. Sow: a sown field gives a crop at each harvest until it is empty. Of the crops, the one that gains most points.
choose(Move) :-
    sows(Move, Points),
    \+ ( sows(_, More), More > Points ),
    !.

% 5. Material for the next room: of what it lacks, the most that lies there.
choose(Move) :-
    room_wanted,
    takes_lacking(Move, Amount),
    \+ ( takes_lacking(_, More), More > Amount ),
    !.

% 6. The move that gains most points, if it gains any.
choose(Move) :-
    points(Move, Points),
    Points > 0,
    \+ ( points(_, More), More > Points ),
    !.

% 7. No move gains points: the one that takes most goods.
choose(Move) :-
    \+ ( points(_, Points), Points > 0 ),
    takes(Move, _, Amount),
    \+ ( takes(_, _, More), More > Amount ),
    !.

% 8. No move gains points or takes goods: the one that loses fewest points.
choose(Move) :-
    points(Move, Points),
    \+ ( points(_, More), More > Points ),
    !.


% The effects of a move.

grows(Move) :- fires(Move, grow_family).
grows(Move) :- fires(Move, grow_family_without_room).

builds_room(Move) :- fires(Move, build_room).
builds_room(Move) :- fires(Move, build_next_room).

sows(Move, Points) :- fires(Move, sow), points(Move, Points).
sows(Move, Points) :- fires(Move, sow_next), points(Move, Points).

takes(Move, Good, Amount) :-
    take_goods(Move, _, Amount, _, Good).

points(Move, Points) :-
    me(Me),
    gain(Move, Me, Points).

% Food that is taken, baked or cooked at once.
brings_food(Move, Food) :- takes(Move, food, Food).
brings_food(Move, Food) :- bake_bread(Move, _, _, _, Food, _, _).
brings_food(Move, Food) :- take_animal_to_cook(Move, _, _, _, Food, _).


% Hunger: a person eats 2 food; crops can be eaten raw.

hungry :-
    round(Round),
    near_harvest(Round),
    me(Me),
    count(Me, person, People),
    in_store(food, Food),
    in_store(grain, Grain),
    in_store(vegetable, Vegetables),
    Food + Grain + Vegetables < 2 * People.

% The harvests are after rounds 4, 7, 9, 11, 13 and 14: they are near in these rounds and in those before.
near_harvest(Round) :-
    member(Harvest, [4, 7, 9, 11, 13, 14]),
    Round =< Harvest,
    Harvest - Round =< 1,
    !.

in_store(Good, Amount) :-
    me(Me),
    goods(Me, Good, Amount).


% A room takes 5 of the house's material and 2 reed; there are at most 5 rooms.

room_wanted :-
    me(Me),
    count(Me, room, Rooms),
    Rooms < 5,
    count(Me, person, Rooms).

takes_lacking(Move, Amount) :-
    takes(Move, Good, Amount),
    lacking(Good).

lacking(reed) :-
    in_store(reed, Held),
    Held < 2.
lacking(Material) :-
    me(Me),
    room(Me, _, Material),
    !,
    in_store(Material, Held),
    Held < 5.
