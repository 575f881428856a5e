"""The client of a planning process, for problems from users: they may be too large, or never end.

>>> with PlannerClient() as client:
...     client.read("(define (domain d)", "")
Traceback (most recent call last):
    ...
ludoteca.rules.planning.s_expressions.BadPddl: domain.pddl, line 1: the bracket of line 1 is never closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, ServiceError, TooSlow
from ludoteca.child.limits import MEBIBYTE, Limits
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import from_data
from ludoteca.planners.result_json import SolutionJson
from ludoteca.rules.planning.s_expressions import BadPddl, read_text

_SERVICE = "ludoteca.planners.server"
_PLANNING = Limits(memory=2048 * MEBIBYTE, open_files=256)
READING = 12.0  # seconds to parse and ground a problem
_ANSWERING = 20.0  # seconds for any other answer: a planner may hold the interpreter's lock for a while


@dataclass(frozen=True, slots=True)
class ProblemSummary:
    """A summary of a problem: its names, its size, and its costs."""

    domain: str
    problem: str
    actions: int
    facts: int
    numbers: int
    costs: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class ProgressPoint:
    """A progress report of a search, as numbers for JSON."""

    seconds: float
    states: int
    bound: float | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class SearchSnapshot:
    """The current state of a search: the latest report, those that changed bound or cost, and the result at the end.

    `alike` has a text for each step of the plan, which is the same for steps that differ only in their player or in
    interchangeable objects. `exact_bound` is the bound as an exact number, for those who go on computing with it.
    """

    latest: ProgressPoint
    trail: tuple[ProgressPoint, ...]
    result: SolutionJson | None
    alike: tuple[str, ...] = ()
    exact_bound: str | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """The cost of a plan in a problem; or the first inapplicable step and its first unmet condition."""

    cost: float | None = None
    penalties: dict[str, float] | None = None
    step: int | None = None
    action: str = ""
    missing: str = ""


class PlannerClient:
    """One problem and one search in a child process; all errors are `BadInput`, after which the process may be dead.

    Use it only from the thread that made it: its process ends with that thread.
    """

    def __init__(self) -> None:
        self._client: Client | None = None

    def read(self, domain: str, problem: str, seconds: float = READING) -> ProblemSummary:
        """Parse and ground a problem within some seconds; raises `BadPddl` with its line."""
        read_text(domain, "domain.pddl")  # a missing bracket is found here, before a process is started
        read_text(problem, "problem.pddl")
        self._client = self._client or Client.of_module(_SERVICE, _PLANNING)
        return from_data(ProblemSummary, self._ask(min(READING, seconds), "read", domain=domain, problem=problem))

    def start(self, planner: str | None, seconds: float) -> str:
        """Start the planner of that name, or the default one; returns its name."""
        name: str = self._ask(READING, "start", planner=planner, seconds=seconds)
        return name

    def snapshot(self) -> SearchSnapshot:
        """The current state of the search."""
        answer = self._ask(_ANSWERING, "snapshot")
        trail = tuple(ProgressPoint(**point) for point in answer["trail"])
        latest, alike = ProgressPoint(**answer["latest"]), tuple(answer["alike"])
        return SearchSnapshot(latest, trail, answer["result"], alike, answer["exact_bound"])

    def stop(self) -> None:
        """End the search with the best plan so far."""
        self._ask(_ANSWERING, "stop")

    def replay(self, plan: list[str]) -> Replayed:
        """Replay a plan, given as PDDL actions, in the problem that was read."""
        return Replayed(**self._ask(_ANSWERING, "replay", plan=plan))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.kill()

    def _ask(self, patience: float, what: str, /, **more: object) -> Any:
        assert self._client is not None, "a problem is read first"
        try:
            return self._client.ask(what, patience, **more)
        except ServiceError as error:
            raise _refused(error) from None
        except TooSlow:
            raise BadInput(f"planners.client.slow.{'read' if what == 'read' else 'other'}", seconds=patience) from None
        except ChildError as error:
            raise BadInput("planners.client.failed", reason=quoted(error.message)) from None


def _refused(error: ServiceError) -> BadInput:
    """The error of a request; with file and line for an error in the PDDL."""
    if error.kind == "pddl":
        message = from_data(Message, error.data["what"])
        key = message.key.removeprefix("rules.planning.")
        return BadPddl(error.data["file"], error.data["line"], key, **message.args)
    if error.kind in ("memory", "internal"):
        return BadInput("planners.client.failed", reason=quoted(error.message))
    return BadInput(error.message.key, **error.message.args)
