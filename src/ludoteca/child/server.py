"""The server loop of every child process: requests come in, answers go out, one JSON object a line.

A request is ``{"id": …, "do": NAME, …}``: the service's method NAME is called with the other members. The answer
repeats the id, with ``"done"`` and what the method returned, or with ``"error"``: an object whose ``kind`` says what
went wrong. A service may be written in another language: SWI-Prolog speaks the same protocol.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import Any

from ludoteca.child.errors import ServiceError, Shortage
from ludoteca.core.errors import LudotecaError
from ludoteca.core.garbage import collect_rarely
from ludoteca.core.i18n import Argument
from ludoteca.core.record import to_json

_LONGEST = 200  # characters of an unexpected error's text


def serve(service: object) -> None:
    """Answer until the client closes the pipe. What the service prints goes to standard error, out of the way."""
    collect_rarely()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(answer(service, json.loads(line)), ensure_ascii=False) + "\n")
        answers.flush()


def answer(service: object, request: dict[str, Any]) -> dict[str, Any]:
    """Call the method a request names; an exception becomes an error, never the end of the process."""
    number, name = request.pop("id"), request.pop("do")
    try:
        return {"id": number, "done": to_json(getattr(service, name)(**request))}
    except Exception as error:
        return {"id": number, "error": _error(service, error)}


def _error(service: object, error: Exception) -> dict[str, Any]:
    """An exception as data: by the service's own `describe_error` where it has one, else by its type."""
    describe = getattr(service, "describe_error", None)
    described: dict[str, Any] | None = describe(error) if describe is not None else None
    if described is not None:
        return described
    if isinstance(error, ServiceError):
        return {"kind": error.kind, **to_json(error.data)}
    if isinstance(error, Shortage):
        return {"kind": "shortage", "message": to_json(error.message)}
    if isinstance(error, LudotecaError):
        return {"kind": "message", "message": to_json(error.message)}
    if isinstance(error, MemoryError):
        return {"kind": "memory"}
    traceback.print_exc()
    return {"kind": "internal", **raised(error)}


def raised(error: BaseException) -> dict[str, Argument]:
    """Type, text, file and line of an exception, as the arguments of a message."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return {
        "type": type(error).__name__,
        "text": str(error)[:_LONGEST],
        "file": last.filename,
        "line": last.lineno or 0,
    }
