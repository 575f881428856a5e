"""Responses: the explanation of a move, in a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.arena.judgement import Judged
from ludoteca.core.claim_text import claim_sentence
from ludoteca.core.explanation import Explanation, Reason, Source
from ludoteca.core.game import Position
from ludoteca.core.i18n import Message, say
from ludoteca.core.traces import trace_types
from ludoteca.core.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class ReasonView:
    """A reason as a sentence, with the facts that it rests on and the reasons behind it."""

    sentence: str
    evidence: list[str]
    because: list[ReasonView]
    source: Source | None


@dataclass(frozen=True, slots=True)
class RejectedMoveView:
    """A move that was not chosen, its name, and the reason."""

    move: str
    name: str
    reason: ReasonView


@dataclass(frozen=True, slots=True)
class ExplanationView:
    """The explanation of a move. The trace is data of the mind's school, which the page draws by its `kind`.

    `rejected_omitted` is the number of rejected moves that are not listed; `steps` the file whose execution can be
    stepped through.
    """

    move: str
    name: str
    reason: ReasonView
    rejected: list[RejectedMoveView]
    trace: dict[str, Any] | None
    value: float | None
    effort: int | None
    rejected_omitted: int
    steps: str | None


@dataclass(frozen=True, slots=True)
class VerdictView:
    """The verdict on a reason or a trace: true, false, or not checked here; `problem` says why it is false."""

    verdict: Verdict
    problem: str | None


@dataclass(frozen=True, slots=True)
class VerdictsView:
    """The verdicts on an explanation, without asking the mind.

    `reasons` has one for each reason in reading order: the chosen move's, each before those behind it, then those of
    the rejected moves.
    """

    reasons: list[VerdictView]
    trace: VerdictView | None


def verdicts_view(judged: list[Judged], language: str) -> VerdictsView:
    views = [
        (one.reason, VerdictView(one.verdict, None if one.problem is None else say(one.problem, language)))
        for one in judged
    ]
    traces = [view for reason, view in views if reason is None]
    return VerdictsView([view for reason, view in views if reason is not None], traces[0] if traces else None)


def reason_view(position: Position, move: str, reason: Reason, language: str) -> ReasonView:
    """A reason for or against a move in a position."""
    because = [reason_view(position, move, other, language) for other in reason.because]
    sentence = claim_sentence(position, move, reason.claim, language)
    return ReasonView(sentence, [str(fact) for fact in reason.evidence], because, reason.source)


def move_names(position: Position, language: str) -> dict[str, str]:
    """The names of the legal moves, by their texts."""
    return {move.text: say(position.game.move_name(position, move), language) for move in position.moves}


def explanation_view(position: Position, move: str, why: Explanation, language: str) -> ExplanationView:
    """The explanation of a move in a position."""
    names = move_names(position, language)
    rejected = [
        RejectedMoveView(
            other.move, names.get(other.move, other.move), reason_view(position, other.move, other.reason, language)
        )
        for other in why.rejected
    ]
    trace = None if why.trace is None else why.trace.page_data(position.game, language)
    reason, omitted = reason_view(position, move, why.reason, language), why.rejected_omitted or 0
    steps = _stepped_file(why)
    return ExplanationView(move, names.get(move, move), reason, rejected, trace, why.value, why.effort, omitted, steps)


def _stepped_file(why: Explanation) -> str | None:
    """The knowledge file that a trace comes from, if its kind has a stepper; the rules of games lie in folders."""
    found = None if why.trace is None else trace_types().get(why.trace.kind)
    source = why.reason.source
    if found is None or source is None or "/" in source.file or not (found.folder / "stepper.js").is_file():
        return None
    return source.file


def fault_source(reason: Message) -> Source | None:
    """The line of a knowledge file that caused a forfeit, if the reason names one."""
    if not reason.key.startswith("minds.knowledge.at_line"):
        return None
    return Source(str(reason.args["file"]), int(str(reason.args["line"])))
