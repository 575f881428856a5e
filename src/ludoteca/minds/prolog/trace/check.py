"""Checks a proof: SWI-Prolog goes through its clauses again, in a process of its own.

The knowledge is read and loaded by the engine's process, which is the only reader of Prolog there is; the proof is
checked by `engine/proof_check.pl`, which shares nothing with the meta-interpreter that makes proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca.child.errors import ChildError
from ludoteca.child.kept_processes import KeptProcesses
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.one_story import with_story
from ludoteca.core.verdicts import Claim
from ludoteca.core.vocabulary import perceive
from ludoteca.minds.prolog.engine import Engine
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge
from ludoteca.minds.shared.trace_check import OtherSchool, Uncheckable, in_text, knowledge_of

_COMMENT = "%"
_SECONDS = 10.0
_INFERENCES = 20_000_000
_MOST_STEPS = 2_000
_DEEPEST = 150
_engine: KeptProcesses[Engine] = KeptProcesses()


def defects(trace: Proof, claim: Claim) -> list[Message] | None:
    """What is wrong with a proof; None where its knowledge is not there, or tells different things each time."""
    try:
        knowledge = knowledge_of(claim, ".pl")
    except OtherSchool:
        return [Message("minds.prolog.trace.defect.school", {"mind": claim.mind})]
    except Uncheckable:
        return None
    trace, claim = in_text(trace, claim, knowledge)
    form = list(_form_defects(trace.root, knowledge))
    found, lines = (form, None) if form else _check_again(trace.root, claim, knowledge)
    places = None if lines is None else [Source(knowledge.name, line) for line in lines]
    return with_story(found, claim.why, "minds.prolog.trace.defect", places)


def _form_defects(root: ProofStep, knowledge: Knowledge) -> Iterator[Message]:
    """Steps that are none of this knowledge, whatever they prove."""
    pending = [(root, 1)]
    number = 0
    while pending:
        step, depth = pending.pop()
        number += 1
        if number > _MOST_STEPS or depth > _DEEPEST:
            yield _defect("too_large", number, goal=step.goal)
            return
        line = 0 if step.source is None else step.source.line
        if step.source is not None and (step.source.file != knowledge.name or line < 1):
            yield _defect("source", number, goal=step.goal, file=step.source.file, line=line)
        elif step.words != (knowledge.comment_above(line, _COMMENT) if line else None):
            yield _defect("words", number, goal=step.goal, line=line)
        pending += [(below, depth + 1) for below in reversed(step.because)]


def _check_again(root: ProofStep, claim: Claim, knowledge: Knowledge) -> tuple[list[Message] | None, list[int] | None]:
    """What SWI-Prolog finds when it goes through the clauses of a proof, and the lines on which clauses begin."""
    position = claim.position
    key = (position.game.name, tuple(position.game.values.items()), knowledge)
    try:
        answer = _engine.ask(
            key,
            lambda: Engine(position.game, knowledge),
            "check",
            _SECONDS,
            facts=[[fact.relation, *fact.args] for fact in perceive(position)],
            moves=[move.text for move in position.moves],
            move=claim.chosen.text,
            proof=_as_list(root),
            line=0 if root.source is None else root.source.line,
            rejected=list(_rejected(claim)) if root.source is not None else [],
            inferences=_INFERENCES,
        )
    except (BadKnowledge, ChildError):
        return None, None
    lines = list(_lines(root))
    found = [_defect(kind, number, goal=goal, line=lines[number - 1]) for number, kind, goal in answer["defects"]]
    found += [Message("minds.prolog.trace.defect.rejected", {"move": move}) for move in answer["wrong"]]
    return (found if answer["certain"] or not found else None), answer["lines"]


def _rejected(claim: Claim) -> Iterator[tuple[str, str, list[int], int, str]]:
    """The reasons against other moves that can be found again: what fails or holds in the clause that decided."""
    for rejected in claim.why.rejected:
        key, args = rejected.reason.claim.key.removeprefix("minds.prolog.not."), rejected.reason.claim.args
        source = rejected.reason.source
        if key in ("fails", "holds", "also"):
            goal = [ord(letter) for letter in str(args.get("goal", ""))]
            yield rejected.move, key, goal, 0 if source is None else source.line, str(args.get("within", ""))


def _lines(step: ProofStep) -> Iterator[int]:
    """The lines of a step and those below it, in the order of the steps' numbers."""
    yield 0 if step.source is None else step.source.line
    for below in step.because:
        yield from _lines(below)


def _as_list(step: ProofStep) -> list[Any]:
    line = 0 if step.source is None else step.source.line
    return [[ord(letter) for letter in step.goal], step.how, line, [_as_list(below) for below in step.because]]


def _defect(kind: str, step: int, **args: Argument) -> Message:
    return Message(f"minds.prolog.trace.defect.{kind}", {"step": step, **args})
