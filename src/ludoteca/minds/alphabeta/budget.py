"""The budget of alpha-beta for a move, and the games it cannot search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, keeps_secrets
from ludoteca.core.i18n import Message
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver import driver_of

MAX_DEPTH = 120
_RESERVE = 0.1  # seconds kept to explain the move
_AGAIN = 1 << 19  # positions to search one move again, a fraction of a second; or as many as for the choice


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits for a move: depth or seconds, MiB for the table, and positions where rules are not compiled."""

    depth: int
    seconds: float | None
    memory: int
    nodes: int | None = None

    def time_check(self, clock: Clock) -> Callable[[], bool]:
        """A function that returns whether there is time left; always true when the clock sets an effort."""
        if clock.effort is not None:
            return lambda: True
        reserve = min(_RESERVE, clock.seconds / 4)
        until = reserve if self.seconds is None else max(reserve, clock.seconds - self.seconds)
        return lambda: not clock.stopped and clock.left > until

    def second_look(self, clock: Clock, nodes: int) -> tuple[int, Callable[[], bool]]:
        """The limit of nodes, and the check of time, to search one move again after so many nodes for the choice."""
        return nodes + max(nodes, _AGAIN), replace(self, seconds=None).time_check(clock)


def refusal(game: Game) -> Message | None:
    """The reason why a game cannot be searched, or None."""
    if not isinstance(game, KernelGame):
        if len(game.seats) != 2:
            return Message("minds.needs.two_seats")
        return Message("minds.needs.no_chance") if keeps_secrets(game) else None
    if driver_of(game) is not None:
        return None
    return Message("minds.needs.no_chance" if len(game.seats) == 2 else "minds.needs.two_seats")
