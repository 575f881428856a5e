"""The interfaces of a mind: `Mind`, a school with its parameters, and `Player`, a mind at one seat of one game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.execution import Execution
from ludoteca.core.explanation import Explanation
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.options import Option, Value, read_settings
from ludoteca.core.society import Society


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its reason."""

    move: Move
    why: Explanation


class TakeBack(Exception):
    """A person takes back the last move."""


class Resigned(LudotecaError):
    """A person resigns."""


Role = Literal["opponent", "exhibition", "adviser"]
"""What a mind is suggested for: to play against, to be watched against itself, to be asked for a hint."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rank among the schools that suit a role, the greatest first, and the parameters to play it with."""

    rank: int
    parameters: str = ""


class Player(ABC):
    """A mind at one seat of one game; it may keep a search tree, beliefs or a child process between moves."""

    @abstractmethod
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        """The choice for the seat to move. A history that does not continue the last one means: start afresh."""

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        """The same choice, with the reason against a legal move among those against rejected ones.

        It is asked of a player made for the question, which may look deeper at the move than it did to choose. There is
        no reason against the move that is chosen. By default the explanation of the choice is the answer.
        """
        return self.choose(position, history, clock)

    def execution(self, position: Position, history: Sequence[Move], clock: Clock, first: int = 0) -> Execution:
        """How its program chooses, step by step, recorded from step `first` on; of a school that has a `stepper`.

        It is asked of a player made for the question.
        """
        raise BadInput("core.no_stepper")

    def close(self) -> None:
        """Release what was kept for the game."""


class AnsweringPlayer(Player):
    """A player that chooses and says why not in one way: `answer` does both."""

    @abstractmethod
    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The choice; with the reason against a move, if it is asked about one."""

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        return self.answer(position, history, clock, None)

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        return self.answer(position, history, clock, move)


class Mind(ABC):
    """A school with its parameters set. `join` is the one method a subclass must have."""

    parameters: ClassVar[tuple[Option, ...]] = ()
    limits: ClassVar[tuple[str, ...]] = ()  # parameters that change no choice as long as they are not reached
    at_terminal: ClassVar[bool] = False  # it reads the terminal, so it runs in this process
    slow_to_join: ClassVar[bool] = False  # a player of it starts a process
    stepper: ClassVar[str | None] = None  # the kind of trace that draws its executions, if they can be stepped through

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = values

    def reached_limits(self, efforts: Sequence[int]) -> Collection[str]:
        """Those of its `limits` that some choices reached, by their efforts: another value gives other efforts."""
        return ()

    @property
    def timed(self) -> bool:
        """Whether its budget is time: then a replay repeats the effort it recorded."""
        return False

    @classmethod
    def with_defaults(cls) -> Self:
        """The mind with default parameters."""
        return cls({option.name: option.default for option in cls.parameters})

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion | None:
        """How well the school suits a role in a game, with parameters for it; None when it should not be suggested."""
        return None

    @classmethod
    def society(cls, game: Game, files: Sequence[str | None], seed: int, seconds: float) -> Society | None:
        """Agents of the school that play a game together, one a seat; None for a school without societies.

        `files` are their programs by seat, None for the game's own; raises `BadInput`.
        """
        return None

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        """Parameters that make it quick in a game, for the conformance exam."""
        return {}

    @classmethod
    def missing(cls) -> Message | None:
        """What this machine lacks for the school to play; None when it lacks nothing."""
        return None

    def refuses(self, game: Game) -> Message | None:
        """Why this mind cannot play that game; None when it can."""
        return None

    def pins(self, game: Game) -> Mapping[str, str]:
        """Further parameters that fix what the mind's name means, such as the digest of a file."""
        return {}

    def sources(self, game: Game, seat: int) -> Mapping[str, str]:
        """The files that its reasons may name, with their texts; raises `BadInput`."""
        return {}

    def prepare(self, game: Game) -> None:
        """Do what takes long the first time, such as compiling."""

    @abstractmethod
    def join(self, game: Game, seat: int, seed: int) -> Player:
        """Make a player for a seat; all its chance comes from the seed."""


@dataclass(frozen=True, slots=True)
class MindName:
    """A mind's name as people write it: a school, and parameters.

    >>> MindName.read("minimax:depth=3,seconds=1")
    MindName(school='minimax', settings={'depth': '3', 'seconds': '1'})
    >>> print(MindName.read("random"))
    random
    """

    school: str
    settings: Mapping[str, str]

    @classmethod
    def read(cls, text: str) -> MindName:
        school, colon, rest = text.strip().partition(":")
        if not school or (colon and not rest):
            raise BadInput("core.mind_name", given=text)
        return cls(school, read_settings(rest.split(",")) if rest else {})

    def __str__(self) -> str:
        settings = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.school}:{settings}" if settings else self.school
