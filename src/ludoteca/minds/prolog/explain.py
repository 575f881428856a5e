"""Explains the choice of a logic program: its proof, the facts in it, and the rejected moves."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.prolog.engine import Answer, ProofNode, RejectedMove
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.reasons import consequences

_COMMENT = "%"
_SHOWN = {"fails": ("goal", "within"), "holds": ("goal", "within"), "fails_first": ("goal",), "worse": ("goal",)}


def explain(position: Position, move: Move, answer: Answer, knowledge: Knowledge) -> Choice:
    """The choice of a move, with its explanation."""
    root = answer.proof
    facts = set(position.facts())
    evidence = tuple(dict.fromkeys(fact for fact in _game_facts(root) if fact in facts))
    because = (*_because(root, knowledge), *consequences(position, move))
    reason = Reason(_claim(root, answer, knowledge), evidence, knowledge.source(root.line), because)
    rejected = tuple(Rejected(other.move, _rejection(other, knowledge)) for other in answer.others)
    return Choice(move, Explanation(reason, rejected, Proof(_step(root, knowledge))))


def _claim(root: ProofNode, answer: Answer, knowledge: Knowledge) -> Message:
    """The statement about the chosen move: the comment above the deciding clause, or its goal."""
    if answer.by == "better":
        beaten = len(root.because)
        return Message("minds.prolog.unbeaten", {"beaten": beaten, "others": len(answer.others)})
    comment = knowledge.comment_above(root.line, _COMMENT)
    if comment is None:
        return Message("minds.prolog.follows", {"goal": root.goal})
    return Message("minds.prolog.rule", {"words": comment})


def _because(root: ProofNode, knowledge: Knowledge) -> Iterator[Reason]:
    """The goals in the body of the deciding clause that are rules, facts of the game or negations, as reasons."""
    for node in root.because:
        if node.kind in ("rule", "given"):
            yield Reason(Message("minds.prolog.since", {"goal": node.goal}), source=knowledge.source(node.line))
        elif node.kind == "not":
            yield Reason(Message("minds.prolog.since_not", {"goal": node.goal}))


def _rejection(other: RejectedMove, knowledge: Knowledge) -> Reason:
    """The reason why another move was not chosen, and the goals below the deciding one."""
    key = "fails_first" if other.why == "fails" and not other.line else other.why
    shown = {"goal": other.goal, "within": other.within}
    args = {name: shown[name] for name in _SHOWN.get(key, ())}
    below = "detail" if other.why == "fails" else "since"
    because = tuple(
        Reason(Message(f"minds.prolog.not.{below}", {"goal": each.goal}), source=knowledge.source(each.line))
        for each in other.since
    )
    return Reason(Message(f"minds.prolog.not.{key}", args), source=knowledge.source(other.line), because=because)


def _game_facts(node: ProofNode) -> Iterator[Fact]:
    """The facts of the game in a proof."""
    if node.fact is not None:
        yield Fact(str(node.fact[0]), node.fact[1:])
    for below in node.because:
        yield from _game_facts(below)


def _step(node: ProofNode, knowledge: Knowledge) -> ProofStep:
    """A node of the proof as a step of the trace."""
    comment = knowledge.comment_above(node.line, _COMMENT) if node.line else None
    below = tuple(_step(child, knowledge) for child in node.because)
    return ProofStep(node.goal, node.kind, knowledge.source(node.line), comment, below)
