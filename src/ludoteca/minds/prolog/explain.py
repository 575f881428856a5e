"""What a logic program says of its choice: the proof, the facts it rests on, why not the other moves."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.prolog.engine import Answer, Node, Other
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.reasons import consequences

_COMMENT = "%"


def explain(position: Position, move: Move, answer: Answer, knowledge: Knowledge) -> Choice:
    """The move and its reasons."""
    root = answer.proof
    facts = set(position.facts())
    evidence = tuple(dict.fromkeys(fact for fact in _given(root) if fact in facts))
    because = (*_because(root, knowledge), *consequences(position, move))
    reason = Reason(_claim(root, answer, knowledge), evidence, knowledge.source(root.line), because)
    rejected = tuple(Rejected(other.move, _turned_down(other, knowledge)) for other in answer.others)
    return Choice(move, Explanation(reason, rejected, Proof(_step(root, knowledge))))


def _claim(root: Node, answer: Answer, knowledge: Knowledge) -> Message:
    if answer.by == "better":
        beaten = len(root.because)
        return Message("minds.prolog.unbeaten", {"beaten": beaten, "others": len(answer.others)})
    words = knowledge.comment_above(root.line, _COMMENT)
    if words is None:
        return Message("minds.prolog.follows", {"goal": root.goal})
    return Message("minds.prolog.rule", {"words": words})


def _because(root: Node, knowledge: Knowledge) -> Iterator[Reason]:
    """The goals right below the first one, those of the knowledge and of the game."""
    for node in root.because:
        if node.kind in ("rule", "given"):
            yield Reason(Message("minds.prolog.since", {"goal": node.goal}), source=knowledge.source(node.line))
        elif node.kind == "not":
            yield Reason(Message("minds.prolog.since_not", {"goal": node.goal}))


def _turned_down(other: Other, knowledge: Knowledge) -> Reason:
    args = {"goal": other.goal, "within": other.within}
    key = "fails_at_once" if other.why == "fails" and not other.line else other.why
    return Reason(Message(f"minds.prolog.not.{key}", args), source=knowledge.source(other.line))


def _given(node: Node) -> Iterator[Fact]:
    """Every fact of the game in a proof."""
    if node.fact is not None:
        yield Fact(str(node.fact[0]), node.fact[1:])
    for below in node.because:
        yield from _given(below)


def _step(node: Node, knowledge: Knowledge) -> ProofStep:
    words = knowledge.comment_above(node.line, _COMMENT) if node.line else None
    below = tuple(_step(child, knowledge) for child in node.because)
    return ProofStep(node.goal, node.kind, knowledge.source(node.line), words, below)
