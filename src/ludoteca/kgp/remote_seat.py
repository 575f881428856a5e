"""The seat of an agent at the other end of a connection: it is sent boards, and answers with moves."""

from __future__ import annotations

import random
import re
import threading
import time

from ludoteca.arena.seat import Fault, Question, Seat
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.core.seeds import derive
from ludoteca.kgp.boards import board_of
from ludoteca.kgp.channel import Channel
from ludoteca.kgp.commands import Command

PONG = 10.0
"""Seconds that an agent may take to answer a ping."""
_NAME = re.compile(r"[^A-Za-z0-9_.-]+")
_LONGEST_NAME = 40


def mind_name(agent: str) -> str:
    """The name of an agent as the name of a mind in a record."""
    return f"kgp:name={_NAME.sub('_', agent)[:_LONGEST_NAME].strip('_') or 'anonymous'}"


class RemoteSeat(Seat):
    """A seat whose choices come over a channel.

    Of the moves for a board the last one counts, when the agent yields or its time is up. Moves for an earlier board
    are ignored, since they may have been on their way when it was stopped.
    """

    def __init__(self, channel: Channel, agent: str) -> None:
        super().__init__(mind_name(agent))
        self._channel = channel
        self._news = threading.Condition()
        self._asked: int | None = None  # the id of the board under way
        self._pit: str | None = None  # the last move for it
        self._yielded = False
        self._pongs = 0
        self._seed = 0

    def join(self, game: Game, seat: int, seed: int) -> None:
        self._seed = seed

    def hear(self, command: Command) -> bool:
        """Take a command of the agent; whether it was one for a seat. Called by the thread that reads."""
        with self._news:
            current = command.ref is not None and command.ref == self._asked
            match command.name:
                case "move":
                    if current and not self._yielded:
                        self._pit = command.args[0] if len(command.args) == 1 else ""
                case "yield":
                    self._yielded = self._yielded or current
                case "pong":
                    self._pongs += 1
                case _:
                    return False
            self._news.notify_all()
        return True

    def wake(self) -> None:
        """Let a choice under way see that the connection has ended."""
        with self._news:
            self._news.notify_all()

    def choose(self, asked: Question) -> Choice:
        started, position, seconds = time.monotonic(), asked.position, asked.seconds
        if len(position.moves) == 1:  # as the reference server does, forced moves are not asked for
            return _choice(position.moves[0], "forced")
        pit = self._answer(board_of(position), seconds)
        self.seconds = min(time.monotonic() - started, seconds)
        if pit is None:
            drawn = random.Random(derive(self._seed, "drawn", len(asked.history))).choice(list(position.moves))
            return _choice(drawn, "drawn")
        move = next((each for each in position.moves if each.text == pit.lstrip("+0")), None)
        if move is None:
            raise Fault(Message("kgp.fault.illegal", {"given": pit[:40]}))
        return _choice(move, "chosen")

    def _answer(self, board: str, seconds: float) -> str | None:
        """The move of the agent for a board, None if it sent none in time; raises `Fault` when it is gone."""
        with self._news:
            self._pit, self._yielded = None, False
            self._asked = number = self._channel.send("state", board)
            in_time = self._news.wait_for(lambda: self._yielded or self._channel.closed.is_set(), seconds)
            pit, self._asked = self._pit, None
        self._channel.send("stop", ref=number)
        if self._channel.closed.is_set() or not (in_time or self._is_alive()):
            raise Fault(Message("kgp.fault.gone"))
        return pit

    def _is_alive(self) -> bool:
        """Whether an agent whose time was up still answers."""
        with self._news:
            before = self._pongs
            self._channel.send("ping")
            return (
                self._news.wait_for(lambda: self._pongs > before or self._channel.closed.is_set(), PONG)
                and not self._channel.closed.is_set()
            )

    def close(self) -> None:
        """The channel is the server's."""


def _choice(move: Move, reason: str) -> Choice:
    return Choice(move, Explanation(Reason(Message(f"kgp.claim.{reason}"))))
