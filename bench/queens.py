"""Queens and blocks: random playouts a second in our compiled loop, and the response time of the document's strategy.

The strategy is that of `document.asl`, in AgentSpeak. The second figure of a response time is that of an agent with the
same strategy, written as for Jason. Both run in our interpreter; that agent derives free cells itself and has waits of
its own, so the figures compare programs, not interpreters.
"""

from __future__ import annotations

import time
from pathlib import Path

from bench.measure import Claim, random_games, rates
from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, Position
from ludoteca.games.queens import Queens
from ludoteca.minds.schools import load_mind

_JASON = Path(__file__).parent.parent / "tests" / "minds" / "agents" / "jason_queens.asl"


def measure() -> list[Claim]:
    """The claims about Queens and blocks."""
    return [_random_games(), _agent(2, 0.2), _agent(4, 3.0)]


def _random_games() -> Claim:
    """Random playouts a second."""
    (rate,) = rates(random_games(Queens({}), 100_000))
    return Claim(
        "random playouts of Queens, 8 × 8, our compiled loop",
        "≥ 100,000 games/s",
        f"{rate:,.0f} games/s",
        rate >= 100_000,
    )


def _agent(n: int, promised: float) -> Claim:
    """The slowest response in a game, of the document's strategy as we write it and as it is written for Jason."""
    ours, jasons = _slowest("agentspeak:file=document.asl", n), _slowest(f"agentspeak:file={_JASON}", n)
    side = 4 * n
    measured = f"{_duration(ours)} maximum; {_duration(jasons)} for a program with the same strategy written for Jason"
    what = f"response time of the document's strategy, {side} × {side}, both programs in our interpreter"
    return Claim(what, f"< {_duration(promised)}", measured, ours < promised)


def _slowest(mind: str, n: int) -> float:
    """The longest response of a mind in a game against itself, in seconds."""
    game = Queens({"n": n})
    players = [load_mind(mind, game).join(game, seat, 1) for seat in range(len(game.seats))]
    position: Position = game.start(0)
    history: list[Move] = []
    slowest = 0.0
    while position.turn is not None:
        seen = game.load(position.save())  # without cached facts
        started = time.perf_counter()
        choice = players[position.turn].choose(seen, history, Clock(120))
        slowest = max(slowest, time.perf_counter() - started)
        history.append(choice.move)
        position = position.after(choice.move)
    for player in players:
        player.close()
    return slowest


def _duration(seconds: float) -> str:
    """A time as text, in ms or s."""
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
