"""Tasks of lessons: what a kind of task defines, and what a check of an answer finds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.options import Option, Value

Answers = Literal["mind", "text", "fields"]
"""What is written for a task: the program of a mind, another text, or values for fields."""

MOST_FAILURES = 5  # that are shown


class Stopped(Exception):
    """The check was stopped."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a lesson gives its tasks: the game with its options, the blocks of its text by name, the model answer."""

    game: Game | None
    blocks: Mapping[str, str]
    answer: str

    @property
    def board_game(self) -> Game:
        """The game; raises `BadInput` when the lesson has none."""
        if self.game is None:
            raise BadInput("arena.lessons.no_game")
        return self.game


@dataclass(frozen=True, slots=True)
class Field:
    """A field to fill in: a value like an option's, or one of the legal moves of a position."""

    name: str
    option: Option | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Something wrong with an answer: a sentence, the position where it happened, and the move that was chosen."""

    sentence: Message
    position: Position | None = None
    move: Move | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the check of one task found. `left_out` is the number of failures that are not listed."""

    passed: bool
    sentence: Message
    failures: tuple[Failure, ...] = ()
    left_out: int = 0

    @classmethod
    def of(cls, sentence: Message, failures: list[Failure], passed: bool | None = None) -> Outcome:
        """An outcome that is passed without failures, unless it is told."""
        shown = tuple(failures[:MOST_FAILURES])
        return cls(not failures if passed is None else passed, sentence, shown, len(failures) - len(shown))


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer to a lesson: its text, the name of the mind that plays by it, the values of fields.

    `step` is called after each part of the check; `stopped` says that it is to end.
    """

    text: str
    mind: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    step: Callable[[], None] = lambda: None
    stopped: Callable[[], bool] = lambda: False

    def go_on(self) -> None:
        """Raise `Stopped` if the check is to end."""
        if self.stopped():
            raise Stopped


class Task(BaseModel, ABC):
    """A kind of task; its fields are those of a lesson's `[[task]]`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    answers: ClassVar[Answers] = "mind"
    suffix: ClassVar[str] = ""  # of the answer's file; minds have that of their school

    kind: str

    def examine(self, setting: Setting) -> None:
        """Raise `BadInput` for a task that cannot be set."""
        return

    @abstractmethod
    def sentence(self, setting: Setting) -> Message:
        """What is to be done."""

    @abstractmethod
    def steps(self, setting: Setting) -> int:
        """How many parts the check has."""

    @abstractmethod
    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        """What is wrong with an answer; raises `BadInput` for one that cannot be read, and `Stopped`."""

    def fields(self, setting: Setting) -> tuple[Field, ...]:
        """The fields that are filled in."""
        return ()

    def board(self, setting: Setting) -> Position | None:
        """The position that the task is about."""
        return None
