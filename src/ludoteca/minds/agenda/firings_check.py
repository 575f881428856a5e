"""Checks the agenda of a production game: its rules match the position again, in the order of the strategy.

The prelude and the functions that games must not have are those of the game's engine: they are part of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Message
from ludoteca.core.verdicts import Claim
from ludoteca.minds.schools import load_mind
from ludoteca.rules.production.engine import IMPURE, PRELUDE
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.game import ProductionGame, ProductionPosition
from ludoteca.rules.production.rule_parser import Rule, rules_of
from ludoteca.rules.production.trace import RuleFirings
from ludoteca.rules.production.trace.check import (
    Replayed,
    RuleBook,
    activation_difference,
    agenda_defects,
    defect,
    replayed,
)
from ludoteca.rules.production.values import Value, value_text


def defects(trace: RuleFirings, claim: Claim) -> list[Message] | None:
    """What is wrong with the agenda; None when it cannot be made again."""
    position = claim.position
    if not isinstance(position, ProductionPosition):
        return [defect("school", mind=claim.mind)]
    try:
        strategy = str(load_mind(claim.mind, position.game).values["strategy"])
    except BadInput:
        return None
    files = [(PRELUDE.name, PRELUDE.read_text(encoding="utf-8")), *position.game.sources.items()]
    elements = [(element.name, element.kind, element.slots) for element in position.state.elements]
    again = replayed(
        files, sorted(IMPURE), "agenda", elements=elements, settings=position.state.settings, strategy=strategy
    )
    if again is None:
        return None
    rules = {rule.name: rule for name, text in files for rule in rules_of(name, text)}
    found = list(_defects(trace, claim, again, rules, strategy != "random"))
    draws_lots = any("random" in text for _, text in files[1:])
    return None if found and draws_lots else found


def places(claim: Claim) -> list[Source]:
    """The places of all rules of the game."""
    game = claim.position.game
    files = game.sources.items() if isinstance(game, ProductionGame) else ()
    return [rule.source for name, text in files for rule in rules_of(name, text)]


def _defects(
    trace: RuleFirings, claim: Claim, again: Sequence[Replayed], rules: Mapping[str, Rule], ordered: bool
) -> Iterator[Message]:
    """The activation that fired, those that were before it, and the agenda without it."""
    book = RuleBook({name: rule.source for name, rule in rules.items()}, lambda source: None)
    if len(trace.firings) != 1 or trace.firings_omitted or trace.support != (0,):
        yield defect("count", said=len(trace.firings) + trace.firings_omitted, found=1)
        return
    (firing,) = trace.firings
    fired = firing.activation
    if firing.number != 1 or firing.changes or firing.printed or firing.comment or firing.antecedents:
        yield defect("words", number=firing.number, rule=fired.rule)
    if fired.text != claim.chosen.text or fired.seat != claim.seat:
        yield defect("other_move", move=claim.chosen.text)
    places = [place for place, other in enumerate(again) if activation_difference(fired, other, book) is None]
    if not places:
        yield defect("agenda", place=1, rule=fired.rule)
        return
    place = places[0]
    legal = {move.text for move in claim.position.moves}
    for other in again[:place] if ordered else ():
        seat, text = _label(other, rules[other["rule"]])
        if seat == claim.seat and text in legal:
            yield defect("order", number=1, rule=fired.rule)
            return
    left = [*again[:place], *again[place + 1 :]]
    yield from agenda_defects(trace, left, book, ordered)
    for number, activation in enumerate((fired, *trace.agenda)):
        same = again[place] if number == 0 else _same(activation, left, book)
        if same is not None and not _is_labelled(activation, same, rules[same["rule"]], legal):
            yield defect("bindings", place=number, rule=activation.rule)


def _same(activation: Activation, again: Sequence[Replayed], book: RuleBook) -> Replayed | None:
    return next((other for other in again if activation_difference(activation, other, book) is None), None)


def _is_labelled(activation: Activation, again: Replayed, rule: Rule, legal: set[str]) -> bool:
    """Whether an activation has the seat, the text and the values of variables that its rule gives it."""
    values = _values(again, rule, rule.variables)
    if [(name, value_text(value)) for name, value in activation.bindings] != [
        (name, value_text(value)) for name, value in values.items()
    ]:
        return False
    seat, text = _label(again, rule)
    said = activation.text or ""
    same_text = said == text or (said in legal and said.startswith(f"{text} "))
    return same_text and activation.seat == (seat if rule.role == "choice" else None)


def _label(again: Replayed, rule: Rule) -> tuple[int, str]:
    """The seat of an activation, which working memory numbers from 1, and the text of its move."""
    if rule.role == "forced":
        return 0, ""
    values = _values(again, rule, rule.comment_variables)
    seat = values.get(rule.owner, 1)
    return (seat - 1 if isinstance(seat, int) else -1), rule.move_text(values)


def _values(again: Replayed, rule: Rule, names: Sequence[str]) -> dict[str, Value]:
    """The values of some variables, from the elements that an activation matched."""
    found: dict[str, Value] = {}
    for name in names:
        if name in rule.bound:
            place = rule.bound[name]
            element = again["values"][place.element]
            found[name] = again["matched"][place.element].strip("[]") if place.slot is None else element[place.slot]
    return {name: value_text(tuple(value)) if isinstance(value, list) else value for name, value in found.items()}
