"""The answer of the CLIPS process: the chosen move, and the firings and facts that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.core.explanation import Source
from ludoteca.core.game import Fact
from ludoteca.rules.production.firing import Activation, Change, Firing

JUDGMENTS = 2
"""Facts about one move in an answer: the latest ones."""

OBSTACLES = 3
"""Rules in an answer that could have chosen a move that was asked about."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """A fact about a move that a rule asserted, and where the rule is written."""

    move: str
    text: str
    source: Source | None


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A condition that keeps a rule from choosing a move; of a negation, a fact that it finds, if one is enough."""

    rule: str
    source: Source | None
    condition: str
    by: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A chosen move, with the firings up to it and the agenda after it.

    `because` is the text that came with the choice. `support` are the numbers of the firings that the choice rests on,
    nearest first, the one that chose among them; `evidence` are the facts of the game that these matched.
    `waiting` and `obstacles` are about a move that was asked about: a rule on the agenda that would choose it, and what
    keeps the rules that choose from it.
    """

    move: str
    because: str
    firings: tuple[Firing, ...]
    firings_omitted: int
    support: tuple[int, ...]
    agenda: tuple[Activation, ...]
    agenda_omitted: int
    evidence: tuple[Fact, ...]
    judgments: tuple[Judgment, ...]
    waiting: Activation | None = None
    obstacles: tuple[Obstacle, ...] = ()

    @property
    def supporting(self) -> tuple[Firing, ...]:
        """The firings that the choice rests on: the one that chose, then the others, nearest first."""
        firings = {firing.number: firing for firing in self.firings}
        return tuple(firings[number] for number in self.support)


@dataclass(frozen=True, slots=True)
class RuleStep:
    """A step: the rule that fires, the changes it makes, and the rest of the agenda when it was chosen."""

    port: str
    activation: Activation | None
    changes: list[Change]
    agenda: list[Activation]


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps of a choice, working memory before them, the number of all steps, and the move or the fault."""

    steps: list[RuleStep]
    facts: list[str]
    total: int
    move: str | None
    fault: dict[str, Any] | None
