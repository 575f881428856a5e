"""The trace of a planner: the plan it follows, and how good that plan is known to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludoteca.core.game import Game, seat_key
from ludoteca.core.i18n import Message, phrase, say
from ludoteca.core.record import to_json
from ludoteca.core.traces import Trace
from ludoteca.rules.planning.plan_steps import PlanStep


@dataclass(frozen=True, slots=True)
class PlanMade(Trace):
    """The trace of a planner: the plan from here on, the first step first, and how good it is known to be.

    `status` is the planner's word for it: optimal, gap, plan. `again` says why the last plan was given up, if one was.
    Of a very long plan the last steps are left out: `steps_omitted` counts them.
    """

    planner: str
    status: str
    steps: tuple[PlanStep, ...]
    cost: float
    bound: float | None
    states: int
    again: Message | None = None
    steps_omitted: int | None = None
    kind: Literal["plan"] = "plan"

    @property
    def counts_on_others(self) -> bool:
        """Whether it has steps of more than one seat: it is as good as it says if the others keep to theirs."""
        return len({step.seat for step in self.steps if step.seat is not None}) > 1

    def cut(self, most: int) -> PlanMade:
        kept = self.steps[:most]
        omitted = len(self.steps) - len(kept) + (self.steps_omitted or 0)
        return replace(self, steps=kept, steps_omitted=omitted or None)

    def messages(self) -> Iterator[Message]:
        said = (self.again, *(step.said for step in self.steps))
        return (message for message in said if message is not None)

    def page_data(self, game: Game, language: str) -> dict[str, Any]:
        """The plan with its sentences in words: why it was made anew, its steps, who takes them, what it assumes."""
        titles = {name: phrase(seat_key(game, seat), language) for seat, name in enumerate(game.seats)}
        steps = [
            {
                **to_json(replace(step, said=None)),
                "text": step.text if step.said is None else say(step.said, language),
                "who": None if step.seat is None else titles.get(step.seat, step.seat),
            }
            for step in self.steps
        ]
        assumes = Message("minds.planner.counts_on_others") if self.counts_on_others else None
        again = None if self.again is None else say(self.again, language)
        return {
            **to_json(self),
            "steps": steps,
            "again": again,
            "assumes": None if assumes is None else say(assumes, language),
        }


TRACE = PlanMade
