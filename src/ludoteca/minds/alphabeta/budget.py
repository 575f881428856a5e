"""The budget of alpha-beta for a move, and the games it cannot search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.rules.production.game import ProductionGame

MAX_DEPTH = 120
_RESERVE = 0.1  # seconds kept to explain the move
# Positions searched for a move by default, which takes about a second: compiled, by `after`, and in production systems.
_COMPILED_NODES, _NODES, _PRODUCTION_NODES = 200_000, 3_000, 300
_AGAIN = 1 << 19  # positions to search one move again, a fraction of a second; or as many as for the choice


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits for a move: depth or seconds, MiB for the table, and positions where the depth alone is no limit."""

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

    def limit(self, clock: Clock) -> int | None:
        """The most positions to search for a move."""
        return self.nodes if clock.effort is None else clock.effort

    def second_look(self, clock: Clock, nodes: int, least: int = _AGAIN) -> tuple[int, Callable[[], bool]]:
        """The limit of nodes, and the check of time, to search one move again after so many nodes for the choice."""
        return nodes + max(nodes, least), replace(self, seconds=None).time_check(clock)


def refusal(game: Game) -> Message | None:
    """The reason why a game cannot be searched, or None."""
    if len(game.seats) < 2:
        return Message("minds.needs.two_seats")
    return Message("minds.needs.no_secrets") if game.start(0).chance is None else None


def default_nodes(game: Game, driver: str | None) -> int | None:
    """The positions searched for a move by default; None where the depth alone is the limit."""
    if driver is not None:
        return _COMPILED_NODES if driver == "horizon_search" else None
    return _PRODUCTION_NODES if isinstance(game, ProductionGame) else _NODES
