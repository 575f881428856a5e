"""The client: one of our minds plays at a server of the protocol."""

from __future__ import annotations

import contextlib
import queue
import random
import re
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.arena.game_runner import checked
from ludoteca.arena.seat import Fault, ProcessSeat, Question
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import say
from ludoteca.core.mind import MindName
from ludoteca.kgp.boards import kalah, position_of
from ludoteca.kgp.channel import Channel, Flooding, TcpChannel, WebSocketChannel
from ludoteca.kgp.commands import LONGEST, VERSION, BadCommand, Command
from ludoteca.minds.schools import load_mind, pinned

PORT = 2671
"""The port of the protocol."""

_CONNECTING = 10.0  # seconds
_WAITING = 8  # boards that may wait for an answer
_AT_ONCE = 4  # boards that are thought about at the same time
_SEEDS = 1 << 31
_ADDRESS = re.compile(r"(\[[0-9a-fA-F:]+\]|[^:/\s\[\]]+)(?::(\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """How a mind plays at a server: its name there, a token by which the server knows it again, seconds a move."""

    mind: str
    name: str
    token: str | None = None
    seconds: float = 4.0
    seed: int | None = None


Watcher = Callable[[str, str], None]
"""Called after each answer, with the board and the move; by a thread that thinks."""


def connect(address: str) -> Channel:
    """A channel to a server, HOST[:PORT] or ws(s)://…; raises `BadInput`."""
    try:
        if address.startswith(("ws://", "wss://")):
            from websockets.sync.client import connect as connect_websocket

            web = connect_websocket(address, open_timeout=_CONNECTING, max_size=4 * LONGEST, proxy=None)
            return WebSocketChannel(web, first_id=1)
        found = _ADDRESS.fullmatch(address)
        if found is None:
            raise BadInput("kgp.bad_address", address=address)
        host, port = found[1].strip("[]"), int(found[2] or PORT)
        return TcpChannel(socket.create_connection((host, port), _CONNECTING), first_id=1)
    except BadInput:
        raise
    except Exception as error:  # of the socket or of the library: the server cannot be reached
        raise BadInput("kgp.no_server", address=address, reason=str(error)[:200]) from None


class Client:
    """A mind at a server; `run` plays until the server says goodbye."""

    def __init__(self, settings: ClientSettings, watch: Watcher = lambda board, move: None) -> None:
        """Raises `BadInput` for a mind that cannot play."""
        game = kalah({})
        self._settings = settings
        self._mind = pinned(settings.mind, game)
        if load_mind(self._mind, game).at_terminal:
            raise BadInput("kgp.person", mind=str(MindName.read(settings.mind)))
        self._watch = watch
        self._boards: queue.Queue[tuple[int, str] | None] = queue.Queue(_WAITING)
        self._stopped = set[int]()
        self._lock = threading.Lock()
        self._thinking: dict[int, ProcessSeat] = {}
        self._lot = random.Random(settings.seed)
        self.answered = 0

    def run(self, channel: Channel) -> None:
        """Play over a channel until it ends; raises `BadInput` if the server speaks another protocol."""
        thinkers = [threading.Thread(target=self._think, args=(channel,), daemon=True) for _ in range(_AT_ONCE)]
        for thinker in thinkers:
            thinker.start()
        try:
            self._follow(channel)
        finally:
            channel.close()
            self._end_thinking()
            for thinker in thinkers:
                thinker.join(_CONNECTING)

    def _end_thinking(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._boards.get_nowait()
        for _ in range(_AT_ONCE):
            self._boards.put(None)
        with self._lock:
            for seat in self._thinking.values():
                seat.process.interrupt()

    def _follow(self, channel: Channel) -> None:
        """Greet the server, and do what it asks for until the end."""
        commands = channel.commands()
        silence = threading.Timer(_CONNECTING, channel.close)
        silence.start()
        try:
            first = next(commands, BadCommand())
        finally:
            silence.cancel()
        self._greet(channel, first)
        with contextlib.suppress(Flooding):
            for command in commands:
                if isinstance(command, BadCommand):
                    continue
                if command.name == "goodbye":
                    return
                self._obey(channel, command)

    def _greet(self, channel: Channel, command: Command | BadCommand) -> None:
        if isinstance(command, BadCommand):
            raise BadInput("kgp.no_greeting")
        if command.name == "error":
            raise BadInput("kgp.refused", reason=" ".join(command.args)[:200])
        if command.name != "kgp" or command.args[:1] != (str(VERSION[0]),):
            channel.send("error", "protocol not supported", ref=command.id)
            raise BadInput("kgp.no_greeting")
        channel.send("set", "info:name", self._settings.name)
        if self._settings.token is not None:
            channel.send("set", "auth:token", self._settings.token)
        channel.send("mode", "freeplay")

    def _obey(self, channel: Channel, command: Command) -> None:
        match command.name:
            case "state" if command.id is not None and len(command.args) == 1:
                try:
                    self._boards.put_nowait((command.id, command.args[0]))
                except queue.Full:
                    channel.send("error", "too many boards at once", ref=command.id)
            case "stop" if command.ref is not None:
                self._stop(command.ref)
            case "ping":
                channel.send("pong", *command.args[:1], ref=command.id)

    def _stop(self, number: int) -> None:
        """Give up a board: one that waits is not begun, and a mind that thinks about it is asked to answer now."""
        with self._lock:
            self._stopped.add(number)
            if len(self._stopped) > 4 * _WAITING:
                self._stopped.discard(min(self._stopped))
            seat = self._thinking.get(number)
        if seat is not None:
            seat.process.interrupt()

    def _think(self, channel: Channel) -> None:
        """Answer boards, one after another, with a process of its own for the mind."""
        with contextlib.closing(_Thinker(self._mind)) as thinker:
            for number, board in iter(self._boards.get, None):
                with self._lock:
                    if number in self._stopped:
                        continue
                    self._thinking[number] = thinker.seat
                    seed = self._lot.randrange(_SEEDS)
                try:
                    move = thinker.choose(position_of(board), self._settings.seconds, seed)
                except (BadInput, Fault) as error:
                    channel.send("error", say(error.message)[:200], ref=number)
                    continue
                finally:
                    with self._lock:
                        del self._thinking[number]
                if number in self._stopped:
                    continue
                channel.send("move", int(move.text), ref=number)
                channel.send("yield", ref=number)
                self.answered += 1
                self._watch(board, move.text)


class _Thinker:
    """A mind in a process, which joins a game for each size of board."""

    def __init__(self, mind: str) -> None:
        self.seat = ProcessSeat(mind)
        self._joined: tuple[object, ...] = ()

    def choose(self, position: Position, seconds: float, seed: int) -> Move:
        options = tuple(position.game.values.items())
        if options != self._joined:
            self.seat.join(position.game, 0, seed)
            self._joined = options
        return checked(self.seat.choose(Question(position, (), seconds)), position).move

    def close(self) -> None:
        self.seat.close()
