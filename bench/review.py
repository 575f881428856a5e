"""Reviews of Kalah(6, 4): that no grade of 10,000 moves contradicts the solver, and how long whole games take.

``python -m bench.review [--write] [MOVES] [GAMES]``; part of ``make tables``. Games between minds are reviewed, from
the last move back to the first with at most `SEEDS` seeds on the board; these moves are valued again by another search,
which plays by the rules, with an endgame table of another size. So many games are reviewed whole and timed. What is
found is kept in ``tables/review/`` and goes on where it stopped: delete that folder to measure anew. With ``--write`` the
figures go into exact.md.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.endgame import MINDS, game_between
from bench.measure import on_one_core
from ludoteca.arena.game_runner import OPENING
from ludoteca.arena.review import Grade, Review, review
from ludoteca.core.record import Record, Turn, from_line, header_of, to_line
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import table_for
from ludoteca.rules.kernel.solver.margin_search import MarginSearch

FOLDER = Path("tables") / "review"
MOVES = 10_000
FIRST = 9  # the number of the first move that is valued again: earlier ones take long
LEFT = 16  # seeds of the endgame table of the second search
MEMORY = 256  # MiB for its transposition table


def record_between(first: str, second: str, seed: int) -> tuple[Record, list[KernelPosition]]:
    """A game between minds without its last move, and its positions."""
    game, positions = Kalah({}), game_between(first, second, seed)
    turns = list[Turn]()
    for before, after in itertools.pairwise(positions):
        move = next(move for move in before.moves if before.after(move) == after)
        turns.append(Turn(game.seats[before.turn or 0], move.text, OPENING))
    return Record(header_of(game, seed, (first, second), "bench"), tuple(turns), None), positions


def contradictions(found: Review, positions: list[KernelPosition]) -> Iterator[str]:
    """The moves whose grade or value is not what another search proves."""
    game, after, guess = Kalah({}), None, 0
    solver = MarginSearch.of(game, MEMORY, table_for(game, LEFT))
    for number in range(len(positions), FIRST - 1, -1):
        position = positions[number - 1]
        side = 1 - 2 * (position.turn or 0)
        value = guess = side * solver.value(position, None, side * guess).margin
        if after is not None:
            move = found.moves[number - 1]
            sign = 1 - 2 * move.seat
            right = (move.best_value, move.played_value) == (sign * value, sign * after)
            if not right or (move.grade is Grade.BEST) != (value == after):
                yield f"move {number}: {move.move} {move.grade}, {move.best_value} {move.played_value}, {value} {after}"
        after = value


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """What was found in one game."""

    moves: int
    checked: int
    seconds: float
    wrong: tuple[str, ...]


def measure(seed: int, first: str, second: str) -> ReviewedGame:
    """Review a game and value it again."""
    record, positions = record_between(first, second, seed)
    started = time.perf_counter()
    found = review(record)
    seconds = time.perf_counter() - started
    return ReviewedGame(found.total, max(0, found.total - FIRST + 1), seconds, tuple(contradictions(found, positions)))


def main(moves: int) -> None:
    """Review games until so many moves are valued again, and print what was found."""
    on_one_core()
    FOLDER.mkdir(parents=True, exist_ok=True)
    games = list[ReviewedGame]()
    for seed, (first, second) in enumerate(itertools.cycle(itertools.product(MINDS, repeat=2))):
        file = FOLDER / f"{seed}.json"
        if not file.is_file():
            file.write_text(to_line(measure(seed, first, second)), encoding="utf-8")
        games.append(from_line(ReviewedGame, file.read_text(encoding="utf-8")))
        if sum(each.checked for each in games) >= moves:
            break
    seconds = sorted(40 * each.seconds / each.moves for each in games)
    wrong = [f"game {seed}, {sentence}" for seed, each in enumerate(games) for sentence in each.wrong]
    print(*wrong, sep="\n", end="")
    print(
        f"{len(games)} games of Kalah(6, 4) reviewed, {sum(each.checked for each in games):,} moves valued again:"
        f" {len(wrong)} contradictions; 40 moves took {statistics.median(seconds):.1f} s in the median,"
        f" {seconds[-1]:.1f} s at the worst"
    )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES)
