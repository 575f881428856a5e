"""The routes of the API: large bodies are parsed and validated in a thread, not in the event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from ludoteca.lab.api.common import REFUSALS, note_activity

_LARGE = 8 << 10  # bytes: smaller bodies are parsed and validated in about a millisecond

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class LabRouter(APIRouter):
    """A router below /api. Its routes are those of the app: FastAPI would build the ones that it includes twice."""

    def __init__(self, prefix: str = "") -> None:
        known = [Depends(note_activity)]
        super().__init__(prefix=f"/api{prefix}", responses=REFUSALS, dependencies=known, route_class=LabRoute)


class LabRoute(APIRoute):
    """A route that reads a large body in a thread."""

    def get_route_handler(self) -> Handler:
        handle, field = super().get_route_handler(), self.body_field
        model = None if field is None else field.field_info.annotation
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            return handle

        async def handle_body(request: Request) -> Response:
            body = await request.body()
            if len(body) <= _LARGE:
                return await handle(request)
            return await handle(_ReadRequest(request, body, await asyncio.to_thread(_read, model, body)))

        return handle_body


class _ReadRequest(Request):
    """A request whose body has been read. FastAPI validates the model again, which takes no time for an instance."""

    def __init__(self, request: Request, body: bytes, model: BaseModel) -> None:
        super().__init__(request.scope, request.receive)
        self._bytes, self._model = body, model

    async def body(self) -> bytes:
        return self._bytes

    async def json(self) -> BaseModel:
        return self._model


def _read(model: type[BaseModel], body: bytes) -> BaseModel:
    """The validated body; raises `RequestValidationError` with its first fault."""
    try:
        data = json.loads(body)
    except json.JSONDecodeError as error:
        raise _fault(("body", error.pos), "JSON decode error") from None
    except (UnicodeDecodeError, RecursionError):
        raise _fault(("body",), "JSON decode error") from None
    if isinstance(data, dict):
        unknown = next((name for name in data if name not in model.model_fields), None)
        if unknown is not None:  # a hundred thousand of them would be reported one by one
            raise _fault(("body", unknown[:100]), "Extra inputs are not permitted")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise _fault(("body", *first["loc"]), first["msg"]) from None


def _fault(where: tuple[int | str, ...], sentence: str) -> RequestValidationError:
    return RequestValidationError([{"loc": where, "msg": sentence}])
