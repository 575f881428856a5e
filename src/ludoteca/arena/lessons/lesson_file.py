"""Lessons as Markdown files: the text people read, and blocks of code with a second word that says what they are.

A block with the words ``toml lesson`` holds the title, the hints and the tasks; the block ``start`` is the text that
the editor begins with, ``answer`` the model answer. Other second words name blocks that tasks use, such as the `domain`
and the `problem` of a plan; they are shown with the text. Lines of a `<details>` element are left out of
the text, so that the answer can be folded where the file is read elsewhere.

A translation is a file of the same name with the language before the suffix, `NAME.es.md`. It has texts, title and
hints, and no tasks: these are the same.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludoteca.arena.lessons import kinds
from ludoteca.arena.lessons.task import Setting, Task
from ludoteca.core.errors import BadInput, LudotecaError, no_such
from ludoteca.core.i18n import LANGUAGES, Message, quoted
from ludoteca.core.resources import resource
from ludoteca.games import load_game
from ludoteca.minds.schools import school
from ludoteca.minds.shared.knowledge import KnowledgeMind

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_FENCE = re.compile(r"^```(?P<language>\w+)(?:[ \t]+(?P<role>[\w-]+))?[ \t]*\n(?P<text>.*?)^```[ \t]*$", re.M | re.S)
_FOLDING = re.compile(r"^[ \t]*</?(?:details|summary)\b.*\n?", re.M)
_HEADING = re.compile(r"\A\s*# .*\n")
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_HIDDEN = ("lesson", "start", "answer")
_LARGEST = 1 << 18  # bytes of a file

_Setting = int | float | bool | str
_Model = TypeVar("_Model", bound=BaseModel)


class BrokenLesson(BadInput):
    """A lesson that cannot be read, with file and line."""

    def __init__(self, path: Path, line: int, what: Message) -> None:
        self.path, self.line, self.what = path, line, what
        super().__init__("arena.lessons.broken", file=str(path), line=line, what=quoted(what))

    @property
    def name(self) -> str:
        """The name of the lesson, also if the file is a translation."""
        return self.path.name.partition(".")[0]


class _Texts(BaseModel):
    """What a lesson says in one language, besides its text."""

    model_config = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1, max_length=100)]
    subject: Annotated[str, Field(min_length=1, max_length=60)]
    hints: tuple[str, ...] = ()


class _Header(_Texts):
    """The block that makes a Markdown file a lesson."""

    language: Literal["en", "es"] = "en"
    order: int = 1000
    minutes: Annotated[int, Field(ge=1, le=600)] = 10
    school: str | None = None
    game: str | None = None
    options: dict[str, _Setting] = Field(default_factory=dict)
    task: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class LessonText:
    """A lesson in one language: Markdown, the text to begin with, the model answer, and all blocks with a name."""

    title: str
    subject: str
    hints: tuple[str, ...]
    markdown: str
    start: str
    answer: str
    blocks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its texts by language, its game and its tasks. `file` is the name of the answer's file."""

    name: str
    path: Path
    order: int
    minutes: int
    school: str | None
    tasks: tuple[Task, ...]
    setting: Setting
    language: str
    texts: Mapping[str, LessonText]
    file: str

    def text(self, language: str) -> LessonText:
        """The lesson in a language, or in its own."""
        return self.texts.get(language) or self.texts[self.language]

    @property
    def answers(self) -> str:
        """What is written: a mind, another text, or values for fields."""
        return self.tasks[0].answers


@dataclass(frozen=True, slots=True)
class _Block:
    role: str
    line: int  # of its first line of text
    text: str


