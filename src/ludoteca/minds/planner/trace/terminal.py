"""Draws the plan behind a move in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ludoteca.core.game import Game, seat_key
from ludoteca.core.i18n import Argument, Message, full_stop, phrase, say
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.rules.planning.plan_steps import told
from ludoteca.rules.planning.plan_table import figure, steps_table

_SHOWN = 12  # steps


def draw(trace: PlanMade, game: Game, language: str) -> RenderableType:
    """Why the plan was made anew, its next steps, what it costs, and what is proven of it on which condition."""

    def named(seat: str) -> str:
        """A seat's name; as it is written, where a record made elsewhere names one that the game does not have."""
        return phrase(seat_key(game, game.seats.index(seat)), language) if seat in game.seats else seat

    parts: list[RenderableType] = [Text(_say("title", language, planner=trace.planner), "dim")]
    if trace.again is not None:
        parts.append(Text(full_stop(say(trace.again, language)), "yellow"))
    parts.append(Padding(steps_table(trace.steps[:_SHOWN], language, named, "any"), (0, 0, 0, 2), expand=False))
    if len(trace.steps) > _SHOWN:
        more = len(trace.steps) - _SHOWN + (trace.steps_omitted or 0)
        parts.append(Text(_say("more", language, n=more), "dim"))
    parts.append(Text(_proven(trace, language), "dim"))
    if trace.counts_on_others:
        parts.append(Text(say(Message("minds.planner.counts_on_others"), language), "dim"))
    return Group(*parts)


def _proven(trace: PlanMade, language: str) -> str:
    figures: dict[str, Argument] = {"cost": figure(told(trace.cost), language), "states": trace.states}
    if trace.status == "gap" and trace.bound is not None:
        figures["gap"] = figure(told(abs(trace.cost - trace.bound)), language)
    return _say(f"proven.{trace.status}", language, **figures)


def _say(key: str, language: str, **args: Argument) -> str:
    return phrase(f"minds.planner.trace.{key}", language, **args)
