"""Draws the steps of a plan as a table in the terminal, by turn and player, with costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.table import Table
from rich.text import Text

from ludoteca.core.i18n import phrase, say
from ludoteca.rules.planning.plan_steps import PlanStep

Measure = Literal["least", "most", "steps", "any"]  # what a good plan has least or most of


def figure(value: float, language: str) -> str:
    """A number as people write it, with four decimals at most."""
    rounded = round(value, 4)
    return phrase("rules.planning.table.figure", language, value=int(rounded) if rounded == int(rounded) else rounded)


@dataclass(slots=True)
class _Place:
    """The turn and player of the last step: a change gets a heading."""

    turn: int | None = None
    seat: str | None = None


def steps_table(
    steps: Sequence[PlanStep], language: str, named: Callable[[str], str] = str, measure: Measure = "least"
) -> Table:
    """Steps one below the other, with a heading for every turn and player; `named` gives the name of a player.

    Forced steps are dimmed where other steps have an owner. A plan measured in steps shows no costs.
    """
    table = Table(box=None, show_header=measure != "steps", header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    if measure != "steps":
        table.add_column(phrase(f"rules.planning.table.{measure}", language), justify="right")
        table.add_column(phrase("rules.planning.table.total", language), justify="right")
    owned, place = any(step.seat is not None for step in steps), _Place()
    indent = "  " * (owned + any(step.turn is not None for step in steps))
    for number, step in enumerate(steps, 1):
        _head(table, step, place, named, language)
        sums = (
            [Text(figure(step.cost, language)), Text(figure(step.total, language), "bold")]
            if measure != "steps"
            else []
        )
        forced = owned and step.seat is None
        table.add_row(
            Text(str(number), "dim"), Text(indent + _words(step, language)), *sums, style="dim" if forced else ""
        )
    return table


def _words(step: PlanStep, language: str) -> str:
    return step.text if step.said is None else say(step.said, language)


def _head(table: Table, step: PlanStep, place: _Place, named: Callable[[str], str], language: str) -> None:
    if step.turn is not None and step.turn != place.turn:
        table.add_row("", Text(phrase("rules.planning.table.turn", language, turn=step.turn), "bold yellow"))
        place.turn, place.seat = step.turn, None
    if step.seat is not None and step.seat != place.seat:
        table.add_row("", Text(("  " if step.turn is not None else "") + named(step.seat), "cyan"))
        place.seat = step.seat


def penalties_line(penalties: Mapping[str, float], language: str, named: Callable[[str], str] = str) -> str:
    """The penalty of each player."""
    return " · ".join(f"{named(player)} {figure(penalty, language)}" for player, penalty in penalties.items())
