"""Checks the firings of a trace: the rules fire again, one by one, in an environment of CLIPS of its own.

Several schools have traces of this kind. Each has a module `firings_check` in its folder: its `defects` knows which
rules fire there and from which facts, its `places` where they stand; what they compare is here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError
from ludoteca.child.kept_processes import KeptProcesses
from ludoteca.core.cut_texts import are_texts
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.mind import MindName
from ludoteca.core.one_story import with_story
from ludoteca.core.plugins import plugins
from ludoteca.core.verdicts import Claim
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.trace import RuleFirings

_SERVICE = "ludoteca.rules.production.trace.replay"
_SECONDS = 10.0
_replay: KeptProcesses[Client] = KeptProcesses()

Replayed = Mapping[str, Any]  # an activation or a firing, as the replay answers it


def defects(trace: RuleFirings, claim: Claim) -> list[Message] | None:
    """What is wrong with the firings; None when the rules are not there or tell different things each time."""
    try:
        school = MindName.read(claim.mind).school
    except BadInput:
        return None
    if school not in plugins("minds"):
        return None
    package = plugins("minds")[school].package
    try:
        check: Any = importlib.import_module(f"{package}.firings_check")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.firings_check":
            raise
        return [defect("school", mind=claim.mind)]
    found: list[Message] | None = check.defects(trace, claim)
    return with_story(found, claim.why, "rules.production.trace.defect", check.places(claim))


def replayed(files: Sequence[tuple[str, str]], removed: Iterable[str], request: str, **arguments: Any) -> Any:
    """The answer of the replay about some files; None when it fails."""
    rules = (tuple(files), tuple(removed))
    try:
        return _replay.ask(rules, lambda: _started(*rules), request, _SECONDS, **arguments)
    except ChildError:
        return None


def _started(files: Sequence[tuple[str, str]], removed: Sequence[str]) -> Client:
    client = Client.of_module(_SERVICE)
    client.load(_SECONDS, files=list(files), removed=list(removed))
    return client


def defect(kind: str, **args: Argument) -> Message:
    """A defect of a trace of firings."""
    return Message(f"rules.production.trace.defect.{kind}", args)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules by name: where each stands, and the comment above it."""

    sources: Mapping[str, Source]
    comment_above: Callable[[Source], str | None]


def firing_defects(trace: RuleFirings, again: Sequence[Replayed], rules: RuleBook) -> Iterator[Message]:
    """Firings that are not those of the replay: in number, order, what they matched, and what they changed."""
    if len(trace.firings) + trace.firings_omitted != len(again) or trace.firings_omitted < 0:
        yield defect("count", said=len(trace.firings) + trace.firings_omitted, found=len(again))
    last = 0
    for firing in trace.firings:
        number, rule = firing.number, firing.activation.rule
        if not last < number <= len(again):
            yield defect("order", number=number, rule=rule)
            return
        last = number
        kind = _difference(firing, again[number - 1], rules)
        if kind is not None:
            yield defect(kind, number=number, rule=rule, found=again[number - 1]["rule"])
            return
    yield from _support_defects(trace, again)


def _difference(firing: Firing, again: Replayed, rules: RuleBook) -> str | None:
    """In what a firing differs from that of the replay."""
    kind = activation_difference(firing.activation, again, rules)
    if kind is not None:
        return kind
    changes = [f"{change.sign} {change.element}" for change in firing.changes]
    if not _are_changes(changes, [f"{sign} {text}" for sign, text in again["changes"]]):
        return "changes"
    source = firing.activation.source
    comments = (None, None if source is None else rules.comment_above(source))
    return None if firing.comment in comments and firing.printed is None and not firing.antecedents else "words"


def _are_changes(said: Sequence[str], found: Sequence[str]) -> bool:
    """Whether changes are those found; of very many, the number of others stands at the end, as an assertion."""
    if said and said[-1].startswith("+ … +"):
        return are_texts([*said[:-1], said[-1].removeprefix("+ ")], found)
    return are_texts(said, found)


def activation_difference(activation: Activation, again: Replayed, rules: RuleBook) -> str | None:
    """In what an activation differs from that of the replay."""
    if activation.rule != again["rule"]:
        return "rule"
    if activation.source != rules.sources.get(activation.rule):
        return "source"
    if activation.salience != again["salience"]:
        return "salience"
    return None if are_texts([" ".join(text.split()) for text in activation.matched], again["matched"]) else "matched"


def _support_defects(trace: RuleFirings, again: Sequence[Replayed]) -> Iterator[Message]:
    """The firings that the choice rests on: the last one, those that asserted what it matched, and so on."""
    needed, pending = set[int](), [len(again)]
    while pending:
        number = pending.pop()
        if number not in needed:
            needed.add(number)
            pending += again[number - 1]["antecedents"]
    places = tuple(place for place, firing in enumerate(trace.firings) if firing.number in needed)
    if trace.support != places:
        yield defect("support")


def agenda_defects(trace: RuleFirings, again: Sequence[Replayed], rules: RuleBook, ordered: bool) -> Iterator[Message]:
    """Activations that are not on the agenda, or not in this order."""
    if len(trace.agenda) + trace.agenda_omitted != len(again) or trace.agenda_omitted < 0:
        yield defect("agenda_count", said=len(trace.agenda) + trace.agenda_omitted, found=len(again))
    left = list(again)
    for place, activation in enumerate(trace.agenda, 1):
        candidates = left[:1] if ordered else left
        same = next((other for other in candidates if activation_difference(activation, other, rules) is None), None)
        if same is None or (not ordered and same["salience"] < max(other["salience"] for other in left)):
            yield defect("agenda", place=place, rule=activation.rule)
            return
        left.remove(same)
