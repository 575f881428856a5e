"""The client of every child process we start: load, seal, ask, close.

>>> import sys
>>> code = '''
... import json, sys
... for line in sys.stdin:
...     request = json.loads(line)
...     print(json.dumps({"id": request["id"], "done": request["n"] + 1}), flush=True)
... '''
>>> with Client([sys.executable, "-c", code]) as client:
...     client.ask("add_one", 5, n=1)
2
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import ludoteca
from ludoteca.child.errors import Garbled, ServiceError, Shortage
from ludoteca.child.limits import FOREIGN, Limits
from ludoteca.child.process import Child
from ludoteca.core import operating_system


class Client:
    """A child process that speaks the protocol of `child.server`.

    `ask` raises `ServiceError` when the service answers with an error, and then it can be asked again; any `ChildError`
    leaves the process dead.
    """

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits = FOREIGN,
        environment: Mapping[str, str] | None = None,
        pausable: bool = False,
        module: str | None = None,
        readable: Sequence[Path] = (),
        folder: Path | None = None,
    ) -> None:
        self._child = Child(program, limits, readable, environment, pausable, module, folder)
        self._is_ours = not limits.confined

    @classmethod
    def of_module(
        cls,
        module: str,
        limits: Limits = FOREIGN,
        pausable: bool = False,
        environment: Mapping[str, str] | None = None,
        readable: Sequence[Path] = (),
    ) -> Self:
        """A module of ours that calls `serve`, in a process of its own, which may read some folders more."""
        packages = {"PYTHONPATH": str(Path(ludoteca.__file__).parent.parent)} if limits.confined else {}
        variables = {**packages, **(environment or {})}
        return cls([sys.executable, "-m", module], limits, variables, pausable, module, readable)

    @property
    def alive(self) -> bool:
        return self._child.alive

    @property
    def seconds(self) -> float:
        """How long the last answer took; pauses do not count."""
        return self._child.seconds

    def ask(self, request: str, seconds: float, /, **arguments: Any) -> Any:
        """What the service answers to a request; raises `ServiceError`, `ChildError` or `Shortage`.

        The id is random: text that a loaded program prints by itself cannot pass for an answer.
        """
        number = secrets.token_hex(8)
        answer = self._child.ask({"id": number, "do": request, **arguments}, seconds)
        if answer.get("id") != number or not ("done" in answer or isinstance(answer.get("error"), dict)):
            self._child.kill()
            raise Garbled("child.garbled", given=str(answer)[:80])
        if "done" in answer:
            return answer["done"]
        error = dict(answer["error"])
        failure = ServiceError(str(error.pop("kind", "unknown")), **error)
        if failure.kind == "shortage" and self._is_ours:  # what is confined starts nothing, so it can lack no room
            raise Shortage(failure.message.key, **failure.message.args)
        raise failure

    def printed(self) -> str:
        """Take what the service has printed up to its last answer, the last 16 KiB of it."""
        return self._child.printed()

    def load(self, seconds: float, seal: bool = True, /, **arguments: Any) -> Any:
        """Ask the service to load what it works with, then seal the process; raises as `ask` does."""
        loaded = self.ask("load", seconds, **arguments)
        if seal:
            self._child.seal()
        return loaded

    def interrupt(self) -> None:
        """Ask the service to answer now, where the system has a signal for it; may be called from another thread."""
        if self._child.alive:
            operating_system.interrupt(self._child.pid)

    def lower_priority(self, niceness: int) -> None:
        """Let other processes of the machine go first, this one's own children included."""
        operating_system.lower_priority(self._child.pid, niceness)

    def pause(self) -> None:
        """Stop the process for a while, and its clock; may be called from another thread."""
        self._child.pause()

    def resume(self) -> None:
        """Let the process go on after a pause; may be called from another thread."""
        self._child.resume()

    def kill(self) -> None:
        """End the process at once; may be called from another thread."""
        self._child.kill()

    def close(self) -> None:
        """Let the process end by itself, or else end it."""
        self._child.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
