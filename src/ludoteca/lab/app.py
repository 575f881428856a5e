"""The application: API, page and guard put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ludoteca import __version__
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.traces import trace_types
from ludoteca.lab.access import Guard
from ludoteca.lab.api import router
from ludoteca.lab.knowledge_files import KnowledgeFiles, NoSuchKnowledge
from ludoteca.lab.lab_state import LabState, NoSuch
from ludoteca.lab.mind_workers import MindWorkers
from ludoteca.lab.static_files import StaticFiles
from ludoteca.lab.store import Store
from ludoteca.rules.planning.s_expressions import BadPddl

STATIC = Path(__file__).parent / "static"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def create_app(data: Path, hosts: tuple[str, ...] | None = LOOPBACK, token: str | None = None) -> FastAPI:
    """The lab over a data folder, answering to some host names, with or without a token."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store, thinkers = Store(data / "lab.sqlite"), MindWorkers()
        app.state.rooms = LabState(store, KnowledgeFiles(data / "knowledge"), thinkers)
        await app.state.rooms.restore()
        yield
        await app.state.rooms.close()
        thinkers.close()
        store.close()

    app = FastAPI(
        title="Ludoteca",
        version=__version__,
        description="Games, minds, records and reasons. The page is this API's first client.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=life,
    )
    app.include_router(router)
    app.add_exception_handler(LudotecaError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _failed)
    app.add_middleware(Guard, hosts=hosts, token=token)
    files = StaticFiles(STATIC)

    def trace_file(name: str, request: Request) -> Response:
        """The picture of a kind of trace, `KIND.js` or `KIND.css`, from its school's folder."""
        kind, _, suffix = name.partition(".")
        found = trace_types().get(kind)
        answer = None if found is None else StaticFiles(found.folder).answer(f"picture.{suffix}", request)
        if answer is None:
            raise HTTPException(404, "There is nothing here.")
        return answer

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """Files under /static; every other address outside the API is the page, which finds its own way."""
        if path.startswith("traces/"):
            return trace_file(path.removeprefix("traces/"), request)
        name = path.removeprefix("static/") if path.startswith("static/") else "index.html"
        answer = None if path.startswith("api/") else files.answer(name, request)
        if answer is None:
            raise HTTPException(404, "There is nothing here.")
        return answer

    return app


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LudotecaError)
    asked = request.query_params.get("lang", "en")
    sentence = say(error.message, asked if asked in LANGUAGES else "en")
    where = {"file": error.file, "line": error.line} if isinstance(error, BadPddl) else {}
    return JSONResponse({"error": sentence, **where}, 404 if isinstance(error, NoSuch | NoSuchKnowledge) else 422)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"error": f"{where}: {first['msg']}"}, 422)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)
