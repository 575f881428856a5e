"""Errors of child processes: of the process itself (`ChildError`), or an error it answered with (`ServiceError`)."""

from __future__ import annotations

from typing import Any

from ludoteca.core.errors import LudotecaError, Unavailable
from ludoteca.core.i18n import Argument, Message


class ChildError(LudotecaError):
    """A child process gave no proper answer; it is dead by now."""


class Shortage(Unavailable):
    """The machine has no room for another process: no memory, files or processes are left. It is no fault of a mind."""


class TooSlow(ChildError):
    """No answer in time."""


class Crashed(ChildError):
    """It ended without an answer: by an error of its own, or by a limit on memory, files or processes."""


class Flooded(ChildError):
    """It wrote more than the limit for one answer."""


class Garbled(ChildError):
    """It answered something that is not an answer of the protocol."""


class ServiceError(LudotecaError):
    """An error a service answered with: its `kind`, and data of that kind. The process goes on.

    Kind `message` carries a message of ours, `memory` and `internal` are the server loop's own (a `Shortage` is raised
    as such); all other kinds belong to the service, and may carry a message too.
    """

    def __init__(self, kind: str, /, **data: Any) -> None:
        self.kind = kind
        self.data = data
        message = _message(kind, data)
        super().__init__(message.key, **message.args)


def _message(kind: str, data: dict[str, Any]) -> Message:
    message = data.get("message")
    if isinstance(message, dict) and isinstance(message.get("key"), str) and isinstance(message.get("args", {}), dict):
        args = message.get("args", {}).items()
        return Message(message["key"], {name: tuple(arg) if isinstance(arg, list) else arg for name, arg in args})
    if kind == "memory":
        return Message("child.memory")
    if kind == "internal":
        names = ("type", "text", "file", "line")
        return Message("child.internal", {name: _argument(data.get(name, "")) for name in names})
    return Message("child.error", {"kind": kind})


def _argument(value: object) -> Argument:
    return value if isinstance(value, int | float | str) else str(value)
