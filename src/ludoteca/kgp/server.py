"""The server: agents connect, and each plays games against the minds of the server, from both sides in turn."""

from __future__ import annotations

import itertools
import random
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import Seat, seat_for
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.record import Record, Recorder
from ludoteca.kgp.channel import Channel, Flooding, TcpChannel
from ludoteca.kgp.commands import VERSION, BadCommand, Command
from ludoteca.kgp.remote_seat import RemoteSeat

_GREETING = 10.0  # seconds that an agent may take to ask for a mode
_SEEDS = 1 << 31
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server plays: the game, the minds, the games of each agent, seconds a move, agents at a time."""

    game: Game
    minds: Sequence[str]
    games: int = 2
    seconds: float = 5.0
    agents: int = 8
    seed: int | None = None
    records: Path | None = None  # the folder in which records are kept


Watcher = Callable[[int, Record], None]
"""Called after each game, with its number; by the thread that played it."""


class Server:
    """A server that listens until it is closed."""

    def __init__(
        self, settings: ServerSettings, host: str, port: int, watch: Watcher = lambda number, record: None
    ) -> None:
        """Raises `BadInput` for a mind that cannot play, a folder that cannot be made, or an address that is taken."""
        self._settings = settings
        self._watch = watch
        self._numbers = itertools.count(1)
        self._lot = random.Random(settings.seed)
        self._agents = set[_Agent]()
        self._lock = threading.Lock()
        self._open = True
        for mind in settings.minds:
            seat_for(mind, settings.game).close()
        if settings.records is not None:
            try:
                settings.records.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadInput("kgp.no_folder", path=str(settings.records), reason=error.strerror or "") from None
        try:
            self._listener = socket.create_server((host, port), family=_family(host))
        except OSError as error:
            raise BadInput("kgp.no_address", address=f"{host}:{port}", reason=error.strerror or str(error)) from None
        self.address: tuple[str, int] = self._listener.getsockname()[:2]

    def serve(self) -> None:
        """Take connections until the server is closed."""
        while self._open:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            agent = _Agent(self, TcpChannel(connection, first_id=2))
            with self._lock:
                room = len(self._agents) < self._settings.agents and self._open
                if room:
                    self._agents.add(agent)
            threading.Thread(target=agent.run if room else agent.turn_away, daemon=True).start()

    def close(self) -> None:
        """Take no more connections and end those there are."""
        with self._lock:
            self._open = False
            agents = list(self._agents)
        self._listener.close()
        for agent in agents:
            agent.end()

    def left(self, agent: _Agent) -> None:
        """An agent's connection has ended."""
        with self._lock:
            self._agents.discard(agent)

    @property
    def settings(self) -> ServerSettings:
        return self._settings

    def play(self, remote: RemoteSeat, mind: str, agent_first: bool) -> Record:
        """One game between an agent and a mind."""
        with self._lock:
            number, seed = next(self._numbers), self._lot.randrange(_SEEDS)
        settings = self._settings
        ours = seat_for(mind, settings.game)
        seats: list[Seat] = [remote, ours] if agent_first else [ours, remote]
        recorder = None
        try:
            if settings.records is not None:
                name = remote.mind.partition("=")[2]
                recorder = Recorder(_free_path(settings.records, f"{number:04}-{name}"))
            runner = GameRunner(settings.game, seats, seed, settings.seconds)
            record = runner.play(record=None if recorder is None else recorder.keep)
        finally:
            ours.close()
            if recorder is not None:
                recorder.close()
        self._watch(number, record)
        return record


def _free_path(folder: Path, name: str) -> Path:
    """A path in a folder where there is no file yet."""
    endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    tries = (folder / f"{name}{ending}.jsonl" for ending in endings)
    return next(path for path in tries if not path.exists())


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


class _Agent:
    """An agent that is connected: a thread reads what it sends, another plays its games."""

    def __init__(self, server: Server, channel: Channel) -> None:
        self._server = server
        self._channel = channel
        self._name = ""
        self._seat: RemoteSeat | None = None
        self._mode = threading.Event()

    def turn_away(self) -> None:
        """Tell an agent that there is no room."""
        self._channel.send("error", "The server is full")
        self.end()

    def run(self) -> None:
        """Greet the agent, play its games, say goodbye."""
        reader = threading.Thread(target=self._read, daemon=True)
        try:
            self._channel.send("kgp", *VERSION)
            reader.start()
            if self._mode.wait(_GREETING) and not self._channel.closed.is_set():
                self._play()
            elif not self._channel.closed.is_set():
                self._channel.send("error", "Requested no mode")
        except LudotecaError:
            self._channel.send("error", "The server has a problem")
        finally:
            self._server.left(self)
            self.end()

    def _play(self) -> None:
        settings = self._server.settings
        for number in range(settings.games) if settings.games else itertools.count():
            mind = settings.minds[number // 2 % len(settings.minds)]
            self._channel.send("set", "game:opponent", mind[:_LONGEST_NAME])
            self._seat = RemoteSeat(self._channel, self._name)
            self._server.play(self._seat, mind, agent_first=number % 2 == 0)
            if self._channel.closed.is_set():
                return

    def end(self) -> None:
        """Say goodbye and close the connection."""
        if not self._channel.closed.is_set():
            self._channel.send("goodbye")
        self._channel.close()
        self._mode.set()
        if self._seat is not None:
            self._seat.wake()

    def _read(self) -> None:
        try:
            for command in self._channel.commands():
                if isinstance(command, BadCommand):
                    self._channel.send("error", "Malformed command")
                elif not self._obey(command):
                    break
        except Flooding:
            self._channel.send("error", "Too many commands")
        self.end()

    def _obey(self, command: Command) -> bool:
        """Do what a command asks for; whether to go on."""
        refuse = partial(self._channel.send, "error", ref=command.id)
        match command.name:
            case "mode":
                if self._mode.is_set():
                    refuse('Duplicate "mode" request')
                    return False
                if command.args != ("freeplay",):
                    refuse("Unsupported activity")
                    return False
                self._channel.send("ok", ref=command.id)
                self._mode.set()
            case "set":
                if len(command.args) == 2 and command.args[0] == "info:name":
                    self._name = command.args[1][:_LONGEST_NAME]
            case "ok" | "error":
                pass
            case "ping":
                self._channel.send("pong", ref=command.id)
            case "goodbye":
                return False
            case "move" | "yield" | "pong" if not self._mode.is_set():
                refuse("Requested no mode")
            case _:
                seat = self._seat
                if seat is None or not seat.hear(command):
                    refuse("Unknown command")
        return True
