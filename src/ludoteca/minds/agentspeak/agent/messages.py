"""Messages between agents: speech acts, each with a performative and a literal as its content."""

from __future__ import annotations

from dataclasses import dataclass

PERFORMATIVES = ("tell", "untell", "achieve", "unachieve", "askOne", "askAll")
"""What a program can send."""
ANSWER_NONE, ANSWER_ONE, ANSWER_ALL = ANSWERS = ("answer_nothing", "answer_one", "answer_all")
"""What an agent sends by itself when it is asked."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A message on its way to another agent; a question and its answer share a number."""

    to: str
    performative: str
    content: str
    number: int = 0
