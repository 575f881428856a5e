"""The trace of an action: the intention behind it, step by step, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludoteca.core.explanation import left_out, shortened
from ludoteca.minds.agentspeak.agent.format import fact_argument, format_short
from ludoteca.minds.agentspeak.agent.intentions import Frame, Intention, StepRecord
from ludoteca.minds.agentspeak.agent.journal import JournalEntry
from ludoteca.minds.agentspeak.agent.plans import BodyFormula, For, If, While
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import PERCEPT, Scope, Term

_FRAMES = 24  # plans of one stack
_STEPS = 40  # steps of one plan
_DEPTH = 2  # plans within plans
_ALL_STEPS = 400  # steps of all plans together
_CANDIDATES = 20  # plans for one event
_LONGEST = 300  # characters of a plan or a step

Json = dict[str, Any]


def stack_as_json(intention: Intention) -> list[Json]:
    """The plans of an intention, from the first goal to the action; of a very tall stack, both ends."""
    frames, writer = intention.frames, _Writer()
    if len(frames) <= _FRAMES:
        return [writer.frame(frame, 0) for frame in frames]
    half = _FRAMES // 2
    ends = [writer.frame(frame, 0) for frame in (*frames[:half], *frames[-half:])]
    gap = {**ends[half - 1], "event": f"… {len(frames) - 2 * half} …", "candidates": [], "beliefs": [], "steps": []}
    return [*ends[:half], gap, *ends[half:]]


def entry_as_json(entry: JournalEntry) -> Json:
    """An entry of the journal."""
    return {"kind": entry.kind, "line": entry.line, "text": entry.text, "time": entry.time, **entry.args}


def others_as_json(agent: Reasoner, acting: Intention) -> list[Json]:
    """The other intentions, and what they wait for."""
    found = []
    for intention in list(agent.intentions)[:_FRAMES]:
        if intention is not acting:
            wait = intention.waiting
            event = str(wait.event) if wait is not None and wait.event is not None else None
            found.append({"event": str(intention.root), "line": intention.top.plan.line, "waits": event})
    return found


class _Writer:
    """Writes plans as JSON, and counts their steps."""

    def __init__(self) -> None:
        self._left = _ALL_STEPS

    def frame(self, frame: Frame, depth: int) -> Json:
        return {
            "event": str(frame.event),
            "plan": _short(frame.plan.text),
            "line": frame.plan.line,
            "candidates": list(_candidates(frame)),
            "beliefs": [_belief(belief) for belief in frame.used],
            "steps": self._steps(frame, depth),
        }

    def _steps(self, frame: Frame, depth: int) -> list[Json]:
        """The first steps of a plan, with the plans below them; the number of other steps stands at the end."""
        under_way = [block.formulas[block.at - 1] for block in frame.blocks if 0 < block.at <= len(block.formulas)]
        formulas = list(_flat(frame.plan.body, 0))
        shown = formulas[: min(_STEPS, self._left)]
        self._left -= len(shown)
        steps = [_taken(frame, formula, indent, formula in under_way) for formula, indent in shown]
        for step, (formula, _) in zip(steps, shown, strict=True):
            record = frame.records.get(formula)
            if record is not None and record.below is not None and formula not in under_way and depth < _DEPTH:
                step["below"] = self.frame(record.below, depth + 1) if self._left else None
        if len(shown) < len(formulas):
            steps.append(_step(formulas[len(shown)][0].line, 0, left_out(len(formulas) - len(shown))))
        return steps


def _taken(frame: Frame, formula: BodyFormula, indent: int, now: bool) -> Json:
    """A step of a plan, as far as it was taken."""
    record = frame.records.get(formula)
    return {
        **_step(formula.line, indent, _short(formula.text)),
        "now": _instantiated(frame, formula) if now or not indent else None,
        "count": record.count if record is not None else 0,
        "state": _state(record, now),
        "beliefs": [_belief(belief) for belief in record.used] if record is not None else [],
    }


def _step(line: int, indent: int, text: str) -> Json:
    """A step that was not taken."""
    step = {"line": line, "indent": indent, "text": text, "now": None, "count": 0, "state": "open"}
    return {**step, "beliefs": [], "below": None}


def _candidates(frame: Frame) -> Iterator[Json]:
    """The plans for the event of a frame: the one chosen, and of many the first."""
    others = [option for option in frame.relevant if option.plan is not frame.plan][: _CANDIDATES - 1]
    for option in frame.relevant:
        if option.plan is frame.plan or option in others:
            yield {
                "plan": _short(option.plan.text),
                "line": option.plan.line,
                "applicable": option.applicable,
                "chosen": option.plan is frame.plan,
            }


def _short(text: str) -> str:
    return shortened(text, _LONGEST)


def _instantiated(frame: Frame, formula: BodyFormula) -> str | None:
    """The text of a step with the bindings when it was taken or its goal reached; None if it was not taken."""
    record = frame.records.get(formula)
    return None if record is None else _short(formula.instantiated(_bindings(frame, record)))


def _bindings(frame: Frame, record: StepRecord) -> Scope:
    return {variable: frame.scope[variable] for variable in frame.trail[: record.bound] if variable in frame.scope}


def _state(record: StepRecord | None, now: bool) -> str:
    if record is None:
        return "open"
    if record.failed:
        return "failed"
    return "now" if now else "done"


def _flat(body: Sequence[BodyFormula], indent: int) -> Iterator[tuple[BodyFormula, int]]:
    """Formulas in the order of the text, with their depth."""
    for formula in body:
        yield formula, indent
        if isinstance(formula, If):
            yield from _flat(formula.then, indent + 1)
            yield from _flat(formula.otherwise, indent + 1)
        elif isinstance(formula, (For, While)):
            yield from _flat(formula.body, indent + 1)


def _belief(belief: Term) -> Json:
    """A belief, and the fact it stands for if it is a percept."""
    args = [fact_argument(arg) for arg in belief.args]
    perceived = PERCEPT in belief.annots and None not in args
    return {"text": format_short(belief), "fact": [belief.functor, *args] if perceived else None}
