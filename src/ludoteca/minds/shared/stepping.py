"""Stepping through a mind: a new player runs its program once at a position, and the steps are what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludoteca.child import ChildError
from ludoteca.core.clock import Clock
from ludoteca.core.errors import IllegalMove
from ludoteca.core.execution import Execution
from ludoteca.core.game import Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Player
from ludoteca.minds.shared.knowledge import BadKnowledge, printed_by

SECONDS = 10.0
"""Seconds that a program may take."""


def execution_of(
    make_player: Callable[[], Player], position: Position, history: Sequence[Move], first: int = 0
) -> Execution:
    """How a new player chooses at a position, from step `first` on; knowledge that cannot run has no steps and a fault.

    Raises `BadInput` for a mind that cannot be stepped through.
    """
    try:
        player = make_player()
    except (BadKnowledge, ChildError) as error:
        return Execution((), first, fault=error.message)
    try:
        found = player.execution(position, history, Clock(SECONDS), first)
        return _judged(replace(found, printed=printed_by(player)), position)
    except (BadKnowledge, ChildError) as error:
        return Execution((), first, fault=error.message, printed=printed_by(player))
    finally:
        player.close()


def _judged(execution: Execution, position: Position) -> Execution:
    """The execution; a move that is not legal is a fault."""
    if execution.move is None:
        return execution
    try:
        return replace(execution, move=find_move(position, execution.move).text)
    except IllegalMove:
        fault = execution.fault or Message("minds.knowledge.not_legal", {"move": execution.move[:100]})
        return replace(execution, move=None, fault=fault)
