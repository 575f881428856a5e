"""The trace of a production game in words: when, which rule, what it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludoteca.core.explanation import Source
from ludoteca.core.i18n import phrase
from ludoteca.rules.production.engine import Firing
from ludoteca.rules.production.game import ProductionPosition


@dataclass(frozen=True, slots=True)
class Told:
    """A firing for people to read."""

    when: str
    rule: str
    salience: int
    sentence: str
    source: Source
    matched: tuple[str, ...]
    changes: tuple[str, ...]
    printed: str


def story(before: ProductionPosition, firings: Sequence[Firing], language: str) -> Iterator[Told]:
    """Firings one after another, from a position on, each with the moment at which it fired."""
    game = before.game
    now = dict(zip(game.moment, before.moment, strict=False))
    for firing in firings:
        activation, rule = firing.activation, game.rules[firing.activation.rule]
        event = game.event_of(firing)
        yield Told(
            game.heading(tuple(now.values()), language),
            activation.rule,
            activation.salience,
            phrase(event.key, language, **event.args),
            Source(rule.file, rule.line),
            activation.matched,
            tuple(map(str, firing.changes)),
            firing.printed,
        )
        for change in firing.changes:
            if (change.element.strip("[]"), change.slot) in now:
                now[change.element.strip("[]"), change.slot] = change.after


def opening_story(first: ProductionPosition, language: str) -> Iterator[Told]:
    """What fired before the first choice of a game."""
    return story(first.game.at(first.game.engine.beginning), first.opening, language)
