"""What the referee tells of positions and moves: facts, events, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.game import Fact, Move, Position


def facts(position: Position, relation: str) -> list[Fact]:
    return [fact for fact in position.facts() if fact.relation == relation]


def events(position: Position, move: Move, kind: str) -> list[Mapping[str, object]]:
    return [event.args for event in position.events(move) if event.key.endswith(f".event.{kind}")]


def me(position: Position) -> str:
    assert position.turn is not None
    return position.game.seats[position.turn]
