"""The budget of alpha-beta for one move, and which games it can search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, keeps_secrets
from ludoteca.core.i18n import Message
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver import driver_of

DEEPEST = 120
_SPARE = 0.1  # seconds kept back to explain the move


@dataclass(frozen=True, slots=True)
class Budget:
    """The depth in moves, or the seconds; MiB for the table; positions a move where rules are not compiled."""

    depth: int
    seconds: float | None
    memory: int
    nodes: int | None = None

    def going(self, clock: Clock) -> Callable[[], bool]:
        """Whether to think on; an effort asked for is all that counts."""
        if clock.effort is not None:
            return lambda: True
        spare = min(_SPARE, clock.seconds / 4)
        until = spare if self.seconds is None else max(spare, clock.seconds - self.seconds)
        return lambda: not clock.stopped and clock.left > until


def refusal(game: Game) -> Message | None:
    """Why a game cannot be searched; None when it can."""
    if not isinstance(game, KernelGame):
        if len(game.seats) != 2:
            return Message("minds.needs.two_seats")
        return Message("minds.needs.no_chance") if keeps_secrets(game) else None
    if driver_of(game) is not None:
        return None
    return Message("minds.needs.no_chance" if len(game.seats) == 2 else "minds.needs.two_seats")
