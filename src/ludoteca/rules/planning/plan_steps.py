"""The steps of a plan as data: text, player, turn and cost of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Message
from ludoteca.rules.planning.game import owner_of, text_of
from ludoteca.rules.planning.syntax import Atom, Number, tidy
from ludoteca.rules.planning.task import Action, State, Task

_TURN = Atom("turn")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a plan: in words and as its engine writes it; whose it is and in which turn, if that can be said;
    what it costs, and the cost with all before it. `said` is the step in any language, where there are words for it.
    """

    text: str
    action: str
    cost: float
    total: float
    seat: str | None = None
    turn: int | None = None
    source: Source | None = None
    said: Message | None = None


def steps_of(task: Task, plan: Sequence[Action], start: State | None = None) -> tuple[PlanStep, ...]:
    """The steps of a plan; the cost of a step is what it adds to the problem's metric, with the problem's own sign."""
    states = task.replay(plan, start)
    begun = task.total(states[0], 0)
    steps = []
    for number, action in enumerate(plan, 1):
        before, after = task.total(states[number - 1], number - 1), task.total(states[number], number)
        steps.append(
            PlanStep(
                text_of(action),
                str(action),
                plain(after - before),
                plain(after - begun) if start is not None else plain(after),
                owner_of(action),
                _turn(task, states[number - 1]),
                Source(task.domain.file, action.schema.line),
            )
        )
    return tuple(steps)


def penalties_of(task: Task, state: State) -> Mapping[str, float]:
    """The penalty of each player, in domains with a function `(penalty ?player)`."""
    numbers = {**task.static_values, **dict(zip(task.fluents, state.values, strict=True))}
    return {fluent.args[0]: plain(value) for fluent, value in numbers.items() if _is_penalty(fluent)}


def _is_penalty(fluent: Atom) -> bool:
    return fluent.name == "penalty" and len(fluent.args) == 1


def _turn(task: Task, state: State) -> int | None:
    value = task.value(state, _TURN)
    return int(value) if value is not None and value == int(value) else None


def told(value: Number | float) -> float:
    """A cost as sentences give it, to the hundredth: smaller differences only break ties.

    >>> from fractions import Fraction
    >>> told(Fraction(1999, 1000)), told(Fraction(1, 4)), told(3)
    (2, 0.25, 3)

    A number from JSON is told like the fraction that it was made of:

    >>> told(Fraction(69, 40)) == told(1.725)
    True
    """
    exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    return plain(round(exact, 2))


def plain(value: Number) -> float:
    """A number for JSON: an integer where it is whole.

    >>> from fractions import Fraction
    >>> plain(3), plain(Fraction(1, 2)), plain(Fraction(4, 2))
    (3, 0.5, 2)
    """
    value = tidy(value)
    return value if isinstance(value, int) else float(value)
