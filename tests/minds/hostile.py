"""Hostile knowledge files, and how they are tried: all of one school and level in one process, while it lives.

A file says in its first line what it tries, and in its second line what becomes of it: ``Refused: WORDS`` (it does not
load), ``Loses: WORDS`` (it loads, and its game is lost) or ``Harmless`` (it plays on). Behind it, ``(slow)`` means that
it takes a second or more, and ``(endless)`` that it takes all the time it is given; both are tried at the strongest
level only. `@FOLDER@` in its text stands for a folder that the test throws away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat, Seat
from ludoteca.arena.verify import verify
from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError
from ludoteca.child.limits import FOREIGN, Limits
from ludoteca.child.sandbox import HIGHEST, Isolation, levels_of_system, strongest
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.record import Record
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge, KnowledgeMind

FOLDER = Path(__file__).parent.parent / "hostile"
LEVELS = levels_of_system()[levels_of_system().index(strongest()) :]
_PATIENCE = 60.0  # seconds for a file that should not need them
_SHORT = 0.5  # seconds for a file that takes all it gets
_OVERDUE = "no answer within"  # the parent's words, should it notice the time before the child has said its own


@dataclass(frozen=True, slots=True)
class Hostile:
    """A hostile file: its verdict (Refused, Loses or Harmless), and words of the message."""

    name: str
    text: str
    verdict: str
    words: str
    cost: str  # "", "slow" or "endless"

    def says(self, message: str) -> bool:
        """Whether a message is the one that was announced: on a busy machine, the parent may be first to say "late"."""
        return self.words in message or (self.cost == "endless" and _OVERDUE in message)


def hostile_files(school: str) -> list[Hostile]:
    return [_read(path) for path in sorted((FOLDER / school).iterdir())]


def _read(path: Path) -> Hostile:
    text = path.read_text(encoding="utf-8")
    found = re.fullmatch(r"\S+ (Refused|Loses|Harmless)(?:: ?(.*?))?(?: \((slow|endless)\))?", text.splitlines()[1])
    assert found is not None, f"the second line of {path} does not say what becomes of it"
    return Hostile(path.name, text, found[1], found[2] or "", found[3] or "")


class _KeptClient(Client):
    """A client whose process outlives the knowledge that it was started for, and can load more."""

    def load(self, seconds: float, seal: bool = True, /, **arguments: Any) -> Any:
        return super().load(seconds, False, **arguments)

    def kill(self) -> None:
        """The process is closed in the end."""


class _Reuse:
    """Stands where a school has `Client`: gives the process of the last file again, if it lives."""

    def __init__(self) -> None:
        self._client: _KeptClient | None = None

    def __call__(self, program: Sequence[str], limits: Limits = FOREIGN) -> Client:
        return self._kept(lambda: _KeptClient(program, limits))

    def of_module(self, module: str, limits: Limits = FOREIGN) -> Client:
        return self._kept(lambda: _KeptClient.of_module(module, limits))

    def _kept(self, start: Callable[[], _KeptClient]) -> Client:
        if self._client is None or not self._client.alive:
            self._client = start()
        return self._client

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


@contextmanager
def one_process(engine: ModuleType, level: Isolation) -> Iterator[None]:
    """Let all knowledge of a school be loaded into one process, at a level of isolation."""
    reuse = _Reuse()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HIGHEST, level)
        patch.setattr(engine, "Client", reuse)
        try:
            yield
        finally:
            reuse.close()


def outcome(mind: KnowledgeMind, game: Game, knowledge: Knowledge, seconds: float = _PATIENCE) -> tuple[str, str]:
    """What becomes of knowledge that is to choose one move: its verdict, and the message."""
    try:
        player = mind.make_player(game, 0, 0, knowledge)
    except (BadKnowledge, ChildError) as error:
        return "Refused", _said(error)
    try:
        move = player.choose(game.start(0), [], Clock(seconds)).move
    except (BadKnowledge, ChildError) as error:
        return "Loses", _said(error)
    finally:
        player.close()
    assert move in game.start(0).moves
    return "Harmless", ""


def _said(error: BadKnowledge | ChildError) -> str:
    assert all(say(error.message, language) for language in LANGUAGES)
    return say(error.message)


def surprises(
    school: ModuleType,
    engine: ModuleType,
    mind: Callable[[str], KnowledgeMind],
    game: Game,
    level: Isolation,
    folder: Path,
    prepared: Callable[[str], str] = str,
) -> Mapping[str, tuple[str, str]]:
    """Try the files of a school at a level: those whose outcome is not what they say, and what it was.

    `engine` is the school's module that starts its process; `mind` makes a mind for files of some cost; `prepared` is
    the text that is loaded for a file.
    """
    (folder / "file").write_text("mine")
    found = {}
    with one_process(engine, level):
        for file in hostile_files(school.__name__.rpartition(".")[2]):
            if file.cost and level is not strongest():
                continue
            seconds = _SHORT if file.cost == "endless" else _PATIENCE
            text = prepared(file.text.replace("@FOLDER@", str(folder)))
            knowledge = mind(file.cost).linked(Knowledge(file.name, text), folder)
            verdict, words = outcome(mind(file.cost), game, knowledge, seconds)
            if verdict != file.verdict or not file.says(words):
                found[file.name] = verdict, words
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("file", "mine")]
    return found


def played(process: MindProcess, game: Game, mind: str, seconds: float) -> Record:
    """A whole game of a mind against random ones, all in one process."""
    seats: list[Seat] = [ProcessSeat(mind, process), *(ProcessSeat("random", process) for _ in game.seats[1:])]
    record = GameRunner(game, seats, 3, seconds).play()
    assert record.result is not None
    return record


def check_game(process: MindProcess, game: Game, mind: str, file: str) -> None:
    """Play a whole game with a hostile file: it loses its game, or does no harm, and the next game is played."""
    school, _, _ = mind.partition(":")
    hostile = _read(FOLDER / school / file)
    seconds = 1.0 if hostile.cost == "endless" else 20.0
    record = played(process, game, f"{mind},file={FOLDER / school / file}", seconds)
    assert record.result is not None
    forfeit = record.result.forfeit
    if hostile.verdict == "Harmless":
        assert forfeit is None
        assert verify(record).problems == []
    else:
        assert forfeit is not None
        assert forfeit.seat == game.seats[0]
        assert hostile.says(say(forfeit.reason))
        assert all(say(forfeit.reason, language) for language in LANGUAGES)
    after = played(process, game, "random", 20.0).result
    assert after is not None and after.forfeit is None
