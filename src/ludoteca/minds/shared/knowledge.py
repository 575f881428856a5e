"""Minds that are written: a school, and a file of knowledge in its own tongue.

The file is the game's own unless a mind's name gives another, as in ``prolog:file=mine.pl``: the one for the seat,
such as `knowledge/blocker.asl`, or else `knowledge/player`.
Where `LUDOTECA_SHELF` names a folder, knowledge is looked for there, under the game's name, and nowhere else: the lab
sets it, so that what comes in over the network can name no other file.
"""

from __future__ import annotations

import hashlib
import os
import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, Protocol, TypeVar

from ludoteca.child import ChildError
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.explanation import Source
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option
from ludoteca.games import folder_of

SHELF = "LUDOTECA_SHELF"
VERSIONS = ".versions"
FILE = Option("file", str, None, about="minds.written.file")
DIGEST = Option("digest", str, None, about="minds.written.digest")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\.[a-z]{1,4}")
_DIGEST = re.compile(r"[0-9a-f]{8}")
_LARGEST = 1 << 20  # bytes of knowledge
_TRIAL = 5.0  # seconds


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a written mind knows: the name people call it by, and its text."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """A fingerprint of the text."""
        return hashlib.blake2b(self.text.encode(), digest_size=4).hexdigest()

    def source(self, line: int) -> Source | None:
        return Source(self.name, line) if line > 0 else None

    def words_above(self, line: int, sign: str) -> str | None:
        """The comment that stands right above a line, if there is one; `sign` begins a comment."""
        words: list[str] = []
        lines = self.text.split("\n")
        while line >= 2 and line - 2 < len(lines) and lines[line - 2].startswith(sign):
            words.insert(0, lines[line - 2].lstrip(sign).strip())
            line -= 1
        return " ".join(word for word in words if word) or None


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong with knowledge, and on which line (0: none in particular); with a warning it can be used."""

    line: int
    message: Message
    warning: bool = False


class BadKnowledge(LudotecaError):
    """Knowledge that cannot be used, or that failed while it was; the first complaint speaks for all."""

    def __init__(self, knowledge: Knowledge, complaints: Sequence[Complaint]) -> None:
        self.complaints = tuple(complaints)
        first = self.complaints[0]
        where = "minds.written.at_line" if first.line else "minds.written.somewhere"
        hints = [complaint for complaint in self.complaints[1:] if complaint.warning and complaint.line]
        if not hints:
            super().__init__(where, file=knowledge.name, line=first.line, what=quoted(first.message))
            return
        # A slip that is only a warning is often what is behind the fault.
        also, at = quoted(hints[0].message), hints[0].line
        super().__init__(
            f"{where}_also", file=knowledge.name, line=first.line, what=quoted(first.message), also=also, at=at
        )


