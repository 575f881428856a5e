"""Events, intentions and their plans in the second interpreter, and how a trace writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.terms import GoalType, Trigger
from ludoteca.minds.agentspeak.trace.interpreter.beliefs import Used
from ludoteca.minds.agentspeak.trace.interpreter.terms import Bindings, Structure, Term, Variable, text


@dataclass(frozen=True, slots=True)
class Event:
    """Something that came or went: a belief, or a goal to achieve or to test."""

    trigger: Trigger
    goal_type: GoalType
    literal: Structure

    @property
    def is_goal(self) -> bool:
        return self.goal_type is not GoalType.BELIEF

    def __str__(self) -> str:
        return f"{self.trigger.value}{self.goal_type.value}{text(self.literal)}"


@dataclass(slots=True)
class StepDone:
    """What became of a step: how often it was taken, and for each time what it used and the plan for its goal."""

    count: int = 0
    bound: frozenset[Variable] = frozenset()
    used: list[Used] = field(default_factory=list)
    below: list[Frame] = field(default_factory=list)
    failed: bool = False


@dataclass(slots=True)
class Block:
    """Steps that are carried out; those of a loop begin again with the bindings of each round."""

    steps: Sequence[tree.StepNode]
    at: int = 0
    loop: tree.ForStep | tree.WhileStep | None = None
    before: Bindings = field(default_factory=dict)
    rounds: Iterator[Bindings] | None = None


@dataclass(slots=True)
class Frame:
    """A plan for an event, its bindings, and how far it has come."""

    event: Event
    plan: tree.PlanNode
    bindings: Bindings
    used: Used
    candidates: list[tuple[tree.PlanNode, bool | None]]
    blocks: list[Block]
    steps: dict[int, StepDone] = field(default_factory=dict)
    caller: Term | None = None
    called_by: StepDone | None = None

    def done(self, step: tree.StepNode) -> StepDone:
        return self.steps.setdefault(id(step), StepDone())

    @property
    def under_way(self) -> list[tree.StepNode]:
        """The steps that are being carried out, each within the one before."""
        return [block.steps[block.at - 1] for block in self.blocks if 0 < block.at <= len(block.steps)]


@dataclass(slots=True, eq=False)
class Intention:
    """A stack of plans; the last one is carried out."""

    frames: list[Frame]
    root: Event

    @property
    def is_atomic(self) -> bool:
        labels = (frame.plan.label for frame in self.frames)
        return any(label is not None and "atomic" in map(str, label.annots) for label in labels)


def achievement(goal: Structure) -> Event:
    """The event of a goal to achieve."""
    return Event(Trigger.ADDITION, GoalType.ACHIEVEMENT, goal)


def shown(used: Used) -> tuple[str, ...]:
    """Beliefs as a trace shows them: the first six."""
    return tuple(text(belief) for belief in used[:6])


def step_text(step: tree.StepNode) -> str:
    """A step as it is written."""
    if isinstance(step, tree.SimpleStep):
        plain = step.sign is None and isinstance(step.term, tree.Unary | tree.Binary)
        return tree.bare(step.term) if plain else f"{'' if step.sign is None else step.sign.value}{step.term}"
    name = {tree.IfStep: "if", tree.ForStep: "for", tree.WhileStep: "while"}[type(step)]
    return f"{name} ({tree.bare(step.condition)})"


def plan_text(plan: tree.PlanNode) -> str:
    """A plan's event and context, as they are written."""
    return str(plan.event) if plan.context is None else f"{plan.event} : {tree.bare(plan.context)}"
