"""Positions of Azul from facts, and similar ones: tiles of another colour, or tiles elsewhere.

Facts do not tell the order in which tiles leave the bag: it is that of a new game with the seed 0. Similar positions
keep the order of the one they are similar to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position, seat_key
from ludoteca.games.azul import rules
from ludoteca.games.azul.facts import COLOUR_NAMES, source_name, thing_name
from ludoteca.games.azul.rules import (
    CENTRE,
    COLOURS,
    FLOOR,
    FULL_FACTORY,
    LAST_ROUND,
    MARKER,
    SIZE,
    TILES_PER_COLOUR,
    column_of,
)
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.setup import Board, Change, GivenFacts, similar_positions

_WORDS = "games.azul.setup"
_HIGHEST_SCORE = int(np.iinfo(np.int16).max)
_NONE = "none"  # the colour of an empty line
_SPACES = range(1, SIZE + 1)


@dataclass(frozen=True, slots=True)
class Course:
    """What does not lie on the board: whose turn it is, the round, who starts the next one, the marker, the scores."""

    turn: int | None
    round: int
    starter: int
    marked: bool
    scores: tuple[int, ...]


def position_of(game: Game, facts: Iterable[Fact]) -> Position:
    """The position these facts describe; raises `BadInput`."""
    assert isinstance(game, KernelGame)
    given = GivenFacts(game, facts)
    return given.confirmed(_set_up(game.start(0), course_of(given, game.seats), tiles_of(given, game.seats)))


def similar(position: Position) -> Iterator[Position]:
    """The positions with a tile more or less on a line, a wall or a floor, or with tiles of another colour.

    Tiles come from the lid and go there; a colour is exchanged with the bag, or between two sources. Then two changes.
    """
    assert isinstance(position, KernelPosition)
    if position.turn is None:
        return
    given, seats = GivenFacts(position.game, position.facts()), position.game.seats
    course, board = course_of(given, seats), tiles_of(given, seats)
    yield from similar_positions(board, _changes, lambda change: _set_up(position, course, {**board, **change}))


# Facts as a board: a number of tiles by ("tiles", source, colour), ("bag", colour), ("lid", colour) and
# ("wall", seat, row, colour); colour and number by ("line", seat, row); things in order by ("floor", seat).


def course_of(given: GivenFacts, seats: tuple[str, ...]) -> Course:
    turn = given.turn()
    (number,) = given.table("round_number", range(1, LAST_ROUND + 1), keys=0)[()]
    (starter,) = given.table("starts_next", seats, keys=0)[()]
    scores = given.table("score", seats, range(_HIGHEST_SCORE + 1), keys=1)
    points = tuple(int(scores[seat,][0]) for seat in seats)
    return Course(turn, int(number), seats.index(str(starter)), given.holds("marker_in_centre"), points)


def tiles_of(given: GivenFacts, seats: tuple[str, ...]) -> dict[Any, Any]:
    """The tiles at every place; raises `BadInput`."""
    board: dict[Any, Any] = {}
    sources = [source_name(source) for source in range(2 * len(seats) + 2)]
    offered = given.table("tiles", sources, COLOUR_NAMES, range(1, TILES_PER_COLOUR + 1), keys=2, complete=False)
    for source, name in enumerate(sources):
        for colour, colour_name in enumerate(COLOUR_NAMES):
            board["tiles", source, colour] = int(offered.get((name, colour_name), (0,))[0])
    for box in ("bag", "lid"):
        counts = given.table(box, COLOUR_NAMES, range(TILES_PER_COLOUR + 1), keys=1)
        for colour, colour_name in enumerate(COLOUR_NAMES):
            board[box, colour] = int(counts[colour_name,][0])
    return board | _lines(given, seats) | _walls(given, seats) | _floors(given, seats)


def _lines(given: GivenFacts, seats: tuple[str, ...]) -> dict[Any, Any]:
    lines = given.table("line", seats, _SPACES, (_NONE, *COLOUR_NAMES), range(SIZE + 1), keys=2)
    return {
        ("line", seats.index(str(seat)), int(line) - 1): (COLOUR_NAMES.index(str(colour)) if count else 0, int(count))
        for (seat, line), (colour, count) in lines.items()
        if not count or colour != _NONE
    }


def _walls(given: GivenFacts, seats: tuple[str, ...]) -> dict[Any, Any]:
    tiled = given.table("wall", seats, _SPACES, _SPACES, COLOUR_NAMES, keys=3, complete=False)
    return {
        ("wall", seat, row, colour): int((name, row + 1, column_of(row, colour) + 1) in tiled)
        for seat, name in enumerate(seats)
        for row in range(SIZE)
        for colour in range(COLOURS)
    }


def _floors(given: GivenFacts, seats: tuple[str, ...]) -> dict[Any, Any]:
    things = {thing_name(thing): thing for thing in range(1, MARKER + 1)}
    fallen = given.table("floor", seats, range(1, FLOOR + 1), tuple(things), keys=2, complete=False)
    return {
        ("floor", seat): tuple(
            things[str(fallen[name, space][0])] if (name, space) in fallen else rules.NOTHING
            for space in range(1, 1 + max((int(key[1]) for key in fallen if key[0] == name), default=0))
        )
        for seat, name in enumerate(seats)
    }


# Changes of a board


def _changes(board: Board) -> Iterator[Change]:
    """Every small change of a board that keeps the number of tiles of each colour."""
    for place, content in board.items():
        if place[0] == "line":
            yield from _changes_of_line(board, place, *content)
        elif place[0] == "wall":
            yield from _exchange(board, place, place[3], 1 - content, 1 - 2 * content)
        elif place[0] == "floor":
            for colour in range(COLOURS) if len(content) < FLOOR else ():
                yield from _exchange(board, place, colour, (*content, colour + 1), 1)
            if content and content[-1] != MARKER:
                yield from _exchange(board, place, content[-1] - 1, content[:-1], -1)
    yield from _changes_of_offer(board)


def _changes_of_line(board: Board, place: Any, colour: int, count: int) -> Iterator[Change]:
    """A tile more or less on a line, or all of its tiles in another colour."""
    if count > 0:
        yield from _exchange(board, place, colour, (colour if count > 1 else 0, count - 1), -1)
    for new in range(COLOURS):
        if (count == 0 or new == colour) and count <= place[2]:
            yield from _exchange(board, place, new, (new, count + 1), 1)
        elif new != colour and count > 0 and board["bag", new] >= count:
            bag = {("bag", colour): board["bag", colour] + count, ("bag", new): board["bag", new] - count}
            yield {place: (new, count), **bag}


def _exchange(board: Board, place: Any, colour: int, content: Any, tiles: int) -> Iterator[Change]:
    """New contents of a place with tiles from the lid, or with tiles less than 0 that go there."""
    if board["lid", colour] >= tiles:
        yield {place: content, ("lid", colour): board["lid", colour] - tiles}


def _changes_of_offer(board: Board) -> Iterator[Change]:
    """A tile on offer exchanged for one of another colour in the bag, or for one at another source."""
    offered = [place for place, count in board.items() if place[0] == "tiles" and count > 0]
    in_bag = [("bag", colour) for colour in range(COLOURS) if board["bag", colour] > 0]
    for one, two in (*((one, two) for one in offered for two in in_bag), *combinations(offered, 2)):
        if one[-1] != two[-1] and one[:-1] != two[:-1]:
            gains = (*one[:-1], two[-1]), (*two[:-1], one[-1])
            yield {one: board[one] - 1, two: board[two] - 1, **{place: board[place] + 1 for place in gains}}


# A board as a position


def _set_up(base: KernelPosition, course: Course, board: Board) -> KernelPosition:
    """The position with these tiles and the options and the bag's order of `base`; raises `BadInput`."""
    _check_colours(board)
    s, seats = filled(base, course, board), _seat_keys(base)
    _check_end(s)
    _check_offer(s, seats)
    _check_marker(s, seats)
    _check_rows(s, seats)
    return KernelPosition.of_fields(base.game, s)


