"""Seats: a mind in a child process, or a person at the terminal."""

from __future__ import annotations

import dataclasses
import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, Garbled, ServiceError, TooSlow
from ludoteca.child.forking import preload
from ludoteca.child.limits import OURS, Limits
from ludoteca.core.clock import Clock, running_time
from ludoteca.core.errors import LudotecaError
from ludoteca.core.explanation import MOST_BYTES, check_explanation, claims_of
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, can_say, quoted
from ludoteca.core.loading import GameFault
from ludoteca.core.mind import Choice, Mind, MindName, Player
from ludoteca.core.record import from_data, to_json
from ludoteca.core.strict_json import LONGEST_NAME, Refused, check_json
from ludoteca.minds.schools import load_mind, pinned
from ludoteca.minds.shared.remarks import Remarks

_SERVICE = "ludoteca.minds.shared.server"
for _module in (_SERVICE, "ludoteca.rules.kernel.game", "ludoteca.rules.production.game"):
    preload(_module)
_JOINING = 300.0  # seconds to join a game: the first time, rules are compiled
_REMARKING = 10.0  # seconds
OVERHEAD = 0.25  # seconds a question and its answer may travel beyond the mind's own time


_LIMITS = dataclasses.replace(OURS, output=4 * MOST_BYTES)  # of one answer: a move and its explanation


class Fault(LudotecaError):
    """A fault of a mind that costs it the game."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key, **message.args)


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: its choice in a position, after some moves, within a number of seconds.

    With an `effort`, a choice that had a budget of time is repeated by its count. Asked `about` a legal move, the mind
    gives its reason against that move too.
    """

    position: Position
    history: Sequence[Move]
    seconds: float
    effort: int | None = None
    about: Move | None = None


