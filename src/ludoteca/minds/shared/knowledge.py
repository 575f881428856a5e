"""Minds that play by a knowledge file, a program in the language of their school.

A mind's name can give the file, as in ``prolog:file=mine.pl``. By default it is a file of the game: the one for
the seat, such as `knowledge/blocker.asl`, or else `knowledge/player`; the name of another file that ships with the
game is enough where no such file lies in the working folder (``prolog:file=distilled.pl``). It may include other files
of its folder (`linking.py`).
If `LUDOTECA_KNOWLEDGE` names a folder, files are read only from there, in a subfolder with the game's name. The lab
sets it, so that a request can name no other file of the machine. In a class each member has a shelf, a subfolder with
folders for the games, and the name says whose: ``prolog:file=0123456789/mine.pl``. These files are written by others:
root plays by them only in bubblewrap, or if `LUDOTECA_TRUST_KNOWLEDGE` is set.
"""

from __future__ import annotations

import hashlib
import os
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Protocol, TypeVar

from ludoteca.child.errors import ChildError
from ludoteca.child.sandbox import is_root_without_bubblewrap
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.explanation import Source, cut_to_limits, shortened
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option
from ludoteca.games import folder_of
from ludoteca.minds.shared.linking import IncludeSyntax, Section, link, with_sources

KNOWLEDGE_FOLDER = "LUDOTECA_KNOWLEDGE"
TRUST = "LUDOTECA_TRUST_KNOWLEDGE"
VERSIONS = ".versions"
FILE = Option("file", str, None, about="minds.knowledge.file")
DIGEST = Option("digest", str, None, about="minds.knowledge.digest")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\.[a-z]{1,4}")
_SHELF = re.compile(r"[0-9a-f]{10}")
_DIGEST = re.compile(r"[0-9a-f]{8}")
_MAX_BYTES = 1 << 20
_TRIAL_SECONDS = 5.0
_LONGEST_COMMENT = 300  # characters in a trace
_LONGEST_TEXT = 500  # characters of an engine's error in a message


