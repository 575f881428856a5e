"""The exam of a mind: it plays whole games, its evidence holds, and it makes the same choices from the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat, Seat
from ludoteca.arena.verify import replay, verify
from ludoteca.child import OURS, Limits
from ludoteca.core.game import Game
from ludoteca.core.i18n import Argument, has_words, say
from ludoteca.core.mind import MindName
from ludoteca.core.options import Value
from ludoteca.core.record import Record
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import checker_of, claims_in, is_true
from ludoteca.exam.result import Failed, Result, run
from ludoteca.games import all_games, open_game
from ludoteca.minds import about, school

_LIMIT = 60.0  # seconds a move
_OPENING = 2  # random moves, so that minds without chance play different games
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
    """It plays a whole game against random players; verified, its evidence holds and every choice is made again.

    A verification asks the mind in a new process with the same seed, so this also shows that its play is reproducible.
    """
    record = exam_record(mind, game)
    assert record.result is not None
    if record.result.forfeit is not None:
        raise Failed("forfeit", game=game.name, reason=say(record.result.forfeit.reason))
    report = verify(record)
    for number, problem in report.problems:
        raise Failed("false", game=game.name, number=number, problem=say(problem))
    for number, problem in report.unchecked:
        raise Failed("unchecked", game=game.name, number=number, problem=say(problem))
    _check_shape(record, game)


@_check
def claims(mind: str, game: Game) -> None:
    """Everything it claims in that game has a checker, and none of it is false."""
    record = exam_record(mind, game)
    for number, (played_move, turn) in enumerate(replay(record, game), 1):
        position = played_move.position
        if turn.opening or position.turn is None:
            continue
        seen = position.seen_by(position.turn, derive(record.header.seed, "seen", number - 1))
        for claim in claims_in(seen, played_move.move, turn.why, record.header.minds[position.turn]):
            about: dict[str, Argument] = {
                "game": game.name,
                "number": number,
                "move": claim.move.text,
                "claim": say(claim.message),
            }
            checker = checker_of(claim.message.key)
            if checker is None:
                raise Failed("unchecked", **about, key=claim.message.key)
            if is_true(claim, checker) is False:
                raise Failed("false", **about)


def _check_shape(record: Record, game: Game) -> None:
    """A move that was turned down is another one, named once; a chance of winning is between 0 and 1."""
    for number, turn in enumerate(record.turns, 1):
        moves = [rejected.move for rejected in turn.why.rejected]
        if turn.text in moves or len(set(moves)) != len(moves):
            raise Failed("rejected", game=game.name, number=number)
        if turn.why.value is not None and not 0 <= turn.why.value <= 1:
            raise Failed("value", game=game.name, number=number)


def exam_record(mind: str, game: Game) -> Record:
    """The record of a mind's game against random players; the last one is kept for the next check."""
    return _exam_record(mind, game.name, tuple(game.values.items()))


@lru_cache(maxsize=1)
def _exam_record(mind: str, name: str, values: tuple[tuple[str, Value], ...]) -> Record:
    game = open_game(name, dict(values))
    return played(game, [mind, *[_OPPONENT] * (len(game.seats) - 1)])


def played(game: Game, minds: list[str], seed: int = 5, limit: float = _LIMIT, limits: Limits = OURS) -> Record:
    """The record of one game, every mind in a process of its own."""
    seats: list[Seat] = [ProcessSeat(mind, MindProcess(limits)) for mind in minds]
    try:
        return GameRunner(game, seats, seed, limit).play(opening=_OPENING)
    finally:
        for seat in seats:
            seat.close()
