"""What an agent notes down and sends away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Sent:
    """A message on its way to another agent."""

    to: str
    force: str
    content: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened in an agent, and in which line of its program."""

    kind: str
    line: int
    text: str
    time: float
    args: dict[str, Any] = field(default_factory=dict)
