"""The firing log of a production game: each firing with the phase of the game and a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludoteca.core.i18n import phrase
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.game import ProductionPosition


@dataclass(frozen=True, slots=True)
class LoggedFiring:
    """A firing, the phase of the game in which it fired, and a sentence that says what it did.

    `bookkeeping`: it only keeps the game going, and a player need not hear of it.
    """

    when: str
    sentence: str
    firing: Firing
    bookkeeping: bool


def firing_log(before: ProductionPosition, firings: Sequence[Firing], language: str) -> Iterator[LoggedFiring]:
    """The log of firings that start at a position."""
    game = before.game
    now = dict(zip(game.phase_slots, before.phase, strict=False))
    for firing in firings:
        event = game.event_of(firing)
        when, sentence = game.heading(tuple(now.values()), language), phrase(event.key, language, **event.args)
        yield LoggedFiring(when, sentence, firing, firing.activation.rule in game.bookkeeping)
        for change in firing.changes:
            key = change.element.strip("[]"), change.slot or ""
            if key in now:
                now[key] = change.after or ""


def opening_log(first: ProductionPosition, language: str) -> Iterator[LoggedFiring]:
    """The log of the firings before the first choice of a game."""
    return firing_log(first.game.at(first.game.engine.initial_state), first.opening, language)
