"""Games whose rules are a kernel: position and referee, the same for all of them."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move, PlayedMove, Position, Relation, before_and_after, illegal
from ludoteca.core.options import Option, Value, read_options
from ludoteca.core.seeds import derive
from ludoteca.rules.kernel import compilation
from ludoteca.rules.kernel.bind import Kernel, records

if TYPE_CHECKING:
    from rich.console import RenderableType


class KernelGame(ABC):
    """A game over a kernel. A subclass says what is its own: setting up, texts, facts, events, views.

    Single moves run interpreted, so that nobody waits for a compiler; searches ask for `kernel_for`.
    """

    name: ClassVar[str]
    words: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    seats: tuple[str, ...]
    vocabulary: ClassVar[tuple[Relation, ...]]
    actions: ClassVar[tuple[Relation, ...]]
    rules: ClassVar[Any]
    hints: ClassVar[Any]
    folder: ClassVar[Path]

    def __init_subclass__(cls) -> None:
        cls.folder = Path(inspect.getfile(cls)).parent
        cls.name = cls.folder.name
        cls.words = f"games.{cls.name}"

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values: Mapping[str, Value] = read_options(self.options, values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KernelGame) and (self.name, self.values) == (other.name, other.values)

    def __hash__(self) -> int:
        return hash((self.name, *self.values.values()))

    def kernel_for(self, driver: str) -> Kernel:
        """The compiled rules, with a driver ready to run; says so when it has to be compiled first."""
        return compilation.kernel_for(self, driver)

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
    def move_facts_of(self, state: Any, move: Move) -> tuple[Fact, ...]:
        """What a move is, in the game's vocabulary."""

    @abstractmethod
    def action_of(self, state: Any, move: Move) -> Fact:
        """A move as an action."""

    def private_facts(self, seat: int) -> tuple[Fact, ...]:
        """What only that seat is told; unless told otherwise, nothing."""
        return ()

    @abstractmethod
    def facts_of(self, state: Any) -> tuple[Fact, ...]:
        """A state in the game's vocabulary."""

    @abstractmethod
    def event_of(self, note: tuple[Any, ...]) -> Event:
        """An event from the note the rules made of it."""

    @abstractmethod
    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        """The board for a terminal, in colour."""

    @abstractmethod
    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        """The board as a picture."""

    def animation(self, played: PlayedMove, language: str = "en", narrow: bool = False) -> list[str]:
        """The move as pictures in which what moves keeps its id; unless told better, before and after."""
        return before_and_after(played, language, narrow)


_STEP = ("step",)


class Fields:
    """A state for plain Python to work on: arrays are views into it, single numbers are Python's own.

    NumPy's records take ten times as long to find a field.
    """

    def __init__(self, dtype: np.dtype[Any], state: bytes) -> None:
        self._row = row = np.frombuffer(bytearray(state), dtype)[0]
        self._numbers, arrays = _kinds(dtype)
        fields = self.__dict__
        for name in self._numbers:
            fields[name] = row[name].item()
        for name in arrays:
            fields[name] = row[name]

    def tobytes(self) -> bytes:
        """The state as it is now; raises `OverflowError` if a number has grown out of its field."""
        for name in self._numbers:
            self._row[name] = self.__dict__[name]
        return bytes(self._row.tobytes())


@cache
def _kinds(dtype: np.dtype[Any]) -> tuple[list[str], list[str]]:
    """The fields of a state that are single numbers, and those that are arrays."""
    names = dtype.names or ()
    return [name for name in names if not dtype[name].shape], [name for name in names if dtype[name].shape]


class _Film(list[tuple[Any, ...]]):
    """A log that keeps what the state looked like at every note."""

    fields: Fields

    def __init__(self) -> None:
        super().__init__()
        self.states: list[bytes] = []

    def append(self, note: tuple[Any, ...]) -> None:
        super().append(note)
        self.states.append(self.fields.tobytes())


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
        """The fields, to look at only."""
        return Fields(self.game.rules.STATE, self._bytes)

    @property
    def turn(self) -> int | None:
        return None if self.state.over else int(self.state.turn)

    @cached_property
    def moves(self) -> Sequence[Move]:
        codes = np.empty(self.game.rules.MOVES, np.int16)
        n = self.game.rules.moves(self.state, codes)
        return tuple(Move(int(code), self.game.move_text(self.state, int(code))) for code in codes[:n])

    def after(self, move: Move) -> KernelPosition:
        return self._foreseen(move)[0]

    def events(self, move: Move) -> tuple[Event, ...]:
        return tuple(self.game.event_of(note) for note in self._foreseen(move)[1] if note != _STEP)

    def _foreseen(self, move: Move) -> tuple[KernelPosition, list[tuple[Any, ...]]]:
        """The position after a move and the rules' notes on the way; minds ask for these again and again."""
        if move not in self._known:
            log: list[tuple[Any, ...]] = []
            self._known[move] = self._play(move, log), log
        return self._known[move]

    @cached_property
    def _legal(self) -> dict[int, Move]:
        return {move.code: move for move in self.moves}

    @cached_property
    def _known(self) -> dict[Move, tuple[KernelPosition, list[tuple[Any, ...]]]]:
        return {}

    def frames(self, move: Move) -> tuple[KernelPosition, ...]:
        animation = _Film()
        after = self._play(move, animation)
        seen = [KernelPosition(self.game, state) for state in dict.fromkeys(animation.states)]
        return (*(moment for moment in seen if moment != after), after)

    def _play(self, move: Move, log: list[tuple[Any, ...]] | None) -> KernelPosition:
        if self._legal.get(move.code) != move:
            raise illegal(self, move.text)
        fields = Fields(self.game.rules.STATE, self._bytes)
        if isinstance(log, _Film):
            log.fields = fields
        self.game.rules.play(fields, move.code, log)
        after = KernelPosition(self.game, fields.tobytes())
        after.__dict__["state"] = fields  # found already
        return after

    def seen_by(self, seat: int, seed: int) -> KernelPosition:
        fields = Fields(self.game.rules.STATE, self._bytes)
        self.game.rules.resample_hidden(fields, np.array([derive(seed, "secrets") | 1], np.uint64))
        seen = fields.tobytes()
        return self if seen == self._bytes else KernelPosition(self.game, seen)

    def move_facts(self, move: Move) -> tuple[Fact, ...]:
        return self.game.move_facts_of(self.state, move)

    def action(self, move: Move) -> Fact:
        return self.game.action_of(self.state, move)

    def facts(self) -> tuple[Fact, ...]:
        return self.game.facts_of(self.state)

    def scores(self) -> tuple[float, ...]:
        return tuple(self.game.rules.score(self.state, seat) for seat in range(len(self.game.seats)))

    def expected_scores(self) -> tuple[float, ...]:
        return tuple(self.game.hints.expected_score(self.state, seat) for seat in range(len(self.game.seats)))

    def result(self) -> tuple[float, ...]:
        return tuple(self.game.rules.final_result(self.state, seat) for seat in range(len(self.game.seats)))

    def save(self) -> str:
        return self._bytes.hex()


def prepare_kernel(game: Game, driver: str) -> None:
    """Compile a driver for a game unless that has been done on this machine: nothing is loaded if it has."""
    if isinstance(game, KernelGame) and not compilation.is_compiled(game, driver):
        game.kernel_for(driver)


if TYPE_CHECKING:

    def _fits(game: KernelGame, position: KernelPosition) -> tuple[Game, Position]:
        """These are a game and a position."""
        return game, position
