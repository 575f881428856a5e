"""The explanation of an agent's move: its plans, the beliefs they used, and its other intentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.core.society import Note
from ludoteca.minds.agentspeak.engine import JournalEntry, reason_of, refusal_from
from ludoteca.minds.agentspeak.trace import Alternative, Deed, Intended, Intentions, Pending
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.reasons import consequences

_COMMENT = "//"
_NOTES = 60  # worth keeping of one move


def explain(
    position: Position,
    move: Move,
    why: dict[str, Any],
    rejected: tuple[Rejected, ...],
    notes: Iterable[Note],
    knowledge: Knowledge,
) -> Choice:
    """The move and its reasons."""
    stack = tuple(_intended(frame, knowledge) for frame in why["stack"])
    facts = set(position.facts())
    evidence = tuple(dict.fromkeys(fact for fact in _perceived(why["stack"]) if fact in facts))
    because = (*_because(stack), *consequences(position, move))
    reason = Reason(_claim(stack, why["action"]), evidence, knowledge.source(why["line"]), because)
    others = tuple(Pending(one["event"], knowledge.source(one["line"]), one["waits"]) for one in why["others"])
    return Choice(move, Explanation(reason, rejected, Intentions(stack, others, tuple(notes)[-_NOTES:])))


def rejection(move: Move, why_not: dict[str, Any], knowledge: Knowledge, asked: bool) -> Rejected:
    """The reason why another move was not made: the plan, and the condition, that stopped it.

    Of a move that was asked about, also what stands for it in a list from which the condition takes another.
    """
    args: dict[str, Argument] = {
        name: why_not[name] for name in ("plan", "event", "condition", "action") if name in why_not
    }
    claim = Message(f"minds.agentspeak.not.{why_not['why']}", args)
    own = why_not.get("member") if asked else None
    because = () if own is None else (Reason(Message("minds.agentspeak.not.member", {"member": own})),)
    return Rejected(move.text, Reason(claim, source=knowledge.source(why_not["line"]), because=because))


def explain_silence(position: Position, move: Move, notes: Iterable[Note]) -> Choice:
    """The explanation of a turn without an action, in a game with a pass."""
    reason = Reason(Message("minds.agentspeak.silent"), because=consequences(position, move))
    return Choice(move, Explanation(reason, trace=Intentions((), (), tuple(notes)[-_NOTES:])))


def without_action(choice: Choice, move: Move) -> Choice:
    """The explanation of a turn without an action, with the reason against another move."""
    rejected = Rejected(move.text, Reason(Message("minds.agentspeak.not.silent")))
    return replace(choice, why=replace(choice.why, rejected=(rejected,)))


def noted(entry: JournalEntry, knowledge: Knowledge) -> Note:
    """An entry of the journal as a message."""
    to, content = (entry.args["to"], entry.text) if entry.kind == "sends" else (None, None)
    return Note(_note(entry), knowledge.source(entry.line), entry.kind, to, content)


def _note(entry: JournalEntry) -> Message:
    args: dict[str, Any] = {"text": entry.text}
    if entry.kind == "refused":
        args["why"] = quoted(refusal_from(entry.args["reason"]))
    elif "reason" in entry.args:
        args["why"] = quoted(reason_of(entry.args["reason"], entry.args["reason_args"]))
    elif entry.kind in ("sends", "hears", "ignores"):
        args["who"] = entry.args["to" if entry.kind == "sends" else "from"]
        args["performative"] = entry.args["performative"]
    return Message(f"minds.agentspeak.note.{entry.kind}", args)


def diagnostic_of(journal: Iterable[JournalEntry]) -> Diagnostic:
    """The reason why an agent did not act: its last failure without a recovery plan, if there was one.

    If no plan was applicable, a context that could not be decided is the better reason.
    """
    failure, last, unclear = None, None, None
    for entry in journal:
        if entry.kind == "failed":
            failure = entry
        elif entry.kind == "given_up":
            last = failure
        elif entry.kind == "unclear":
            unclear = entry
    last = last or failure
    if last is None:
        return Diagnostic(0, Message("minds.agentspeak.fault.idle"))
    kind = "failed" if last.line else "unwanted"
    if unclear is not None and last.args["reason"] == "not_applicable":
        last, kind = unclear, "unclear"
    reason = quoted(reason_of(last.args["reason"], last.args["reason_args"]))
    return Diagnostic(last.line, Message(f"minds.agentspeak.fault.{kind}", {"plan": last.text, "why": reason}))


def _claim(stack: tuple[Intended, ...], action: str) -> Message:
    """The comment above the plan that acted, or else above a plan below it or one that it called."""
    served = [step.below for step in stack[-1].steps if step.below is not None]
    for frame in (*reversed(stack), *reversed(served)):
        if frame.words is not None:
            return Message("minds.agentspeak.words", {"words": frame.words})
    return Message("minds.agentspeak.acts", {"plan": stack[-1].plan, "action": action})


def _because(stack: tuple[Intended, ...]) -> Iterator[Reason]:
    """One reason for each plan of the stack: the beliefs of its context."""
    for frame in stack:
        if frame.beliefs:
            claim = Message("minds.agentspeak.since", {"event": frame.event, "beliefs": frame.beliefs})
        else:
            claim = Message("minds.agentspeak.anyway", {"event": frame.event})
        yield Reason(claim, source=frame.source)


def _perceived(stack: Iterable[dict[str, Any]]) -> Iterator[Fact]:
    """The facts of the game that the plans of a stack and their steps used."""
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
