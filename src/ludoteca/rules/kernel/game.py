"""Games whose rules are a kernel: position and referee, the same for all of them."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Event, Fact, Game, Move, Played, Position, Relation
from ludoteca.core.options import Option, Value, read_options
from ludoteca.rules.kernel import warm
from ludoteca.rules.kernel.bind import Kernel, records

if TYPE_CHECKING:
    from rich.console import RenderableType


class KernelGame(ABC):
    """A game over a kernel. A subclass says what is its own: setting up, texts, facts, events, views.

    Single moves run interpreted, so that nobody waits for a compiler; searches ask for `kernel_for`.
    """

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    seats: tuple[str, ...]
    vocabulary: ClassVar[tuple[Relation, ...]]
    rules: ClassVar[Any]
    folder: ClassVar[Path]

    def __init_subclass__(cls) -> None:
        cls.folder = Path(inspect.getfile(cls)).parent
        cls.name = cls.folder.name

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values: Mapping[str, Value] = read_options(self.options, values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KernelGame) and (self.name, self.values) == (other.name, other.values)

    def __hash__(self) -> int:
        return hash((self.name, *self.values.values()))

    def kernel_for(self, driver: str) -> Kernel:
        """The compiled rules, with a driver ready to run; says so when it has to be compiled first."""
        return warm.kernel_for(self, driver)

    def start(self, seed: int) -> KernelPosition:
        state = records(1, self.rules.STATE)
        self.set_up(state[0], seed)
        return KernelPosition(self, state.tobytes())

    def load(self, saved: str) -> KernelPosition:
        try:
            state = bytes.fromhex(saved)
        except ValueError:
            state = b""
        if len(state) != self.rules.STATE.itemsize:
            raise BadInput("rules.kernel.bad_state", game=self.name)
        return KernelPosition(self, state)

    @abstractmethod
    def set_up(self, state: Any, seed: int) -> None:
        """Write the first state into a zeroed record."""

    @abstractmethod
    def move_text(self, state: Any, code: int) -> str:
        """How a move is written."""

    @abstractmethod
    def facts_of(self, state: Any) -> tuple[Fact, ...]:
        """A state in the game's vocabulary."""

    @abstractmethod
    def event_of(self, note: tuple[Any, ...]) -> Event:
        """An event from the note the rules made of it."""

    @abstractmethod
    def terminal(self, position: Position, last: Played | None = None, language: str = "en") -> RenderableType:
        """The board for a terminal, in colour."""

    @abstractmethod
    def svg(self, position: Position, last: Played | None = None, language: str = "en") -> str:
        """The board as a picture."""

    def film(self, played: Played, language: str = "en") -> list[str]:
        """The move as pictures in which what moves keeps its id; unless told better, before and after."""
        return [
            self.svg(played.position, None, language),
            self.svg(played.position.after(played.move), played, language),
        ]


_STEP = ("step",)


class _Film(list[tuple[Any, ...]]):
    """A log that keeps what the state looked like at every note."""

    rows: Any

    def __init__(self) -> None:
        super().__init__()
        self.states: list[bytes] = []

    def append(self, note: tuple[Any, ...]) -> None:
        super().append(note)
        self.states.append(self.rows.tobytes())


class KernelPosition:
    """A state of a kernel game, kept as bytes: immutable, hashable, cheap to hand around."""

    __slots__ = ("__dict__", "_bytes", "game")

    def __init__(self, game: KernelGame, state: bytes) -> None:
        self.game = game
        self._bytes = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KernelPosition) and (self._bytes, self.game) == (other._bytes, other.game)

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {', '.join(map(str, self.facts()))}>"

    def _repr_svg_(self) -> str:
        return self.game.svg(self)

    def states(self, n: int = 1) -> Any:
        """Fresh records to work on, the first a copy of this state."""
        rows = records(n, self.game.rules.STATE)
        rows[0] = np.frombuffer(self._bytes, self.game.rules.STATE)[0]
        return rows

    @cached_property
    def state(self) -> Any:
        """The record, to look at only."""
        rows = self.states()
        rows.flags.writeable = False
        return rows[0]

    @property
    def turn(self) -> int | None:
        return None if self.state.over else int(self.state.turn)

    @cached_property
    def moves(self) -> Sequence[Move]:
        codes = np.empty(self.game.rules.MOVES, np.int16)
        n = self.game.rules.moves(self.state, codes)
        return tuple(Move(int(code), self.game.move_text(self.state, int(code))) for code in codes[:n])

    def after(self, move: Move) -> KernelPosition:
        return self._play(move, None)

    def events(self, move: Move) -> tuple[Event, ...]:
        log: list[tuple[Any, ...]] = []
        self._play(move, log)
        return tuple(self.game.event_of(note) for note in log if note != _STEP)

    def moments(self, move: Move) -> tuple[KernelPosition, ...]:
        film = _Film()
        after = self._play(move, film)
        seen = [KernelPosition(self.game, state) for state in dict.fromkeys(film.states)]
        return (*(moment for moment in seen if moment != after), after)

    def _play(self, move: Move, log: list[tuple[Any, ...]] | None) -> KernelPosition:
        if move not in self.moves:
            if self.turn is None:
                raise IllegalMove("core.move.over", given=move.text)
            raise IllegalMove("core.move.illegal", given=move.text, legal=tuple(legal.text for legal in self.moves))
        rows = self.states()
        if isinstance(log, _Film):
            log.rows = rows
        self.game.rules.play(rows[0], move.code, log)
        return KernelPosition(self.game, rows.tobytes())

    def seen_by(self, seat: int, seed: int) -> KernelPosition:
        return self

    def facts(self) -> tuple[Fact, ...]:
        return self.game.facts_of(self.state)

    def scores(self) -> tuple[float, ...]:
        return tuple(self.game.rules.score(self.state, seat) for seat in range(len(self.game.seats)))

    def result(self) -> tuple[float, ...]:
        return tuple(self.game.rules.standing(self.state, seat) for seat in range(len(self.game.seats)))

    def save(self) -> str:
        return self._bytes.hex()


def prepare_kernel(game: Game, driver: str) -> None:
    """Compile a driver for a game unless that has been done on this machine: nothing is loaded if it has."""
    if isinstance(game, KernelGame) and not warm.is_compiled(game, driver):
        game.kernel_for(driver)


if TYPE_CHECKING:

    def _fits(game: KernelGame, position: KernelPosition) -> tuple[Game, Position]:
        """These are a game and a position."""
        return game, position