@cache
def task_kinds() -> Mapping[str, type[Task]]:
    """The kinds of task by name: the modules of `kinds`."""
    names = sorted(module.name for module in pkgutil.iter_modules(kinds.__path__))
    return {name: importlib.import_module(f"{kinds.__name__}.{name}").KIND for name in names}


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file, with its translations; raises `BrokenLesson` with the line."""
    name = path.stem
    if not _NAME.fullmatch(name):
        raise BrokenLesson(path, 1, Message("arena.lessons.file.name", {"name": name}))
    text, blocks = _read(path)
    block = blocks["lesson"]
    header = _validated(_Header, path, block)
    shown: dict[str, LessonText] = {header.language: _texts(path, header, text, blocks)}
    for language in LANGUAGES:
        translated = path.with_name(f"{name}.{language}.md")
        if language != header.language and resource(translated).is_file():
            shown[language] = _translation(translated, shown[header.language])
    own = shown[header.language]
    try:
        game = None if header.game is None else load_game(header.game, header.options)
        suffix = _suffix(header.school)
    except LudotecaError as error:
        raise BrokenLesson(path, _line_of(block, ()), error.message) from None
    setting = Setting(game, own.blocks, own.answer)
    tasks = tuple(_task(path, block, number, data, setting) for number, data in enumerate(header.task))
    if len({(task.answers, task.suffix) for task in tasks}) > 1:
        raise BrokenLesson(path, block.line, Message("arena.lessons.file.mixed"))
    if tasks[0].answers == "mind" and suffix is None:
        raise BrokenLesson(path, block.line, Message("arena.lessons.file.no_school"))
    file = f"lesson-{name}{tasks[0].suffix or suffix}"
    return Lesson(name, path, header.order, header.minutes, header.school, tasks, setting, header.language, shown, file)


def _suffix(name: str | None) -> str | None:
    """The suffix of the files of a school; raises `BadInput` for a school whose minds have none."""
    if name is None:
        return None
    kind = school(name)
    if not issubclass(kind, KnowledgeMind):
        raise BadInput("arena.lessons.file.no_files", school=name)
    return kind.suffix


def _task(path: Path, block: _Block, number: int, data: dict[str, Any], setting: Setting) -> Task:
    where, known = ("task", number), task_kinds()
    kind = str(data.get("kind"))
    if kind not in known:
        error = no_such("arena.lessons.kind", kind, known)
        raise BrokenLesson(path, _line_of(block, (*where, "kind")), error.message)
    try:
        task = known[kind].model_validate(data)
        task.examine(setting)
    except ValidationError as error:
        raise _invalid(path, block, error, where) from None
    except LudotecaError as error:
        raise BrokenLesson(path, _line_of(block, where), error.message) from None
    return task


def _read(path: Path) -> tuple[str, dict[str, _Block]]:
    """The text of a file and its blocks that have a name; there is one with the lesson."""
    try:
        data = resource(path).read_bytes()
        if len(data) > _LARGEST:
            raise BrokenLesson(path, 1, Message("arena.lessons.file.too_large", {"most": _LARGEST >> 10}))
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BrokenLesson(path, line, Message("arena.lessons.file.not_text")) from None
    except OSError as error:
        reason = {"reason": error.strerror or ""}
        raise BrokenLesson(path, 1, Message("arena.lessons.file.unreadable", reason)) from None
    found: dict[str, _Block] = {}
    for fence in _FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 1
        role = fence["role"]
        if role is None:
            continue
        if role in found:
            raise BrokenLesson(path, line, Message("arena.lessons.file.twice", {"name": role}))
        found[role] = _Block(role, line + 1, fence["text"])
    if "lesson" not in found:
        raise BrokenLesson(path, 1, Message("arena.lessons.file.no_lesson"))
    return text, found


def _texts(path: Path, said: _Texts, text: str, blocks: Mapping[str, _Block]) -> LessonText:
    for role in ("start", "answer"):
        if role not in blocks:
            raise BrokenLesson(path, blocks["lesson"].line, Message("arena.lessons.file.no_block", {"name": role}))
    shown = _FENCE.sub(lambda fence: "" if fence["role"] in _HIDDEN else fence[0], text)
    markdown = re.sub(r"\n{3,}", "\n\n", _FOLDING.sub("", _HEADING.sub("", shown))).strip() + "\n"
    named = {role: block.text for role, block in blocks.items() if role not in _HIDDEN}
    return LessonText(
        said.title, said.subject, said.hints, markdown, blocks["start"].text, blocks["answer"].text, named
    )


def _translation(path: Path, own: LessonText) -> LessonText:
    """A translation; what its tasks use are the blocks of the lesson itself."""
    text, blocks = _read(path)
    header = _validated(_Texts, path, blocks["lesson"])
    if len(header.hints) != len(own.hints):
        args = {"given": len(header.hints), "wanted": len(own.hints)}
        raise BrokenLesson(path, blocks["lesson"].line, Message("arena.lessons.file.hints", args))
    return replace(_texts(path, header, text, blocks), blocks=own.blocks)


def _validated(model: type[_Model], path: Path, block: _Block) -> _Model:
    try:
        return model.model_validate(tomllib.loads(block.text))
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        line = block.line + (int(at[1]) - 1 if at is not None and at[1] else block.text.count("\n") - 1)
        what = {"what": _AT_LINE.sub("", str(error))}
        raise BrokenLesson(path, line, Message("arena.lessons.file.toml", what)) from None
    except ValidationError as error:
        raise _invalid(path, block, error, ()) from None


def _invalid(path: Path, block: _Block, error: ValidationError, where: Sequence[str | int]) -> BrokenLesson:
    first = error.errors()[0]
    place = (*where, *first["loc"])
    args = {"field": ".".join(map(str, place)), "what": first["msg"]}
    key = {"missing": "missing", "extra_forbidden": "unknown"}.get(first["type"], "field")
    return BrokenLesson(path, _line_of(block, place), Message(f"arena.lessons.file.{key}", args))


def _line_of(block: _Block, place: Sequence[str | int]) -> int:
    """The line of a field: where its table begins, or where it is set in it; else the first of the block."""
    lines = block.text.splitlines()
    start = 0
    if len(place) > 1 and isinstance(place[1], int):
        tables = [number for number, line in enumerate(lines) if line.strip() == f"[[{place[0]}]]"]
        start, place = tables[place[1]] if place[1] < len(tables) else 0, place[2:]
    name = re.escape(str(place[0])) if place else "$^"
    found = (number for number, line in enumerate(lines[start:], start) if re.match(rf"\s*{name}\s*=", line))
    return block.line + next(found, start)
