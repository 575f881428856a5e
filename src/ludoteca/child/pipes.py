"""The pipes of a child process: wait for any of them, write to one, read from two, and never block on one alone.

Where pipes can be polled they are; on Windows, which cannot wait for several pipes, a thread serves each of them.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
from typing import IO, Protocol

_CHUNK = 1 << 16
_MOST_CHUNKS = 4  # that a thread keeps before it reads on
_GRACE = 1.0  # seconds a thread has to see that its pipe has ended

IN, OUT, ERR = 0, 1, 2  # named as the child sees them


class Pipes(Protocol):
    """Standard input, output and error of a child."""

    def ready(self, wanted: set[int], seconds: float) -> set[int]:
        """Wait until one of the wanted pipes can be used; those that can."""

    def write(self, data: bytes) -> bytes:
        """Write to its input what fits; the rest."""

    def read(self, pipe: int) -> bytes:
        """Read from a pipe; nothing at its end. Raises `BlockingIOError` when nothing has come."""

    def close(self) -> None:
        """Close all three; what does not exist any more is closed."""


class PolledPipes:
    """Pipes that do not block, and can be waited for together."""

    def __init__(self, files: tuple[IO[bytes], IO[bytes], IO[bytes]]) -> None:
        self._files = files
        self._numbers = tuple(file.fileno() for file in files)
        for number in self._numbers:
            os.set_blocking(number, False)

    def ready(self, wanted: set[int], seconds: float) -> set[int]:
        poll = select.poll()
        for pipe in wanted:
            poll.register(self._numbers[pipe], select.POLLOUT if pipe == IN else select.POLLIN)
        return {self._numbers.index(number) for number, _ in poll.poll(1000 * seconds)}

    def write(self, data: bytes) -> bytes:
        try:
            return data[os.write(self._numbers[IN], data) :]
        except BrokenPipeError:
            return b""  # it has ended; reading its output finds out how

    def read(self, pipe: int) -> bytes:
        return os.read(self._numbers[pipe], _CHUNK)

    def close(self) -> None:
        _close(*self._files)


class ThreadedPipes:
    """Pipes with a thread each."""

    def __init__(self, files: tuple[IO[bytes], IO[bytes], IO[bytes]]) -> None:
        self._files = files
        self._changed = threading.Condition()
        self._closed = False
        self._chunks: dict[int, list[bytes]] = {IN: [], OUT: [], ERR: []}  # unsent, and unread; b"" is the end
        targets = ((self._send, IN), (self._receive, OUT), (self._receive, ERR))
        self._threads = [threading.Thread(target=target, args=(pipe,), daemon=True) for target, pipe in targets]
        for thread in self._threads:
            thread.start()

    def ready(self, wanted: set[int], seconds: float) -> set[int]:
        def usable() -> set[int]:
            return {pipe for pipe in wanted if bool(self._chunks[pipe]) == (pipe != IN)}

        with self._changed:
            self._changed.wait_for(usable, seconds)
            return usable()

    def write(self, data: bytes) -> bytes:
        with self._changed:
            self._chunks[IN].append(data)
            self._changed.notify_all()
        return b""

    def read(self, pipe: int) -> bytes:
        with self._changed:
            chunks = self._chunks[pipe]
            if not chunks:
                raise BlockingIOError
            self._changed.notify_all()
            return chunks.pop(0) if chunks[0] else b""  # the end stays

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._chunks[IN].append(b"")
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(_GRACE)
        _close(*self._files)

    def _send(self, pipe: int) -> None:
        with contextlib.suppress(OSError, ValueError):
            while data := self._next_unsent():
                while data:
                    data = data[os.write(self._files[pipe].fileno(), data) :]
                with self._changed:
                    self._chunks[pipe].pop(0)
                    self._changed.notify_all()

    def _next_unsent(self) -> bytes:
        with self._changed:
            self._changed.wait_for(lambda: self._chunks[IN])
            return self._chunks[IN][0]

    def _receive(self, pipe: int) -> None:
        data = b"?"
        while data:
            try:
                data = os.read(self._files[pipe].fileno(), _CHUNK)
            except (OSError, ValueError):  # closed meanwhile
                data = b""
            with self._changed:
                self._changed.wait_for(lambda: self._closed or len(self._chunks[pipe]) < _MOST_CHUNKS)
                self._chunks[pipe].append(data)
                self._changed.notify_all()


def _close(*files: IO[bytes]) -> None:
    for file in files:
        with contextlib.suppress(OSError):
            file.close()


def pipes_of(stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes]) -> Pipes:
    """The pipes of a process, waited for as this system can."""
    files = stdin, stdout, stderr
    return PolledPipes(files) if hasattr(select, "poll") else ThreadedPipes(files)
