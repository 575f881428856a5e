"""Minds that play by a knowledge file, a program in the language of their school.

A mind's name can give the file, as in ``prolog:file=mine.pl``. By default it is a file of the game: the one for
the seat, such as `knowledge/blocker.asl`, or else `knowledge/player`.
If `LUDOTECA_KNOWLEDGE` names a folder, files are read only from there, in a subfolder with the game's name. The lab
sets it, so that a request can name no other file of the machine. These files are written by others: root plays by them
only in bubblewrap, or if `LUDOTECA_TRUST_KNOWLEDGE` is set.
"""

from __future__ import annotations

import hashlib
import os
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Protocol

from ludoteca.child import ChildError
from ludoteca.child.sandbox import is_root_without_bubblewrap
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.explanation import Source, cut_to_limits, shortened
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option
from ludoteca.games import folder_of

KNOWLEDGE_FOLDER = "LUDOTECA_KNOWLEDGE"
TRUST = "LUDOTECA_TRUST_KNOWLEDGE"
VERSIONS = ".versions"
FILE = Option("file", str, None, about="minds.knowledge.file")
DIGEST = Option("digest", str, None, about="minds.knowledge.digest")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\.[a-z]{1,4}")
_DIGEST = re.compile(r"[0-9a-f]{8}")
_MAX_BYTES = 1 << 20
_TRIAL_SECONDS = 5.0
_LONGEST_COMMENT = 300  # characters in a trace
_LONGEST_TEXT = 500  # characters of an engine's error in a message


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A knowledge file: its name and its text."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """A short hash of the text."""
        return hashlib.blake2b(self.text.encode(), digest_size=4).hexdigest()

    def source(self, line: int) -> Source | None:
        """The reference to a line; None for line 0."""
        return Source(self.name, line) if line > 0 else None

    def comment_above(self, line: int, sign: str) -> str | None:
        """The comment lines directly above a line, joined and shortened; None without any. `sign` starts a comment."""
        words: list[str] = []
        lines = self.text.split("\n")
        while line >= 2 and line - 2 < len(lines) and lines[line - 2].startswith(sign):
            words.insert(0, lines[line - 2].lstrip(sign).strip())
            line -= 1
        return shortened(" ".join(word for word in words if word), _LONGEST_COMMENT) or None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning about a knowledge file, with its line (0: no single line)."""

    line: int
    message: Message
    warning: bool = False


