"""Responses: answers to questions about a choice, in a language."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.arena.questions import ChangeSearch, Situation, reason_against, reason_for
from ludoteca.core.game import Fact, Game, find_move
from ludoteca.core.i18n import say
from ludoteca.core.mind import Choice
from ludoteca.lab.responses.explanation import ReasonView, move_names, reason_view


@dataclass(frozen=True, slots=True)
class WhyNotView:
    """What a mind chooses and why, and its reason against another move; None when it chooses that one itself."""

    mind: str
    chosen: str
    chosen_name: str
    reason: ReasonView
    move: str
    name: str
    against: ReasonView | None


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact, and what it says in words; None where the game has none for it."""

    fact: str
    words: str | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A position in which a mind chooses another move: the facts that are gone and new, the board, and the reason."""

    gone: list[FactView]
    new: list[FactView]
    svg: str
    reason: ReasonView


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """The smallest change that was found. `complete`: all similar positions were tried, and none is one."""

    mind: str
    move: str
    name: str
    tried: int
    complete: bool
    change: ChangeView | None


def why_not_view(asked: Situation, text: str, choice: Choice, language: str) -> WhyNotView:
    move = find_move(asked.position, text)
    against = reason_against(choice, move)
    view = None if against is None else reason_view(asked.position, move.text, against, language)
    reason = reason_view(asked.position, choice.move.text, reason_for(asked, choice), language)
    chosen, names = choice.move.text, move_names(asked.position, language)
    return WhyNotView(asked.mind, chosen, names.get(chosen, chosen), reason, move.text, names[move.text], view)


def what_if_view(
    asked: Situation, text: str, found: ChangeSearch, language: str, player_names: tuple[str, ...] = ()
) -> WhatIfView:
    """`player_names` says who sits at each seat, as `Game.svg` takes it."""
    change, view, game = found.change, None, asked.position.game
    if change is not None:
        view = ChangeView(
            [_fact_view(game, fact, language) for fact in change.gone],
            [_fact_view(game, fact, language) for fact in change.new],
            game.svg(change.position, None, language, False, player_names),
            reason_view(change.position, change.choice.move.text, change.choice.why.reason, language),
        )
    move = find_move(asked.position, text)
    name = say(game.move_name(asked.position, move), language)
    return WhatIfView(asked.mind, move.text, name, found.tried, found.complete, view)


def _fact_view(game: Game, fact: Fact, language: str) -> FactView:
    words = game.fact_words(fact)
    return FactView(str(fact), None if words is None else say(words, language))
