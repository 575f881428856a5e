"""Reviews of Kalah(6, 4): that no grade of 10,000 moves contradicts the solver, and how long whole games take.

``python -m bench.review [--write] [MOVES] [GAMES]``; part of ``make tables``. In games between minds, the moves with at
most `SEEDS` seeds on the board are graded as a review grades them, without its reasons, and valued again by another
search, which plays by the rules, with an endgame table of another size. So many games are reviewed whole and timed.
What is found is kept in ``tables/review/``, and the next run goes on from there: delete that folder to measure anew.
With ``--write`` the figures go into exact.md.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from bench.endgame import MINDS, game_between
from bench.measure import on_one_core
from bench.proofs import write
from ludoteca.arena.game_runner import OPENING
from ludoteca.arena.review import Grade, review
from ludoteca.arena.review.exact_grader import ExactGrader
from ludoteca.core.game import Move
from ludoteca.core.record import Record, Turn, from_line, header_of, to_line
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import table_for
from ludoteca.rules.kernel.solver.margin_search import MarginSearch

FAST_MINDS = ("random", "greedy", "alphabeta:depth=4")
FOLDER = Path("tables") / "review"
PAGE = Path(__file__).parent / "exact.md"
MOVES, GAMES = 10_000, 16
SEEDS = 28  # on the board, in the first position that is valued again: those with more take the second search long
LEFT = 16  # seeds of the endgame table of the second search
OTHER_SEEDS = 100_000
MEMORY = 64  # MiB for its transposition table


def moves_between(positions: list[KernelPosition]) -> list[Move]:
    """The moves from each position of a game to the next."""
    pairs = itertools.pairwise(positions)
    return [next(move for move in before.moves if before.after(move) == after) for before, after in pairs]


def record_of(positions: list[KernelPosition], minds: tuple[str, str], seed: int) -> Record:
    """The record of a game without its last move."""
    game, moves = Kalah({}), moves_between(positions)
    turns = tuple(
        Turn(game.seats[before.turn or 0], move.text, OPENING) for before, move in zip(positions, moves, strict=False)
    )
    return Record(header_of(game, seed, minds, "bench"), turns, None)


@cache
def searches() -> tuple[ExactGrader, MarginSearch]:
    """The grader of reviews, and the search that values moves again."""
    game = Kalah({})
    return ExactGrader(game, lambda: True), MarginSearch.of(game, MEMORY, table_for(game, LEFT))


def contradictions(positions: list[KernelPosition]) -> Iterator[str | None]:
    """For each late move, from the last to the first: how its grade or values differ from what another search proves.

    None where they do not.
    """
    (grader, solver), after, moves = searches(), None, moves_between(positions)
    for number in range(len(positions), 0, -1):
        position = positions[number - 1]
        if int(position.game.hints.seeds_left(position.state)) > SEEDS:
            return
        sign = 1 - 2 * (position.turn or 0)
        value = sign * solver.value(position, None, sign * (after or 0)).margin
        if after is not None:
            move = moves[number - 1]
            found = grader.compare(position, moves[: number - 1], move)
            grade = found.grade(move, grader.scale)
            right = (found.best_value, found.played_value) == (sign * value, sign * after)
            is_best = (grade is Grade.BEST) == (value == after)
            yield None if right and is_best else f"move {number} {move.text}: {grade} {found}, not {value} {after}"
        after = value


@dataclass(frozen=True, slots=True)
class GradedEnding:
    """The late moves of a game that were valued again, and those whose grade is wrong."""

    checked: int
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """The moves of a game, and the processor time of its review."""

    moves: int
    seconds: float


def graded_ending(first: str, second: str, seed: int) -> GradedEnding:
    """Grade the late moves of a game and value them again."""
    found = list(contradictions(game_between(first, second, seed)))
    return GradedEnding(len(found), tuple(each for each in found if each is not None))


def reviewed_game(first: str, second: str, seed: int) -> ReviewedGame:
    """Review a whole game, not one of `bench.endgame`: the values of that which took long are kept."""
    seed += OTHER_SEEDS
    record = record_of(game_between(first, second, seed), (first, second), seed)
    started = time.process_time()
    return ReviewedGame(review(record).total, time.process_time() - started)


T = TypeVar("T", GradedEnding, ReviewedGame)


def kept(kind: type[T], measure: Callable[[str, str, int], T], minds: tuple[str, ...]) -> Iterator[T]:
    """What is found in game after game, from the files of earlier runs as far as there are any."""
    for seed, (first, second) in enumerate(itertools.cycle(itertools.product(minds, repeat=2))):
        file = FOLDER / f"{kind.__name__}-{seed}.json"
        if not file.is_file():
            file.write_text(to_line(measure(first, second, seed)), encoding="utf-8")
        yield from_line(kind, file.read_text(encoding="utf-8"))


def main(moves: int, games: int) -> None:
    """Review games until so many moves are valued again, and so many games whole; print what was found."""
    on_one_core()
    FOLDER.mkdir(parents=True, exist_ok=True)
    endings, checked = list[GradedEnding](), 0
    for each in kept(GradedEnding, graded_ending, FAST_MINDS):
        endings.append(each)
        checked += each.checked
        if checked >= moves:
            break
    whole = list(itertools.islice(kept(ReviewedGame, reviewed_game, MINDS), games))
    wrong = [sentence for ending in endings for sentence in ending.wrong]
    seconds = sorted(40 * each.seconds / each.moves for each in whole)
    rows = {
        f"graded moves valued again, with at most {SEEDS} seeds on the board": f"{checked:,}",
        "games": f"{len(endings):,}",
        "contradictions": f"{len(wrong)}",
    }
    if whole:
        rows["games reviewed whole"] = f"{len(whole)}"
        rows["seconds for 40 moves, median"] = f"{statistics.median(seconds):.1f} s"
        rows["seconds for 40 moves, the worst"] = f"{seconds[-1]:.1f} s"
    text = "| reviews of Kalah(6, 4) | |\n|---|---|\n" + "".join(f"| {name} | {rows[name]} |\n" for name in rows)
    print(*wrong, text, sep="\n")
    if "--write" in sys.argv:
        write(PAGE, "review", text)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:] if argument != "--write"]
    main(numbers[0] if numbers else MOVES, numbers[1] if len(numbers) > 1 else GAMES)
