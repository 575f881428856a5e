"""Responses: answers to questions about a choice, in a language."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.arena.questions import ChangeSearch, Situation, reason_against, reason_for
from ludoteca.core.game import find_move
from ludoteca.core.mind import Choice
from ludoteca.lab.responses.explanation import ReasonView, reason_view


@dataclass(frozen=True, slots=True)
class WhyNotView:
    """What a mind chooses and why, and its reason against another move; None when it chooses that one itself."""

    mind: str
    chosen: str
    reason: ReasonView
    move: str
    against: ReasonView | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A position in which a mind chooses another move: the facts that are gone and new, the board, and the reason."""

    gone: list[str]
    new: list[str]
    svg: str
    reason: ReasonView


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """The smallest change that was found. `complete`: all similar positions were tried, and none is one."""

    mind: str
    move: str
    tried: int
    complete: bool
    change: ChangeView | None


def why_not_view(asked: Situation, text: str, choice: Choice, language: str) -> WhyNotView:
    move = find_move(asked.position, text)
    against = reason_against(choice, move)
    view = None if against is None else reason_view(against, language)
    reason = reason_view(reason_for(asked, choice), language)
    return WhyNotView(asked.mind, choice.move.text, reason, move.text, view)


def what_if_view(asked: Situation, text: str, found: ChangeSearch, language: str) -> WhatIfView:
    change, view = found.change, None
    if change is not None:
        view = ChangeView(
            [str(fact) for fact in change.gone],
            [str(fact) for fact in change.new],
            asked.position.game.svg(change.position, None, language),
            reason_view(change.choice.why.reason, language),
        )
    return WhatIfView(asked.mind, find_move(asked.position, text).text, found.tried, found.complete, view)
