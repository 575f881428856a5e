"""A line to a peer over TCP or WebSocket, with limits: it is somebody else's program on the network."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ludoteca.kgp.commands import LONGEST, BadCommand, Command, parse, write

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

_CHUNK = 4096
_LINES_A_SECOND = 200  # that a peer may send for long …
_BURST = 1000  # … and at once
_LAST, _LAST_CHUNKS = 0.2, 64  # seconds and chunks that are still read before a connection is closed
_SENDING = 10.0  # seconds that a peer may take to read what it is sent


class Flooding(Exception):
    """A peer that sends more than it may."""


class Channel(ABC):
    """A connection that commands come and go by; `send` may be called from several threads."""

    def __init__(self, first_id: int) -> None:
        self._next_id = first_id
        self._sending = threading.Lock()
        self._closing = threading.Lock()
        self.closed = threading.Event()

    def send(self, name: str, *args: str | int, ref: int | None = None) -> int:
        """Send a command; its id. A peer that cannot be reached is found out by reading."""
        with self._sending:
            number, self._next_id = self._next_id, self._next_id + 2
            try:
                self._write(write(name, *args, number=number, ref=ref) + "\r\n")
            except Exception:  # whatever the library raises: the connection is gone
                self.close()
        return number

    def commands(self) -> Iterator[Command | BadCommand]:
        """The commands that come until the connection ends, bad lines among them; raises `Flooding`."""
        bucket, last = float(_BURST), time.monotonic()
        for line in self._lines():
            now = time.monotonic()
            bucket = min(_BURST, bucket + (now - last) * _LINES_A_SECOND) - 1
            last = now
            if bucket < 0:
                raise Flooding
            if not line.strip():
                continue
            try:
                yield parse(line)
            except BadCommand as error:
                yield error

    def close(self) -> None:
        """End the connection; may be called from another thread, and more than once."""
        with self._closing:
            if not self.closed.is_set():
                self.closed.set()
                self._end()

    @abstractmethod
    def _write(self, line: str) -> None: ...

    @abstractmethod
    def _lines(self) -> Iterator[str]:
        """The lines that come; one that is too long comes as its beginning, which is no command."""

    @abstractmethod
    def _end(self) -> None: ...


class TcpChannel(Channel):
    """Lines over a socket."""

    def __init__(self, connection: socket.socket, first_id: int) -> None:
        super().__init__(first_id)
        self._socket = connection
        self._socket.settimeout(_SENDING)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a line is sent at once

    def _write(self, line: str) -> None:
        self._socket.sendall(line.encode())

    def _lines(self) -> Iterator[str]:
        rest, skipping = b"", False
        while not self.closed.is_set():
            chunk = self._receive()
            if chunk is None:
                continue
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if not skipping:
                    yield line.decode(errors="replace")
                skipping = False
            if len(rest) > LONGEST:
                if not skipping:
                    yield rest[: LONGEST + 1].decode(errors="replace")
                rest, skipping = b"", True

    def _receive(self) -> bytes | None:
        """What came, nothing at the end, None after some time without anything."""
        try:
            return self._socket.recv(_CHUNK)
        except TimeoutError:
            return None
        except OSError:
            return b""

    def _end(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.settimeout(_LAST)
            for _ in range(_LAST_CHUNKS):  # what is unread would make the peer lose what it was sent last
                if not self._socket.recv(_CHUNK):
                    break
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            self._socket.close()


class WebSocketChannel(Channel):
    """Lines over a WebSocket, one a message."""

    def __init__(self, connection: ClientConnection, first_id: int) -> None:
        super().__init__(first_id)
        self._socket = connection

    def _write(self, line: str) -> None:
        self._socket.send(line)

    def _lines(self) -> Iterator[str]:
        from websockets.exceptions import ConnectionClosed

        while not self.closed.is_set():
            try:
                message: Any = self._socket.recv()
            except ConnectionClosed:
                return
            yield from (message if isinstance(message, str) else message.decode(errors="replace")).splitlines()

    def _end(self) -> None:
        self._socket.close()
