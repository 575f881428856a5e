"""Checks the firings of a CLIPS mind: its rules fire again from the facts of the position alone.

The vocabulary becomes templates and facts as it does for the mind (`process/templates.py`): that is how the game's
facts are written in CLIPS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clips.values import Symbol

from ludoteca.core.explanation import Source
from ludoteca.core.game import Fact, Game
from ludoteca.core.i18n import Message
from ludoteca.core.verdicts import Claim
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.minds.clips.process.templates import CHOOSE, HEADER, Template, template_of
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.trace_check import OtherSchool, Uncheckable, in_text, knowledge_of
from ludoteca.rules.production.clips_binding import CLOCKS, Construct, constructs
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.trace import RuleFirings
from ludoteca.rules.production.trace.check import RuleBook, agenda_defects, defect, firing_defects, replayed

_COMMENT = ";"
MOST = 100_000  # firings that are fired again
_LOTS = re.compile(r"\brandom\b|\bgensym|\bset-strategy\b")
MOVES = re.compile(r'\(move "((?:[^"\\]|\\.)*)"\)')
CHOOSES = re.compile(rf"\(\s*{CHOOSE}\b")


def defects(trace: RuleFirings, claim: Claim) -> list[Message] | None:
    """What is wrong with the firings; None when the knowledge is not there or may remember earlier moves."""
    try:
        knowledge = knowledge_of(claim, ".clp")
    except OtherSchool:
        return [defect("school", mind=claim.mind)]
    except Uncheckable:
        return None
    trace, claim = in_text(trace, claim, knowledge)
    again = replay_of(claim, knowledge, len(trace.firings) + trace.firings_omitted)
    if again is None:
        return None
    found = list(_defects(trace, claim, knowledge, again))
    return None if found and may_differ(knowledge, again) else found


def replay_of(claim: Claim, knowledge: Knowledge, firings: int, conditions: Sequence[str] = ()) -> Any:
    """The answer of the replay for a position; None when it fails."""
    templates = _templates(claim.position.game)
    vocabulary = "\n".join([HEADER, *(template.construct for template in templates.values())])
    return replayed(
        [("game", vocabulary), (knowledge.name, knowledge.text)],
        CLOCKS,
        "firings",
        facts=[_fact(templates[fact.relation], fact) for fact in perceive(claim.position)],
        most=max(0, min(firings, MOST)) + 1,
        until=CHOOSE,
        conditions=list(conditions),
    )


def may_differ(knowledge: Knowledge, again: Mapping[str, Any]) -> bool:
    """Whether the rules may do something else each time: they remember earlier moves, or draw lots."""
    return bool(again["kept"] or _LOTS.search(knowledge.text))


def places(claim: Claim) -> list[Source] | None:
    """The places of all rules; None when the knowledge is not there."""
    try:
        knowledge = knowledge_of(claim, ".clp")
    except (OtherSchool, Uncheckable):
        return None
    lines = (each.line for each in constructs(knowledge.text) if each.kind == "defrule")
    return [source for source in map(knowledge.source, lines) if source is not None]


def _templates(game: Game) -> dict[str, Template]:
    return {
        relation.name: template_of(relation.name, relation.args, relation.kind != "position")
        for relation in vocabulary_of(game)
    }


def _fact(template: Template, fact: Fact) -> tuple[str, list[tuple[str, str | int]]]:
    """A fact for the replay: its template, and its slots with their values as CLIPS writes them."""
    values = (_written(value) for value in template.values(fact.args))
    return template.name, list(zip(template.slots, values, strict=True))


def _written(value: str | int) -> str | int:
    if isinstance(value, int | Symbol):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _defects(trace: RuleFirings, claim: Claim, knowledge: Knowledge, again: Mapping[str, Any]) -> Iterator[Message]:
    """Firings, the move that they chose and the agenda after them."""
    rules = {each.name: each for each in constructs(knowledge.text) if each.kind == "defrule"}
    book = RuleBook(
        {name: Source(knowledge.name, rule.line) for name, rule in rules.items()},
        lambda source: knowledge.comment_above(source.line, _COMMENT),
    )
    yield from firing_defects(trace, again["firings"], book)
    if again["chosen"] is None or again["chosen"]["move"] != claim.chosen.text:
        yield defect("other_move", move=claim.chosen.text)
    yield from agenda_defects(trace, again["agenda"], book, ordered=True)
    for firing in trace.firings:
        if _is_of_a_game(firing.activation) or firing.activation.text is not None:
            yield defect("words", number=firing.number, rule=firing.activation.rule, found=firing.activation.rule)
    for place, activation in enumerate(trace.agenda, 1):
        if _is_of_a_game(activation) or activation.text != _move_of(activation, rules):
            yield defect("agenda", place=place, rule=activation.rule)


def _is_of_a_game(activation: Activation) -> bool:
    """Whether an activation has what only those of a production game have."""
    return bool(activation.bindings) or activation.seat is not None


def _move_of(activation: Activation, rules: Mapping[str, Construct]) -> str | None:
    """The move that an activation would choose: the only one that its facts name, if its rule can choose."""
    moves = {move for text in activation.matched for move in MOVES.findall(text)}
    rule = rules.get(activation.rule)
    return moves.pop() if rule is not None and CHOOSES.search(rule.text) and len(moves) == 1 else None
