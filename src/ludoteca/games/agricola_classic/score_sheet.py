"""The score sheet of Agricola classic: the knowledge base counts the points, and its firings are the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ludoteca.core.game import Position, ScoreRow
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import SEATS
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.game import ProductionPosition
from ludoteca.rules.production.values import Value
from ludoteca.rules.production.working_memory import Element, State

_ROWS = (
    "field",
    "pasture",
    "grain",
    "vegetable",
    "sheep",
    "boar",
    "cattle",
    "empty_land",
    "stable",
    "room",
    "person",
    "improvement",
    "craft",
    "begging_card",
)


def score_sheet(position: Position) -> tuple[ScoreRow, ...]:
    """The points of every category if the game ended here."""
    assert isinstance(position, ProductionPosition)
    points = {row: [0.0] * len(SEATS) for row in _ROWS}
    for firing in position.game.engine.infer(_uncounted(position.state), "depth", 0, on=True).firings:
        bound = dict(firing.activation.bindings)
        for row, worth in _worth(firing, bound):
            points[row][int(str(bound["player"])) - 1] += worth
    return tuple(ScoreRow(Message(f"games.agricola_classic.sheet.{row}"), tuple(points[row])) for row in _ROWS)


def _uncounted(state: State) -> State:
    """Working memory in which the points are about to be counted, or counted again."""
    return State(tuple(map(_before_scoring, state.elements)), state.chance, state.settings)


_BEFORE: Mapping[tuple[str, str], Value] = {("PHASE", "now"): "scoring", ("PLAYER", "points"): 0}


def _before_scoring(element: Element) -> Element:
    slots = tuple(
        (slot, "FALSE" if slot == "scored" else _BEFORE.get((element.kind, slot), value))
        for slot, value in element.slots
    )
    return replace(element, slots=slots)


def _worth(firing: Firing, bound: Mapping[str, Value]) -> Iterator[tuple[str, int]]:
    """The rows that a rule adds to, and how much."""

    def number(name: str) -> int:
        return int(str(bound[name]))

    match firing.activation.rule:
        case "score-goods":
            yield word_of(str(bound["good"])), number("points")
        case "score-counter":
            yield word_of(str(bound["counted"])), number("points")
        case "score-each":
            yield word_of(str(bound["counted"])), number("each") * number("amount")
        case "score-rooms":
            yield "room", number("each") * number("amount")
        case "score-improvement":
            yield "improvement", number("points")
        case "score-craft":
            yield "improvement", number("points")
            yield "craft", number("bonus")
