"""A mind plays. It is a school with its parameters; a player is a mind at one seat of one game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.explanation import Explanation
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.options import Option, Value, read_settings


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its reason."""

    move: Move
    why: Explanation


class TakeBack(Exception):
    """A person wants the last own move back."""


class Resigned(LudotecaError):
    """A person gives up."""


Role = Literal["opponent", "exhibition", "adviser"]
"""What a mind is suggested for: to play against, to be watched against itself, to be asked for a hint."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rank among the schools that suit a role, the greatest first, and the parameters to play it with."""

    rank: int
    parameters: str = ""


class Player(ABC):
    """One seat in one game: keeps its tree, its beliefs, its child process."""

    @abstractmethod
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        """A move for the seat to move. A history that does not go on from the last one means: build anew."""

    def close(self) -> None:
        """The game is over: let go of what was kept for it."""


class Mind(ABC):
    """A school with its parameters set. Found by its folder; `join` is the one method it must have."""

    parameters: ClassVar[tuple[Option, ...]] = ()
    at_terminal: ClassVar[bool] = False  # must run where the person sits, not in a process of its own

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = values

    @property
    def timed(self) -> bool:
        """Whether its budget is time: then only the effort it recorded can be repeated."""
        return False

    @classmethod
    def with_defaults(cls) -> Self:
        """The mind with nothing set."""
        return cls({option.name: option.default for option in cls.parameters})

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion | None:
        """How well the school suits a role in a game, with parameters for it; None when it should not be suggested."""
        return None

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        """Parameters that make it quick in a game, for the conformance exam."""
        return {}

    @classmethod
    def missing(cls) -> Message | None:
        """What this machine would need to have for the school to play; None when it has everything."""
        return None

    def refuses(self, game: Game) -> Message | None:
        """Why this mind cannot play that game; None when it can."""
        return None

    def pins(self, game: Game) -> Mapping[str, str]:
        """Settings that make the mind's name mean the same tomorrow, besides those it was given."""
        return {}

    def prepare(self, game: Game) -> None:
        """Do what takes long the first time only, such as compiling."""

    @abstractmethod
    def join(self, game: Game, seat: int, seed: int) -> Player:
        """Sit down at a seat; all chance of this player's comes from the seed."""


@dataclass(frozen=True, slots=True)
class MindName:
    """A mind as people write it: ``montecarlo:simulations=2000,exploration=1``.

    >>> MindName.read("alphabeta:seconds=1")
    MindName(school='alphabeta', settings={'seconds': '1'})
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
