"""What every planner looks like: it says what it reads, solves a task while it is watched, and tells how sure it is."""

from __future__ import annotations

import resource
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from ludoteca.core.i18n import Message
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Task

MEMORY = 3 << 30  # bytes that a search may make this process hold
_HELD = Path("/proc/self/statm")
_WEIGHED = 0.05  # seconds between two looks at it

Status = Literal["optimal", "gap", "plan", "unsolvable", "limit"]

FEATURES = frozenset(
    {
        "negative-preconditions",
        "disjunctive-preconditions",
        "quantified-preconditions",
        "conditional-effects",
        "universal-effects",
        "either-types",
        "numeric-fluents",
        "falling-costs",
    }
)
"""The parts of PDDL that a task may use beyond the plainest; a planner says which of them it reads.

`falling-costs` is no word of PDDL: some step may make the metric better.
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come; the numbers are the problem's own."""

    states: int
    seconds: float
    bound: Number | None = None
    cost: Number | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """What a planner found.

    `optimal`: no plan is better. `gap`: a plan, and a bound that none can pass. `plan`: a plan, and nothing is known of
    others. `unsolvable`: there is none. `limit`: time, states or memory ran out before there was one.
    """

    planner: str
    status: Status
    plan: tuple[Action, ...] | None
    cost: Number | None
    bound: Number | None
    states: int
    seconds: float
    checked: tuple[str, ...] = ()  # the referees that played the plan through and agreed


def memory_held() -> int:
    """Bytes of memory that this process holds now; where nobody says, the most it ever held."""
    try:
        pages = int(_HELD.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10
    return pages * resource.getpagesize()


class SearchLimits:
    """Limits a search has to keep, and somebody who looks on; it can be stopped from another thread."""

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
        self._began = time.monotonic()
        self._told = 0.0
        self._weighed = 0.0
        self._full = False

    @property
    def passed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began

    @property
    def left(self) -> float | None:
        """Seconds the search may still take; None when it may take as long as it likes."""
        return None if self.seconds is None else max(0.0, self.seconds - self.passed)

    def stop(self) -> None:
        """Let the search end as soon as it can, with what it has."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def over(self, states: int = 0) -> bool:
        """Whether the search has to end."""
        spent = self.left == 0.0 or (self.states is not None and states >= self.states)
        return spent or self.stopped or self.full

    @property
    def full(self) -> bool:
        """Whether this process holds as much memory as it may; looked up now and then."""
        if self.memory is not None and not self._full and self.passed - self._weighed > _WEIGHED:
            self._weighed = self.passed
            self._full = memory_held() > self.memory
        return self._full

    def knowing(self, more: Callable[[Progress], Progress]) -> None:
        """From now on, tell with every piece of news what is known besides."""
        listener = self._listener
        if listener is not None:
            self._listener = lambda news: listener(more(news))

    def note(self, states: int, bound: Number | None, cost: Number | None, at_once: bool = False) -> None:
        """Tell whoever looks on; not more often than they can read, unless there is news."""
        if self._listener is not None and (at_once or self.passed - self._told > 0.1):
            self._told = self.passed
            self._listener(Progress(states, self.passed, bound, cost))


class Planner(ABC):
    """An engine that makes plans."""

    name: ClassVar[str]
    proves: ClassVar[bool]  # it can show that no plan is better, or that there is none
    reads: ClassVar[frozenset[str]] = FEATURES
    confined: ClassVar[bool] = True  # it works where no other program can be started

    @classmethod
    def missing(cls) -> Message | None:
        """What this machine would need to have; None when it has everything."""
        return None

    def refuses(self, task: Task) -> Message | None:
        """Why it cannot solve a task; None when it can try."""
        return None

    @abstractmethod
    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        """The best plan it finds within the limits, and what it can say of it."""
