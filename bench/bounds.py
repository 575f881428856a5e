"""The proven values of Kalah from its start, or the best bounds so far: a table that each run narrows.

``python -m bench.bounds [--write] [SECONDS]``; part of ``make tables``. Each unsolved game is searched for so many
seconds. Its bounds are kept in ``tables/kalah/``, and the next run goes on from them; the transposition table is not
kept, so a run should be long enough for the question it is at: its limit of positions is kept, too. With ``--write``
the table goes into exact.md.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from bench.proofs import write
from ludoteca.core.operating_system import memory_of_machine
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import large_table, table_for
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.search_runner import Stopped
from ludoteca.rules.kernel.solver.sowing_search import exact_search

FOLDER = Path("tables") / "kalah"
PAGE = Path(__file__).parent / "exact.md"
FORMS = ((6, 3), (6, 4), (6, 5), (6, 6))  # pits in a row, seeds in a pit
MOST_MEMORY = 8192  # MiB for the transposition table, or a third of the machine's if that is less
SECONDS = 3600.0  # for each game
FIRST_LIMIT = 1 << 29  # positions for one question; four times as many when no question can be answered


@dataclass(slots=True)
class Kept:
    """What is proven of a game so far, and what it took."""

    low: int
    high: int
    limit: int = FIRST_LIMIT  # positions for one question
    nodes: int = 0
    seconds: float = 0.0


def kept_bounds(file: Path, most: int) -> Kept:
    """The bounds in a file, or those before any search."""
    if not file.exists():
        return Kept(-most, most)
    return Kept(**json.loads(file.read_text(encoding="utf-8")))


def keep(file: Path, kept: Kept) -> None:
    """Write bounds to a file under another name and rename it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(asdict(kept)), encoding="utf-8")
    os.replace(draft, file)


def ask(search: MarginSearch, position: KernelPosition, kept: Kept, beta: int) -> bool:
    """Whether a margin of `beta` was proven to be reached or not within the limit of positions."""
    search.limit = search.nodes + kept.limit
    try:
        reached = search.can_reach(position, beta)
    except Stopped:
        if not search.should_continue():
            raise
        return False
    if reached:
        kept.low = beta
    else:
        kept.high = beta - 2
    return True


def narrow(search: MarginSearch, position: KernelPosition, kept: Kept, after_each: Callable[[], None]) -> None:
    """Narrow the bounds from both ends: questions far from the value are cheap, so that the steps begin large.

    Raises `Stopped` when `search.should_continue()` is false.
    """
    while kept.low < kept.high:
        answered = False
        for is_low in (True, False):
            step = max(2, (kept.high - kept.low) // 8 * 2)
            while kept.low < kept.high and step >= 2:
                beta = min(kept.low + step, kept.high) if is_low else max(kept.high - step + 2, kept.low + 2)
                if ask(search, position, kept, beta):
                    answered = True
                else:
                    step = step // 4 * 2
                after_each()
        if not answered:
            kept.limit *= 4


def run(pits: int, seeds: int, seconds: float) -> Kept:
    """Narrow the bounds of a game for so many seconds at most."""
    game = Kalah({"pits": pits, "seeds": seeds})
    file, position = FOLDER / f"{pits}-{seeds}.json", game.start(0)
    kept = kept_bounds(file, 2 * pits * seeds)
    if kept.low == kept.high:
        return kept
    memory = min(MOST_MEMORY, memory_of_machine() // 3 >> 20)
    search = exact_search(game, memory, table_for(game, large_table(game)))
    started, before = time.monotonic(), (kept.nodes, kept.seconds)
    search.should_continue = lambda: time.monotonic() - started < seconds

    def after_each() -> None:
        kept.nodes, kept.seconds = before[0] + search.nodes, before[1] + time.monotonic() - started
        keep(file, kept)

    try:
        narrow(search, position, kept, after_each)
    except Stopped:
        after_each()
    return kept


def table(seconds: float, console: Console) -> str:
    """The table of all games."""
    text = "| game | final margin of the first seat | positions | hours |\n|---|---|---|---|\n"
    for pits, seeds in FORMS:
        with console.status(f"Kalah({pits}, {seeds})"):
            kept = run(pits, seeds, seconds)
        margin = f"{kept.low:+}" if kept.low == kept.high else f"{kept.low:+} to {kept.high:+}"
        text += f"| Kalah({pits}, {seeds}) | {margin} | {kept.nodes:,} | {kept.seconds / 3600:.2f} |\n"
    return text


def main(seconds: float) -> None:
    console = Console(width=None if sys.stdout.isatty() else 160)
    text = table(seconds, console)
    console.print(text)
    if "--write" in sys.argv:
        write(PAGE, "bounds", text)


if __name__ == "__main__":
    main(float(next((argument for argument in sys.argv[1:] if argument != "--write"), SECONDS)))
