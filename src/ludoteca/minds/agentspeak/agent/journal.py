"""The journal: what happened in an agent, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """Something that happened in an agent, when, and in which line of its program."""

    kind: str
    line: int
    text: str
    time: float
    args: dict[str, Any] = field(default_factory=dict)
