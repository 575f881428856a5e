"""The interface of planners: what a planner supports, how it is limited, and what it returns."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from ludoteca.core.clock import running_time
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.operating_system import memory_held
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Task

MEMORY = 3 << 30  # bytes that the process may hold during a search
_MEMORY_PERIOD = 0.05  # seconds between two measurements
_REPORT_PERIOD = 0.1  # seconds between two progress reports

Status = Literal["optimal", "gap", "plan", "unsolvable", "limit"]
Limit = Literal["time", "memory", "states", "stopped"]  # what ended a search
PROVEN: frozenset[Status] = frozenset({"optimal", "unsolvable"})

FEATURES = frozenset(
    {
        "negative-preconditions",
        "disjunctive-preconditions",
        "quantified-preconditions",
        "conditional-effects",
        "universal-effects",
        "either-types",
        "numeric-fluents",
        "undefined-numbers",
        "falling-costs",
    }
)
"""The parts of PDDL beyond STRIPS that a task may use; a planner says which of them it supports.

Two are not requirements of PDDL: in a task with `undefined-numbers` some number has no value at first; with
`falling-costs` a step may have a negative cost.
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress report of a search; bound and cost are values of the problem's metric."""

    states: int
    seconds: float
    bound: Number | None = None
    cost: Number | None = None


@dataclass(frozen=True, slots=True)
class EngineClaim:
    """What a program that is not ours says of a task: that its plan is optimal, or that there is none."""

    planner: str
    status: Literal["optimal", "unsolvable"]


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a planner.

    `optimal`: the plan is proven optimal. `gap`: a plan, and a bound on the cost of any plan. `plan`: a plan without a
    bound. `unsolvable`: it is proven that there is no plan. `limit`: time, states or memory ran out without a plan.
    A proof is one of our own engines; of another program there is a claim.
    """

    planner: str  # that found the plan or, without a plan, that searched last
    status: Status
    plan: tuple[Action, ...] | None
    cost: Number | None
    bound: Number | None
    states: int
    seconds: float
    checked: tuple[str, ...] = ()  # the validators that replayed the plan and agree
    prover: str | None = None  # the engine whose proof or bound it is, where that is not the planner
    claim: EngineClaim | None = None  # what no engine of ours has confirmed
    ended: Limit | None = None  # the limit that ended the search without a proof

    @property
    def found_by(self) -> str | None:
        """The engine that found the plan; None without a plan."""
        return None if self.plan is None else self.planner

    @property
    def proved_by(self) -> str | None:
        """The engine that proved the plan optimal, that there is none, or the bound; None without any of these."""
        return (self.prover or self.planner) if self.status in PROVEN or self.bound is not None else None

    def __repr__(self) -> str:
        return f"<{self.status}, cost {self.cost}, bound {self.bound}: {' '.join(map(str, self.plan or ()))}>"


def as_claim(solution: Solution) -> Solution:
    """A solution of a program that is not ours: what it proves is its claim, and its bound is left out."""
    status: Status = "limit" if solution.plan is None else "plan"
    claim = EngineClaim(solution.planner, solution.status) if solution.status in ("optimal", "unsolvable") else None
    return replace(solution, status=status, bound=None, claim=claim)


class OutOfLimits(BadInput):
    """A limit was reached while a problem was read or grounded; `limit` says which."""

    def __init__(self, limit: Limit, **args: Argument) -> None:
        self.limit = limit
        super().__init__(f"planners.out_of.{limit}", **args)


class SearchLimits:
    """The limits of a search, and a listener for its progress; another thread can stop the search."""

    def __init__(
        self,
        seconds: float | None = None,
        states: int | None = None,
        listener: Callable[[Progress], None] | None = None,
        memory: int | None = MEMORY,
    ) -> None:
        self.seconds = seconds
        self.states = states
        self.memory = memory
        self._listener = listener
        self._stopped = threading.Event()
        self._when_stopped: tuple[Callable[[], None], ...] = ()
        self._started = running_time()
        self._reported = 0.0
        self._measured = 0.0
        self._out_of_memory = False

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return running_time() - self._started

    @property
    def remaining(self) -> float | None:
        """The seconds that are left; None when time is not limited."""
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed)

    def stop(self) -> None:
        """End the search as soon as possible, with the best plan so far."""
        self._stopped.set()
        for action in self._when_stopped:
            action()

    def when_stopped(self, action: Callable[[], None]) -> None:
        """Call a function when the search is stopped: a solver that runs cannot look at the limits."""
        self._when_stopped = (action,)
        if self.stopped:
            action()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def reached(self, states: int = 0) -> bool:
        """Whether the search has to end."""
        return self.which(states) is not None

    def which(self, states: int = 0) -> Limit | None:
        """The limit that is reached; None when the search can go on."""
        if self.stopped:
            return "stopped"
        if self.remaining == 0.0:
            return "time"
        if self.states is not None and states >= self.states:
            return "states"
        return "memory" if self.out_of_memory else None

    def check(self) -> None:
        """Raises `OutOfLimits` when the search has to end: for what is done before a search."""
        limit = self.which()
        if limit is not None:
            raise OutOfLimits(limit, seconds=self.seconds or 0.0)

    @property
    def out_of_memory(self) -> bool:
        """Whether this process has held as much memory as it may; measured at intervals."""
        if self.memory is not None and not self._out_of_memory and self.elapsed - self._measured > _MEMORY_PERIOD:
            self._measured = self.elapsed
            self._out_of_memory = memory_held() > self.memory
        return self._out_of_memory

    def part(self, listener: Callable[[Progress], None], states: int | None = None) -> SearchLimits:
        """Limits of a part of this search, which can be stopped by itself, and has a listener of its own."""
        return _PartLimits(self, listener, states)

    def amend_reports(self, amended: Callable[[Progress], Progress]) -> None:
        """From now on, pass each report through a function before the listener gets it."""
        listener = self._listener
        if listener is not None:
            self._listener = lambda progress: listener(amended(progress))

    def report(self, states: int, bound: Number | None, cost: Number | None, at_once: bool = False) -> None:
        """Report progress to the listener; at intervals, unless `at_once`."""
        if self._listener is not None and (at_once or self.elapsed - self._reported > _REPORT_PERIOD):
            self._reported = self.elapsed
            self._listener(Progress(states, self.elapsed, bound, cost))


class _PartLimits(SearchLimits):
    """The limits of a part of a search."""

    def __init__(self, whole: SearchLimits, listener: Callable[[Progress], None], states: int | None) -> None:
        super().__init__(whole.remaining, states, listener, whole.memory)
        self._whole = whole

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set() or self._whole.stopped


class Planner(ABC):
    """A planner: an engine that makes plans."""

    name: ClassVar[str]
    about: ClassVar[str] = ""  # the key of the message that describes it
    proves: ClassVar[bool]  # it can prove a plan optimal, or that there is none
    claims: ClassVar[bool] = False  # it says so, and an engine of ours has to confirm it
    reads: ClassVar[frozenset[str]] = FEATURES
    confined: ClassVar[bool] = True  # it works where no other program can be started

    @classmethod
    def missing(cls) -> Message | None:
        """What is not installed on this machine; None when nothing is missing."""
        return None

    def refuses(self, task: Task) -> Message | None:
        """Why it cannot solve a task; None when it can try."""
        return None

    def first_plan(self) -> Planner | None:
        """The same engine that ends with its first plan; None for one that is not made for that."""
        return None

    @abstractmethod
    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        """The best plan within the limits, and what is proven of it."""