class Seat(ABC):
    """A seat of a mind, game after game.

    `anew` is whether the last choice was by a player made anew, `interrupted` whether it was asked to answer at once,
    and `seconds` is how long that choice took.
    """

    def __init__(self, mind: str) -> None:
        self.mind = str(MindName.read(mind))
        self.anew = False
        self.interrupted = False
        self.seconds = 0.0

    @abstractmethod
    def join(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game; raises `Fault`."""

    def forget(self) -> None:
        """Forget the game so far: the player is made anew before its next choice."""

    @abstractmethod
    def choose(self, asked: Question) -> Choice:
        """The mind's choice; raises `Fault`. The game runner checks that it is legal."""

    def remarks(self) -> Remarks:
        """The warnings about the mind's knowledge, and what it has printed since the last call."""
        return Remarks()

    @abstractmethod
    def close(self) -> None: ...


class MindProcess:
    """A process that minds run in: started when it is needed, replaced when it had to be killed."""

    def __init__(self, limits: Limits = _LIMITS, pausable: bool = False, niceness: int = 0) -> None:
        self._limits = limits
        self._pausable = pausable
        self._niceness = niceness
        self._client: Client | None = None
        self._names = itertools.count()
        self.interrupted = False  # whether an answer at once was asked for since the last question
        self._kills = 0  # one that comes while the process starts must not be missed
        self.generation = 0  # counts the processes: players do not survive theirs

    @property
    def alive(self) -> bool:
        return self._client is not None and self._client.alive

    @property
    def seconds(self) -> float:
        """How long the last answer took; pauses do not count."""
        return 0.0 if self._client is None else self._client.seconds

    def name(self) -> str:
        """A name for one more player."""
        return str(next(self._names))

    def ask(self, request: str, seconds: float, /, **arguments: object) -> Any:
        """What the mind service answers; raises `Fault`, after which the process may be another one, or `GameFault`.

        Raises `Shortage` when the machine has no room for a process: that is no fault of the mind.
        """
        client = self._running_client()
        self.interrupted = False
        try:
            return client.ask(request, seconds, **arguments)
        except ServiceError as error:
            if error.kind == "game_fault":
                raise GameFault(error.message.key, **error.message.args) from None
            raise Fault(_speakable(error.message)) from None
        except TooSlow:
            self.generation += 1
            limit = arguments.get("seconds", seconds)  # for a choice, the mind's own, without the way there and back
            raise Fault(Message("child.too_slow", {"seconds": float(str(limit))})) from None
        except ChildError as error:
            self.generation += 1
            raise Fault(error.message) from None

    def _running_client(self) -> Client:
        if self._client is not None and self._client.alive:
            return self._client
        self.close()
        self.generation += 1
        kills = self._kills
        client = self._client = Client.of_module(_SERVICE, self._limits, self._pausable)
        if self._niceness:
            client.lower_priority(self._niceness)
        if self._kills != kills:
            client.kill()
        return client

    def interrupt(self) -> None:
        """Ask the mind that is thinking to answer now; may be called from another thread."""
        if (client := self._client) is not None:
            self.interrupted = True
            client.interrupt()

    def pause(self) -> None:
        """Stop the process and its clock for a while; may be called from another thread."""
        if (client := self._client) is not None:
            client.pause()

    def resume(self) -> None:
        """Let the process go on after a pause; may be called from another thread."""
        if (client := self._client) is not None:
            client.resume()

    def kill(self) -> None:
        """End the process at once; may be called from another thread."""
        self._kills += 1
        if (client := self._client) is not None:
            client.kill()

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def _garbled(answer: object) -> Fault:
    return Fault(Garbled("child.garbled", given=str(answer)[:80]).message)


def _speakable(message: Message) -> Message:
    """A mind's error message, if a record can keep it and the catalogues have it."""
    from pydantic import ValidationError

    try:
        data = to_json(message)
        check_json(data)
        kept = from_data(Message, data)
    except Refused as refused:
        return Message("arena.error_too_large", {"why": quoted(refused.message)})
    except ValidationError:
        return Message("arena.no_words", {"key": message.key[:LONGEST_NAME]})
    return kept if can_say(kept) else Message("arena.no_words", {"key": kept.key[:LONGEST_NAME]})


class ProcessSeat(Seat):
    """A mind in a process: one of its own, unless it is given one to share."""

    def __init__(self, mind: str, process: MindProcess | None = None) -> None:
        super().__init__(mind)
        self.process = process or MindProcess()
        self._player = self.process.name()
        self._generation = -1
        self._joining: dict[str, object] = {}

    def join(self, game: Game, seat: int, seed: int) -> None:
        self.expect(game, seat, seed)
        self._join()

    def expect(self, game: Game, seat: int, seed: int) -> None:
        """Prepare to join when the first choice is asked for."""
        options = dict(game.values)
        start = [str(fact) for fact in game.start_facts]
        self._joining = {
            "game": game.name,
            "options": options,
            "start": start,
            "mind": self.mind,
            "seat": seat,
            "seed": seed,
        }

    def forget(self) -> None:
        self._generation = -1

    def choose(self, asked: Question) -> Choice:
        self.anew = self._generation != self.process.generation or not self.process.alive
        if self.anew:
            self._join()
        seconds, about = asked.seconds, asked.about
        answer = self.process.ask(
            "choose" if about is None else "why_not",
            seconds + OVERHEAD if asked.effort is None else max(_JOINING, seconds),
            player=self._player,
            position=asked.position.save(),
            history=[(move.code, move.text) for move in asked.history],
            seconds=seconds,
            effort=asked.effort,
            **({} if about is None else {"about": (about.code, about.text)}),
        )
        self.interrupted = self.process.interrupted
        self.seconds = min(self.process.seconds, seconds + OVERHEAD)  # an answer may wait until it is read
        from pydantic import ValidationError

        try:
            check_explanation(answer.get("why") if isinstance(answer, dict) else None)
            choice = from_data(Choice, answer)
        except Refused as refused:
            raise Fault(Message("arena.too_large", {"why": quoted(refused.message)})) from None
        except ValidationError:
            raise _garbled(answer) from None
        for claim in claims_of(choice.why):
            if not can_say(claim):
                raise Fault(Message("arena.no_words", {"key": claim.key}))
        return choice

    def remarks(self) -> Remarks:
        if self._generation != self.process.generation or not self.process.alive:
            return Remarks()
        return from_data(Remarks, self.process.ask("remarks", _REMARKING, player=self._player))

    def leave(self) -> None:
        """Close the player; the process goes on."""
        if self._generation == self.process.generation:
            self.process.ask("leave", _JOINING, player=self._player)
            self._generation = -1

    def close(self) -> None:
        self.process.close()

    def _join(self) -> None:
        self.process.ask("join", _JOINING, player=self._player, **self._joining)
        self._generation = self.process.generation


class LocalSeat(Seat):
    """A person's seat: in this process, without a clock."""

    def __init__(self, mind: str, game: Game) -> None:
        super().__init__(mind)
        self._mind: Mind = load_mind(mind, game)
        self.player: Player | None = None

    def join(self, game: Game, seat: int, seed: int) -> None:
        self.player = self._mind.join(game, seat, seed)

    def choose(self, asked: Question) -> Choice:
        assert self.player is not None, "no player has joined"
        started = running_time()
        clock = Clock(asked.seconds, asked.effort)
        if asked.about is None:
            choice = self.player.choose(asked.position, asked.history, clock)
        else:
            choice = self.player.why_not(asked.position, asked.history, asked.about, clock)
        self.seconds = running_time() - started
        return choice

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
