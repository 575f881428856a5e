"""Concepts: what people say of a position, such as "a capture is threatened", as functions that ask the referee.

A game's `concepts.py` declares them once, as `CONCEPTS`. Each is about the seat to move; its words are the message
`concept.NAME` of the game. Networks never see them: probes measure which of them a network has formed by itself.

>>> from ludoteca.games import load_game
>>> game = load_game("kalah")
>>> [concept.name for concept in concepts_of(game) if concept.holds(game.start(0))]
['extra_turn', 'opponent_extra_turn']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.core.game import Game, Position
from ludoteca.rules.game_base import GameBase


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept: its name, and whether it holds in a position for the seat to move."""

    name: str
    holds: Callable[[Any], bool]


def concepts_of(game: Game) -> tuple[Concept, ...]:
    """The concepts that a game's `concepts.py` declares; none without that file."""
    module: Any = game.module("concepts") if isinstance(game, GameBase) else None
    found: tuple[Concept, ...] = () if module is None else module.CONCEPTS
    return found


def concept_key(game: Game, name: str) -> str:
    """The message key of a concept's words."""
    return f"{game.message_prefix}.concept.{name}"


def causes(position: Position, kind: str) -> list[dict[str, Any]]:
    """The arguments of the events of one kind that the legal moves would cause, one after another."""
    return [
        dict(event.args)
        for move in position.moves
        for event in position.events(move)
        if event.key.rpartition(".")[2] == kind
    ]
