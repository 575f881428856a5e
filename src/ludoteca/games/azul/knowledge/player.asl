// Take the tiles that are worth most: the points of my wall, less those of the floor, and what the others cannot have.
//
// On its turn the agent derives place(Seat, Row, Colour, Worth), what a tile would score on each open place of each wall,
// and from it option(Worth, Move) for each legal move: a move that fills a line earns its place, one that only adds to a
// line a part of it. Worths are tenths of a point. The first plan for !choose that fits the best option acts.

// My turn: first what each place and each move is worth, then the move.
+!move <-
    !survey;
    !compare;
    !choose.

// Fill a line without a tile on the floor: no move has a greater worth.
+!choose : .findall(option(W, M), option(W, M), All) & .max(All, option(_, Move)) & filled(Move, _, _, _, _) & not fell(Move, _, _, _) <-
    play(Move).

// Fill a line and let tiles fall: no move has a greater worth, what the floor costs included.
+!choose : .findall(option(W, M), option(W, M), All) & .max(All, option(_, Move)) & filled(Move, _, _, _, _) <-
    play(Move).

// Add to a line that stays open: no move has a greater worth.
+!choose : .findall(option(W, M), option(W, M), All) & .max(All, option(_, Move)) & laid(Move, _, _, _, _) <-
    play(Move).

// Let all tiles fall: no move has a greater worth.
+!choose : .findall(option(W, M), option(W, M), All) & .max(All, option(_, Move)) <-
    play(Move).


// 1. Places. A full line counts as a tile on the wall, since it will be one when the round ends.

// The worth of each open place, for every seat. What was derived in earlier turns is removed.
+!survey <-
    .abolish(tile(_, _, _, _));
    for (wall(Seat, Row, Column, Colour)) {
        +tile(Seat, Row, Column, Colour)
    }
    for (line(Seat, Row, Colour, Row) & pattern(Row, Column, Colour)) {
        +tile(Seat, Row, Column, Colour)
    }
    .abolish(place(_, _, _, _));
    for (score(Seat, _) & pattern(Row, Column, Colour) & not tile(Seat, Row, Column, _)) {
        ?tile_points(Seat, Row, Column, Points);
        .count(tile(Seat, Row, _, _), Across);
        .count(tile(Seat, _, Column, _), Down);
        .count(tile(Seat, _, _, Colour), Alike);
        ?bonus(Across, 2, ForRow);
        ?bonus(Down, 7, ForColumn);
        ?bonus(Alike, 10, ForColour);
        +place(Seat, Row, Colour, 10 * (Points + ForRow + ForColumn + ForColour))
    }.

// A tile scores the tiles in its row and in its column that it is connected with; alone it scores 1.
tile_points(Seat, Row, Column, Points) :-
    connected(Seat, Row, Column, 0, 1, Across) & connected(Seat, Row, Column, 1, 0, Down) &
    Points = math.max(1, Across + Down).

// How many tiles a place is connected with in a direction and its opposite, itself included; 0 without a neighbour.
connected(Seat, Row, Column, DR, DC, Tiles) :-
    run(Seat, Row + DR, Column + DC, DR, DC, Ahead) & run(Seat, Row - DR, Column - DC, -DR, -DC, Behind) &
    Tiles = Ahead + Behind + math.min(1, Ahead + Behind).

// The number of tiles from a place on in a direction, up to the first gap.
run(Seat, Row, Column, DR, DC, 0) :-
    not tile(Seat, Row, Column, _).
run(Seat, Row, Column, DR, DC, Tiles) :-
    tile(Seat, Row, Column, _) & run(Seat, Row + DR, Column + DC, DR, DC, More) & Tiles = More + 1.

// The fifth tile of a row, column or colour earns its bonus.
bonus(4, Points, Points).
bonus(Tiles, _, 0) :- Tiles < 4.


// 2. Moves.

// The worth of each legal move: what it earns and six tenths of what it denies to the others, less what the floor costs.
+!compare <-
    .abolish(option(_, _));
    for (takes(Move, Source, Colour, Count, Line)) {
        ?earns(Move, Source, Colour, Line, Earned);
        ?denies(Colour, Count, Denied);
        ?floor_cost(Move, Cost);
        +option(Earned + Denied * 6 div 10 - Cost, Move)
    }.

// A full line earns its place, and a point for each of its spaces: low lines take long to fill.
earns(Move, _, Colour, Line, Worth) :-
    filled(Move, Me, _, _, _) & place(Me, Line, Colour, Place) & Worth = Place + 10 * Line.

// A line that stays open earns less, in proportion to the tiles laid.
earns(Move, Source, Colour, Line, Worth) :-
    laid(Move, Me, Tiles, _, _) & place(Me, Line, Colour, Place) & line(Me, Line, _, Held) &
    percent(Source, Colour, Line - Held - Tiles, Percent) &
    Worth = (Place + 10 * Line) * Tiles * Percent div (100 * Line).

// The floor earns nothing.
earns(_, _, _, floor, 0).

// An open line is more promising when exactly the tiles that it lacks lie at another source.
percent(Source, Colour, Lacks, 60) :-
    tiles(Elsewhere, Colour, Lacks) & Elsewhere \== Source.
percent(Source, Colour, Lacks, 30) :-
    not (tiles(Elsewhere, Colour, Lacks) & Elsewhere \== Source).

// The best place for which another player needs exactly these tiles.
denies(Colour, Count, Worth) :-
    .findall(Place, needs(Colour, Count, Place), Places) & .max([0|Places], Worth).

needs(Colour, Count, Place) :-
    me(Me) & line(Seat, Count, none, 0) & Seat \== Me & place(Seat, Count, Colour, Place).
needs(Colour, Count, Place) :-
    me(Me) & line(Seat, Line, Colour, Held) & Line - Held == Count & Seat \== Me & place(Seat, Line, Colour, Place).

// What the floor will cost more than now.
floor_cost(Move, Cost) :-
    me(Me) & .count(floor(Me, _, _), Before) & .count(marker(Move, _), Marker) & fallen(Move, Tiles) &
    penalty(Before, Paid) & penalty(math.min(7, Before + Marker + Tiles), Pays) & Cost = 10 * (Pays - Paid).

fallen(Move, Tiles) :- fell(Move, _, Tiles, _).
fallen(Move, 0) :- not fell(Move, _, _, _).

// The points that a floor with this number of filled spaces costs.
penalty(0, 0).
penalty(1, 1).
penalty(2, 2).
penalty(3, 4).
penalty(4, 6).
penalty(5, 8).
penalty(6, 11).
penalty(7, 14).
