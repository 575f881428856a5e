"""Explains the choice of a production system: the rules that fired, the facts they matched, and the agenda."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.clips.answer import Answer, Obstacle
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.reasons import consequences
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.trace import RuleFirings

_COMMENT = ";"
_FACTS = 6  # matched facts in one sentence
_RULES = 8  # rules behind a choice that are named


def explain(position: Position, move: Move, answer: Answer, knowledge: Knowledge, about: Move | None = None) -> Choice:
    """The choice of a move with its explanation; asked about another move, surely with the reason against it."""
    support = answer.supporting
    chooser = support[0].activation if support else None
    facts = set(position.facts())
    evidence = tuple(dict.fromkeys(fact for fact in answer.evidence if fact in facts))
    because = (*_because(support, knowledge), *consequences(position, move))
    source = None if chooser is None else chooser.source
    reason = Reason(_claim(chooser, answer, knowledge), evidence, source, because)
    rejected = tuple(_rejected(position, move, answer, about))
    return Choice(move, Explanation(reason, rejected, _trace(answer, knowledge)))


def _claim(chooser: Activation | None, answer: Answer, knowledge: Knowledge) -> Message:
    """The text that came with the choice, or the comment above the rule that chose, or the rule's name."""
    words = answer.because or (None if chooser is None else _comment(chooser, knowledge))
    if words:
        return Message("minds.clips.words", {"words": words})
    return Message("minds.clips.chooses", {"rule": "" if chooser is None else chooser.rule})


def _comment(activation: Activation, knowledge: Knowledge) -> str | None:
    return None if activation.source is None else knowledge.comment_above(activation.source.line, _COMMENT)


def _because(support: Sequence[Firing], knowledge: Knowledge) -> Iterator[Reason]:
    """The rules that led to the choice, each once, nearest first; if one rule did alone, the facts it matched."""
    others: dict[str, Activation] = {}
    for firing in support[1:]:
        others.setdefault(firing.activation.rule, firing.activation)
    for activation in list(others.values())[:_RULES] or [firing.activation for firing in support]:
        comment = _comment(activation, knowledge) if others else None
        if comment is None:
            claim = _since(activation)
        else:
            claim = Message("minds.clips.said", {"rule": activation.rule, "words": comment})
        yield Reason(claim, source=activation.source)


def _since(activation: Activation) -> Message:
    matched = activation.matched
    if not matched:
        return Message("minds.clips.anyway", {"rule": activation.rule})
    facts = (*matched[:_FACTS], "…") if len(matched) > _FACTS else matched
    return Message("minds.clips.since", {"rule": activation.rule, "facts": facts})


def _rejected(position: Position, move: Move, answer: Answer, about: Move | None) -> Iterator[Rejected]:
    """Each other move that there is a reason against; there always is for the one that was asked about."""
    for other in position.moves:
        if other != move:
            reason = _asked(other, answer) if other == about else _rejection(other, answer)
            if reason is not None:
                yield Rejected(other.text, reason)


def _rejection(other: Move, answer: Answer) -> Reason | None:
    """Why another move was not chosen, if a rule on the agenda would have chosen it or rules have judged it."""
    waiting = next((activation for activation in answer.agenda if activation.text == other.text), None)
    if waiting is not None:
        return _waits(waiting)
    judgments = [judgment for judgment in answer.judgments if judgment.move == other.text]
    if not judgments:
        return None
    texts = tuple(judgment.text for judgment in judgments)
    return Reason(Message("minds.clips.not.judged", {"facts": texts}), source=judgments[-1].source)


def _waits(activation: Activation) -> Reason:
    return Reason(Message("minds.clips.not.waiting", {"rule": activation.rule}), source=activation.source)


def _asked(move: Move, answer: Answer) -> Reason:
    """Why a move was not chosen that was asked about: a rule lower on the agenda, or the conditions that stopped it."""
    if answer.waiting is not None:
        return _waits(answer.waiting)
    stopped = tuple(Reason(_stopped(obstacle), source=obstacle.source) for obstacle in answer.obstacles)
    first = _rejection(move, answer)
    if first is not None:
        return replace(first, because=stopped)
    return replace(stopped[0], because=stopped[1:]) if stopped else Reason(Message("minds.clips.not.no_rule"))


def _stopped(obstacle: Obstacle) -> Message:
    args = {"rule": obstacle.rule, "condition": obstacle.condition}
    if obstacle.by is None:
        return Message("minds.clips.not.stopped", args)
    return Message("minds.clips.not.blocked", {**args, "fact": obstacle.by})


def _trace(answer: Answer, knowledge: Knowledge) -> RuleFirings:
    """The firings and the agenda; a rule's comment stands once, at the firing the choice rests on if there is one."""
    commented = {firing.activation.rule: firing.number for firing in (*reversed(answer.firings), *answer.supporting)}
    firings = []
    for firing in answer.firings:
        has_comment = commented[firing.activation.rule] == firing.number
        comment = _comment(firing.activation, knowledge) if has_comment else None
        firings.append(replace(firing, comment=comment, antecedents=()))
    places = {firing.number: place for place, firing in enumerate(firings)}
    support = tuple(sorted(places[number] for number in answer.support))
    return RuleFirings(tuple(firings), support, answer.agenda, answer.firings_omitted, answer.agenda_omitted)
