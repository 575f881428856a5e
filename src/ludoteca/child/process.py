"""A child process with limits: started, asked, paused and killed here; every answer has its own time limit."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ludoteca.child.errors import Crashed, Flooded, Garbled, Shortage, TooSlow
from ludoteca.child.forking import ForkedProcess, fork
from ludoteca.child.limits import FOREIGN, Limits
from ludoteca.child.pauses import Pauses, inherited_descriptor
from ludoteca.child.pipes import ERR, IN, OUT, pipes_of
from ludoteca.child.sandbox import bare_environment, command_line
from ludoteca.core import operating_system
from ludoteca.core.clock import PAUSES, running_time
from ludoteca.core.errors import Unavailable

_STDERR_KEPT = 1 << 14  # bytes
_GRACE = 1.0  # seconds a child has to end by itself
_STARTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="child-starter")
"""Starts all children: Linux kills a child when the thread that started it ends, and this one ends with the process."""


def _start(command: Sequence[str], **settings: Any) -> subprocess.Popen[bytes]:
    started: subprocess.Popen[bytes] = _STARTER.submit(lambda: subprocess.Popen(command, **settings)).result()
    return started


class Child:
    """A running program that answers one JSON object with one. Any `ChildError` leaves it dead.

    A `pausable` child can be stopped for a while: meanwhile neither its time for an answer runs nor its own clock. A
    child that is not confined and only runs the `main` of a `module` of ours is forked where that can be done.
    """

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits = FOREIGN,
        readable: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        pausable: bool = False,
        module: str | None = None,
        folder: Path | None = None,
    ) -> None:
        found = shutil.which(program[0])
        if found is None:
            raise Unavailable("child.missing", program=program[0])
        self.limits = limits
        self._stderr = b""
        self._err_open = True
        self._output = b""
        self._signalling = threading.Lock()
        self._using_pipes = threading.RLock()  # held by the thread that uses them: only that one may close them
        self._killed = False
        self.seconds = 0.0  # that the last answer took, pauses not counted
        command = command_line([os.path.abspath(found), *program[1:]], limits, readable, folder, module)
        try:
            self._pauses = Pauses() if pausable and hasattr(os, "memfd_create") else None
            forked = module is not None and not limits.confined and operating_system.LINUX
            self._process = self._forked(module or "") if forked else self._started(command, environment or {}, folder)
        except OSError as error:
            raise Shortage("child.shortage", reason=error.strerror or str(error)) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._pipes = pipes_of(self._process.stdin, self._process.stdout, self._process.stderr)

    def _started(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path | None
    ) -> subprocess.Popen[bytes]:
        variables = {**(bare_environment() if self.limits.confined else os.environ), **environment}
        page = self._page
        if page is not None:
            variables[PAUSES] = str(page)
        try:
            return _start(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=variables,
                cwd=operating_system.first_folder(folder, "/" if self.limits.confined else None),
                bufsize=0,
                **operating_system.own_group(() if page is None else (page,)),
            )
        finally:
            if self._pauses:
                self._pauses.close()

    def _forked(self, module: str) -> ForkedProcess:
        try:
            return fork(module, self.limits.of_system, self._page, PAUSES, _start)
        finally:
            if self._pauses:
                self._pauses.close()

    @property
    def _page(self) -> int | None:
        """The descriptor of the page on which its pauses are written."""
        return self._pauses.descriptor if self._pauses else inherited_descriptor()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process we started; the program itself, unless it is wrapped in an isolation."""
        return self._process.pid

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send one object, wait for one back; raises a `ChildError`, and then the child is dead."""
        started = self._time()
        with self._using_pipes:
            try:
                line = self._exchange(_line(question), seconds)
                with contextlib.suppress(BlockingIOError):
                    self._read_stderr()  # what it printed before its answer
                return self._parsed(line)
            except BaseException:  # Ctrl-C too: half an exchange would make the next answer the wrong one
                self.kill()
                raise
            finally:
                self.seconds = self._time() - started
                if self._killed:
                    self._pipes.close()

    def seal(self) -> None:
        """Lower its limit of open files to those it has: it opens no more, unless native code closes one first."""
        operating_system.seal_files(self.pid)

    @property
    def paused(self) -> bool:
        return self._pauses is not None and self._pauses.under_way

    def pause(self) -> None:
        """Stop it, and every process it started, until `resume`; may be called from another thread."""
        with self._signalling:
            if self._pauses is not None and not self._pauses.under_way and self.alive:
                self._pauses.begin()
                operating_system.stop_tree(self.pid)

    def resume(self) -> None:
        """Let it go on after a pause; may be called from another thread."""
        with self._signalling:
            if self._pauses is not None and self._pauses.under_way:
                self._pauses.end()
                operating_system.continue_tree(self.pid)

    def close(self) -> None:
        """Close its input, give it a second to end, then kill it."""
        if self.paused:
            self.kill()
        with contextlib.suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self.kill()

    def kill(self) -> None:
        """Kill it and every process it started; may be called from another thread, and more than once."""
        with self._signalling:
            if not self._killed:
                self._killed = True
                operating_system.kill_tree(self.pid)
                if self._process.poll() is None:
                    operating_system.kill(self.pid)  # should it have left its group
        self._process.wait()
        if self._using_pipes.acquire(blocking=False):
            try:
                self._pipes.close()
            finally:
                self._using_pipes.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exchange(self, unsent: bytes, seconds: float) -> bytes:
        """Write and read in turns until a whole line has come, so that neither side can block the other."""
        if self._output:
            raise Garbled("child.garbled", given=self._output[:80].decode(errors="replace"))
        deadline = self._time() + seconds
        while b"\n" not in self._output:
            left = deadline - self._time()
            if left <= 0:
                raise TooSlow("child.too_slow", seconds=seconds)
            wanted = {OUT, *((ERR,) if self._err_open else ()), *((IN,) if unsent else ())}
            ready = self._pipes.ready(wanted, left)
            if ERR in ready:
                self._read_stderr()
            if IN in ready:
                unsent = self._pipes.write(unsent)
            if OUT in ready and not self._read_output():
                raise self._crash_error()
        line, _, self._output = self._output.partition(b"\n")
        return line

    def _time(self) -> float:
        """Seconds of a clock that stands still while the child is paused."""
        return running_time() - (self._pauses.seconds if self._pauses else 0.0)

    def _read_output(self) -> bool:
        chunk = self._pipes.read(OUT)
        self._output += chunk
        if len(self._output) > self.limits.output:
            raise Flooded("child.flooded", bytes=self.limits.output)
        return bool(chunk)

    def _read_stderr(self) -> None:
        chunk = self._pipes.read(ERR)
        self._err_open = bool(chunk)
        self._stderr = (self._stderr + chunk)[-_STDERR_KEPT:]

    def printed(self) -> str:
        """Take what it has printed on standard error since the last call, the end of it if that is long."""
        text, self._stderr = self._stderr, b""
        return text.decode(errors="replace")

    def _crash_error(self) -> Crashed:
        """The error for a process that ended: its exit code or signal, and its last line on standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        with contextlib.suppress(OSError):
            while self._err_open:
                self._read_stderr()
        words = self._stderr.decode(errors="replace").strip().splitlines()
        last = words[-1] if words else "–"
        code = self._process.poll()
        if code is not None and code < 0:
            return Crashed("child.crashed.signal", signal=_signal_name(-code), last=last)
        return Crashed("child.crashed.code", code=code if code is not None else "–", last=last)

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise Garbled("child.garbled", given=line[:80].decode(errors="replace"))
        return answer


def _line(question: Mapping[str, Any]) -> bytes:
    """One JSON object as a line of UTF-8; half a character, which no encoding can write, becomes a question mark."""
    return json.dumps(question, ensure_ascii=False).encode(errors="replace") + b"\n"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
