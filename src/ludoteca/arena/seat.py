"""A mind's place at the table: in a process of its own, or at the terminal for a person."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.child import OURS, Child, ChildError, Garbled, Limits
from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.explanation import claims_of
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, can_say
from ludoteca.core.mind import Choice, Mind, MindName, Player
from ludoteca.core.record import from_line
from ludoteca.minds import load_mind, pinned

_SETTLING_IN = 300.0  # seconds to join a game: the first time, rules are compiled
_OVERHEAD = 0.25  # seconds a question and its answer may travel beyond the mind's own time


class Fault(LudotecaError):
    """What a mind did that costs it the game."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key, **message.args)


class Seat(ABC):
    """Where a mind sits, game after game. `anew` tells of the last choice whether the mind had to sit down again."""

    def __init__(self, mind: str) -> None:
        self.mind = str(MindName.read(mind))
        self.anew = False

    @abstractmethod
    def join(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game; raises `Fault`."""

    def stand_up(self) -> None:
        """Forget the game so far: the mind sits down anew before its next choice."""

    @abstractmethod
    def choose(self, position: Position, history: Sequence[Move], seconds: float, effort: int | None = None) -> Choice:
        """The mind's move; raises `Fault`. Whether it is legal is for the table to say."""

    @abstractmethod
    def close(self) -> None: ...


class MindProcess:
    """A process that minds think in, started when it is needed and replaced when it had to be killed."""

    def __init__(self, limits: Limits = OURS) -> None:
        self._limits = limits
        self._child: Child | None = None
        self._names = itertools.count()
        self.generation = 0  # which process this is: players do not survive theirs

    @property
    def alive(self) -> bool:
        return self._child is not None and self._child.alive

    def name(self) -> str:
        """A name for one more player."""
        return str(next(self._names))

    def ask(self, request: Mapping[str, object], seconds: float) -> Any:
        """Ask and wait; raises `Fault`, after which the process may be another one."""
        if self._child is None or not self._child.alive:
            self.generation += 1
            self._child = Child([sys.executable, "-m", "ludoteca.minds.shared.server"], self._limits)
        try:
            answer = self._child.ask(request, seconds)
        except ChildError as error:
            self.generation += 1
            raise Fault(error.message) from None
        if "error" in answer:
            raise Fault(_complaint(answer["error"]))
        return answer.get("done")

    def hurry(self) -> None:
        """Ask the mind that is thinking to answer now; may come from another thread."""
        child = self._child
        if child is not None and child.alive:
            os.kill(child.pid, signal.SIGUSR1)

    def kill(self) -> None:
        """End the process now, whatever it is doing; may come from another thread."""
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


def _garbled(answer: object) -> Fault:
    return Fault(Garbled("child.garbled", given=str(answer)[:80]).message)


def _complaint(error: object) -> Message:
    """What a host says went wrong, if that can be said at all."""
    from pydantic import ValidationError

    try:
        message: Message = from_line(Message, json.dumps(error))
    except ValidationError:
        return _garbled(error).message
    return message if can_say(message) else Message("arena.no_words", {"key": message.key})


class ProcessSeat(Seat):
    """A mind in a host process: one of its own, unless it is given one to share."""

    def __init__(self, mind: str, host: MindProcess | None = None) -> None:
        super().__init__(mind)
        self.host = host or MindProcess()
        self._player = self.host.name()
        self._generation = -1
        self._joining: dict[str, object] = {}

    def join(self, game: Game, seat: int, seed: int) -> None:
        self.expect(game, seat, seed)
        self._sit_down()

    def expect(self, game: Game, seat: int, seed: int) -> None:
        """Be ready to join when the first choice is asked for."""
        options = dict(game.values)
        self._joining = {"game": game.name, "options": options, "mind": self.mind, "seat": seat, "seed": seed}

    def stand_up(self) -> None:
        self._generation = -1

    def choose(self, position: Position, history: Sequence[Move], seconds: float, effort: int | None = None) -> Choice:
        self.anew = self._generation != self.host.generation or not self.host.alive
        if self.anew:
            self._sit_down()
        request = {
            "do": "choose",
            "player": self._player,
            "position": position.save(),
            "history": [(move.code, move.text) for move in history],
            "seconds": seconds,
            "effort": effort,
        }
        answer = self.host.ask(request, seconds + _OVERHEAD if effort is None else max(_SETTLING_IN, seconds))
        from pydantic import ValidationError

        try:
            choice: Choice = from_line(Choice, json.dumps(answer))
        except ValidationError:
            raise _garbled(answer) from None
        for claim in claims_of(choice.why):
            if not can_say(claim):
                raise Fault(Message("arena.no_words", {"key": claim.key}))
        return choice

    def leave(self) -> None:
        """Let the player go, and the host be."""
        if self._generation == self.host.generation:
            self.host.ask({"do": "leave", "player": self._player}, _SETTLING_IN)
            self._generation = -1

    def close(self) -> None:
        self.host.close()

    def _sit_down(self) -> None:
        self.host.ask({"do": "join", "player": self._player, **self._joining}, _SETTLING_IN)
        self._generation = self.host.generation


class LocalSeat(Seat):
    """A person's seat: in this process, without a clock."""

    def __init__(self, mind: str, game: Game) -> None:
        super().__init__(mind)
        self._mind: Mind = load_mind(mind, game)
        self.player: Player | None = None

    def join(self, game: Game, seat: int, seed: int) -> None:
        self.player = self._mind.join(game, seat, seed)

    def choose(self, position: Position, history: Sequence[Move], seconds: float, effort: int | None = None) -> Choice:
        assert self.player is not None, "nobody has joined"
        return self.player.choose(position, history, Clock(seconds, effort))

    def close(self) -> None:
        if self.player is not None:
            self.player.close()
            self.player = None


def seat_for(mind: str, game: Game) -> Seat:
    """A seat for a mind by its name: checked, prepared, ready to join; raises `BadInput`."""
    mind = pinned(mind, game)
    loaded = load_mind(mind, game)
    loaded.prepare(game)
    return LocalSeat(mind, game) if loaded.at_terminal else ProcessSeat(mind)
