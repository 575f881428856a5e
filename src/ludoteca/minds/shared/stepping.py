"""Stepping through a mind: a new player runs its program once at a position, and the steps are what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from ludoteca.child.errors import ChildError
from ludoteca.core.clock import Clock
from ludoteca.core.errors import IllegalMove
from ludoteca.core.execution import Execution
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Player
from ludoteca.minds.shared.knowledge import BadKnowledge, TrialTurn, printed_by

SECONDS = 10.0
"""Seconds that a program may take, and as many for its earlier turns."""


def execution_of(
    make_player: Callable[[], Player], turn: TrialTurn, first: int = 0, earlier: Sequence[TrialTurn] = ()
) -> Execution:
    """How a new player chooses, from step `first` on; knowledge that cannot run has no steps and a fault.

    It is first asked at its `earlier` turns of the game, so that it has what it kept from them. Raises `BadInput` for a
    mind that cannot be stepped through.
    """
    try:
        player = make_player()
    except (BadKnowledge, ChildError) as error:
        return Execution((), first, fault=error.message)
    try:
        _remember(player, earlier)
        found = player.execution(turn.position, turn.history, Clock(SECONDS), first)
        return _judged(replace(found, printed=printed_by(player)), turn.position)
    except (BadKnowledge, ChildError) as error:
        return Execution((), first, fault=error.message, printed=printed_by(player))
    finally:
        player.close()


def _remember(player: Player, earlier: Sequence[TrialTurn]) -> None:
    """Ask a player at its earlier turns, as long as there is time; it may have failed there."""
    clock = Clock(SECONDS)
    for turn in earlier:
        if clock.left <= 0:
            return
        with suppress(BadKnowledge, ChildError):
            player.choose(turn.position, turn.history, Clock(clock.left))


def _judged(execution: Execution, position: Position) -> Execution:
    """The execution; a move that is not legal is a fault."""
    if execution.move is None:
        return execution
    try:
        return replace(execution, move=find_move(position, execution.move).text)
    except IllegalMove:
        fault = execution.fault or Message("minds.knowledge.not_legal", {"move": execution.move[:100]})
        return replace(execution, move=None, fault=fault)
