"""What an agent may use, what it notes down, and what it sends."""

from __future__ import annotations

import time
from typing import Any

from ludoteca.minds.agentspeak.agent.notes import Entry, Sent
from ludoteca.minds.agentspeak.agent.terms import Failure
from ludoteca.minds.agentspeak.agent.writing import readable, reasons

_MOST_BELIEFS = 200_000
_MOST_SENT = 1_000
_TICKS = 256  # steps between two looks at the clock
_JOURNAL = 200  # entries of one run, and as many again for what went wrong
_WRONG = ("failed", "given_up", "refused")


class Exhausted(Exception):
    """More than an agent may use: of steps, time, beliefs, intentions or messages. No plan can save it."""

    def __init__(self, kind: str, most: float) -> None:
        super().__init__(kind)
        self.kind = kind
        self.most = most


class Ledger:
    """The accounts of one agent, begun afresh with every run."""

    def __init__(self) -> None:
        self.time = 0.0  # milliseconds, by the agent's own clock
        self.at: tuple[int, str] = (0, "")  # the line and plan under way
        self.steps = 0
        self.allowed = 0
        self.outbox: list[Sent] = []
        self.journal: list[Entry] = []
        self._seconds, self._deadline = 0.0, 0.0

    def begin_run(self, steps: int, seconds: float) -> None:
        """Count afresh."""
        self.steps, self.allowed = 0, steps
        self._seconds, self._deadline = seconds, time.monotonic() + seconds
        self.outbox, self.journal = [], []

    def tick(self) -> None:
        """One more step of reasoning."""
        self.steps += 1
        if self.steps > self.allowed:
            raise Exhausted("endless", self.allowed)
        if self.steps % _TICKS == 0 and time.monotonic() > self._deadline:
            raise Exhausted("slow", self._seconds)

    def weigh(self, count: int) -> None:
        """A collection has grown to a size."""
        if count > _MOST_BELIEFS:
            raise Exhausted("beliefs", _MOST_BELIEFS)

    def tell(self, kind: str, line: int, text: str, **args: Any) -> None:
        """Note something down, unless there is too much of it."""
        if len(self.journal) < _JOURNAL * (2 if kind in _WRONG else 1):
            self.journal.append(Entry(kind, line, readable(text), self.time, args))

    def tell_failure(self, kind: str, line: int, text: str, failure: Failure) -> None:
        self.tell(kind, line, text, reason=failure.kind, reason_args=reasons(failure))

    def send(self, message: Sent) -> None:
        """A message goes out; answers are not counted, since others ask for them."""
        if sum(not sent.force.startswith("answer") for sent in self.outbox) >= _MOST_SENT:
            raise Exhausted("messages", _MOST_SENT)
        self.outbox.append(message)
        self.tell("sends", self.at[0], message.content, to=message.to, force=message.force)
