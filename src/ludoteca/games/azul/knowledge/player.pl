% Take the tiles that are worth most: the points of my wall, less those of the floor, and what the others cannot have.
%
% A move takes all tiles of one colour from a factory or the centre to one of my lines, or to my floor. Its worth, in
% tenths of a point, is what it earns and a part of what it denies to the others, less what the floor costs: see worth/2.
% The first step that fits a move of the greatest worth decides; of equal moves, the first in the list of legal moves.

% These are tabled: they are derived once in a turn, however many comparisons need them.
:- table greatest_worth/1, earned/2, denied/3, floor_cost/2, place/4.

% Fill a line without a tile on the floor: no move has a greater worth.
choose(Move) :-
    best(Move, _Worth),
    filled(Move, _, _, _, _),
    \+ fell(Move, _, _, _),
    !.

% Fill a line and let tiles fall: no move has a greater worth, what the floor costs included.
choose(Move) :-
    best(Move, _Worth),
    filled(Move, _, _, _, _),
    fell(Move, _, _, _),
    !.

% Add to a line that stays open: no move has a greater worth.
choose(Move) :-
    best(Move, _Worth),
    laid(Move, _, _, _, _),
    !.

% Let all tiles fall: no move has a greater worth.
choose(Move) :-
    best(Move, _Worth),
    takes(Move, _, _, _, floor),
    !.


% 1. The comparison of moves.

best(Move, Worth) :-
    worth(Move, Worth),
    \+ ( greatest_worth(More), More > Worth ).

greatest_worth(Worth) :-
    aggregate_all(max(Each), worth(_, Each), Worth).

% What a move earns and six tenths of what it denies to the others, less what the floor costs.
worth(Move, Worth) :-
    takes(Move, _, Colour, Count, _),
    earned(Move, Earned),
    denied(Colour, Count, Denied),
    floor_cost(Move, Cost),
    Worth is Earned + 6 * Denied // 10 - Cost.

% A full line earns its place, and a point for each of its spaces: low lines take long to fill.
earned(Move, Earned) :-
    filled(Move, Me, _, Colour, Line),
    place(Me, Line, Colour, Worth),
    Earned is Worth + 10 * Line.

% A line that stays open earns less, in proportion to the tiles laid.
earned(Move, Earned) :-
    laid(Move, Me, Tiles, Colour, Line),
    place(Me, Line, Colour, Worth),
    line(Me, Line, _, Held),
    Lacks is Line - Held - Tiles,
    takes(Move, Source, _, _, _),
    percent(Source, Colour, Lacks, Percent),
    Earned is (Worth + 10 * Line) * Tiles * Percent // (100 * Line).

% The floor earns nothing.
earned(Move, 0) :-
    takes(Move, _, _, _, floor).

% An open line is more promising when exactly the tiles that it lacks lie at another source.
percent(Source, Colour, Lacks, 60) :-
    tiles(Elsewhere, Colour, Lacks),
    Elsewhere \== Source,
    !.
percent(_, _, _, 30).

% The best place for which another player needs exactly these tiles.
denied(Colour, Count, Worth) :-
    findall(Place, needs(Colour, Count, Place), Places),
    max_list([0 | Places], Worth).

needs(Colour, Count, Worth) :-
    me(Me),
    line(Seat, Line, Held, Tiles),
    Seat \== Me,
    Count =:= Line - Tiles,
    member(Held, [none, Colour]),
    place(Seat, Line, Colour, Worth).

% What the floor will cost more than now.
floor_cost(Move, Cost) :-
    me(Me),
    aggregate_all(count, floor(Me, _, _), Before),
    aggregate_all(count, marker(Move, Me), Marker),
    aggregate_all(sum(Tiles), fell(Move, Me, Tiles, _), Fallen),
    After is min(7, Before + Marker + Fallen),
    penalty(Before, Paid),
    penalty(After, Pays),
    Cost is 10 * (Pays - Paid).

% The points that a floor with this number of filled spaces costs.
penalty(0, 0).
penalty(1, 1).
penalty(2, 2).
penalty(3, 4).
penalty(4, 6).
penalty(5, 8).
penalty(6, 11).
penalty(7, 14).


% 2. The worth of the open places of a wall: the points of a tile there, and the bonuses that it would complete.

place(Seat, Row, Colour, Worth) :-
    pattern(Row, Column, Colour),
    \+ tile(Seat, Row, Column, _),
    tile_points(Seat, Row, Column, Points),
    aggregate_all(count, tile(Seat, Row, _, _), Across),
    aggregate_all(count, tile(Seat, _, Column, _), Down),
    aggregate_all(count, tile(Seat, _, _, Colour), Alike),
    bonus(Across, 2, ForRow),
    bonus(Down, 7, ForColumn),
    bonus(Alike, 10, ForColour),
    Worth is 10 * (Points + ForRow + ForColumn + ForColour).

% A full line counts as a tile on the wall, since it will be one when the round ends.
tile(Seat, Row, Column, Colour) :-
    wall(Seat, Row, Column, Colour).
tile(Seat, Row, Column, Colour) :-
    line(Seat, Row, Colour, Row),
    pattern(Row, Column, Colour).

% A tile scores the tiles in its row and in its column that it is connected with; alone it scores 1.
tile_points(Seat, Row, Column, Points) :-
    connected(Seat, Row, Column, 0, 1, Across),
    connected(Seat, Row, Column, 1, 0, Down),
    Points is max(1, Across + Down).

% How many tiles a place is connected with in a direction and its opposite, itself included; 0 without a neighbour.
connected(Seat, Row, Column, Down, Right, Tiles) :-
    run(Seat, Row, Column, Down, Right, Ahead),
    run(Seat, Row, Column, -Down, -Right, Behind),
    Tiles is Ahead + Behind + min(1, Ahead + Behind).

% The number of tiles from a place on in a direction, up to the first gap.
run(Seat, Row, Column, Down, Right, Tiles) :-
    NextRow is Row + Down,
    NextColumn is Column + Right,
    tile(Seat, NextRow, NextColumn, _),
    !,
    run(Seat, NextRow, NextColumn, Down, Right, More),
    Tiles is More + 1.
run(_, _, _, _, _, 0).

% The fifth tile of a row, column or colour earns its bonus.
bonus(4, Points, Points) :- !.
bonus(_, _, 0).
