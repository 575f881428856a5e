"""Responses: the execution of a mind's program at a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.core.execution import Execution
from ludoteca.core.game import Position
from ludoteca.core.i18n import say
from ludoteca.core.record import to_json
from ludoteca.core.seat_titles import seat_title


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
    kind: str,
    position: Position,
    moves: int,
    execution: Execution,
    files: Mapping[str, str],
    language: str,
    player_names: tuple[str, ...] = (),
) -> ExecutionView:
    """`player_names` says who sits at each seat, as `Game.svg` takes it."""
    game, seat = position.game, position.turn
    assert seat is not None
    return ExecutionView(
        kind=kind,
        seat=seat_title(game, seat, language, player_names),
        moves=moves,
        svg=game.svg(position, None, language, False, player_names),
        files=dict(files),
        steps=[to_json(step) for step in execution.steps],
        first=execution.first,
        total=execution.total,
        move=execution.move,
        fault=None if execution.fault is None else say(execution.fault, language),
        printed=execution.printed,
    )
