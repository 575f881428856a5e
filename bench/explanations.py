"""How many false explanations are refused, and how good the honest ones are, for every mind and game.

``python -m bench.explanations`` prints the report over a few positions; ``--full`` takes more of them, with the default
budgets of the minds, and ``--write`` saves that in explanations.md. What is found with the full extent is kept in
``tables/explanations/`` and reused as long as the code is the same. Names of games measure these alone.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import ValidationError

import ludoteca
from bench.corruptions import CORRUPTIONS
from bench.measure import Claim
from ludoteca.arena.judgement import judge
from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.mind import Choice, Player
from ludoteca.core.record import from_data, to_json
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.games import game_names, load_game
from ludoteca.minds.schools import load_mind, minds_for, school

REPORT = Path(__file__).parent / "explanations.md"
FOLDER = Path("tables") / "explanations"
_SECONDS = 120.0  # for a move
_MEASURED = {
    ".py",
    ".pl",
    ".clp",
    ".asl",
    ".pddl",
    ".toml",
    ".lark",
    ".npz",
    ".txt",
}  # kinds of files that findings depend on
_ASIDE = {
    "api",
    "bridges",
    "classroom",
    "cli",
    "exam",
    "kgp",
    "lab",
    "storage",
    "templates",
    "training",
}  # folders not so
_OPENING = 2  # moves drawn at random, so that minds without chance play different games
_PROMISED = 0.99


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is measured: moves of one game that are looked at, games, other seeds, and whether budgets are small."""

    moves: int
    games: int
    seeds: int
    quick: bool


SAMPLE = Extent(moves=2, games=1, seeds=0, quick=True)
FULL = Extent(moves=8, games=3, seeds=2, quick=False)


@dataclass(frozen=True, slots=True)
class Explained:
    """A move with its explanation, whether the mind gave it again, and the result for its seat (None: not known)."""

    position: Position
    history: tuple[Move, ...]
    choice: Choice
    reproduced: bool
    seed: int
    result: float | None = None


@dataclass(slots=True)
class Findings:
    """What was found of one mind in one game."""

    mind: str
    game: str
    honest: int = 0
    refuted: int = 0  # honest explanations that were refused
    reproduced: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)  # false explanations by the way they were made
    refused: Counter[str] = field(default_factory=Counter)
    facts: list[int] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    same_move: int = 0  # of other seeds
    same_claim: int = 0  # of these, those whose reason begins with the same claim, perhaps with other numbers
    same_reason: int = 0
    squares: list[float] = field(default_factory=list)  # of the differences between expectation and result
    covered: int = 0  # explanations with a reason for or against every legal move
    complete: int = 0  # of these, those whose reasons are all true
    seconds: list[float] = field(default_factory=list)  # to judge an honest explanation


# Playing


def mind_names_for(game: Game, quick: bool) -> list[str]:
    """Every mind that plays a game by itself, with its quick settings if these are wanted."""
    found = []
    for name in minds_for(game):
        kind = school(name)
        settings = ",".join(f"{option}={value}" for option, value in kind.exam_settings(game).items()) if quick else ""
        if not kind.at_terminal:
            found.append(f"{name}:{settings}".rstrip(":"))
    return found


def _seated(mind: str, game: Game, seed: int) -> list[Player]:
    return [load_mind(mind, game).join(game, seat, derive(seed, "player", seat)) for seat in range(len(game.seats))]


def play(mind: str, game: Game, seed: int, moves: int, to_the_end: bool) -> list[Explained]:
    """Some moves of one game of a mind against itself, early and late ones, each asked of two players alike."""
    lot = random.Random(seed)
    one, two = _seated(mind, game, seed), _seated(mind, game, seed)
    position, history, found = game.start(seed), list[Move](), list[Explained]()
    try:
        while position.turn is not None and (to_the_end or len(found) < moves):
            if len(history) < _OPENING:
                move = lot.choice(position.moves)
            else:
                seat = position.turn
                seen = position.seen_by(seat, derive(seed, "seen", len(history)))
                choice, again = (player[seat].choose(seen, history, Clock(_SECONDS)) for player in (one, two))
                move = choice.move
                found.append(Explained(seen, tuple(history), choice, to_json(choice) == to_json(again), seed))
            history.append(move)
            position = position.after(move)
    finally:
        for player in (*one, *two):
            player.close()
    result = position.result() if position.turn is None else None
    return [_with_result(each, result) for each in _spread(found, moves)]


def _with_result(explained: Explained, result: Sequence[float] | None) -> Explained:
    seat = explained.position.turn
    assert seat is not None
    outcome = None if result is None else result[seat]
    return Explained(
        explained.position, explained.history, explained.choice, explained.reproduced, explained.seed, outcome
    )


def _spread(items: Sequence[Explained], most: int) -> list[Explained]:
    """So many of them, from the first to the last."""
    if len(items) <= most:
        return list(items)
    return [items[round(place * (len(items) - 1) / max(1, most - 1))] for place in range(most)]


# Measuring


def examine(mind: str, game: Game, extent: Extent) -> Findings:
    """What is found of one mind in one game."""
    findings = Findings(mind, game.name)
    games = [play(mind, game, seed, extent.moves, not extent.quick) for seed in range(1, extent.games + 1)]
    explained = [each for moves in games for each in moves]
    for number, each in enumerate(explained):
        _examine_honest(findings, each)
        other = explained[number - 1] if number else explained[-1]
        _examine_false(findings, each, other, random.Random(number))
        _examine_seeds(findings, each, game, extent.seeds)
    return findings


