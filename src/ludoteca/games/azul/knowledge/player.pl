% A strategy for Azul in six steps.
%
% A move takes all tiles of one colour from a factory or the centre to one of my lines, or to my floor:
% takes(Move, Source, Colour, Count, Line). The first step with a move decides. Each step has its own measure of the
% best move; equal moves are ordered by source, colour, count and line.

% 1. Fill a line exactly: of those moves, the one whose tile will touch most others on the wall.
choose(Move) :-
    fills_exactly(Move),
    wise(Move),
    \+ ( fills_exactly(Other), wise(Other), touches_more(Other, Move) ),
    !.

% 2. Fill a line with just one tile to spare: again the one whose tile will touch most others.
choose(Move) :-
    one_to_spare(Move),
    wise(Move),
    \+ ( one_to_spare(Other), wise(Other), touches_more(Other, Move) ),
    !.

% 3. Add to a line that has tiles: the move that leaves fewest spaces open.
choose(Move) :-
    goes_on(Move),
    \+ ( goes_on(Other), leaves_less_open(Other, Move) ),
    !.

% 4. Start an empty line: the move that leaves fewest spaces open.
choose(Move) :-
    leaves_open(Move, _),
    \+ ( leaves_open(Other, _), leaves_less_open(Other, Move) ),
    !.

% 5. Any move that does not end the game: the one that lets fewest tiles fall.
choose(Move) :-
    legal(Move),
    \+ closes(Move),
    \+ ( legal(Other), \+ closes(Other), lets_fewer_fall(Other, Move) ),
    !.

% 6. Any move: the one that lets fewest tiles fall.
choose(Move) :-
    legal(Move),
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

touches_more(Move, Other) :-
    touching(Move, More),
    touching(Other, Less),
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


% How many tiles of my wall the move's tile would touch, in a row and in a column.

touching(Move, Count) :-
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
