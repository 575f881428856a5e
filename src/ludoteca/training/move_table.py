"""Choices as a table, to induce rules from: a row for each legal move of each position, with what is told of the move.

What is told is the vocabulary of the game: facts of a move, its events, and what each seat gains. A condition asks for
a fact or for a number in it; a measure is a number by which moves can be ordered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Fact, Game, Relation
from ludoteca.core.vocabulary import consequences, vocabulary_of
from ludoteca.training.positions import Visited

Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]
Kind = Literal["holds", "lacks", "at_least", "at_most", "is"]
_RARE = 0.01  # of the moves, for a condition
_THRESHOLDS = 8  # of one number


class MoveRelation(NamedTuple):
    """A relation that tells something of a move, by the seat in it: own, other or none."""

    relation: Relation
    seat: Literal["own", "other", ""]


class Measure(NamedTuple):
    """A number told of a move: an argument of a relation."""

    told: MoveRelation
    place: int

    @property
    def name(self) -> str:
        """The name of the argument."""
        return self.told.relation.args[self.place]


class Condition(NamedTuple):
    """A condition on a move; only `holds` and `lacks` have no place and value."""

    told: MoveRelation
    kind: Kind
    place: int = 0
    value: str | int = 0


class Preference(NamedTuple):
    """The order among moves: the greatest or the least measure."""

    measure: Measure
    greatest: bool


@dataclass(frozen=True)
class MoveTable:
    """The legal moves of positions, one after another: which one was chosen, and what is told of each."""

    starts: NDArray[np.int64]  # the first row of each position
    chosen: Bools
    conditions: dict[Condition, Bools]
    measures: dict[Measure, Doubles]  # not a number where nothing is told

    @property
    def positions(self) -> int:
        return len(self.starts)

    @cached_property
    def position_of(self) -> NDArray[np.int64]:
        """The position of each row."""
        return np.repeat(np.arange(self.positions), np.diff([*self.starts, len(self.chosen)]))

    def part(self, kept: Bools) -> MoveTable:
        """The table of some positions."""
        rows = kept[self.position_of]
        sizes = np.diff([*self.starts, len(self.chosen)])[kept]
        return MoveTable(
            np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64),
            self.chosen[rows],
            {condition: column[rows] for condition, column in self.conditions.items()},
            {measure: column[rows] for measure, column in self.measures.items()},
        )


class _Columns:
    """Columns under construction."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.holds: dict[MoveRelation, Bools] = {}
        self.numbers: dict[Measure, Doubles] = {}
        self.words: dict[tuple[Measure, str], Bools] = {}
        self.several: set[MoveRelation] = set()  # told more than once of one move

    def note(self, row: int, told: MoveRelation, fact: Fact) -> None:
        """Note what a fact tells of the move of a row."""
        holds = self.holds.setdefault(told, np.zeros(self.rows, bool))
        if holds[row]:
            self.several.add(told)
        holds[row] = True
        for place, (name, value) in enumerate(zip(told.relation.args, fact.args, strict=True)):
            measure = Measure(told, place)
            if name in ("move", "seat"):
                continue
            if isinstance(value, int):
                self.numbers.setdefault(measure, np.full(self.rows, np.nan))[row] = value
            else:
                self.words.setdefault((measure, value), np.zeros(self.rows, bool))[row] = True

    def conditions(self) -> Iterator[tuple[Condition, Bools]]:
        """The conditions that neither hold nor fail of nearly all moves."""
        for condition, column in self._all_conditions():
            if _RARE <= column.mean() <= 1 - _RARE:
                yield condition, column

    def _all_conditions(self) -> Iterator[tuple[Condition, Bools]]:
        for told, column in self.holds.items():
            yield Condition(told, "holds"), column
            yield Condition(told, "lacks"), ~column
        for (measure, value), column in self.words.items():
            if measure.told not in self.several:
                yield Condition(measure.told, "is", measure.place, value), column
        for measure, numbers in self.measures().items():
            for limit in _thresholds(numbers):
                yield Condition(measure.told, "at_least", measure.place, limit), numbers >= limit
                yield Condition(measure.told, "at_most", measure.place, limit), numbers <= limit

    def measures(self) -> dict[Measure, Doubles]:
        """The numbers that are told once of a move; of those that are always the same, the first."""
        found: dict[bytes, Measure] = {}
        for measure, column in self.numbers.items():
            if measure.told not in self.several:
                found.setdefault(column.tobytes(), measure)
        return {measure: self.numbers[measure] for measure in found.values()}


def _thresholds(numbers: Doubles) -> list[int]:
    """Values of a number that divide it, few of them."""
    values = np.unique(numbers[~np.isnan(numbers)])
    if len(values) > _THRESHOLDS:
        values = np.unique(np.nanquantile(numbers, np.linspace(0, 1, _THRESHOLDS), method="nearest"))
    return [int(value) for value in values]


def move_table(visited: Sequence[Visited]) -> MoveTable:
    """The table of choices."""
    sizes = [len(each.position.moves) for each in visited]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    columns, chosen, row = _Columns(sum(sizes)), np.zeros(sum(sizes), bool), 0
    for position, wanted in ((each.position, each.move) for each in visited):
        for move in position.moves:
            chosen[row] = move == wanted
            assert position.turn is not None
            own = position.game.seats[position.turn]
            facts = dict.fromkeys((*position.move_facts(move), *consequences(position, move)))
            for told, fact in _told(position.game, own, facts):
                columns.note(row, told, fact)
            row += 1
    return MoveTable(starts, chosen, dict(columns.conditions()), columns.measures())


def _told(game: Game, own: str, facts: Iterable[Fact]) -> Iterator[tuple[MoveRelation, Fact]]:
    relations = {relation.name: relation for relation in vocabulary_of(game)}
    for fact in facts:
        relation = relations[fact.relation]
        seat = fact.args[relation.args.index("seat")] if "seat" in relation.args else None
        yield MoveRelation(relation, "" if seat is None else "own" if seat == own else "other"), fact
