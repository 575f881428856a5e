"""How often a mind that is asked back answers, for every mind and game: why not X, and what would change its mind.

``python -m bench.questions`` prints a table over a few positions of the games that are named, or of all. ``--write``
takes more positions and saves the table in questions.md; what is found then is kept in ``tables/questions/``, and goes
on where it stopped: delete that folder to measure anew.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median

from bench.explanations import Explained, mind_names_for, play
from ludoteca.arena.judgement import judge
from ludoteca.arena.questions import Situation, reason_against, what_would_change, why_not
from ludoteca.arena.seat import ProcessSeat
from ludoteca.core.game import Game
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.games import game_names, load_game

REPORT = Path(__file__).parent / "questions.md"
FOLDER = Path("tables") / "questions"
_FEW = 2  # positions of one game


@dataclass(frozen=True, slots=True)
class Extent:
    """How many positions of one game a mind is asked about, and the seconds to look for a change in each."""

    positions: int
    budget: float


_MANY = {"kalah": Extent(12, 30.0), "queens": Extent(12, 30.0)}
_FEWER = Extent(4, 10.0)  # where most changes are not found


@dataclass(slots=True)
class Answers:
    """What one mind answered in one game."""

    mind: str
    game: str
    budget: float  # seconds to look for a change
    asked: int = 0
    against: int = 0  # answers to "why not"
    false: int = 0  # answers with something that a checker finds false
    seconds: list[float] = field(default_factory=list)  # for them
    found: int = 0  # changes
    absent: int = 0  # proven: all similar positions were tried
    tried: list[int] = field(default_factory=list)  # positions for each change that was found


def ask(mind: str, game: Game, extent: Extent) -> Answers:
    """Ask a mind about some positions of a game it plays against itself, each about a random other move."""
    answers, lot = Answers(mind, game.name, extent.budget), random.Random(1)
    process = ProcessSeat(mind)
    try:
        for each in play(mind, game, 1, extent.positions, to_the_end=True):
            if len(each.position.moves) > 1:
                _ask(answers, each, process, lot)
    finally:
        process.close()
    return answers


def _ask(answers: Answers, each: Explained, process: ProcessSeat, lot: random.Random) -> None:
    assert each.position.turn is not None
    seed = derive(each.seed, "player", each.position.turn)
    asked = Situation(each.position.game, each.position, each.history, answers.mind, seed, each.choice)
    other = lot.choice([move for move in each.position.moves if move != each.choice.move])
    start = time.monotonic()
    choice = why_not(asked, other.text, process)
    answers.seconds.append(time.monotonic() - start)
    answers.asked += 1
    answers.against += choice.move == other or reason_against(choice, other) is not None
    judged = judge(each.position, choice.move, choice.why, answers.mind)
    answers.false += any(one.verdict is Verdict.FALSE for one in judged)
    search = what_would_change(asked, other.text, answers.budget, process)
    answers.found += search.change is not None
    answers.absent += search.complete
    if search.change is not None:
        answers.tried.append(search.tried)


def measured(names: Sequence[str], keep: bool) -> Iterator[Answers]:
    """The answers of every mind in these games; those that were kept are not asked for again."""
    for name in names:
        game = load_game(name)
        for mind in mind_names_for(game, quick=not keep):
            path = FOLDER / f"{name}-{mind}.json"
            if keep and path.is_file():
                yield Answers(**json.loads(path.read_text(encoding="utf-8")))
                continue
            extent = _MANY.get(name, _FEWER)
            answers = ask(mind, game, extent if keep else replace(extent, positions=_FEW))
            if keep:
                FOLDER.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(asdict(answers)), encoding="utf-8")
            yield answers


def report(found: Sequence[Answers]) -> str:
    """The answers as a table."""
    lines = [
        "# Questions",
        "",
        "Each mind is asked about choices in a game against itself, each time about another legal move drawn by lot:",
        "why not that one, and which smallest change of the position makes it choose it, within a budget of seconds. A",
        "change is confirmed by a new player; *proven absent* means that all positions with one or two small changes",
        "were tried; *tried* is the median of the positions that were tried until a change was found.",
        "",
        "| game | mind | asked | reason against | false | median s | slowest | budget s | found | absent | tried |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for each in found:
        tried = f"{median(each.tried):.0f}" if each.tried else "–"
        seconds = f"{median(each.seconds):.2f} | {max(each.seconds):.2f}" if each.seconds else "– | –"
        lines.append(
            f"| {each.game} | {each.mind} | {each.asked} | {each.against} | {each.false} | {seconds} "
            f"| {each.budget:.0f} | {each.found} | {each.absent} | {tried} |"
        )
    for name in dict.fromkeys(each.game for each in found):
        own = [each for each in found if each.game == name]
        asked, settled = sum(each.asked for each in own), sum(each.found + each.absent for each in own)
        lines += ["", f"{name}: found or proven absent in {settled} of {asked}, {settled / max(asked, 1):.0%}."]
    return "\n".join([*lines, ""])


def main() -> None:
    write = "--write" in sys.argv
    names = [name for name in sys.argv[1:] if not name.startswith("--")] or list(game_names())
    text = report(list(measured(names, keep=write)))
    print(text)
    if write:
        REPORT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
