"""Games whose rules run as they are written, in CLIPS or in PDDL: what they have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ludoteca.core.game import Fact, Move, PlayedMove, Position, Relation, before_and_after
from ludoteca.core.options import Option, Value, read_options

if TYPE_CHECKING:
    from rich.console import RenderableType


class InterpretedGame(ABC):
    """A game with its options set; two with the same name and the same options are one."""

    name: str
    words: str
    options: tuple[Option, ...]
    vocabulary: tuple[Relation, ...]
    actions: ClassVar[tuple[Relation, ...]] = ()

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values: Mapping[str, Value] = read_options(self.options, values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InterpretedGame) and (self.name, self.values) == (other.name, other.values)

    def __hash__(self) -> int:
        return hash((self.name, *self.values.values()))

    def private_facts(self, seat: int) -> tuple[Fact, ...]:
        """What only that seat is told: nothing."""
        return ()

    @abstractmethod
    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        """The board for a terminal, in colour."""

    @abstractmethod
    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        """The board as a picture."""

    def animation(self, played: PlayedMove, language: str = "en", narrow: bool = False) -> list[str]:
        """The move as two pictures, in which what moves keeps its id."""
        return before_and_after(played, language, narrow)


class InterpretedPosition(ABC):
    """A state in which somebody has to choose, or nobody any more: immutable, hashable, printable."""

    game: InterpretedGame
    state: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InterpretedPosition) and (self.state, self.game) == (other.state, other.game)

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {', '.join(map(str, self.facts()))}>"

    @abstractmethod
    def facts(self) -> tuple[Fact, ...]:
        """The state in the game's vocabulary."""

    def action(self, move: Move) -> Fact:
        """A move as an action: there is no other name for it."""
        return Fact("play", (move.text,))
