"""The web application: services, API, page and access control put together."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from ludoteca import __version__
from ludoteca.classroom.members import Members
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import LudotecaError, NotFound
from ludoteca.core.i18n import LANGUAGES, read_shared_catalogues, say
from ludoteca.core.plugins import plugins
from ludoteca.core.resources import resource, scripts_of
from ludoteca.core.traces import trace_types
from ludoteca.lab.access import AccessControl
from ludoteca.lab.api import routes
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.coursework_service import CourseworkService
from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.drawings import DrawingService
from ludoteca.lab.errors import Conflict, Forbidden, LabBusy
from ludoteca.lab.game_service import GameService
from ludoteca.lab.gates import ClassGate, Gate, TokenGate
from ludoteca.lab.inference_service import InferenceService
from ludoteca.lab.knowledge_checks import KnowledgeChecks
from ludoteca.lab.knowledge_trials import KnowledgeTrials
from ludoteca.lab.learning_service import LearningService
from ludoteca.lab.lesson_service import LessonService
from ludoteca.lab.manual.site import site_file
from ludoteca.lab.match_service import MatchService
from ludoteca.lab.mind_processes import MindProcesses
from ludoteca.lab.planning_service import PlanningService
from ludoteca.lab.puzzle_service import PuzzleService
from ludoteca.lab.question_service import QuestionService
from ludoteca.lab.review_service import ReviewService
from ludoteca.lab.shelves import Shelves
from ludoteca.lab.static_files import StaticFiles, media_type
from ludoteca.lab.store_thread import StoreThread
from ludoteca.lab.table_service import TableService
from ludoteca.lab.token import CLASS_TRIES, TokenTries
from ludoteca.lab.verdict_service import VerdictService
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.storage.errors import StoreError

STATIC = Path(__file__).parent / "static"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def create_app(
    data: DataFolder,
    hosts: tuple[str, ...] | None = LOOPBACK,
    token: str | None = None,
    capacity: Capacity | None = None,
    classroom: ClassStore | None = None,
    now: Callable[[], float] = time.time,
) -> FastAPI:
    """The lab with its data, served under some host names, with or without a token; or the lab of a class.

    `now` is the clock that deadlines of the class are compared with.
    """
    room = capacity or Capacity.of_machine()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _services(app, data, room):
            yield

    app = FastAPI(
        title="Ludoteca",
        version=__version__,
        description="Games, minds, records and explanations. The page of the lab uses this API.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
    )
    app.state.classroom = classroom
    app.state.coursework = None if classroom is None else CourseworkService(classroom, now)
    app.router.routes += routes
    app.add_exception_handler(LudotecaError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _failed)
    app.add_middleware(AccessControl, hosts=hosts, gate=_gate(token, classroom), tries=_tries(classroom))
    files = StaticFiles.of_folder(STATIC)
    discovered = {"traces": _trace_files(), "languages": _editor_languages()}

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description() -> Response:
        state = app.state
        if state.description is None:  # it takes long, once
            state.description = asyncio.create_task(asyncio.to_thread(_description, app))
        return Response(await asyncio.shield(state.description), media_type="application/json")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """A file of the page, a school or the manual; every other address outside the API is a page of index.html."""
        folder, _, name = path.partition("/")
        if folder in discovered:
            found = discovered[folder].response(name, request)
        elif folder == "docs":
            return await asyncio.to_thread(_manual_page, path, request)
        elif folder == "api":
            found = None
        else:
            found = files.response(name if folder == "static" else "index.html", request)
        if found is None:
            raise HTTPException(404, "There is nothing here.")
        return found

    return app


def _gate(token: str | None, classroom: ClassStore | None) -> Gate | None:
    if classroom is not None:
        return ClassGate(Members(classroom), classroom.name)
    return None if token is None else TokenGate(token)


def _tries(classroom: ClassStore | None) -> TokenTries:
    return TokenTries() if classroom is None else TokenTries(free=CLASS_TRIES)


@asynccontextmanager
async def _services(app: FastAPI, data: DataFolder, capacity: Capacity) -> AsyncIterator[None]:
    """The services of the API as attributes of `app.state`, each closed at the end."""
    store, state = StoreThread(data.store), app.state
    state.shelves = Shelves(data.knowledge)
    processes = MindProcesses(capacity)
    state.games = GameService(store, capacity, processes)
    state.matches = MatchService(store, processes.turn_taking_process)
    state.drawings, state.verdicts = DrawingService(), VerdictService()
    state.questions, state.reviews = QuestionService(processes), ReviewService(store)
    state.trials, state.checks, state.societies = KnowledgeTrials(), KnowledgeChecks(), BackgroundThreads("society")
    state.executions = BackgroundThreads("execution")
    state.inference, state.planning = InferenceService(), PlanningService()
    state.puzzles, state.lessons = PuzzleService(data.puzzle_log), LessonService(data.lesson_log, state.shelves)
    state.learning = LearningService(data.knowledge, processes, max(1, capacity.cores // 2))
    tables = TableService() if capacity.tables else None
    state.games.run()
    await state.matches.load()
    if state.coursework is not None:
        state.coursework.run()
    await run_in_threadpool(read_shared_catalogues)  # the first such call also imports a part of anyio
    state.description = None  # until it is asked for
    yield
    if tables is not None:
        tables.close()
    if state.description is not None:
        await state.description
    if state.coursework is not None:
        await state.coursework.close()
    await state.learning.close()
    await state.matches.close()
    await state.games.close()
    await processes.close()
    threads = (state.drawings, state.verdicts, state.reviews, state.trials, state.checks, state.societies)
    more = (state.executions, state.inference, state.planning, state.puzzles, state.lessons, store)
    for service in (*threads, *more):
        service.close()


def _description(app: FastAPI) -> bytes:
    """The description of the API, as JSON."""
    return json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":")).encode()


def _manual_page(path: str, request: Request) -> Response:
    """A file of the documentation, rendered when it is first asked for."""
    if path == "docs":
        asked = request.query_params.get("lang", "en")
        return RedirectResponse(f"/docs/{asked if asked in LANGUAGES else 'en'}/index.html")
    body = site_file(path.removeprefix("docs/"))
    if body is None:
        raise HTTPException(404, "There is nothing here.")
    return Response(body, media_type=media_type(path), headers={"Cache-Control": "no-cache"})


def _trace_files() -> StaticFiles:
    """The pictures of all kinds of trace and execution: KIND.js, KIND.css and KIND.stepper.js, from the schools."""
    paths = {
        f"{kind}.{name}": resource(found.folder / file)
        for kind, found in trace_types().items()
        for name, file in (("js", "picture.js"), ("css", "picture.css"), ("stepper.js", "stepper.js"))
    }
    return StaticFiles({name: path for name, path in paths.items() if path.is_file()})


def _editor_languages() -> StaticFiles:
    """The languages of the editor: SUFFIX.js for each `editor.SUFFIX.js` in the folder of a school."""
    found = (scripts_of(plugin.folder, "editor.*.js") for plugin in plugins("minds").values())
    return StaticFiles({name.removeprefix("editor."): file for files in found for name, file in files.items()})


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LudotecaError)
    asked = request.query_params.get("lang", "en")
    sentence = say(error.message, asked if asked in LANGUAGES else "en")
    where = {"file": error.file, "line": error.line} if isinstance(error, BadPddl) else {}
    codes = {Forbidden: 403, NotFound: 404, Conflict: 409, LabBusy: 503, StoreError: 507}
    code = next((code for kind, code in codes.items() if isinstance(error, kind)), 422)
    return JSONResponse({"error": sentence, **where}, code)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"error": f"{where}: {first['msg']}"}, 422)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)