def _is_refused(findings: Findings, each: Explained, why: Explanation) -> bool:
    judged = judge(each.position, each.choice.move, why, findings.mind)
    return any(item.verdict is Verdict.FALSE for item in judged)


def _examine_honest(findings: Findings, each: Explained) -> None:
    why, move = each.choice.why, each.choice.move
    started = time.perf_counter()
    judged = judge(each.position, move, why, findings.mind)
    findings.seconds.append(round(time.perf_counter() - started, 3))
    findings.honest += 1
    findings.verdicts.update(item.verdict for item in judged)
    findings.refuted += any(item.verdict is Verdict.FALSE for item in judged)
    findings.reproduced += each.reproduced
    covered = not why.rejected_omitted and {move.text, *(other.move for other in why.rejected)} == {
        legal.text for legal in each.position.moves
    }
    findings.covered += covered
    findings.complete += covered and all(item.verdict is Verdict.TRUE for item in judged if item.reason is not None)
    reasons = list(_reasons(why.reason))
    findings.sentences.append(len(reasons))
    findings.facts.append(sum(len(reason.evidence) for reason in reasons))
    if why.value is not None and each.result is not None:
        findings.squares.append((why.value - each.result) ** 2)


def _reasons(reason: Reason) -> Iterator[Reason]:
    yield reason
    for below in reason.because:
        yield from _reasons(below)


def _examine_false(findings: Findings, each: Explained, other: Explained, lot: random.Random) -> None:
    """Corrupt an explanation in every way, and count what is refused."""
    honest, strange = to_json(each.choice.why), to_json(other.choice.why)
    facts = [to_json(fact) for fact in each.position.facts()]
    for name, corrupt in CORRUPTIONS.items():
        data = copy.deepcopy(honest)
        corrupt(data, strange, facts, lot)
        if data == honest:
            continue
        findings.made[name] += 1
        try:
            why = from_data(Explanation, data)
        except ValidationError:  # a record with it cannot be read
            findings.refused[name] += 1
            continue
        findings.refused[name] += _is_refused(findings, each, why)


def _examine_seeds(findings: Findings, each: Explained, game: Game, seeds: int) -> None:
    """Ask new players with different seeds, and compare the reasons where the move is the same."""
    if not seeds:
        return
    first, *others = (_asked_anew(findings.mind, game, each, each.seed + seed) for seed in range(seeds + 1))
    for choice in others:
        if choice.move == first.move:
            findings.same_move += 1
            findings.same_claim += choice.why.reason.claim.key == first.why.reason.claim.key
            findings.same_reason += to_json(choice.why.reason) == to_json(first.why.reason)


def _asked_anew(mind: str, game: Game, each: Explained, seed: int) -> Choice:
    """The choice of a new player, which has kept nothing from earlier moves."""
    seat = each.position.turn
    assert seat is not None
    player = load_mind(mind, game).join(game, seat, derive(seed, "player", seat))
    try:
        return player.choose(each.position, each.history, Clock(_SECONDS))
    finally:
        player.close()


def examine_all(extent: Extent, names: Sequence[str] = ()) -> Iterator[Findings]:
    """The findings of every mind in every game, or in some games."""
    for name in names or game_names():
        game = load_game(name)
        for mind in mind_names_for(game, extent.quick):
            yield examine(mind, game, extent) if extent.quick else _kept(mind, game, extent)


def _kept(mind: str, game: Game, extent: Extent) -> Findings:
    """The findings of one mind in one game, from an earlier run of the same code if there was one."""
    file = FOLDER / _code_digest(game.name) / f"{game.name}-{mind}.json"
    if file.exists():
        return from_data(Findings, json.loads(file.read_text(encoding="utf-8")))
    findings = examine(mind, game, extent)
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(to_json(findings)), encoding="utf-8")
    draft.rename(file)
    return findings


@cache
def _code_digest(game: str) -> str:
    """A digest of all files that what is found in a game depends on: not those of other games."""
    package, here = Path(ludoteca.__file__).parent, Path(__file__).parent
    aside = _ASIDE | {name for name in game_names() if name != game}
    files = [
        file for file in sorted(package.rglob("*")) if file.is_file() and not aside & {*file.relative_to(package).parts}
    ]
    files = [file for file in files if file.suffix in _MEASURED] + [here / "explanations.py", here / "corruptions.py"]
    return hashlib.blake2b(b"".join(file.read_bytes() for file in files), digest_size=8).hexdigest()


# Reporting


def measure() -> list[Claim]:
    """The claims for `make bench`, over a few positions."""
    found = list(examine_all(SAMPLE))
    honest, refuted = sum(each.honest for each in found), sum(each.refuted for each in found)
    made, refused = total(found, "made"), total(found, "refused")
    again = sum(each.reproduced for each in found)
    return [
        Claim("honest explanations that are refused", "none", f"{refuted} of {honest}", refuted == 0),
        Claim("honest explanations that the mind gives again", "all", f"{again} of {honest}", again == honest),
        Claim(
            f"false explanations refused without the mind, {len(CORRUPTIONS)} ways",
            f"≥ {_PROMISED:.0%}",
            f"{refused} of {made}, {refused / made:.1%}",
            refused / made >= _PROMISED,
        ),
    ]


def total(found: Sequence[Findings], which: str) -> int:
    return sum(getattr(each, which).total() for each in found)


def main() -> None:
    from bench.calibration import calibrations
    from bench.explanation_report import report

    write, names = "--write" in sys.argv, [word for word in sys.argv[1:] if not word.startswith("--")]
    full = write or "--full" in sys.argv
    text = report(list(examine_all(FULL if full else SAMPLE, names)), list(calibrations()) if full else [])
    print(text)
    if write:
        REPORT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