class BadKnowledge(LudotecaError):
    """The error for knowledge that cannot be loaded or that fails at run time; its message is the first diagnostic."""

    def __init__(self, knowledge: Knowledge, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(map(_shortened, diagnostics))
        first = self.diagnostics[0]
        where = "minds.knowledge.at_line" if first.line else "minds.knowledge.somewhere"
        hints = [found for found in self.diagnostics[1:] if found.warning and found.line]
        if not hints:
            super().__init__(where, file=knowledge.name, line=first.line, what=quoted(first.message))
            return
        # A warning often shows the cause of the error.
        also, at = quoted(hints[0].message), hints[0].line
        super().__init__(
            f"{where}_also", file=knowledge.name, line=first.line, what=quoted(first.message), also=also, at=at
        )


def _shortened(diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic whose texts are short enough for a record."""
    args = {
        name: shortened(arg, _LONGEST_TEXT) if isinstance(arg, str) else arg
        for name, arg in diagnostic.message.args.items()
    }
    return replace(diagnostic, message=Message(diagnostic.message.key, args))


def raise_errors(knowledge: Knowledge, diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The warnings among diagnostics; raises `BadKnowledge` if there are errors."""
    warnings = tuple(found for found in diagnostics if found.warning)
    errors = [found for found in diagnostics if not found.warning]
    if errors:
        raise BadKnowledge(knowledge, [*errors, *warnings])
    return warnings


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a trial of knowledge: diagnostics, its first choice unless there are errors, what it printed."""

    diagnostics: tuple[Diagnostic, ...]
    choice: Choice | None
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Remarks:
    """What people should see beside the moves of a player: the warnings about its knowledge, and what it printed."""

    warnings: tuple[Message, ...] = ()
    printed: str = ""


def remarks_of(player: Player) -> Remarks:
    """All warnings about the knowledge of a player, and what it printed since the last call."""
    knowledge: Knowledge | None = getattr(player, "knowledge", None)
    if knowledge is None:
        return Remarks()
    found: tuple[Diagnostic, ...] = getattr(player, "warnings", ())
    args = [(each.line, quoted(_shortened(each).message)) for each in found]
    warnings = [Message("minds.knowledge.warning", {"file": knowledge.name, "line": n, "what": w}) for n, w in args]
    return Remarks(tuple(warnings), _printed(player))


class Checker(Protocol):
    """A process that checks one text after another."""

    @property
    def alive(self) -> bool: ...
    def check(self, knowledge: Knowledge, seconds: float) -> tuple[Diagnostic, ...]: ...
    def close(self) -> None: ...


class KnowledgeMind(Mind):
    """A mind that plays by a knowledge file. Subclasses define `make_player`."""

    parameters: ClassVar[tuple[Option, ...]] = (FILE, DIGEST)
    slow_to_join = True
    suffix: ClassVar[str]
    vocabulary: ClassVar[str] = "relations"  # how its files write a game's vocabulary: relations, templates or domain
    tutorial: ClassVar[str | None] = None  # a page of the documentation
    starter_text: ClassVar[str]  # the smallest program that plays

    @classmethod
    def starter_text_for(cls, game: Game) -> str:
        """The text of a new file for a game."""
        return cls.starter_text

    def refuses(self, game: Game) -> Message | None:
        try:
            self.knowledge(game)
        except BadInput as error:
            return error.message
        return self.missing()

    def pins(self, game: Game) -> Mapping[str, str]:
        """The digest of the given file, so that a recorded name refers to this version of the file."""
        return {} if self.values["file"] is None else {"digest": self.knowledge(game).digest}

    def sources(self, game: Game, seat: int) -> Mapping[str, str]:
        knowledge = self.knowledge(game, seat)
        return {knowledge.name: knowledge.text}

    @abstractmethod
    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        """A player that plays by the knowledge; raises `BadKnowledge`."""

    @abstractmethod
    def make_checker(self, game: Game) -> Checker:
        """A process that checks files for a game; raises `BadInput` if the school cannot play it."""

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return self.make_player(game, seat, seed, self.knowledge(game, seat))

    def knowledge(self, game: Game, seat: int = 0) -> Knowledge:
        """The knowledge for a seat; raises `BadInput`."""
        knowledge, wanted = read_knowledge(self.path(game, seat)), self.values["digest"]
        if wanted is not None and wanted != knowledge.digest:
            raise BadInput("minds.knowledge.changed", file=knowledge.name, wanted=str(wanted), found=knowledge.digest)
        return knowledge

    def path(self, game: Game, seat: int = 0) -> Path:
        """The path of the knowledge file for a seat; raises `BadInput` when there is none."""
        given, stored = self.values["file"], bool(os.environ.get(KNOWLEDGE_FOLDER))
        if given is None:
            for name in (game.seats[seat], "player"):
                path = shipped_path(game, f"{name}{self.suffix}")
                if path.is_file():
                    return path
            raise BadInput("minds.knowledge.none", game=game.name, suffix=self.suffix)
        if stored and shipped_path(game, str(given)) in shipped_files(game, self.suffix):
            return shipped_path(game, str(given))
        path = self._stored_path(game, str(given)) if stored else Path(str(given))
        if not path.is_file():
            raise BadInput("minds.knowledge.folder" if path.is_dir() else "minds.knowledge.no_file", path=str(given))
        return path

    def _stored_path(self, game: Game, name: str) -> Path:
        """The path of a file in the knowledge folder, in the version of the digest if that was kept."""
        refuse_untrusted()
        path = Path(os.environ[KNOWLEDGE_FOLDER]) / game.name / valid_name(name, self.suffix)
        digest = str(self.values["digest"])
        version = version_path(path, digest)
        return version if _DIGEST.fullmatch(digest) and version.is_file() else path

    def trial(self, game: Game, knowledge: Knowledge, seat: int = 0) -> Trial:
        """The result of one choice by knowledge, in the first position of a game where the seat is to move."""
        try:
            player = self.make_player(game, seat, 0, knowledge)
        except BadKnowledge as error:
            return Trial(error.diagnostics, None)
        except ChildError as error:
            return Trial((Diagnostic(0, error.message),), None)
        try:
            return replace(_tried(player, game, seat), printed=_printed(player))
        finally:
            player.close()


def _tried(player: Player, game: Game, seat: int) -> Trial:
    """The first choice of a player, or what is wrong with its knowledge."""
    warnings: tuple[Diagnostic, ...] = getattr(player, "warnings", ())
    position, history = _first_turn(game, seat)
    try:
        choice = player.choose(position.seen_by(seat, 0), history, Clock(_TRIAL_SECONDS))
    except BadKnowledge as error:
        return Trial((*error.diagnostics, *(w for w in warnings if w not in error.diagnostics)), None)
    except ChildError as error:
        return Trial((Diagnostic(0, error.message), *warnings), None)
    return Trial(warnings, replace(choice, why=cut_to_limits(choice.why)))


def _printed(player: Player) -> str:
    """What the knowledge of a player has printed."""
    take = getattr(player, "printed", None)
    return "" if take is None else str(take())


def refuse_untrusted() -> None:
    """Raise `BadInput` where knowledge that others write must not be played by: as root, without bubblewrap."""
    if is_root_without_bubblewrap() and not os.environ.get(TRUST):
        raise BadInput("minds.knowledge.untrusted")


def _first_turn(game: Game, seat: int) -> tuple[Position, list[Move]]:
    """The first position in which a seat moves if the others play their first legal move, and the moves before it."""
    position, history = game.start(0), list[Move]()
    while position.turn not in (seat, None):
        history.append(position.moves[0])
        position = position.after(history[-1])
    return position, history


def shipped_path(game: Game, name: str) -> Path:
    """The path of a knowledge file that ships with a game."""
    return folder_of(game) / "knowledge" / name


def shipped_files(game: Game, suffix: str) -> list[Path]:
    """The knowledge files with a suffix that ship with a game."""
    return sorted(shipped_path(game, "").glob(f"*{suffix}"))


def version_path(path: Path, digest: str) -> Path:
    """The path of a kept version of a knowledge file, for games that started with it."""
    return path.parent / VERSIONS / f"{digest}-{path.name}"


def valid_name(name: str, suffix: str) -> str:
    """The name itself if it is valid for a knowledge file; raises `BadInput`."""
    if not _NAME.fullmatch(name) or not name.endswith(suffix):
        raise BadInput("minds.knowledge.bad_name", name=name, suffix=suffix)
    return name


def read_knowledge(path: Path) -> Knowledge:
    """The knowledge in a file; raises `BadInput`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput("minds.knowledge.unreadable", path=str(path), reason=error.strerror or "") from None
    if len(data) > _MAX_BYTES:
        raise BadInput("minds.knowledge.too_large", path=str(path), most=_MAX_BYTES >> 10)
    try:
        name = path.name.partition("-")[2] if path.parent.name == VERSIONS else path.name
        return Knowledge(name, data.decode("utf-8-sig"))  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput("minds.knowledge.not_text", path=str(path), line=line) from None
