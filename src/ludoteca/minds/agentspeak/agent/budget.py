"""The budget of an agent: how many steps, seconds, beliefs, messages and journal entries one run may use."""

from __future__ import annotations

from typing import Any

from ludoteca.core.clock import running_time
from ludoteca.core.explanation import shortened
from ludoteca.minds.agentspeak.agent.format import failure_args, printable
from ludoteca.minds.agentspeak.agent.journal import JournalEntry
from ludoteca.minds.agentspeak.agent.messages import ANSWERS, OutgoingMessage
from ludoteca.minds.agentspeak.agent.terms import Failure

_MOST_BELIEFS = 200_000
_MOST_MESSAGES = 1_000
_TICKS = 256  # steps between two looks at the clock
_MOST_ENTRIES = 200  # in the journal of one run, and as many again for failures
_LONGEST = 300  # characters of one entry
_FAILURES = ("failed", "given_up", "refused")


class BudgetExceeded(Exception):
    """More steps, time, beliefs, intentions or messages than an agent may use; no plan can recover from it."""

    def __init__(self, kind: str, most: float) -> None:
        super().__init__(kind)
        self.kind = kind
        self.most = most


class Budget:
    """What one run may use and has used, with its journal and the messages it sent."""

    def __init__(self) -> None:
        self.time = 0.0  # milliseconds, by the agent's own clock
        self.at: tuple[int, str] = (0, "")  # the line and plan under way
        self.steps = 0
        self.allowed = 0
        self.outbox: list[OutgoingMessage] = []
        self.journal: list[JournalEntry] = []
        self._seconds, self._deadline = 0.0, 0.0

    def begin_run(self, steps: int, seconds: float) -> None:
        """Begin a run with a new budget and an empty journal."""
        self.steps, self.allowed = 0, steps
        self._seconds, self._deadline = seconds, running_time() + seconds
        self.outbox, self.journal = [], []

    def tick(self) -> None:
        """Count one step of reasoning; raises `BudgetExceeded`."""
        self.steps += 1
        if self.steps > self.allowed:
            raise BudgetExceeded("endless", self.allowed)
        if self.steps % _TICKS == 0 and running_time() > self._deadline:
            raise BudgetExceeded("slow", self._seconds)

    def check_size(self, count: int) -> None:
        """Check the size of a collection; raises `BudgetExceeded`."""
        if count > _MOST_BELIEFS:
            raise BudgetExceeded("beliefs", _MOST_BELIEFS)

    def record(self, kind: str, line: int, text: str, **args: Any) -> None:
        """Add an entry to the journal, unless it is full."""
        if len(self.journal) < _MOST_ENTRIES * (2 if kind in _FAILURES else 1):
            self.journal.append(JournalEntry(kind, line, shortened(printable(text), _LONGEST), self.time, args))

    def record_failure(self, kind: str, line: int, text: str, failure: Failure) -> None:
        """Add an entry about a failure, with its reason."""
        self.record(kind, line, text, reason=failure.kind, reason_args=failure_args(failure))

    def send(self, message: OutgoingMessage) -> None:
        """Send a message; raises `BudgetExceeded`. Answers are not counted, since other agents ask for them."""
        if sum(sent.performative not in ANSWERS for sent in self.outbox) >= _MOST_MESSAGES:
            raise BudgetExceeded("messages", _MOST_MESSAGES)
        self.outbox.append(message)
        self.record("sends", self.at[0], message.content, to=message.to, performative=message.performative)
