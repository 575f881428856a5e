"""What an agent says of its choice: the plans that led to it, the beliefs they rest on, what else it was about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.minds.agentspeak.engine import Lines, reason_of, refusal_from
from ludoteca.minds.agentspeak.trace import Alternative, Deed, Intended, Intentions, Noted, Pending
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.reasons import consequences

_COMMENT = "//"
_NOTES = 60  # worth keeping of one move


def explain(
    position: Position, move: Move, why: dict[str, Any], notes: Iterable[Noted], knowledge: Knowledge
) -> Choice:
    """The move and its reasons."""
    stack = tuple(_intended(frame, knowledge) for frame in why["stack"])
    facts = set(position.facts())
    evidence = tuple(dict.fromkeys(fact for fact in _perceived(why["stack"]) if fact in facts))
    because = (*_because(stack), *consequences(position, move))
    reason = Reason(_claim(stack, why["action"]), evidence, knowledge.source(why["line"]), because)
    others = tuple(Pending(one["event"], knowledge.source(one["line"]), one["waits"]) for one in why["others"])
    return Choice(move, Explanation(reason, trace=Intentions(stack, others, tuple(notes)[-_NOTES:])))


def explain_silence(position: Position, move: Move, notes: Iterable[Noted]) -> Choice:
    """A turn that was let go by, in a game that allows it."""
    reason = Reason(Message("minds.agentspeak.silent"), because=consequences(position, move))
    return Choice(move, Explanation(reason, trace=Intentions((), (), tuple(notes)[-_NOTES:])))


def noted(entry: Lines, knowledge: Knowledge) -> Noted:
    """An entry of the journal in words."""
    return Noted(_note(entry), knowledge.source(entry.line), entry.kind)


def _note(entry: Lines) -> Message:
    args: dict[str, Any] = {"text": entry.text}
    if entry.kind == "refused":
        args["why"] = quoted(refusal_from(entry.more["reason"]))
    elif "reason" in entry.more:
        args["why"] = quoted(reason_of(entry.more["reason"], entry.more["reason_args"]))
    elif entry.kind in ("sends", "hears", "ignores"):
        args["who"] = entry.more["to" if entry.kind == "sends" else "from"]
        args["force"] = entry.more["force"]
    return Message(f"minds.agentspeak.note.{entry.kind}", args)


def complaint_of(journal: Iterable[Lines]) -> Diagnostic:
    """Why nothing was done: the last failure no plan could mend, or no reason at all."""
    failure: Lines | None = None
    last: Lines | None = None
    for entry in journal:
        if entry.kind == "failed":
            failure = entry
        elif entry.kind == "given_up":
            last = failure
    last = last or failure
    if last is None:
        return Diagnostic(0, Message("minds.agentspeak.fault.idle"))
    reason = quoted(reason_of(last.more["reason"], last.more["reason_args"]))
    key = "minds.agentspeak.fault.failed" if last.line else "minds.agentspeak.fault.unwanted"
    return Diagnostic(last.line, Message(key, {"plan": last.text, "why": reason}))


def _claim(stack: tuple[Intended, ...], action: str) -> Message:
    """The words above the plan that acted, or above one that led to it or served it."""
    served = [step.below for step in stack[-1].steps if step.below is not None]
    for frame in (*reversed(stack), *reversed(served)):
        if frame.words is not None:
            return Message("minds.agentspeak.words", {"words": frame.words})
    return Message("minds.agentspeak.acts", {"plan": stack[-1].plan, "action": action})


def _because(stack: tuple[Intended, ...]) -> Iterator[Reason]:
    """Each plan of the stack, and the beliefs that spoke for it."""
    for frame in stack:
        if frame.beliefs:
            claim = Message("minds.agentspeak.since", {"event": frame.event, "beliefs": frame.beliefs})
        else:
            claim = Message("minds.agentspeak.anyway", {"event": frame.event})
        yield Reason(claim, source=frame.source)


def _perceived(stack: Iterable[dict[str, Any]]) -> Iterator[Fact]:
    """Every fact of the game that a plan of the stack, or a step of it, rests on."""
    for frame in stack:
        for one in (frame, *frame["steps"]):
            for belief in one["beliefs"]:
                if belief["fact"] is not None:
                    yield Fact(belief["fact"][0], tuple(belief["fact"][1:]))


def _intended(frame: dict[str, Any], knowledge: Knowledge) -> Intended:
    return Intended(
        frame["event"],
        frame["plan"],
        knowledge.source(frame["line"]),
        _words_above(frame["line"], knowledge),
        tuple(
            Alternative(one["plan"], knowledge.source(one["line"]), one["applicable"], one["chosen"])
            for one in frame["candidates"]
        ),
        tuple(belief["text"] for belief in frame["beliefs"]),
        tuple(_deed(step, knowledge) for step in frame["steps"]),
    )


def _deed(step: dict[str, Any], knowledge: Knowledge) -> Deed:
    return Deed(
        step["text"],
        step["now"] if step["now"] != step["text"] else None,
        knowledge.source(step["line"]),
        step["indent"],
        step["count"],
        step["state"],
        tuple(belief["text"] for belief in step["beliefs"]),
        None if step["below"] is None else _intended(step["below"], knowledge),
    )


def _words_above(line: int, knowledge: Knowledge) -> str | None:
    """The comment above a plan, or above its label."""
    lines = knowledge.text.split("\n")
    if line >= 2 and line - 2 < len(lines) and lines[line - 2].startswith("@"):
        line -= 1
    return knowledge.comment_above(line, _COMMENT)
