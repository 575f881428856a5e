"""A worker that plays games: the task of one game, and the worker that plays one after another."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat
from ludoteca.arena.worker_pool import Worker
from ludoteca.core.game import Game
from ludoteca.core.mind import MindName
from ludoteca.core.options import Value
from ludoteca.core.record import Record
from ludoteca.games import open_game
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import KNOWLEDGE_FOLDER, KnowledgeMind

_MOST_MINDS = 8  # that a worker keeps a process for, unless there are more seats


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to play: everything that a worker on another machine has to know.

    `files` are the texts of all files of the minds by digest and name. `key` is the key of the game.
    """

    key: str
    game: str
    options: Mapping[str, Value]
    minds: tuple[str, ...]
    seed: int
    opening: int
    time: float
    files: Mapping[str, str]


def knowledge_files(minds: Sequence[str], game: Game) -> dict[str, str]:
    """The texts of all files of some pinned minds, by digest and name; raises `BadInput`."""
    found: dict[str, str] = {}
    for mind in minds:
        place, loaded = _place(MindName.read(mind)), load_mind(mind, game)
        if place is not None and isinstance(loaded, KnowledgeMind):
            folder = place.rpartition("/")[0]
            found.update((f"{folder}/{file}", text) for file, text in loaded.knowledge(game).texts.items())
    return found


def _place(name: MindName) -> str | None:
    """Where a copy of a mind's knowledge file lies in a folder of such copies; None for a mind without one."""
    if "file" not in name.settings or "digest" not in name.settings:
        return None
    return f"{name.settings['digest']}/{Path(name.settings['file']).name}"


class GameWorker(Worker[GameTask, Record]):
    """Plays one game after another. Minds think in their own processes; this only referees.

    It plays by copies of the knowledge files, so that a file may change meanwhile, or lie on another machine.
    """

    def __init__(self, new_process: Callable[[], MindProcess] = MindProcess) -> None:
        self._new_process = new_process
        self._seats: dict[tuple[str, int], ProcessSeat] = {}  # the one used last is the last
        self._folder = tempfile.TemporaryDirectory(prefix="ludoteca-", ignore_cleanup_errors=True)
        self._game: Game | None = None
        self._rules: tuple[str, Mapping[str, Value]] | None = None

    def run(self, job: GameTask) -> Record:
        game = self.game_of(job)
        copies: Counter[str] = Counter()
        seats = []
        for mind in job.minds:
            seats.append(self._seat(mind, copies[mind], job))
            copies[mind] += 1
        record = GameRunner(game, seats, job.seed, job.time).play(job.opening)
        return replace(record, header=replace(record.header, minds=job.minds))

    def game_of(self, task: GameTask) -> Game:
        """The rules of a task; loaded once as long as they are the same."""
        rules = (task.game, task.options)
        if self._game is None or self._rules != rules:
            self._game, self._rules = open_game(*rules), rules
        return self._game

    def local_name(self, mind: str, task: GameTask) -> str:
        """The name of a mind with the copies of its files in this worker's folder."""
        name = MindName.read(mind)
        place = _place(name)
        if place is None or place not in task.files or os.environ.get(KNOWLEDGE_FOLDER):
            return mind
        folder = Path(self._folder.name) / place.rpartition("/")[0]
        folder.mkdir(exist_ok=True)
        for file, text in task.files.items():
            path = Path(self._folder.name) / file
            if path.parent == folder and not path.exists():
                path.write_text(text, encoding="utf-8", newline="")
        return str(MindName(name.school, {**name.settings, "file": str(Path(self._folder.name) / place)}))

    def _seat(self, mind: str, copy: int, task: GameTask) -> ProcessSeat:
        """A seat for a mind, of several with the same name one of its own; those unused for longest are closed."""
        seat = self._seats.pop((mind, copy), None) or ProcessSeat(self.local_name(mind, task), self._new_process())
        self._seats[mind, copy] = seat
        while len(self._seats) > max(_MOST_MINDS, len(task.minds)):
            self._seats.pop(next(iter(self._seats))).close()
        return seat

    def interrupt(self) -> None:
        for seat in list(self._seats.values()):
            seat.process.kill()

    def close(self) -> None:
        for seat in self._seats.values():
            seat.close()
        self._folder.cleanup()
