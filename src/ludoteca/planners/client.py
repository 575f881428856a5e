"""Problems that are not ours, read and solved in a process of their own: they can be huge, or endless, and harm nobody.

>>> with PlannerClient() as served:
...     served.read("(define (domain d)", "")
Traceback (most recent call last):
    ...
ludoteca.rules.planning.s_expressions.BadPddl: domain.pddl, line 1: the bracket of line 1 is never closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from ludoteca.child import ChildError, Client, Limits, ServiceError, TooSlow
from ludoteca.child.limits import MEBIBYTE
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import from_data
from ludoteca.planners.result_json import Told
from ludoteca.rules.planning.s_expressions import BadPddl, read_text

_SERVICE = "ludoteca.planners.server"
_PLANNING = Limits(memory=2048 * MEBIBYTE, open_files=256, file_size=64 * MEBIBYTE)
READING = 12.0  # seconds to read a problem and fill in its parameters
_ANSWERING = 20.0  # for any other answer: a planner may keep the process to itself for a while


@dataclass(frozen=True, slots=True)
class Outline:
    """What there is in a problem: its names, its size, and what things cost."""

    domain: str
    problem: str
    actions: int
    facts: int
    numbers: int
    costs: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a search had come."""

    seconds: float
    states: int
    bound: float | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class Glance:
    """A search as it is now: the latest moment, those that brought news, and what came of it when it is over.

    `alike` has, for each step of the plan, what is the same for steps that differ only in who does them, or in which of
    some interchangeable things they are about.
    """

    latest: Moment
    trail: tuple[Moment, ...]
    result: Told | None
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a plan costs in a problem; or the step it cannot take, and what is missing for it."""

    cost: float | None = None
    penalties: dict[str, float] | None = None
    step: int | None = None
    action: str = ""
    missing: str = ""


class PlannerClient:
    """One problem and one search, in a child process. Anything wrong is a `BadInput`; then the process may be dead.

    Use it from one thread, the one that made it: its process ends with that thread.
    """

    def __init__(self) -> None:
        self._client: Client | None = None

    def read(self, domain: str, problem: str) -> Outline:
        """Read a problem; raises `BadPddl` with its line."""
        read_text(domain, "domain.pddl")  # brackets are counted here: for want of one no process need be started
        read_text(problem, "problem.pddl")
        self._client = self._client or Client.of_module(_SERVICE, _PLANNING)
        return from_data(Outline, self._ask(READING, "read", domain=domain, problem=problem))

    def begin(self, planner: str | None, seconds: float) -> str:
        """Let a planner begin: the one that is named, or the first that can; gives its name."""
        name: str = self._ask(READING, "begin", planner=planner, seconds=seconds)
        return name

    def look(self) -> Glance:
        answer = self._ask(_ANSWERING, "look")
        trail = tuple(Moment(**moment) for moment in answer["trail"])
        return Glance(Moment(**answer["latest"]), trail, answer["result"], tuple(answer["alike"]))

    def stop(self) -> None:
        """Let the search end with what it has."""
        self._ask(_ANSWERING, "stop")

    def replay(self, plan: list[str]) -> Replayed:
        """Take a plan, step by step as PDDL writes them, through the problem that was read."""
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
    """The error of a request, with file and line where the PDDL is wrong."""
    if error.kind == "pddl":
        message = from_data(Message, error.data["what"])
        key = message.key.removeprefix("rules.planning.")
        return BadPddl(error.data["file"], error.data["line"], key, **message.args)
    if error.kind in ("memory", "internal"):
        return BadInput("planners.client.failed", reason=quoted(error.message))
    return BadInput(error.message.key, **error.message.args)
