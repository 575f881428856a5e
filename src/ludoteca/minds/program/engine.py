"""The client of a program: asks it to join a game and to choose moves, as `docs/protocol.md` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, Garbled, ServiceError, TooSlow
from ludoteca.child.limits import MEBIBYTE, Limits
from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.explanation import shortened
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.vocabulary import perceive
from ludoteca.minds.program.command import Command
from ludoteca.minds.shared.knowledge import Diagnostic
from ludoteca.minds.shared.own_words import Answer, fact_of

PROTOCOL = 1
_JOINING = 20.0  # seconds: some runtimes are slow to start
_LONGEST = 200  # characters of an answer in a message
_RESERVED = 4096 * MEBIBYTE  # of addresses: runtimes reserve many more than they use
_OUTPUT = MEBIBYTE  # bytes of one answer
_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # the same sets in the same order
    "PYTHONUNBUFFERED": "1",
    "OPENSSL_CONF": "/dev/null",  # Node reads it before anything else
}


class ProgramFault(LudotecaError):
    """A fault of a program that costs it the game."""


def fault(command: Command, what: Message) -> ProgramFault:
    """The error for what a program did wrong."""
    return ProgramFault("minds.program.fault.of", file=command.name, what=quoted(what))


class Engine:
    """A process in which a program plays one game."""

    warnings: tuple[Diagnostic, ...] = ()

    def __init__(self, command: Command, memory: int, game: Game, seat: int, seed: int) -> None:
        own = memory * MEBIBYTE
        limits = Limits(memory=own + _RESERVED, data=own, output=_OUTPUT, runtime=True)
        readable, folder = command.readable, command.folder
        self.command = command
        self._client = Client(command.words, limits, _ENVIRONMENT, readable=readable, folder=folder)
        self._ask(
            "join",
            _JOINING,
            _JOINING,
            protocol=PROTOCOL,
            game=game.name,
            options=dict(game.values),
            seat=game.seats[seat],
            seats=list(game.seats),
            seed=seed,
        )

    def choose(self, position: Position, history: Sequence[Move], clock: Clock, effects: bool) -> Answer:
        """What the program chooses in a position; with `effects` it is told what each legal move causes."""
        assert position.turn is not None
        answer = self._ask(
            "choose",
            clock.left,
            clock.seconds,
            seat=position.game.seats[position.turn],
            seconds=round(clock.left, 3),
            moves=[move.text for move in position.moves],
            scores=dict(zip(position.game.seats, position.scores(), strict=True)),
            history=[move.text for move in history],
            facts=[[fact.relation, *fact.args] for fact in _facts(position, effects)],
        )
        return self._read(answer)

    @property
    def alive(self) -> bool:
        return self._client.alive

    def printed(self) -> str:
        """Take what the program has printed on standard error since the last call."""
        return self._client.printed()

    def close(self) -> None:
        self._client.kill()

    def _ask(self, request: str, seconds: float, limit: float, /, **arguments: Any) -> Any:
        with self._blaming_it(limit):
            return self._client.ask(request, seconds, **arguments)

    @contextmanager
    def _blaming_it(self, limit: float) -> Iterator[None]:
        """Raise `ProgramFault` for errors of the program, and `TooSlow` with the limit for the whole move."""
        try:
            yield
        except ServiceError as error:
            self.close()
            text = shortened(str(error.data.get("text", error.kind)), _LONGEST)
            raise fault(self.command, Message("minds.program.fault.error", {"text": text})) from None
        except TooSlow:
            raise TooSlow("child.too_slow", seconds=limit) from None
        except Garbled as error:
            raise fault(self.command, Message("minds.program.fault.garbled", error.message.args)) from None
        except ChildError as error:
            raise fault(self.command, error.message) from None

    def _read(self, answer: object) -> Answer:
        """An answer to `choose`: an object with the move, and perhaps the reason and facts."""
        if isinstance(answer, dict):
            move, words, facts = answer.get("move"), answer.get("because", ""), answer.get("facts", [])
            if isinstance(move, str) and isinstance(words, str) and isinstance(facts, list):
                try:
                    return Answer(move, words, tuple(fact_of(*given) for given in facts))
                except TypeError:
                    raise self._wrong("facts", facts) from None
        raise self._wrong("answer", answer)

    def _wrong(self, what: str, given: object) -> ProgramFault:
        self.close()
        return fault(self.command, Message(f"minds.program.fault.{what}", {"given": shortened(str(given), _LONGEST)}))


def _facts(position: Position, effects: bool) -> Sequence[Any]:
    """The facts of a position for the seat to move, with what each move causes only if that is wanted."""
    if effects:
        return perceive(position)
    assert position.turn is not None
    return (*position.facts(), *position.game.private_facts(position.turn))
