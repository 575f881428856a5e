"""A plan in the terminal: its steps by turn and player, their costs, and what is proven of the plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.explanation import PlanMade, PlanStep
from ludoteca.core.i18n import Argument, Message, full_stop, say

Measure = Literal["least", "most", "steps", "any"]  # a metric to minimize, to maximize, plan length, or not known
_ALL = 12  # steps that are shown of the plan behind a move


def drawn(trace: PlanMade, named: Callable[[str], str] = str) -> RenderableType:
    """The plan behind a move: why it was made anew, its next steps, its cost, and what is proven of it.

    `named` gives the names of the players.
    """
    shown, more = trace.steps[:_ALL], len(trace.steps) - _ALL
    parts: list[RenderableType] = [Text(tell("plan.title", planner=trace.planner), "dim")]
    if trace.again is not None:
        parts.append(Text(full_stop(say(trace.again, LANGUAGE)), "yellow"))
    parts.append(Padding(steps_table(shown, named, "any"), (0, 0, 0, 2)))
    if more > 0:
        parts.append(Text(tell("plan.more", n=more), "dim"))
    parts.append(Text(_known(trace), "dim"))
    if trace.counts_on_others:
        parts.append(Text(say(Message("minds.planner.counts_on_others"), LANGUAGE), "dim"))
    return Group(*parts)


def _known(trace: PlanMade) -> str:
    figures: dict[str, Argument] = {"cost": figure(trace.cost), "states": trace.states}
    if trace.status == "gap" and trace.bound is not None:
        return tell("plan.known.gap", gap=figure(abs(trace.cost - trace.bound)), **figures)
    return tell(f"plan.known.{trace.status}", **figures)


def figure(value: float) -> str:
    """A number in the user's language, without trailing zeros."""
    return tell("plan.figure", value=int(value) if value == int(value) else round(value, 4))


@dataclass(slots=True)
class _Place:
    """The turn and the player of the last heading."""

    turn: int | None = None
    seat: str | None = None


def steps_table(steps: Sequence[PlanStep], named: Callable[[str], str] = str, measure: Measure = "least") -> Table:
    """A table of steps, with a heading for every turn and player.

    Forced actions are dimmed, in plans that have moves of players. Plans that are compared by length show no costs.
    """
    table = Table(box=None, show_header=measure != "steps", header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    if measure != "steps":
        table.add_column(tell(f"plan.column.{measure}"), justify="right")
        table.add_column(tell("plan.column.total"), justify="right")
    owned, place = any(step.seat is not None for step in steps), _Place()
    indent = "  " * (owned + any(step.turn is not None for step in steps))
    for number, step in enumerate(steps, 1):
        _head(table, step, place, named)
        sums = [Text(figure(step.cost)), Text(figure(step.total), "bold")] if measure != "steps" else []
        is_forced = owned and step.seat is None
        table.add_row(Text(str(number), "dim"), Text(indent + _words(step)), *sums, style="dim" if is_forced else "")
    return table


def _words(step: PlanStep) -> str:
    return step.text if step.said is None else say(step.said, LANGUAGE)


def _head(table: Table, step: PlanStep, place: _Place, named: Callable[[str], str]) -> None:
    if step.turn is not None and step.turn != place.turn:
        table.add_row("", Text(tell("plan.turn", turn=step.turn), "bold yellow"))
        place.turn, place.seat = step.turn, None
    if step.seat is not None and step.seat != place.seat:
        table.add_row("", Text(("  " if step.turn is not None else "") + named(step.seat), "cyan"))
        place.seat = step.seat


def penalties_line(penalties: Mapping[str, float], named: Callable[[str], str] = str) -> str:
    """The penalties of the players in one line."""
    return " · ".join(f"{named(player)} {figure(penalty)}" for player, penalty in penalties.items())
