"""The log of a society: agents that play one game together, and what each of them did, side by side."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.explanation import Source
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message, say
from ludoteca.core.record import to_json


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened while an agent reasoned: what, where in its program, and of which kind.

    A message that it sends has the name of the seat that it goes `to`, and its `content`.
    """

    claim: Message
    source: Source | None
    kind: str
    to: str | None = None
    content: str | None = None

    def page_data(self, language: str) -> dict[str, Any]:
        """The note as JSON, in words."""
        return {"kind": self.kind, "sentence": say(self.claim, language), "source": to_json(self.source)}


@dataclass(frozen=True, slots=True)
class SocietyEvent:
    """A note with its time, its agent (None: the game), and the number of moves before it."""

    time: float
    agent: int | None
    note: Note
    moves: int


@dataclass(slots=True)
class Entry:
    """A note, and how many like it came in a row: of the same kind, from the same line, at the same time."""

    note: Note
    count: int = 1


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message that an agent sends to a seat."""

    agent: int
    to: str
    content: str


@dataclass(slots=True)
class Row:
    """What happened at one time between two moves: to each agent, the messages they sent, and then to the game."""

    time: float
    moves: int
    agents: list[list[Entry]]
    world: list[Entry] = field(default_factory=list)
    sent: list[SentMessage] = field(default_factory=list)

    def add(self, agent: int | None, note: Note) -> None:
        """Add a note of an agent, or of the game."""
        _add(self.world if agent is None else self.agents[agent], note)
        if agent is not None and note.to is not None:
            self.sent.append(SentMessage(agent, note.to, note.content or ""))


@dataclass(slots=True)
class SocietyLog:
    """All events, the first position and the one reached, and the fault that ended the game, with its seat."""

    events: list[SocietyEvent]
    start: Position
    position: Position
    history: list[Move]
    fault: tuple[int, Message] | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won, if one did."""
        if self.position.turn is not None:
            return None
        return next((seat for seat, share in enumerate(self.position.result()) if share == 1), None)

    def positions(self) -> Iterator[Position]:
        """The positions of the game, from the first one on."""
        position = self.start
        yield position
        for move in self.history:
            position = position.after(move)
            yield position

    def rows(self) -> Iterator[Row]:
        """The events side by side."""
        row: Row | None = None
        for event in self.events:
            at = event.time, event.moves
            if row is None or (row.time, row.moves) != at or (row.world and event.agent is not None):
                if row is not None:
                    yield row
                row = Row(*at, [[] for _ in self.position.game.seats])
            row.add(event.agent, event.note)
        if row is not None:
            yield row


def _add(column: list[Entry], note: Note) -> None:
    """Add a note, or count it with the last one."""
    last = column[-1].note if column else None
    if last is not None and note.source is not None and (last.kind, last.source) == (note.kind, note.source):
        column[-1].count += 1
    else:
        column.append(Entry(note))


class Society(ABC):
    """An agent at every seat of a game."""

    programs: tuple[str, ...]  # the names of the agents' programs, by seat

    @abstractmethod
    def live(self, seconds: float = math.inf) -> SocietyLog:
        """Play to the end of the game, or for so many seconds."""

    @abstractmethod
    def close(self) -> None:
        """End the agents' processes."""
