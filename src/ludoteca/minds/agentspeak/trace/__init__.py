"""The trace of an agent: the intention that acted, as a stack of plans, and what happened while it reasoned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludoteca.core.explanation import Source, left_out
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.core.society import Note
from ludoteca.core.traces import Trace


@dataclass(frozen=True, slots=True)
class Alternative:
    """A plan that is about an event; whether its context held, if that was looked at, and whether it was taken."""

    plan: str
    source: Source | None
    applicable: bool | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """A step of a plan: as it is written, and as it was when taken; how often; how far it has come.

    It rests on beliefs, and a goal was reached by the plan below it.
    """

    text: str
    now: str | None
    source: Source | None
    indent: int
    count: int
    state: Literal["done", "now", "failed", "open"]
    beliefs: tuple[str, ...] = ()
    below: Intended | None = None


@dataclass(frozen=True, slots=True)
class Intended:
    """A plan under way: the event it answers, the plans there were for it, the beliefs that spoke for it, its steps."""

    event: str
    plan: str
    source: Source | None
    words: str | None
    alternatives: tuple[Alternative, ...]
    beliefs: tuple[str, ...]
    steps: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """An intention that was not at work: its event, the plan on top, and the event it waits for, if it does."""

    event: str
    source: Source | None
    waits: str | None


@dataclass(frozen=True, slots=True)
class Intentions(Trace):
    """The trace of an agent: the stack of plans that acted, first cause first, the other intentions, the notes."""

    stack: tuple[Intended, ...]
    others: tuple[Pending, ...]
    notes: tuple[Note, ...]
    kind: Literal["intentions"] = "intentions"

    def cut(self, most: int) -> Intentions:
        """The trace with both ends of the stack, the first steps of each plan, and the latest notes."""
        half = max(1, most // 2)
        stack = self.stack if len(self.stack) <= 2 * half else (*self.stack[:half], *self.stack[-half:])
        frames = tuple(_cut_plan(frame, most) for frame in stack)
        return replace(self, stack=frames, others=self.others[:most], notes=self.notes[-most:])

    def messages(self) -> Iterator[Message]:
        return (note.claim for note in self.notes)

    def page_data(self, game: Game, language: str) -> dict[str, Any]:
        return {**Trace.page_data(self, game, language), "notes": [note.page_data(language) for note in self.notes]}


def _cut_plan(plan: Intended, most: int) -> Intended:
    """A plan with its first steps, without the plans below them; the number of other steps stands at the end."""
    steps = tuple(replace(step, beliefs=step.beliefs[:most], below=None) for step in plan.steps[:most])
    if len(plan.steps) > most:
        steps = (*steps, Deed(left_out(len(plan.steps) - most), None, None, 0, 0, "open"))
    return replace(plan, alternatives=plan.alternatives[:most], beliefs=plan.beliefs[:most], steps=steps)


TRACE = Intentions