def filled(base: KernelPosition, course: Course, board: Board) -> Any:
    """The state with these tiles; raises `BadInput` for a line or a floor that cannot be."""
    s, seats = base.fields(), _seat_keys(base)
    s.rounds, s.starter, s.marked, s.over = course.round, course.starter, int(course.marked), int(course.turn is None)
    s.turn = course.turn or 0
    s.scores[: len(seats)] = course.scores
    _fill(s, board, seats)
    return s


def _seat_keys(position: KernelPosition) -> list[str]:
    return [seat_key(position.game, seat) for seat in range(len(position.game.seats))]


def _check_colours(board: Board) -> None:
    """Raises `BadInput` unless there are 20 tiles of each colour."""
    found = [0] * COLOURS
    for (kind, *where), content in board.items():
        if kind == "line":
            found[content[0]] += content[1]
        elif kind == "floor":
            for thing in content:
                if thing not in (rules.NOTHING, MARKER):
                    found[thing - 1] += 1
        else:
            found[where[-1]] += content
    for colour, count in enumerate(found):
        if count != TILES_PER_COLOUR:
            name = f"games.azul.colour.{COLOUR_NAMES[colour]}"
            raise BadInput(f"{_WORDS}.tiles", colour=name, found=count, needed=TILES_PER_COLOUR)


