"""The steps of a proof: each goal is called, exits, is redone or fails, at its place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.child.errors import ServiceError
from ludoteca.core.execution import Execution, ExecutionStep
from ludoteca.minds.prolog.engine import Engine
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge

_RAISES = "exception"


@dataclass(frozen=True, slots=True)
class GoalStep(ExecutionStep):
    """A port of the box model, and the variables of the clause in which the goal stands, with their values.

    `how` says whose the goal is: a rule of the knowledge, a fact of the game, a negation, or a predicate of Prolog.
    """

    how: str
    bindings: tuple[tuple[str, str], ...]


_OWNERS = {"player": "rule", "game": "given", "other": "called"}


def goals_of(engine: Engine, answer: dict[str, Any], first: int) -> Execution:
    """The execution that the engine has recorded. An exception is the last step."""
    knowledge = engine.knowledge
    steps = [_step(data, knowledge) for data in answer["steps"]]
    fault = None if answer["fault"] is None else _fault(engine, answer["fault"])
    total = int(answer["total"])
    if fault is not None and answer["fault"]["kind"] in ("error", "memory", "inference_limit"):
        total += 1
        if first + len(steps) == total - 1:
            steps.append(_exception(steps, answer["fault"], knowledge))
    return Execution(tuple(steps), first, total, answer["move"], None if fault is None else fault.message)


def _step(data: dict[str, Any], knowledge: Knowledge) -> GoalStep:
    has_span = data["end"] > 0
    line = knowledge.text.count("\n", 0, data["start"]) + 1 if has_span else data["line"]
    return GoalStep(
        port=data["port"],
        text=data["goal"],
        depth=data["depth"],
        box=data["box"],
        source=knowledge.source(line),
        span=knowledge.span(data["start"], data["end"]) if has_span else None,
        how=_OWNERS.get(data["how"], data["how"]),
        bindings=tuple((name, value) for name, value in data["bindings"]),
    )


def _exception(steps: list[GoalStep], fault: dict[str, Any], knowledge: Knowledge) -> GoalStep:
    """The step at which the program stopped: at the goal of the last step."""
    text = str(fault.get("text") or fault["goal"])
    if not steps:
        return GoalStep(_RAISES, text, 0, 0, knowledge.source(fault["line"]), None, "rule", ())
    last = steps[-1]
    return GoalStep(_RAISES, text, last.depth, last.box, last.source, last.span, last.how, last.bindings)


def _fault(engine: Engine, fault: dict[str, Any]) -> Diagnostic:
    return engine.faults(ServiceError(str(fault["kind"]), **{k: v for k, v in fault.items() if k != "kind"}))[0]
