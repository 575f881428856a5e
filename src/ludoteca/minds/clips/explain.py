"""What a rule-based player says of its choice: the rules that fired, the facts they matched, what was left."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.clips.engine import Activation, Answer, Match
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.reasons import consequences
from ludoteca.rules.production.trace import Fired, RulesFired, Waiting

_COMMENT = ";"
_SINCE = 6  # matched facts worth naming in one sentence
_RULES = 8  # rules behind a choice that are named
_JUDGMENTS = 2  # told of one move that was turned down


def explain(position: Position, move: Move, answer: Answer, knowledge: Knowledge) -> Choice:
    """The move and its reasons."""
    fired = {firing.number: firing for firing in answer.fired}
    chooser = fired.get(answer.by)
    facts = set(position.facts())
    support = list(_support(chooser, fired))
    evidence = tuple(dict.fromkeys(fact for fact in _given(support) if fact in facts))
    because = (*_because(support, knowledge), *consequences(position, move))
    source = knowledge.source(0 if chooser is None else chooser.line)
    reason = Reason(_claim(chooser, answer, knowledge), evidence, source, because)
    return Choice(
        move,
        Explanation(reason, tuple(_rejected(position, move, answer, knowledge)), _trace(answer, support, knowledge)),
    )


def _claim(chooser: Activation | None, answer: Answer, knowledge: Knowledge) -> Message:
    """What came with the choice, else the comment above the rule that made it, else the rule's name."""
    words = answer.because or (None if chooser is None else _words(chooser, knowledge))
    if words:
        return Message("minds.clips.words", {"words": words})
    return Message("minds.clips.chooses", {"rule": "" if chooser is None else chooser.rule})


def _words(activation: Activation, knowledge: Knowledge) -> str | None:
    return knowledge.comment_above(activation.line, _COMMENT) if activation.line else None


def _support(chooser: Activation | None, fired: dict[int, Activation]) -> Iterator[Activation]:
    """The firing that chose, then those whose facts it matched, and so on."""
    seen = set[int]()
    pending = [chooser] if chooser is not None else []
    while pending:
        firing = pending.pop(0)
        if firing.number not in seen:
            seen.add(firing.number)
            yield firing
            pending += _behind(firing, fired)


def _behind(firing: Activation, fired: dict[int, Activation]) -> list[Activation]:
    """The firings whose facts a firing matched."""
    numbers = dict.fromkeys(match.by for match in firing.matched if match.by in fired and match.by != firing.number)
    return [fired[number] for number in numbers if number is not None]


def _given(support: list[Activation]) -> Iterator[Fact]:
    for firing in support:
        yield from (match.fact for match in firing.matched if match.fact is not None)


def _because(support: list[Activation], knowledge: Knowledge) -> Iterator[Reason]:
    """The rules that led to the choice, each once, those nearest to it first; of one alone, what it matched."""
    others = dict[str, Activation]()
    for firing in support[1:]:
        others.setdefault(firing.rule, firing)
    for firing in list(others.values())[:_RULES] or support:
        words = _words(firing, knowledge) if others else None
        claim = _since(firing) if words is None else Message("minds.clips.said", {"rule": firing.rule, "words": words})
        yield Reason(claim, source=knowledge.source(firing.line))


def _since(firing: Activation) -> Message:
    texts = _some(firing.matched)
    if not texts:
        return Message("minds.clips.anyway", {"rule": firing.rule})
    return Message("minds.clips.since", {"rule": firing.rule, "facts": texts})


def _some(matched: tuple[Match, ...]) -> tuple[str, ...]:
    texts = tuple(match.text for match in matched)
    return (*texts[:_SINCE], "…") if len(texts) > _SINCE else texts


def _rejected(position: Position, move: Move, answer: Answer, knowledge: Knowledge) -> Iterator[Rejected]:
    """Other moves: one that a rule would have chosen next, or what rules thought of it."""
    lines = {firing.rule: firing.line for firing in (*answer.fired, *answer.left)}
    for other in position.moves:
        if other == move:
            continue
        waiting = next((one for one in answer.left if one.about == other.text), None)
        if waiting is not None:
            claim = Message("minds.clips.not.waiting", {"rule": waiting.rule})
            yield Rejected(other.text, Reason(claim, source=knowledge.source(waiting.line)))
            continue
        judged = [judgment for judgment in answer.judged if judgment.move == other.text]
        if judged:
            texts = tuple(judgment.text for judgment in judged[-_JUDGMENTS:])
            line = lines.get(judged[-1].rule, 0)
            yield Rejected(
                other.text, Reason(Message("minds.clips.not.judged", {"facts": texts}), source=knowledge.source(line))
            )


def _trace(answer: Answer, support: list[Activation], knowledge: Knowledge) -> RulesFired:
    """Everything that fired and was left; a rule's own words stand once, where it matters most."""
    speaks = {firing.rule: firing.number for firing in (*reversed(answer.fired), *support)}
    fired = tuple(
        Fired(
            firing.rule,
            knowledge.source(firing.line),
            firing.salience,
            tuple(match.text for match in firing.matched),
            firing.asserted,
            firing.retracted,
            _words(firing, knowledge) if speaks[firing.rule] == firing.number else None,
            firing.number,
        )
        for firing in answer.fired
    )
    left = tuple(
        Waiting(one.rule, knowledge.source(one.line), one.salience, tuple(match.text for match in one.matched))
        for one in answer.left
    )
    return RulesFired(fired, left, answer.more, answer.left_more)
