"""Kernel games and their positions: states are NumPy records, rules are functions that searches run compiled."""

from __future__ import annotations

import importlib
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move, Position, illegal
from ludoteca.core.seeds import derive
from ludoteca.rules.game_base import BasePosition, GameBase, authors_code
from ludoteca.rules.kernel import compilation
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.fields import Fields


class KernelGame(GameBase):
    """A game whose rules can be compiled. A subclass defines options, seats and the initial state.

    Its folder holds `rules.py`, `hints.py` and `facts.py`. Single moves run interpreted, without waiting for a
    compiler; searches use `kernel_for`.
    """

    seats: tuple[str, ...]
    rules: ClassVar[Any]
    hints: ClassVar[Any]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.rules = importlib.import_module(f"{cls.package}.rules")
        cls.hints = importlib.import_module(f"{cls.package}.hints")
        importlib.import_module(f"{cls.package}.facts")

    def kernel_for(self, driver: str) -> Kernel:
        """The compiled rules with a driver ready to run; a compilation is announced."""
        return compilation.kernel_for(self, driver)

    @authors_code
    def start(self, seed: int) -> KernelPosition:
        if self.start_facts:
            position: KernelPosition = self.set_up_start(seed)
            return position
        state = records(1, self.rules.STATE)
        self.set_up(state[0], seed)
        return KernelPosition(self, state.tobytes())

    def load(self, saved: str) -> KernelPosition:
        try:
            state = bytes.fromhex(saved)
        except ValueError:
            state = b""
        if len(state) != self.rules.STATE.itemsize:
            raise BadInput("rules.bad_state", game=self.name)
        return KernelPosition(self.with_own_start, state)

    @abstractmethod
    def set_up(self, state: Any, seed: int) -> None:
        """Write the initial state into a zeroed record."""


_STEP = ("step",)


class _FrameLog(list[tuple[Any, ...]]):
    """A log of events that keeps a copy of the state at each entry."""

    fields: Fields

    def __init__(self) -> None:
        super().__init__()
        self.states: list[bytes] = []

    def append(self, entry: tuple[Any, ...]) -> None:
        super().append(entry)
        self.states.append(self.fields.tobytes())


class KernelPosition(BasePosition):
    """A state of a kernel game, kept as bytes: immutable, hashable and cheap to pass on."""

    game: KernelGame

    def __init__(self, game: KernelGame, state: bytes) -> None:
        self.game = game
        self._bytes = state

    def identity(self) -> bytes:
        return self._bytes

    def states(self, n: int = 1) -> Any:
        """An array of n new records, the first a copy of this state."""
        rows = records(n, self.game.rules.STATE)
        rows[0] = np.frombuffer(self._bytes, self.game.rules.STATE)[0]
        return rows

    @classmethod
    def of_fields(cls, game: KernelGame, fields: Fields) -> KernelPosition:
        """The position whose state these fields are; they must not change any more."""
        position = cls(game, fields.tobytes())
        position.__dict__["state"] = fields  # fills the cached property
        return position

    def fields(self) -> Any:
        """The fields of a copy of the state, to be changed."""
        return Fields(self.game.rules.STATE, self._bytes)

    @cached_property
    def state(self) -> Any:
        """The fields of the state, for reading only."""
        return self.fields()

    @property
    def turn(self) -> int | None:
        return None if self.state.over else int(self.state.turn)

    @cached_property
    @authors_code
    def moves(self) -> Sequence[Move]:
        codes = np.empty(self.game.rules.MOVES, np.int16)
        n = self.game.rules.moves(self.state, codes)
        return tuple(Move(int(code), self.game.facts_module.move_text(self.state, int(code))) for code in codes[:n])

    def after(self, move: Move) -> KernelPosition:
        return self._outcome(move)[0]

    @authors_code
    def events(self, move: Move) -> tuple[Event, ...]:
        entries = (entry for entry in self._outcome(move)[1] if entry != _STEP)
        events = tuple(self.game.facts_module.event_of(entry, self.game.seats) for entry in entries)
        return self.game.checked_events(events)

    def _outcome(self, move: Move) -> tuple[KernelPosition, list[tuple[Any, ...]]]:
        """The position after a move and the log of its events, cached."""
        if move not in self._outcomes:
            log: list[tuple[Any, ...]] = []
            self._outcomes[move] = self._play(move, log), log
        return self._outcomes[move]

    @cached_property
    def _moves_by_code(self) -> dict[int, Move]:
        return {move.code: move for move in self.moves}

    @cached_property
    def _outcomes(self) -> dict[Move, tuple[KernelPosition, list[tuple[Any, ...]]]]:
        return {}

    def frames(self, move: Move) -> tuple[KernelPosition, ...]:
        log = _FrameLog()
        after = self._play(move, log)
        frames = [KernelPosition(self.game, state) for state in dict.fromkeys(log.states)]
        return (*(frame for frame in frames if frame != after), after)

    @authors_code
    def _play(self, move: Move, log: list[tuple[Any, ...]] | None) -> KernelPosition:
        if self._moves_by_code.get(move.code) != move:
            raise illegal(self, move.text)
        fields = self.fields()
        if isinstance(log, _FrameLog):
            log.fields = fields
        self.game.rules.play(fields, move.code, log)
        return KernelPosition.of_fields(self.game, fields)

    @authors_code
    def seen_by(self, seat: int, seed: int) -> KernelPosition:
        fields = self.fields()
        self.game.rules.resample_hidden(fields, np.array([derive(seed, "secrets") | 1], np.uint64))
        seen = fields.tobytes()
        return self if seen == self._bytes else KernelPosition(self.game, seen)

    @authors_code
    def move_facts(self, move: Move) -> tuple[Fact, ...]:
        facts: tuple[Fact, ...] = self.game.facts_module.move_facts_of(self.state, move)
        return facts

    @authors_code
    def action(self, move: Move) -> Fact:
        action: Fact = self.game.facts_module.action_of(self.state, move)
        return action

    @authors_code
    def facts(self) -> tuple[Fact, ...]:
        facts: tuple[Fact, ...] = self.game.facts_module.facts_of(self.state)
        return facts

    @property
    @authors_code
    def chance(self) -> int:
        return int(self.game.hints.chance_events(self.state))

    @authors_code
    def scores(self) -> tuple[float, ...]:
        return tuple(self.game.rules.score(self.state, seat) for seat in range(len(self.game.seats)))

    @authors_code
    def expected_scores(self) -> tuple[float, ...]:
        return tuple(self.game.hints.expected_score(self.state, seat) for seat in range(len(self.game.seats)))

    @authors_code
    def result(self) -> tuple[float, ...]:
        return tuple(self.game.rules.final_result(self.state, seat) for seat in range(len(self.game.seats)))

    def save(self) -> str:
        return self._bytes.hex()


def prepare_kernel(game: Game, driver: str) -> None:
    """Compile a driver for a kernel game unless the cache holds it; nothing is loaded here if it does."""
    if isinstance(game, KernelGame):
        compilation.prepare(game, driver)


if TYPE_CHECKING:

    def _fits(game: KernelGame, position: KernelPosition) -> tuple[Game, Position]:
        """Lets the type checker confirm that both classes fit the protocols."""
        return game, position
