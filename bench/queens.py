"""Queens and blocks: random games a second, and how soon an agent answers, beside one written for Jason."""

from __future__ import annotations

import time
from pathlib import Path

from bench.measure import Claim, random_games, rates
from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, Position
from ludoteca.games.queens import Queens
from ludoteca.minds import load_mind

_JASON = Path(__file__).parent.parent / "tests" / "minds" / "agents" / "jason_queens.asl"


def measure() -> list[Claim]:
    return [_random_games(), _agent(2, 0.2), _agent(4, 3.0)]


def _random_games() -> Claim:
    (rate,) = rates(random_games(Queens({}), 100_000))
    return Claim("random games of Queens, 8 × 8", "≥ 100,000 games/s", f"{rate:,.0f} games/s", rate >= 100_000)


def _agent(n: int, promised: float) -> Claim:
    """The slowest answer of a whole game, with the intention behind it; the game's own agents and those for Jason."""
    ours, jasons = _slowest("agentspeak", n), _slowest(f"agentspeak:file={_JASON}", n)
    side = 4 * n
    told = f"{_told(ours)} at most; {_told(jasons)} a program with the same strategy, written for Jason"
    return Claim(f"an AgentSpeak player answers, {side} × {side}", f"< {_told(promised)}", told, ours < promised)


def _slowest(mind: str, n: int) -> float:
    game = Queens({"n": n})
    players = [load_mind(mind, game).join(game, seat, 1) for seat in range(len(game.seats))]
    position: Position = game.start(0)
    history: list[Move] = []
    slowest = 0.0
    while position.turn is not None:
        seen = game.load(position.save())  # knows nothing yet
        started = time.perf_counter()
        choice = players[position.turn].choose(seen, history, Clock(120))
        slowest = max(slowest, time.perf_counter() - started)
        history.append(choice.move)
        position = position.after(choice.move)
    for player in players:
        player.close()
    return slowest


def _told(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
