"""Concepts of Azul: rows, columns and colours that are nearly complete, lines to fill, tiles that must fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ludoteca.core.game import Position
from ludoteca.games.azul.rules import FLOOR, SIZE
from ludoteca.rules.concepts import Concept

_ROW, _COLUMN, _COLOUR = 1, 2, 3  # arguments of the relation `wall`
_MANY_FALLEN = 3  # spaces of the floor


def _own(position: Position) -> str:
    assert position.turn is not None
    return position.game.seats[position.turn]


def _others(position: Position) -> list[str]:
    return [seat for seat in position.game.seats if seat != _own(position)]


def _counts(position: Position, seat: str, argument: int) -> Counter[str | int]:
    """The tiles on a wall by row, column or colour."""
    wall = (fact.args for fact in position.facts() if fact.relation == "wall" and fact.args[0] == seat)
    return Counter(args[argument] for args in wall)


def _nearly(position: Position, seats: Iterable[str], argument: int) -> bool:
    """Whether a row, a column or a colour of a wall lacks one tile."""
    return any(SIZE - 1 in _counts(position, seat, argument).values() for seat in seats)


def _full_lines(position: Position, seat: str) -> list[int]:
    """The numbers of the full lines of a seat."""
    lines = (fact.args for fact in position.facts() if fact.relation == "line" and fact.args[0] == seat)
    return [int(line) for _, line, _, count in lines if line == count]


def _ends_soon(position: Position) -> bool:
    """Whether the tile of a full line will complete a row, so that this round is the last one."""
    for seat in position.game.seats:
        rows = _counts(position, seat, _ROW)
        if any(rows[line] == SIZE - 1 for line in _full_lines(position, seat)):
            return True
    return False


def _events(position: Position) -> list[set[str]]:
    """The kinds of events of each move."""
    return [{event.key.rpartition(".")[2] for event in position.events(move)} for move in position.moves]


def _fills_exactly(position: Position) -> bool:
    return any("filled" in kinds and "fell" not in kinds for kinds in _events(position))


def _tiles_must_fall(position: Position) -> bool:
    return all("fell" in kinds for kinds in _events(position))


def _ends_round(position: Position) -> bool:
    """Whether a move can take the last tiles of the round."""
    sources = {(fact.args[0], fact.args[1]) for fact in position.facts() if fact.relation == "tiles"}
    return len(sources) == 1


def _fallen(position: Position, seat: str) -> int:
    return sum(fact.relation == "floor" and fact.args[0] == seat for fact in position.facts())


def _is_ahead(position: Position) -> bool:
    assert position.turn is not None
    scores = position.scores()
    return all(scores[position.turn] > points for seat, points in enumerate(scores) if seat != position.turn)


def _holds(position: Position, relation: str, *args: str) -> bool:
    return any(fact.relation == relation and fact.args == args for fact in position.facts())


CONCEPTS = (
    Concept("row_nearly_complete", lambda position: _nearly(position, [_own(position)], _ROW)),
    Concept("column_nearly_complete", lambda position: _nearly(position, [_own(position)], _COLUMN)),
    Concept("colour_nearly_complete", lambda position: _nearly(position, [_own(position)], _COLOUR)),
    Concept("opponent_row_nearly_complete", lambda position: _nearly(position, _others(position), _ROW)),
    Concept("last_round", _ends_soon),
    Concept("exact_fill", _fills_exactly),
    Concept("tiles_must_fall", _tiles_must_fall),
    Concept("round_ends", _ends_round),
    Concept("first_next_round", lambda position: _holds(position, "starts_next", _own(position))),
    Concept("marker_in_centre", lambda position: _holds(position, "marker_in_centre")),
    Concept("floor_filling", lambda position: _fallen(position, _own(position)) >= _MANY_FALLEN),
    Concept("floor_full", lambda position: _fallen(position, _own(position)) == FLOOR),
    Concept("ahead", _is_ahead),
)