def checked(knowledge: Knowledge, complaints: Sequence[Complaint]) -> tuple[Complaint, ...]:
    """The warnings among complaints; raises `BadKnowledge` if there is anything worse."""
    warnings = tuple(complaint for complaint in complaints if complaint.warning)
    grave = [complaint for complaint in complaints if not complaint.warning]
    if grave:
        raise BadKnowledge(knowledge, [*grave, *warnings])
    return warnings


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a first try with knowledge: complaints, or what it would play at the start and why."""

    complaints: tuple[Complaint, ...]
    choice: Choice | None


class KnowledgeMind(Mind):
    """A school whose minds are files. `make_player` is the one method it must have."""

    parameters: ClassVar[tuple[Option, ...]] = (FILE, DIGEST)
    suffix: ClassVar[str]
    starter_text: ClassVar[str]  # what a new file may begin with: the least that plays

    @classmethod
    def starter_text_for(cls, game: Game) -> str:
        """What a new file for a game may begin with."""
        return cls.starter_text

    def refuses(self, game: Game) -> Message | None:
        try:
            self.knowledge(game)
        except BadInput as error:
            return error.message
        return self.missing()

    def pins(self, game: Game) -> Mapping[str, str]:
        """A file of somebody's may change: the digest of its text makes sure that a name means what it meant."""
        return {} if self.values["file"] is None else {"digest": self.knowledge(game).digest}

    @abstractmethod
    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        """A player with this knowledge; raises `BadKnowledge`."""

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return self.make_player(game, seat, seed, self.knowledge(game, seat))

    def knowledge(self, game: Game, seat: int = 0) -> Knowledge:
        """What the mind was told to know, at a seat; raises `BadInput`."""
        knowledge, wanted = read_knowledge(self.path(game, seat)), self.values["digest"]
        if wanted is not None and wanted != knowledge.digest:
            raise BadInput("minds.written.changed", file=knowledge.name, wanted=str(wanted), found=knowledge.digest)
        return knowledge

    def path(self, game: Game, seat: int = 0) -> Path:
        """The file of knowledge at a seat; raises `BadInput` when there is none."""
        given, shelved = self.values["file"], bool(os.environ.get(SHELF))
        if given is None:
            for name in (game.seats[seat], "player"):
                path = own_path(game, f"{name}{self.suffix}")
                if path.is_file():
                    return path
            raise BadInput("minds.written.none", game=game.name, suffix=self.suffix)
        if shelved and own_path(game, str(given)) in own_files(game, self.suffix):
            return own_path(game, str(given))
        path = self._on_shelf(game, str(given)) if shelved else Path(str(given))
        if not path.is_file():
            raise BadInput("minds.written.folder" if path.is_dir() else "minds.written.no_file", path=str(given))
        return path

    def _on_shelf(self, game: Game, name: str) -> Path:
        """A file of the shelf, in the version that is asked for if it was kept."""
        path = Path(os.environ[SHELF]) / game.name / checked_name(name, self.suffix)
        digest = str(self.values["digest"])
        version = version_path(path, digest)
        return version if _DIGEST.fullmatch(digest) and version.is_file() else path

    def trial(self, game: Game, knowledge: Knowledge, seat: int = 0) -> Trial:
        """Try knowledge on the first position of a game in which a seat is to move."""
        try:
            player = self.make_player(game, seat, 0, knowledge)
        except BadKnowledge as error:
            return Trial(error.complaints, None)
        except ChildError as error:
            return Trial((Complaint(0, error.message),), None)
        warnings: tuple[Complaint, ...] = getattr(player, "warnings", ())
        position, history = _first_turn(game, seat)
        try:
            choice = player.choose(position.seen_by(seat, 0), history, Clock(_TRIAL))
        except BadKnowledge as error:
            return Trial((*error.complaints, *(w for w in warnings if w not in error.complaints)), None)
        except ChildError as error:
            return Trial((Complaint(0, error.message), *warnings), None)
        finally:
            player.close()
        return Trial(warnings, choice)


class Thinking(Protocol):
    """A process with knowledge in it."""

    warnings: tuple[Complaint, ...]

    @property
    def alive(self) -> bool: ...
    def close(self) -> None: ...


_Engine = TypeVar("_Engine", bound=Thinking)


class StatefulPlayer(Player, Generic[_Engine]):
    """Keeps its process, and in it whatever the knowledge chose to remember, from move to move."""

    def __init__(self, started: Callable[[], _Engine]) -> None:
        self._started = started
        self._history: list[Move] = []
        self._engine = started()

    @property
    def warnings(self) -> tuple[Complaint, ...]:
        return self._engine.warnings

    def engine_after(self, history: Sequence[Move]) -> _Engine:
        """The process, begun anew if the history does not go on from the last one."""
        if list(history[: len(self._history)]) != self._history or not self._engine.alive:
            self._engine.close()
            self._engine = self._started()
        self._history = list(history)
        return self._engine

    def close(self) -> None:
        self._engine.close()


def _first_turn(game: Game, seat: int) -> tuple[Position, list[Move]]:
    """Where a seat moves for the first time, if the others just take the first of their moves; and those moves."""
    position, history = game.start(0), list[Move]()
    while position.turn not in (seat, None):
        history.append(position.moves[0])
        position = position.after(history[-1])
    return position, history


def own_path(game: Game, name: str) -> Path:
    """Where a game would keep knowledge of its own under a name."""
    return folder_of(game) / "knowledge" / name


def own_files(game: Game, suffix: str) -> list[Path]:
    """The knowledge that comes with a game, in the tongue of a school."""
    return sorted(own_path(game, "").glob(f"*{suffix}"))


def version_path(path: Path, digest: str) -> Path:
    """Where a shelf keeps a text as it once was, for the games that were begun with it."""
    return path.parent / VERSIONS / f"{digest}-{path.name}"


def checked_name(name: str, suffix: str) -> str:
    """A name knowledge may be kept under; raises `BadInput`."""
    if not _NAME.fullmatch(name) or not name.endswith(suffix):
        raise BadInput("minds.written.bad_name", name=name, suffix=suffix)
    return name


def read_knowledge(path: Path) -> Knowledge:
    """Knowledge from its file; raises `BadInput`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput("minds.written.unreadable", path=str(path), reason=error.strerror or "") from None
    if len(data) > _LARGEST:
        raise BadInput("minds.written.too_large", path=str(path), most=_LARGEST >> 10)
    try:
        name = path.name.partition("-")[2] if path.parent.name == VERSIONS else path.name
        return Knowledge(name, data.decode("utf-8-sig"))  # some editors put a mark before the text
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput("minds.written.not_text", path=str(path), line=line) from None