def _fill(s: Any, board: Board, seats: list[str]) -> None:
    """Write the tiles into a state; raises `BadInput` for a line or a floor that cannot be."""
    s.counts[:], s.floor[:], s.fallen[:] = 0, rules.NOTHING, 0
    boxes = {"tiles": s.tiles, "bag": s.bag, "lid": s.lid}
    for (kind, *where), content in board.items():
        if kind in boxes:
            boxes[kind][tuple(where)] = content
        elif kind == "wall":
            seat, row, colour = where
            s.wall[seat, row, column_of(row, colour)] = content
        elif kind == "floor":
            (seat,) = where
            if rules.NOTHING in content:
                raise BadInput(f"{_WORDS}.floor", seat=seats[seat])
            s.floor[seat, : len(content)] = content
            s.fallen[seat] = len(content)
    s.offer = int(s.tiles.sum())
    for (kind, *where), content in board.items():
        if kind == "line":
            _fill_line(s, where, content, seats)


def _fill_line(s: Any, line: Sequence[int], tiles: tuple[int, int], seats: list[str]) -> None:
    (seat, row), (colour, count) = line, tiles
    if count > row + 1 or (count and not rules.can_place(s, seat, row, colour)):
        name = f"games.azul.colour.{COLOUR_NAMES[colour]}"
        raise BadInput(f"{_WORDS}.line", line=row + 1, seat=seats[seat], tiles=count, colour=name)
    s.counts[seat, row], s.colours[seat, row] = count, colour


def _check_end(s: Any) -> None:
    """Raises `BadInput` if a seat is to move though the game is over, or none though it is not."""
    if not s.over:
        if s.offer == 0 or rules.row_finished(s):
            raise BadInput(f"{_WORDS}.over")
        return
    cleared = s.offer == 0 and not s.fallen.any() and not any(_has_full_line(s, seat) for seat in range(s.players))
    exhausted = rules.in_bag(s) == 0 and not s.lid.any()
    if not cleared or not (rules.row_finished(s) or s.rounds >= LAST_ROUND or exhausted):
        raise BadInput(f"{_WORDS}.not_over")


def _check_offer(s: Any, seats: list[str]) -> None:
    """Raises `BadInput` for a factory that is neither full nor empty, and for a turn that does not follow from it."""
    factories = [int(count) for count in s.tiles.sum(axis=1)[CENTRE + 1 : 2 * s.players + 2]]
    dealt_out = rules.in_bag(s) == 0  # then some factories may have had few tiles, or none
    for factory, count in enumerate(factories, 1):
        if count > FULL_FACTORY or (0 < count < FULL_FACTORY and not dealt_out):
            raise BadInput(f"{_WORDS}.factory", factory=factory, found=count, full=FULL_FACTORY)
    if dealt_out or s.over:
        return
    empty = factories.count(0)
    expected = (s.starter + empty) % s.players
    if s.marked and s.turn != expected:
        raise BadInput(f"{_WORDS}.turn", factories=empty, seat=seats[expected])
    for seat, name in enumerate(seats) if empty == 0 else ():
        if s.fallen[seat] or _has_full_line(s, seat):
            raise BadInput(f"{_WORDS}.untouched", seat=name)


def _has_full_line(s: Any, seat: int) -> bool:
    return any(s.counts[seat, row] > row for row in range(SIZE))


def _check_marker(s: Any, seats: list[str]) -> None:
    """Raises `BadInput` unless the marker is in the centre, or on the starter's floor if it had a space."""
    holders = [seat for seat in range(len(seats)) for thing in s.floor[seat] if thing == MARKER]
    lost = s.over or s.fallen[s.starter] == FLOOR
    placed = holders == [s.starter] or (not holders and lost)
    if (holders or s.over) if s.marked else not placed:
        raise BadInput(f"{_WORDS}.marker", seat=seats[s.starter])


def _check_rows(s: Any, seats: list[str]) -> None:
    """Raises `BadInput` for a row with more tiles than rounds have ended."""
    most = s.rounds - 1 + s.over
    for seat, name in enumerate(seats):
        for row, count in enumerate(s.wall[seat].sum(axis=1)):
            if count > most:
                raise BadInput(
                    f"{_WORDS}.too_soon", row=row + 1, seat=name, tiles=int(count), round=s.rounds, most=most
                )
