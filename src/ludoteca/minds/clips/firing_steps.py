"""The steps of a production system: each rule that fires, with the agenda, the changes and working memory."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.child.errors import ServiceError
from ludoteca.core.execution import Execution, ExecutionStep
from ludoteca.core.explanation import Source
from ludoteca.minds.clips.answer import RuleStep, Steps
from ludoteca.minds.clips.engine import Engine
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.rules.production.clips_binding import constructs
from ludoteca.rules.production.firing import Activation, Change

_CHOOSES = "chooses"


@dataclass(frozen=True, slots=True)
class FiringStep(ExecutionStep):
    """A rule that fires: its activation, its changes, and the rest of the agenda when it was chosen.

    `facts` is working memory before the first step that is shown; the other steps change it.
    """

    activation: Activation | None
    changes: tuple[Change, ...]
    agenda: tuple[Activation, ...]
    facts: tuple[str, ...]


def firings_of(engine: Engine, answer: Steps, first: int) -> Execution:
    """The execution that the process has recorded."""
    spans = _spans(engine.knowledge)
    steps = [
        _step(one, spans, answer.move, () if number else tuple(answer.facts)) for number, one in enumerate(answer.steps)
    ]
    fault = None
    if answer.fault is not None:
        error = ServiceError(answer.fault["kind"], **{k: v for k, v in answer.fault.items() if k != "kind"})
        fault = engine.faults(error)[0].message
    steps = [engine.knowledge.in_files(step) for step in steps]
    return Execution(tuple(steps), first, answer.total, answer.move, fault)


def _spans(knowledge: Knowledge) -> dict[str, tuple[int, int]]:
    """The characters of each rule in the text."""
    spans, start = dict[str, tuple[int, int]](), 0
    for construct in constructs(knowledge.text):
        start = knowledge.text.index(construct.text, start)
        if construct.kind == "defrule":
            spans[construct.name] = knowledge.span(start, start + len(construct.text))
    return spans


def _step(one: RuleStep, spans: dict[str, tuple[int, int]], move: str | None, facts: tuple[str, ...]) -> FiringStep:
    activation = one.activation
    rule = "" if activation is None else activation.rule
    source: Source | None = None if activation is None else activation.source
    text = move or "" if one.port == _CHOOSES else rule
    return FiringStep(
        port=one.port,
        text=text,
        depth=0,
        box=0,
        source=source,
        span=spans.get(rule),
        activation=activation,
        changes=tuple(one.changes),
        agenda=tuple(one.agenda),
        facts=facts,
    )
