"""Processes made by the fork server: the one of this process is started when the first of them is needed."""

from __future__ import annotations

import atexit
import json
import os
import select
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

_modules: list[str] = []
_PROGRAM = "from ludoteca.child.fork_server import main; main()"


STATUS_FORMAT = "i"  # of process ids and exit statuses
MOST_BYTES = 1 << 20  # of one request


def preload(module: str) -> None:
    """Let the fork server import a module that its children need; one that runs already is replaced."""
    if module not in _modules:
        _modules.append(module)


class ForkedProcess:
    """A process that the server forked; the part of `subprocess.Popen` that `Child` needs."""

    def __init__(self, pid: int, pipes: Sequence[int], status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin: IO[bytes] | None = os.fdopen(pipes[0], "wb", 0)
        self.stdout: IO[bytes] | None = os.fdopen(pipes[1], "rb", 0)
        self.stderr: IO[bytes] | None = os.fdopen(pipes[2], "rb", 0)
        self._status: int | None = status
        self._reading = threading.Lock()

    def poll(self) -> int | None:
        """Its exit status, or None while it runs."""
        return self._read(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; raises `subprocess.TimeoutExpired`."""
        code = self._read(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return code

    def _read(self, timeout: float | None) -> int | None:
        with self._reading:
            if self._status is not None:
                poll = select.poll()
                poll.register(self._status, select.POLLIN)
                if poll.poll(None if timeout is None else 1000 * timeout):
                    text = os.read(self._status, struct.calcsize(STATUS_FORMAT))
                    # The server writes it at once; without it, the server itself has ended, and its children with it.
                    self.returncode = struct.unpack(STATUS_FORMAT, text)[0] if text else -9
                    os.close(self._status)
                    self._status = None
            return self.returncode


class ForkServer:
    """The client of one fork server; usable as long as environment and modules are what they were at its start."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]]) -> None:
        self.environment = dict(os.environ)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.modules = list(_modules)
        command = [sys.executable, "-c", _PROGRAM, *self.modules]
        try:
            self._process = start(command, stdin=theirs.fileno(), start_new_session=True)
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        self._socket = ours
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BYTES)

    @property
    def usable(self) -> bool:
        return not self.ended and self.environment == os.environ and self.modules == _modules

    def fork(self, module: str, limits: Mapping[str, Any], page: int | None, page_name: str) -> ForkedProcess:
        """A process that runs the `main` of a module; raises `OSError`."""
        request = {
            "module": module,
            "limits": dict(limits),
            "folder": os.getcwd(),
            "environment": self.environment,
            "page": page_name,
        }
        ours, theirs = _pipes()
        try:
            descriptors = [*theirs, *(() if page is None else (page,))]
            socket.send_fds(self._socket, [json.dumps(request).encode()], descriptors)
            answer = self._socket.recv(struct.calcsize(STATUS_FORMAT))
            if not answer:
                raise OSError("the fork server has ended")
        except OSError:
            for pipe in ours:
                os.close(pipe)
            raise
        finally:
            for pipe in theirs:
                os.close(pipe)
        return ForkedProcess(struct.unpack(STATUS_FORMAT, answer)[0], ours[:3], ours[3])

    def close(self) -> None:
        """Take no more requests: the server ends after its last child."""
        self._socket.close()

    def end(self) -> None:
        """End the server and its children at once."""
        self.close()
        self._process.kill()
        self._process.wait()

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None


def _pipes() -> tuple[list[int], list[int]]:
    """Our ends and the child's ends of its standard input, output and error, and of its status pipe."""
    ours: list[int] = []
    theirs: list[int] = []
    try:
        for number in range(4):
            reading, writing = os.pipe()
            mine, its = (writing, reading) if number == 0 else (reading, writing)
            ours.append(mine)
            theirs.append(its)
    except OSError:
        for pipe in (*ours, *theirs):
            os.close(pipe)
        raise
    return ours, theirs


class _Servers:
    """The server in use, and those of other environments that still have children."""

    def __init__(self) -> None:
        self.current: ForkServer | None = None
        self.earlier: list[ForkServer] = []
        self.lock = threading.Lock()


_servers = _Servers()


def _forget_servers() -> None:
    """Leave the servers to the process that started them; this one is a fork of it."""
    _servers.current, _servers.earlier, _servers.lock = None, [], threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_servers)


def fork(
    module: str,
    limits: Mapping[str, Any],
    page: int | None,
    page_name: str,
    start: Callable[..., subprocess.Popen[bytes]],
) -> ForkedProcess:
    """A process that runs the `main` of a module of ours, forked by the server; `start` starts the server itself."""
    with _servers.lock:
        server = _servers.current
        if server is None or not server.usable:
            _servers.earlier = [earlier for earlier in _servers.earlier if not earlier.ended]
            if server is not None:
                server.close()
                _servers.earlier.append(server)
            server = _servers.current = ForkServer(start)
        return server.fork(module, limits, page, page_name)


@atexit.register
def _end() -> None:
    for server in (*_servers.earlier, *((_servers.current,) if _servers.current else ())):
        server.end()
