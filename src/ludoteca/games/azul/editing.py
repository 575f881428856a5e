"""Editing of Azul positions: a tile that is placed comes from the bag or the lid; one taken away goes into the bag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position
from ludoteca.games.azul.facts import COLOUR_NAMES, thing_name
from ludoteca.games.azul.rules import CENTRE, COLOURS, FLOOR, LAST_ROUND, MARKER, SIZE, TILES_PER_COLOUR, column_of
from ludoteca.games.azul.setup import Course, course_of, filled, tiles_of
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.setup import Board, GivenFacts

_WORDS = "games.azul.setup"
_MARKER_NAME = thing_name(MARKER)


def tools(game: Game) -> tuple[str, ...]:
    """What can be placed: tiles by their colour, and the starting marker."""
    return (*COLOUR_NAMES, _MARKER_NAME)


def draft_of(game: Game, facts: Iterable[Fact]) -> Position:
    """The position with the tiles of these facts, whether or not it can be; raises `BadInput`."""
    assert isinstance(game, KernelGame)
    given = GivenFacts(game, facts)
    course, board = course_of(given, game.seats), tiles_of(given, game.seats)
    return KernelPosition.of_fields(game, filled(game.start(0), course, board))


def edited(position: Position, place: str, tool: str, remove: bool) -> Position:
    """A draft with a tile, a point or a round more or less, or with another starter; raises `BadInput`.

    Places are `factory 3`, `centre`, `line south 2`, `wall south 2 3`, `floor south`, `bag`, `score south`, `round` and
    `starter south`.
    """
    assert isinstance(position, KernelPosition)
    given, seats = GivenFacts(position.game, position.facts()), position.game.seats
    course, board = course_of(given, seats), tiles_of(given, seats)
    name, *where = place.split() or [""]
    seat = seats.index(where[0]) if where and where[0] in seats else None
    step = -1 if remove else 1
    if name in ("score", "round", "starter"):
        course = _changed_course(course, name, seat, step)
    elif tool == _MARKER_NAME:
        course = _moved_marker(course, board, name, seat, remove)
    else:
        colour = COLOUR_NAMES.index(tool)
        at = _place_of(name, where, seat, colour)
        if at not in board:
            raise BadInput("rules.setup.no_place", place=place)
        _change_tiles(board, at, colour, step)
        if name == "floor" and remove and not _is_marker_on_floor(board):
            course = replace(course, marked=True)  # it was on the space that was taken away
    return KernelPosition.of_fields(position.game, filled(position.game.start(0), course, board))


def _is_marker_on_floor(board: Board) -> bool:
    return any(MARKER in content for place, content in board.items() if place[0] == "floor")


def _changed_course(course: Course, name: str, seat: int | None, step: int) -> Course:
    if name == "round":
        return replace(course, round=min(max(course.round + step, 1), LAST_ROUND))
    if seat is None:
        raise BadInput("rules.setup.no_place", place=name)
    if name == "starter":
        return replace(course, starter=seat)
    points = [max(0, score + step * (each == seat)) for each, score in enumerate(course.scores)]
    return replace(course, scores=tuple(points))


def _moved_marker(course: Course, board: dict[Any, Any], name: str, seat: int | None, remove: bool) -> Course:
    """The marker in the centre, or on the floor of a seat, which then starts the next round."""
    for place in [place for place in board if place[0] == "floor"]:
        board[place] = tuple(thing for thing in board[place] if thing != MARKER)
    if name != "floor" or seat is None or remove:
        return replace(course, marked=True)
    if len(board["floor", seat]) < FLOOR:
        board["floor", seat] = (*board["floor", seat], MARKER)
    return replace(course, marked=False, starter=seat)


def _place_of(name: str, where: Sequence[str], seat: int | None, colour: int) -> tuple[Any, ...]:
    """The place with a name, as boards have it; a source and the bag have one for each colour."""
    numbers = [int(word) - 1 for word in where if word.isdecimal()]
    match name, numbers:
        case "centre", []:
            return "tiles", CENTRE, colour
        case "factory", [number]:
            return "tiles", number + 1, colour
        case "bag", []:
            return "bag", colour
        case "line", [row]:
            return "line", seat, row
        case "wall", [row, column] if 0 <= column < SIZE:
            return "wall", seat, row, next(c for c in range(COLOURS) if column_of(row, c) == column)
    return name, seat


def _change_tiles(board: dict[Any, Any], at: tuple[Any, ...], colour: int, step: int) -> None:
    """A tile more or less at a place, in exchange with the bag or the lid; raises `BadInput`."""
    kind, content = at[0], board[at]
    match kind:
        case "line":
            held, most = content[1], at[2] + 1
            if held and step > 0 and content[0] != colour:
                raise BadInput(f"{_WORDS}.one_colour")
            colour = colour if step > 0 else content[0]
            new: Any = (colour if held + step else 0, held + step)
        case "floor":
            held, most = len(content), FLOOR
            thing = colour + 1 if step > 0 or not content else content[-1]
            new = (*content, thing) if step > 0 else content[:-1]
            colour = thing - 1
        case "wall":
            held, most, colour, new = content, 1, at[3], content + step
        case _:
            held, most, new = content, TILES_PER_COLOUR, content + step
    if held + step < 0:
        raise BadInput("rules.setup.nothing")
    if held + step > most:
        raise BadInput(f"{_WORDS}.no_room")
    board[at] = new
    if colour < COLOURS:  # not the marker
        _take_from_supply(board, colour, step, ("lid",) if kind == "bag" else ("bag", "lid"))


def _take_from_supply(board: dict[Any, Any], colour: int, tiles: int, boxes: Sequence[str]) -> None:
    """Take tiles out of the first box that has them, or put them back with tiles less than 0; raises `BadInput`."""
    for box in boxes:
        if board[box, colour] >= tiles:
            board[box, colour] -= tiles
            return
    raise BadInput(f"{_WORDS}.no_tile", colour=f"games.azul.colour.{COLOUR_NAMES[colour]}")
