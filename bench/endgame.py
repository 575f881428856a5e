"""Exact values of positions of Kalah(6, 4) from games between minds: how long each takes.

``python -m bench.endgame [--write] [POSITIONS] [SECONDS]``; part of ``make tables``. The positions of each game are
valued from its last to its first, as a review does, by one `ExactValues` that keeps its table from game to game; a
position of another game, valued before, loads it. It stops after so many positions or seconds of each of two
independent sets of games. Times are those of the processor, so that other work on the machine disturbs them little.
With ``--write`` the figures go into exact.md.

Values that were kept by earlier runs are not used: those that ship with the game are.
"""

from __future__ import annotations

import itertools
import os
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench.measure import on_one_core
from bench.proofs import write
from ludoteca.core.clock import Clock
from ludoteca.core.game import Move
from ludoteca.games.kalah import Kalah
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import large_table, usual_table
from ludoteca.rules.kernel.solver.exact_values import ExactValues
from ludoteca.rules.kernel.solver.proven_values import shipped_values

PAGE = Path(__file__).parent / "exact.md"
MINDS = ("random", "greedy", "alphabeta:depth=6", "montecarlo:simulations=500")
POSITIONS = 1000  # of each set
SECONDS = 1800.0  # for each set
FIRST_SEEDS = (0, 50_000)  # of the games of each set
MEMORY = 512  # MiB for the transposition table
BUSY = 1.5  # a load above this is other work


@dataclass(frozen=True, slots=True)
class Timing:
    """The processor time that the value of a position took, and the number of the move after it."""

    seconds: float
    move: int


def game_between(first: str, second: str, seed: int) -> list[KernelPosition]:
    """The positions of a game, without its end."""
    game = Kalah({})
    players = [load_mind(name, game).join(game, seat, seed + seat) for seat, name in enumerate((first, second))]
    positions, history, position = list[KernelPosition](), list[Move](), game.start(seed)
    while position.turn is not None:
        positions.append(position)
        move = players[position.turn].choose(position, history, Clock(60)).move
        history.append(move)
        position = position.after(move)
    return positions


def timings(exact: ExactValues, first_seed: int, positions: int, seconds: float) -> list[Timing]:
    """Value positions of games until there are enough of them, or the time is over."""
    found, until = list[Timing](), time.monotonic() + seconds
    for seed, (first, second) in enumerate(itertools.cycle(itertools.product(MINDS, repeat=2)), first_seed):
        for number, position in reversed(list(enumerate(game_between(first, second, seed), 1))):
            started = time.process_time()
            exact.value(position)
            found.append(Timing(time.process_time() - started, number))
            if len(found) == positions or time.monotonic() > until:
                return found
    raise AssertionError


def figures(found: list[Timing], left: int, load: float) -> dict[str, str]:
    """The figures of a set of games, by what they say."""
    times = sorted(found, key=lambda each: each.seconds)
    count, worst = len(times), times[-1]
    return {
        "positions": f"{count:,}",
        "seeds of the endgame table": f"{left}",
        "median": f"{1000 * statistics.median(each.seconds for each in times):.1f} ms",
        "90 % within": f"{1000 * times[count * 9 // 10].seconds:.0f} ms",
        "99 % within": f"{times[count * 99 // 100].seconds:.2f} s",
        "over 1 s": f"{sum(each.seconds > 1 for each in times)}",
        "the worst": f"{worst.seconds:.2f} s (move {worst.move})",
        "all": f"{sum(each.seconds for each in times):.0f} s",
        "load of the machine": f"{load:.1f}" + (": other work shared its caches" if load > BUSY else ""),
    }


def measured(first_seed: int, positions: int, seconds: float) -> dict[str, str]:
    """Value the positions of a set of games, with tables that know no other set."""
    load = max(0.0, os.getloadavg()[0])
    game = Kalah({})
    exact = ExactValues(game, MEMORY, left=max(usual_table(game), large_table(game)))
    assert exact.proven is not None
    exact.proven.margins = dict(shipped_values(game))
    exact.value(game_between("random", "random", first_seed + POSITIONS)[-1])  # loads the table and what is compiled
    return figures(timings(exact, first_seed, positions, seconds), exact.search.endgame.left, load)


def main(positions: int, seconds: float) -> None:
    """Value the positions, print the figures and write them."""
    on_one_core()
    sets = [measured(first_seed, positions, seconds) for first_seed in FIRST_SEEDS]
    text = "| exact values in Kalah(6, 4) | first set of games | second set |\n|---|---|---|\n"
    text += "".join(f"| {name} | " + " | ".join(each[name] for each in sets) + " |\n" for name in sets[0])
    Console(width=None if sys.stdout.isatty() else 160).print(text)
    if "--write" in sys.argv:
        write(PAGE, "positions", text)


if __name__ == "__main__":
    numbers = [float(argument) for argument in sys.argv[1:] if argument != "--write"]
    main(int(numbers[0]) if numbers else POSITIONS, numbers[1] if len(numbers) > 1 else SECONDS)
