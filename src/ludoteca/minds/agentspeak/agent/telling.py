"""What an agent tells of itself: how it came to act, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludoteca.minds.agentspeak.agent.intentions import Frame, Intention, Note
from ludoteca.minds.agentspeak.agent.notes import Entry
from ludoteca.minds.agentspeak.agent.plans import For, Formula, If, While
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import PERCEPT, Scope, Term
from ludoteca.minds.agentspeak.agent.writing import plain, shown

_FRAMES = 24  # plans of one stack
_STEPS = 40  # steps of one plan
_DEPTH = 2  # plans within plans

Told = dict[str, Any]


def told_stack(intention: Intention) -> list[Told]:
    """The plans of an intention, the first cause first; of a very tall stack, both ends."""
    frames = intention.frames
    if len(frames) <= _FRAMES:
        return [_frame(frame, 0) for frame in frames]
    half = _FRAMES // 2
    told = [_frame(frame, 0) for frame in (*frames[:half], *frames[-half:])]
    gap = {**told[half - 1], "event": f"… {len(frames) - 2 * half} …", "candidates": [], "beliefs": [], "steps": []}
    return [*told[:half], gap, *told[half:]]


def told_entry(entry: Entry) -> Told:
    return {"kind": entry.kind, "line": entry.line, "text": entry.text, "time": entry.time, **entry.args}


def told_others(agent: Reasoner, acting: Intention) -> list[Told]:
    """The other intentions, and what they wait for."""
    found = []
    for intention in list(agent.intentions)[:_FRAMES]:
        if intention is not acting:
            wait = intention.waiting
            event = str(wait.event) if wait is not None and wait.event is not None else None
            found.append({"event": str(intention.root), "line": intention.top.plan.line, "waits": event})
    return found


def _frame(frame: Frame, depth: int) -> Told:
    return {
        "event": str(frame.event),
        "plan": frame.plan.text,
        "line": frame.plan.line,
        "candidates": [
            {
                "plan": candidate.plan.text,
                "line": candidate.plan.line,
                "applicable": candidate.applicable,
                "chosen": candidate.plan is frame.plan,
            }
            for candidate in frame.candidates
        ],
        "beliefs": [_belief(belief) for belief in frame.used],
        "steps": list(_steps(frame, depth)),
    }


def _steps(frame: Frame, depth: int) -> Iterator[Told]:
    at_work = [block.formulas[block.at - 1] for block in frame.blocks if 0 < block.at <= len(block.formulas)]
    for count, (formula, indent) in enumerate(_flat(frame.plan.body, 0)):
        if count == _STEPS:
            return
        note = frame.notes.get(formula)
        now = formula in at_work
        yield {
            "line": formula.line,
            "indent": indent,
            "text": formula.text,
            "now": formula.now(_then(frame, note)) if note is not None and (now or not indent) else None,
            "count": note.count if note is not None else 0,
            "state": _state(note, now),
            "beliefs": [_belief(belief) for belief in note.used] if note is not None else [],
            "below": _below(note, depth) if not now else None,
        }


def _then(frame: Frame, note: Note) -> Scope:
    """What was bound when a step was taken, or its goal reached."""
    return {variable: frame.scope[variable] for variable in frame.trail[: note.bound] if variable in frame.scope}


def _state(note: Note | None, now: bool) -> str:
    if note is None:
        return "open"
    if note.failed:
        return "failed"
    return "now" if now else "done"


def _below(note: Note | None, depth: int) -> Told | None:
    if note is None or note.below is None or depth == _DEPTH:
        return None
    return _frame(note.below, depth + 1)


def _flat(body: Sequence[Formula], indent: int) -> Iterator[tuple[Formula, int]]:
    """Formulas in the order of the page, with how deep they stand."""
    for formula in body:
        yield formula, indent
        if isinstance(formula, If):
            yield from _flat(formula.then, indent + 1)
            yield from _flat(formula.otherwise, indent + 1)
        elif isinstance(formula, (For, While)):
            yield from _flat(formula.body, indent + 1)


def _belief(belief: Term) -> Told:
    """A belief, and the fact it is when it was perceived."""
    args = [plain(arg) for arg in belief.args]
    perceived = PERCEPT in belief.annots and None not in args
    return {"text": shown(belief), "fact": [belief.functor, *args] if perceived else None}
