% A strategy for Azul in six steps: fill a line, or add to one that has tiles, or start one, or let fewest tiles fall.
%
% A move takes all tiles of one colour from a factory or the centre to one of my lines, or to my floor:
% takes(Move, Source, Colour, Count, Line). The first step with a move decides. Each step has its own measure of the
% best move; equal moves are ordered by source, colour, count and line.

% 1. Fill a line exactly, but end the game only if I lead: of those moves, one whose tile will join most others.
choose(Move) :-
    fills_exactly(Move),
    wise(Move),
    joins(Move, _Tiles),
    \+ ( fills_exactly(Other), wise(Other), joins_more(Other, Move) ),
    !.

% 2. Fill a line with one tile to spare, but end the game only if I lead: one whose tile will join most others.
choose(Move) :-
    one_to_spare(Move),
    wise(Move),
    joins(Move, _Tiles),
    \+ ( one_to_spare(Other), wise(Other), joins_more(Other, Move) ),
    !.

% 3. Add to a line that has tiles: of those moves, one that leaves fewest spaces open.
choose(Move) :-
    goes_on(Move),
    leaves_open(Move, _Spaces),
    \+ ( goes_on(Other), leaves_less_open(Other, Move) ),
    !.

% 4. Start an empty line: of those moves, one that leaves fewest spaces open.
choose(Move) :-
    leaves_open(Move, _Spaces),
    \+ ( leaves_open(Other, _), leaves_less_open(Other, Move) ),
    !.

% 5. Any move that does not end the game: of those, one that lets fewest tiles fall.
choose(Move) :-
    legal(Move),
    \+ closes(Move),
    falls(Move, _Tiles),
    \+ ( legal(Other), \+ closes(Other), lets_fewer_fall(Other, Move) ),
    !.

% 6. Any move: one that lets fewest tiles fall.
choose(Move) :-
    legal(Move),
    falls(Move, _Tiles),
    \+ ( legal(Other), lets_fewer_fall(Other, Move) ).


% The effect of a move on its line.

fills_exactly(Move) :-
    takes(Move, _, _, Count, Line),
    free(Line, Count).

one_to_spare(Move) :-
    takes(Move, _, _, Count, Line),
    free(Line, Free),
    Count =:= Free + 1.

goes_on(Move) :-
    leaves_open(Move, _),
    takes(Move, _, _, _, Line),
    begun(Line).

leaves_open(Move, Open) :-
    takes(Move, _, _, Count, Line),
    free(Line, Free),
    Count < Free,
    Open is Free - Count.

% All tiles of a move to the floor fall.
falls(Move, Count) :-
    takes(Move, _, _, Count, floor).
falls(Move, Fall) :-
    takes(Move, _, _, Count, Line),
    free(Line, Free),
    Fall is max(0, Count - Free).

free(Line, Free) :-
    me(Me),
    line(Me, Line, _, Held),
    Free is Line - Held.

begun(Line) :-
    me(Me),
    line(Me, Line, _, Held),
    Held > 0.


% A player who does not lead must not end the game.

wise(_) :- leading, !.
wise(Move) :- \+ closes(Move).

% The move would finish a row of my wall at the end of the round.
closes(Move) :-
    takes(Move, _, _, Count, Line),
    free(Line, Free),
    Count >= Free,
    me(Me),
    aggregate_all(count, wall(Me, Line, _, _), 4).

leading :-
    me(Me),
    score(Me, Mine),
    \+ ( score(Other, Theirs), Other \== Me, Theirs >= Mine ).


% The preference between two moves, by the measure of a step.

joins_more(Move, Other) :-
    joins(Move, More),
    joins(Other, Less),
    first(More, Less, Move, Other).

leaves_less_open(Move, Other) :-
    leaves_open(Move, Less),
    leaves_open(Other, More),
    first(More, Less, Move, Other).

lets_fewer_fall(Move, Other) :-
    falls(Move, Less),
    falls(Other, More),
    first(More, Less, Move, Other).

first(More, Less, _, _) :- More > Less.
first(Same, Same, Move, Other) :-
    order(Move, Early),
    order(Other, Late),
    Early @< Late.

order(Move, order(SourceNumber, ColourNumber, Count, LineNumber)) :-
    takes(Move, Source, Colour, Count, Line),
    number_of(Source, SourceNumber),
    nth_colour(ColourNumber, Colour),
    number_of(Line, LineNumber).

number_of(centre, 0) :- !.
number_of(floor, 0) :- !.
number_of(Number, Number).

nth_colour(1, blue).
nth_colour(2, yellow).
nth_colour(3, red).
nth_colour(4, black).
nth_colour(5, white).


% How many tiles of my wall the move's tile would join: those next to it in its row and column without a gap.

joins(Move, Count) :-
    takes(Move, _, Colour, _, Row),
    pattern(Row, Column, Colour),
    run(Row, Column, 0, 1, Right),
    run(Row, Column, 0, -1, Left),
    run(Row, Column, 1, 0, Below),
    run(Row, Column, -1, 0, Above),
    Count is Right + Left + Below + Above.

run(Row, Column, Down, Across, Count) :-
    NextRow is Row + Down,
    NextColumn is Column + Across,
    me(Me),
    (   wall(Me, NextRow, NextColumn, _)
    ->  run(NextRow, NextColumn, Down, Across, Rest),
        Count is Rest + 1
    ;   Count = 0
    ).
