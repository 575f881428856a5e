"""Responses: the execution of a mind's program at a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.core.execution import Execution
from ludoteca.core.game import Position, seat_key
from ludoteca.core.i18n import phrase, say
from ludoteca.core.record import to_json


@dataclass(frozen=True, slots=True)
class ExecutionView:
    """The steps of a program from number `first` on; `/traces/KIND.stepper.js` draws them.

    `move` is what it chose, or `fault` says why it chose nothing. `files` are the texts of the program by name.
    """

    kind: str
    seat: str
    moves: int
    svg: str
    files: dict[str, str]
    steps: list[dict[str, Any]]
    first: int
    total: int
    move: str | None
    fault: str | None
    printed: str


def execution_view(
    kind: str, position: Position, moves: int, execution: Execution, files: Mapping[str, str], language: str
) -> ExecutionView:
    game, seat = position.game, position.turn
    assert seat is not None
    return ExecutionView(
        kind=kind,
        seat=phrase(seat_key(game, seat), language),
        moves=moves,
        svg=game.svg(position, None, language),
        files=dict(files),
        steps=[to_json(step) for step in execution.steps],
        first=execution.first,
        total=execution.total,
        move=execution.move,
        fault=None if execution.fault is None else say(execution.fault, language),
        printed=execution.printed,
    )