_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning about knowledge, with its line in the text (0: no single line)."""

    line: int
    message: Message
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A knowledge file, linked with the files that it includes: its name, and the text of all.

    `sections` says which file each line comes from, `files` has the text of each, the main file first; both are empty
    for a file that includes none. Lines are lines of the linked text, unless they stand in a `Source`.
    """

    name: str
    text: str
    sections: tuple[Section, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    problems: tuple[Diagnostic, ...] = field(default=(), compare=False)

    @property
    def digest(self) -> str:
        """A short hash of the text, or of all files with the names of those that are included."""
        parts = [part for file in self.files for part in file][1:] if len(self.files) > 1 else [self.text]
        return hashlib.blake2b("\0".join(parts).encode(), digest_size=4).hexdigest()

    @property
    def texts(self) -> Mapping[str, str]:
        """The text of each file by its name."""
        return dict(self.files) or {self.name: self.text}

    def source(self, line: int) -> Source | None:
        """The file and the line there of a line; None for line 0."""
        if line <= 0:
            return None
        before = 0
        for section in self.sections:
            if line <= before + section.count:
                return Source(section.file, section.first + line - before - 1)
            before += section.count
        return Source(self.name, line - before + len(self.texts[self.name].split("\n")) if self.sections else line)

    def line_of(self, source: Source) -> int:
        """The line that a source names; 0 if no file has it."""
        before = 0
        for section in self.sections or (Section(self.name, 1, self.text.count("\n") + 1),):
            if source.file == section.file and 0 <= source.line - section.first < section.count:
                return before + source.line - section.first + 1
            before += section.count
        return 0

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of the text as characters of the file that they come from."""
        source = self.source(self.text.count("\n", 0, start) + 1)
        if not self.sections or source is None:
            return start, end
        begin = self.text.rfind("\n", 0, start) + 1
        there = sum(len(line) + 1 for line in self.texts[source.file].split("\n")[: source.line - 1])
        return start - begin + there, end - begin + there

    def in_files(self, value: _Value) -> _Value:
        """A value whose sources name lines of the text, with the files and lines they come from."""
        return with_sources(value, lambda source: self.source(source.line) or source) if self.sections else value

    def in_text(self, value: _Value) -> _Value:
        """A value whose sources name files, with lines of the text; 0 for those that the files have not."""
        if not self.sections:
            return value
        known = self.texts
        return with_sources(
            value, lambda source: Source(self.name, self.line_of(source)) if source.file in known else source
        )

    def comment_above(self, line: int, sign: str) -> str | None:
        """The comment lines directly above a line, joined and shortened; None without any. `sign` starts a comment."""
        words: list[str] = []
        lines = self.text.split("\n")
        while line >= 2 and line - 2 < len(lines) and lines[line - 2].startswith(sign):
            words.insert(0, lines[line - 2].lstrip(sign).strip())
            line -= 1
        return shortened(" ".join(word for word in words if word), _LONGEST_COMMENT) or None


class BadKnowledge(LudotecaError):
    """The error for knowledge that cannot be loaded or that fails at run time; its message is the first diagnostic."""

    def __init__(self, knowledge: Knowledge, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(map(shortened_diagnostic, diagnostics))
        first = self.diagnostics[0]
        source = knowledge.source(first.line) or Source(knowledge.name, 0)
        where = "minds.knowledge.at_line" if source.line else "minds.knowledge.somewhere"
        args: dict[str, Argument] = {"file": source.file, "line": source.line, "what": quoted(first.message)}
        for hint in self.diagnostics[1:]:
            at = knowledge.source(hint.line)
            if hint.warning and at is not None and at.file == source.file:
                # A warning often shows the cause of the error.
                super().__init__(f"{where}_also", **args, also=quoted(hint.message), at=at.line)
                return
        super().__init__(where, **args)


def shortened_diagnostic(diagnostic: Diagnostic) -> Diagnostic:
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
    """The result of a trial of knowledge: diagnostics, its choice unless there are errors, what it printed."""

    diagnostics: tuple[Diagnostic, ...]
    choice: Choice | None
    printed: str = ""


@dataclass(frozen=True, slots=True)
class TrialTurn:
    """A turn to try knowledge in: the position as its seat sees it, the moves before it, the seed of its player."""

    position: Position
    history: Sequence[Move] = ()
    seed: int = 0

    @property
    def seat(self) -> int:
        assert self.position.turn is not None
        return self.position.turn


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
    include_syntax: ClassVar[IncludeSyntax | None] = None  # how its files include others

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
        return self.knowledge(game, seat).texts

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
        path, wanted = self.path(game, seat), self.values["digest"]
        knowledge = self.linked(read_knowledge(path), path.parent)
        if knowledge.problems:
            error = BadKnowledge(knowledge, knowledge.problems).message
            raise BadInput(error.key, **error.args)
        if wanted is not None and wanted != knowledge.digest:
            raise BadInput("minds.knowledge.changed", file=knowledge.name, wanted=str(wanted), found=knowledge.digest)
        return knowledge

    @classmethod
    def linked(cls, knowledge: Knowledge, folder: Path, changed: Mapping[str, str] | None = None) -> Knowledge:
        """Knowledge with the files of a folder that it includes; `changed` are texts that are not saved yet."""
        syntax = cls.include_syntax
        if syntax is None or next(syntax.includes(knowledge.text), None) is None:
            return knowledge
        read = partial(_read_beside, folder, cls.suffix, changed or {})
        found = link(knowledge.name, knowledge.text, cls.suffix, syntax, read)
        if len(found.files) == 1 and not found.problems and syntax.modules:
            return knowledge
        problems = tuple(Diagnostic(line, message) for line, message in found.problems)
        text = "\n".join(found.lines)
        return Knowledge(knowledge.name, text, tuple(found.sections), tuple(found.files.items()), problems)

    def path(self, game: Game, seat: int = 0) -> Path:
        """The path of the knowledge file for a seat; raises `BadInput` when there is none."""
        given, stored = self.values["file"], bool(os.environ.get(KNOWLEDGE_FOLDER))
        if given is None:
            for name in (game.seats[seat], "player"):
                path = shipped_path(game, f"{name}{self.suffix}")
                if path.is_file():
                    return path
            raise BadInput("minds.knowledge.none", game=game.name, suffix=self.suffix)
        shipped = shipped_path(game, str(given))
        if shipped in shipped_files(game, self.suffix) and (stored or not Path(str(given)).is_file()):
            return shipped
        path = self._stored_path(game, str(given)) if stored else Path(str(given))
        if not path.is_file():
            raise BadInput("minds.knowledge.folder" if path.is_dir() else "minds.knowledge.no_file", path=str(given))
        return path

    def _stored_path(self, game: Game, name: str) -> Path:
        """The path of a file in the knowledge folder, in the version of the digest if that was kept."""
        refuse_untrusted()
        shelf, _, plain = name.rpartition("/")
        path = stored_path(game, name, self.suffix)
        digest = str(self.values["digest"])
        kept = (version_path(path, digest), linked_version_path(path, digest))
        found = next((version for version in kept if _DIGEST.fullmatch(digest) and version.is_file()), path)
        if shelf and found.resolve().parent != found.parent.resolve():
            raise BadInput("minds.knowledge.include.link", file=plain)
        return found

    def trial(self, game: Game, knowledge: Knowledge, turn: TrialTurn | None = None) -> Trial:
        """The result of one choice by knowledge in a turn, by default the first of the first seat."""
        turn = turn or first_turn(game)
        try:
            player = self.make_player(game, turn.seat, turn.seed, knowledge)
        except BadKnowledge as error:
            return Trial(error.diagnostics, None)
        except ChildError as error:
            return Trial((Diagnostic(0, error.message),), None)
        try:
            return replace(_tried(player, turn), printed=printed_by(player))
        finally:
            player.close()


def _tried(player: Player, turn: TrialTurn) -> Trial:
    """The choice of a player, or what is wrong with its knowledge."""
    warnings: tuple[Diagnostic, ...] = getattr(player, "warnings", ())
    try:
        choice = player.choose(turn.position, turn.history, Clock(_TRIAL_SECONDS))
    except BadKnowledge as error:
        return Trial((*error.diagnostics, *(w for w in warnings if w not in error.diagnostics)), None)
    except ChildError as error:
        return Trial((Diagnostic(0, error.message), *warnings), None)
    return Trial(warnings, replace(choice, why=cut_to_limits(choice.why)))


def printed_by(player: Player) -> str:
    """What the knowledge of a player has printed."""
    take = getattr(player, "printed", None)
    return "" if take is None else str(take())


def refuse_untrusted() -> None:
    """Raise `BadInput` where knowledge that others write must not be played by: as root, without bubblewrap."""
    if is_root_without_bubblewrap() and not os.environ.get(TRUST):
        raise BadInput("minds.knowledge.untrusted")


def first_turn(game: Game, seat: int = 0) -> TrialTurn:
    """The first turn of a seat if the others play their first legal move."""
    position, history = game.start(0), list[Move]()
    while position.turn not in (seat, None):
        history.append(position.moves[0])
        position = position.after(history[-1])
    return TrialTurn(position.seen_by(seat, 0), history)


def shipped_path(game: Game, name: str) -> Path:
    """The path of a knowledge file that ships with a game."""
    return folder_of(game) / "knowledge" / name


def shipped_files(game: Game, suffix: str) -> list[Path]:
    """The knowledge files with a suffix that ship with a game."""
    return sorted(shipped_path(game, "").glob(f"*{suffix}"))


def version_path(path: Path, digest: str) -> Path:
    """The path of a kept version of a knowledge file, for games that started with it."""
    return path.parent / VERSIONS / f"{digest}-{path.name}"


def linked_version_path(path: Path, digest: str) -> Path:
    """The path of a kept version of a knowledge file that includes others; they lie beside it."""
    return path.parent / VERSIONS / digest / path.name


def stored_path(game: Game, name: str, suffix: str) -> Path:
    """Where the knowledge folder has a file, on the shelf that its name begins with, if any; raises `BadInput`."""
    shelf, _, plain = name.rpartition("/")
    if shelf and not _SHELF.fullmatch(shelf):
        raise BadInput("minds.knowledge.bad_name", name=name, suffix=suffix)
    return Path(os.environ[KNOWLEDGE_FOLDER], shelf, game.name, valid_name(plain, suffix))


def valid_name(name: str, suffix: str) -> str:
    """The name itself if it is valid for a knowledge file; raises `BadInput`."""
    if not is_plain_name(name, suffix):
        raise BadInput("minds.knowledge.bad_name", name=name, suffix=suffix)
    return name


def is_plain_name(name: str, suffix: str) -> bool:
    """Whether a name is one of a knowledge file with a suffix, without a path."""
    return _NAME.fullmatch(name) is not None and name.endswith(suffix)


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


def _read_beside(folder: Path, suffix: str, changed: Mapping[str, str], name: str) -> str:
    """The text of a file that another one of a folder includes; raises `BadInput` and `FileNotFoundError`."""
    if not is_plain_name(name, suffix):
        raise BadInput("minds.knowledge.include.bad_name", name=name, suffix=suffix)
    if name in changed:
        return changed[name]
    path = folder / name
    if not path.is_file():
        raise FileNotFoundError(name)
    if path.resolve().parent != folder.resolve():
        raise BadInput("minds.knowledge.include.link", file=name)
    try:
        return read_knowledge(path).text
    except BadInput as error:
        # The path of the machine is not the writer's business.
        raise BadInput(error.message.key, **{**error.message.args, "path": name}) from None
