"""The exam of a mind: it plays whole games, what it says is not false, and it makes the same choices again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.judgement import reasons_of
from ludoteca.arena.seat import MindProcess, ProcessSeat, Seat
from ludoteca.arena.verify import verify
from ludoteca.child.limits import OURS, Limits
from ludoteca.core.game import Game
from ludoteca.core.i18n import has_words, quoted
from ludoteca.core.mind import MindName
from ludoteca.core.record import Record
from ludoteca.core.verdicts import checker_of
from ludoteca.exam.result import Failed, Result, run
from ludoteca.exam.sampling import random_positions
from ludoteca.games import all_games
from ludoteca.minds.schools import about, school
from ludoteca.rules.kernel.game import KernelGame

_SEED = 5
_LIMIT = 60.0  # seconds a move
_OPENING = 2  # random moves, so that minds without chance play different games
_SLOW_OPENING = 2 / 3  # of a game whose rules are not compiled: its end takes long enough
_OPPONENT = "random"

MIND_CHECKS: dict[str, Callable[[str, Game], None]] = {}
"""Every check of a mind in a game, by name; each raises `Failed`."""


def examine_mind(name: str, only: str | None = None) -> Iterator[Result]:
    """The result of every check, for every game the mind plays, or for one of them."""
    yield run("mind", "introduction", partial(introduction, name))
    games = [game for game in playable_games(name) if only in (None, game.name)]
    yield run("mind", "games", partial(_some_game, games))
    for game in games:
        for check in MIND_CHECKS:
            yield run_check(check, name, game)


def run_check(check: str, name: str, game: Game) -> Result:
    """The result of one check of a mind in a game."""
    return run("mind", check, partial(MIND_CHECKS[check], exam_name(name, game), game), game=game.name)


def playable_games(name: str) -> list[Game]:
    """The games a mind plays with its default parameters."""
    mind = school(name).with_defaults()
    return [game for game in all_games() if mind.refuses(game) is None]


def exam_name(name: str, game: Game) -> str:
    """The mind with the small budget it takes the exam with: the exam asks for manners, not for strength."""
    settings = {key: str(value) for key, value in school(name).exam_settings(game).items()}
    return str(MindName(name, settings))


def introduction(name: str) -> None:
    """It says what it is, and so do its parameters."""
    if not about(name):
        raise Failed("about")
    missing = tuple(option.about for option in school(name).parameters if not has_words(option.about))
    if missing:
        raise Failed("parameters", keys=missing)


def _some_game(games: list[Game]) -> None:
    if not games:
        raise Failed("none")


def _check(check: Callable[[str, Game], None]) -> Callable[[str, Game], None]:
    MIND_CHECKS[check.__name__] = check
    return check


@_check
def reasons(mind: str, game: Game) -> None:
    """It plays a game against random players; verified, nothing it says is false and every claim has a checker.

    A verification asks the mind in a new process with the same seed, so this also shows that its play is reproducible.
    """
    record = played(game, [mind, *[_OPPONENT] * (len(game.seats) - 1)], opening=_opening(game))
    assert record.result is not None
    if record.result.forfeit is not None:
        raise Failed("forfeit", game=game.name, reason=quoted(record.result.forfeit.reason))
    report = verify(record)
    for number, problem in report.problems:
        raise Failed("false", game=game.name, number=number, problem=quoted(problem))
    for number, problem in report.unchecked:
        if number == 0:  # about the name of a mind, which the exam gave itself
            continue
        raise Failed("unchecked", game=game.name, number=number, problem=quoted(problem))
    unchecked = _claims_without_checker(record, game.seats[0])
    if unchecked:
        raise Failed("no_checker", game=game.name, keys=unchecked)


def _claims_without_checker(record: Record, seat: str) -> tuple[str, ...]:
    """The keys of the claims of a seat that no checker belongs to; events are checked by the referee."""
    choices = [turn for turn in record.turns if turn.seat == seat and not turn.opening]
    keys = {reason.claim.key for turn in choices for _, reason in reasons_of(turn.text, turn.why)}
    return tuple(sorted(key for key in keys if not key.startswith("games.") and checker_of(key) is None))


def _opening(game: Game) -> int:
    """The number of random moves before minds choose: in a game that is slow to play, they only finish it."""
    if isinstance(game, KernelGame):
        return _OPENING
    return int(_SLOW_OPENING * sum(1 for _ in random_positions(game, _SEED)))


def played(
    game: Game,
    minds: list[str],
    seed: int = _SEED,
    limit: float = _LIMIT,
    limits: Limits = OURS,
    opening: int = _OPENING,
) -> Record:
    """The record of one game, every mind in a process of its own."""
    seats: list[Seat] = [ProcessSeat(mind, MindProcess(limits)) for mind in minds]
    try:
        return GameRunner(game, seats, seed, limit).play(opening=opening)
    finally:
        for seat in seats:
            seat.close()
