"""The trace of an agent: the intention that acted, as a stack of plans, and what happened while it reasoned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ludoteca.core.explanation import Source
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.core.record import to_json
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

    def messages(self) -> Iterator[Message]:
        return (note.claim for note in self.notes)

    def page_data(self, game: Game, language: str) -> dict[str, Any]:
        return {**to_json(self), "notes": [note.page_data(language) for note in self.notes]}


TRACE = Intentions
