"""Learners side by side: they learn the same game in turns, and what each has learnt at its checkpoints is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.games import all_games, load_game
from ludoteca.training.config import small_boards
from ludoteca.training.learn import LEARNERS, Lesson
from ludoteca.training.loop import Limit, Progress
from ludoteca.training.panel import Standing

_SLICE = 0.25  # seconds that one learner has before it is the other's turn
_MOST_BYTES = 1 << 20  # of what is kept at one checkpoint


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a learner had learnt at one time, in a file, and what it won against the panel."""

    learner: str
    number: int
    file: str
    seconds: float
    games: int
    positions: int
    scores: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """Where a learner stands."""

    learner: str
    seconds: float
    games: int
    positions: int
    over: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Where all learners stand, and the checkpoints since the last report."""

    learners: tuple[Status, ...]
    checkpoints: tuple[Checkpoint, ...]

    @property
    def over(self) -> bool:
        return all(each.over for each in self.learners)


class SideBySide:
    """All kinds of learner with one game, on one core. `limit` is for each of them; files are named after `name`."""

    def __init__(self, game: Game, seed: int, limit: Limit, folder: Path, name: str, checkpoints: int) -> None:
        self._limit, self._folder, self._name = limit, folder, name
        self._lessons = [
            Lesson(game, seed, learner=learner, threads=1, checkpoints=checkpoints) for learner in LEARNERS
        ]
        self._taken = dict.fromkeys(LEARNERS, 0)

    def advance(self) -> Report:
        """Let each learner that is not finished learn for a moment."""
        found = list[Checkpoint]()
        for lesson in self._lessons:
            if not lesson.over:
                lesson.advance(self._limit, _SLICE, partial(self._note, lesson, found.append))
        return Report(tuple(_status(lesson) for lesson in self._lessons), tuple(found))

    def _note(self, lesson: Lesson, add: Callable[[Checkpoint], None], now: Progress) -> None:
        """Keep a checkpoint if this is the report of one."""
        if not now.panel:
            return
        number, learner = self._taken[lesson.learner], lesson.learner
        file, network = self._folder / f"{learner}-{number:02}-{self._name}.npz", lesson.network()
        if len(network.to_bytes()) > _MOST_BYTES:
            raise BadInput("training.large_checkpoint", megabytes=_MOST_BYTES >> 20)
        network.save(file)
        self._taken[learner] += 1
        add(Checkpoint(learner, number, file.name, round(now.seconds, 2), now.games, now.positions, now.panel))

    def stop(self) -> None:
        """Let every learner end with a last checkpoint."""
        for lesson in self._lessons:
            lesson.stop()


def _status(lesson: Lesson) -> Status:
    now = lesson.progress()
    return Status(lesson.learner, round(now.seconds, 2), now.games, now.positions, lesson.over)


@cache
def watched_boards() -> tuple[Game, ...]:
    """All boards that are small enough to watch a learner, as their games say."""
    return tuple(load_game(game.name, options) for game in all_games() for options in small_boards(game))


def board_message(game: Game) -> str | None:
    """The key of the message that names a board to watch: `small` and the options that make it small."""
    for options in small_boards(game):
        if load_game(game.name, options).values == game.values:
            return f"{game.message_prefix}.small." + "_".join(f"{name}_{value}" for name, value in options.items())
    return None


def watched_board(name: str, options: Mapping[str, object]) -> Game:
    """One of the boards to watch; raises `BadInput` for any other."""
    game = load_game(name, options)
    if board_message(game) is None:
        raise BadInput("training.not_small", game=name)
    return game
