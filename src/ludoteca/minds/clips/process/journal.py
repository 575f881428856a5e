"""The journal of a production system: the rules that fire for a move, and the facts in working memory.

CLIPS calls the journal back before each firing and at each assertion and retraction. Knowledge cannot forge these
calls by printing, and they cost little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, islice
from typing import Any, Literal, TypeVar

from clips._clips import ffi, lib
from clips.common import environment_builder
from clips.values import Symbol

from ludoteca.core.explanation import Source, left_out, shortened
from ludoteca.core.record import to_line
from ludoteca.minds.clips.process.recorder import Recorder
from ludoteca.minds.clips.process.templates import CHOOSE, MOVE, Template
from ludoteca.rules.production.clips_binding import Clips, is_fact
from ludoteca.rules.production.firing import Activation, Change, Firing, support
from ludoteca.rules.production.values import string_text, value_text
from ludoteca.rules.production.working_memory import Element, Memory

KEPT = 60  # firings of one move in the answer
AGENDA = 40  # activations in the answer
_SUPPORT = 40  # firings that the choice rests on that are in the answer for sure
_ELEMENTS = 20  # matched elements of one activation, and changes of one firing, in the answer
_LONGEST = 300  # characters of a fact in the answer
_FIRINGS_BYTES, _AGENDA_BYTES = 64 << 10, 32 << 10  # of the answer as JSON
_REMEMBERED = 100_000  # firings of one move; of more the oldest are forgotten
MOST_FACTS = 100_000
_MAKERS: dict[type, Callable[[Any, Any], Any]] = {
    int: lib.CreateInteger,
    str: lambda raw, value: lib.CreateString(raw, value.encode()),
    Symbol: lambda raw, value: lib.CreateSymbol(raw, value.encode()),
}


class KnownFact:
    """A fact in working memory: its text, the move it is about, its place among the game's facts, and its firing."""

    __slots__ = ("_text", "firing", "move", "place")

    def __init__(
        self,
        text: str | Callable[[], str],
        move: str | None = None,
        place: int | None = None,
        firing: int | None = None,
    ) -> None:
        self._text = text
        self.move = move
        self.place = place
        self.firing = firing

    @property
    def is_given(self) -> bool:
        """Whether it is a fact of the game."""
        return self.place is not None

    @property
    def text(self) -> str:
        """The text, made when it is first needed: most facts of a game are matched by no rule."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text


@dataclass(frozen=True, slots=True)
class Chosen:
    """A chosen move, the text that came with it, and the number of the firing that chose."""

    move: str
    because: str
    firing: int | None


class Journal:
    """Records the firings and facts of one environment; `sources` are the places of the rules."""

    def __init__(self, clips: Clips, sources: Mapping[str, Source]) -> None:
        self.chosen: Chosen | None = None
        self.flooded = False  # whether there were too many facts
        self.facts: dict[int, KnownFact] = {}
        self.current: Activation | None = None
        self.count = 0  # of firings
        self.recorder: Recorder | None = None  # of steps, while they are asked for
        self._sources = sources
        self._finished: dict[int, Firing] = {}
        self._places: dict[int, tuple[int, ...]] = {}  # of the game's facts that a firing matched
        self._antecedents: tuple[int, ...] = ()
        self._changes: list[Change] = []
        self._more = 0  # changes of the current firing that are only counted
        self._clips = clips
        self._raw = raw = clips.raw
        self._memory = Memory(clips)
        self._maker = environment_builder(raw, "fact")
        self._value = ffi.new("CLIPSValue *")
        self._asserting = False
        clips.listen("fires", self._fires)
        clips.listen("asserted", self._asserted)
        clips.listen("retracted", self._retracted)

    def assert_facts(self, facts: Sequence[tuple[Template, Sequence[str | int]]]) -> None:
        """Assert the facts of the game; raises `ValueError` when CLIPS rejects one."""
        self._asserting = True
        for place, (template, args) in enumerate(facts):
            lib.FBSetDeftemplate(self._maker, template.name.encode())
            for slot, value in zip(template.slots, template.values(args), strict=True):
                self._value.value = _MAKERS[type(value)](self._raw, value)
                lib.FBPutSlot(self._maker, slot.encode(), self._value)
            fact = lib.FBAssert(self._maker)
            if fact == ffi.NULL:
                raise ValueError(f"no fact: {template.fact_text(args)}")
            move = next((arg for slot, arg in zip(template.slots, args, strict=True) if slot == MOVE), None)
            text = partial(template.fact_text, args)
            self.facts[lib.FactIndex(fact)] = KnownFact(text, None if move is None else str(move), place)
        self._asserting = False

    def begin_move(self) -> None:
        """Forget the firings of the last move; the facts stay."""
        for fact in self.facts.values():
            fact.firing = None
        self.chosen, self.current, self.count, self.flooded = None, None, 0, False
        self._finished.clear()
        self._places.clear()
        self._changes, self._more = [], 0

    def firings(self) -> tuple[list[Firing], tuple[int, ...]]:
        """The firings to report, those that the choice rests on and the latest; and the numbers of the former."""
        self._finish_current()
        chooser = None if self.chosen is None else self.chosen.firing
        numbers = () if chooser is None else support(self._finished.values(), chooser)
        latest = list(self._finished)[: -KEPT - 1 : -1]
        first = list(dict.fromkeys([*numbers[:_SUPPORT], *latest]))[:KEPT]
        kept = _within([self._finished[number] for number in first], _FIRINGS_BYTES)
        shown = {firing.number: firing for firing in kept}
        return [shown[number] for number in sorted(shown)], tuple(n for n in numbers if n in shown)

    def evidence(self, numbers: Sequence[int]) -> Iterator[int]:
        """The places of the game's facts that some firings matched."""
        for number in numbers:
            yield from self._places[number]

    def agenda(self) -> tuple[list[tuple[Activation, set[str]]], int]:
        """The first activations of the agenda, with the moves that they are about, and the number of the others."""
        first = list(islice(self.waiting(), AGENDA))
        count = sum(1 for _ in self._activations())
        shown = first[: len(_within([activation for activation, _ in first], _AGENDA_BYTES))]
        return shown, count - len(shown)

    def waiting(self) -> Iterator[tuple[Activation, set[str]]]:
        """All activations of the agenda, with the moves that they are about."""
        for pointer in self._activations():
            activation, matched = self._activation(pointer)
            yield activation, {fact.move for fact in matched if fact.move is not None}

    def matches_of(self, rule: str, most: int) -> Iterator[list[KnownFact]]:
        """The facts in each activation of a rule, at most so many."""
        name = rule.encode()
        own = (each for each in self._activations() if ffi.string(lib.ActivationRuleName(each)) == name)
        for pointer in islice(own, most):
            yield [self._known(element) for element in self._clips.basis(pointer)]

    def _activations(self) -> Iterator[Any]:
        pointer = lib.GetNextActivation(self._raw, ffi.NULL)
        while pointer != ffi.NULL:
            yield pointer
            pointer = lib.GetNextActivation(self._raw, pointer)

    def asserted_by_rules(self) -> Iterator[tuple[KnownFact, Firing]]:
        """The facts that rules have asserted for this move, oldest first, each with its firing."""
        self._finish_current()
        for fact in self.facts.values():
            firing = None if fact.firing is None else self._finished.get(fact.firing)
            if firing is not None:
                yield fact, firing

    def _fires(self, pointer: int) -> None:
        self._finish_current()
        self.count += 1
        self._changes, self._more = [], 0
        self.current, matched = self._activation(ffi.cast("Activation *", pointer))
        self.record_step("fires", self.current)
        numbers = (fact.firing for fact in matched)
        self._antecedents = tuple(dict.fromkeys(number for number in numbers if number is not None))
        self._places[self.count] = tuple(fact.place for fact in matched if fact.place is not None)

    def record_step(self, port: str, activation: Activation | None = None) -> None:
        """Record a step with the agenda and working memory as they are."""
        if self.recorder is not None:
            waiting = (activation for activation, _ in self.waiting())
            self.recorder.step(port, activation, waiting, (fact.text for fact in self.facts.values()))

    def _finish_current(self) -> None:
        """Record the current firing with its changes so far."""
        if self.current is None:
            return
        changes = (*self._changes, *([Change("+", left_out(self._more))] if self._more else []))
        self._finished[self.count] = Firing(self.current, changes, number=self.count, antecedents=self._antecedents)
        if len(self._finished) > _REMEMBERED:
            oldest = next(iter(self._finished))
            del self._finished[oldest], self._places[oldest]

    def _asserted(self, pointer: int) -> None:
        if self._asserting:
            return
        fact = ffi.cast("Fact *", pointer)
        element = self._memory.element(fact)
        text = shortened(str(element), _LONGEST)
        number = None if self.current is None else self.count
        self.facts[lib.FactIndex(fact)] = KnownFact(text, _move_of(element), firing=number)
        self._add_change("+", text)
        if len(self.facts) > MOST_FACTS:
            self.flooded = True
            self._clips.stop(at_once=True)
        if self.chosen is None and element.kind == CHOOSE:
            move, because = _plain(element, MOVE), _plain(element, "because")
            self.chosen = Chosen(shortened(move, _LONGEST), shortened(because), number)
            self._clips.stop()  # the rule's other actions are still executed

    def _retracted(self, pointer: int) -> None:
        fact = self.facts.pop(lib.FactIndex(ffi.cast("Fact *", pointer)), None)
        if fact is not None:
            self._add_change("-", fact.text)

    def _add_change(self, sign: Literal["+", "-"], text: str) -> None:
        """Add a change to the current firing; of very many, only the first ones and the number of the others."""
        if self.current is None:
            return
        if self.recorder is not None:
            self.recorder.change(sign, text)
        if len(self._changes) < _ELEMENTS:
            self._changes.append(Change(sign, text))
        else:
            self._more += 1

    def _activation(self, pointer: Any) -> tuple[Activation, list[KnownFact]]:
        """An activation and the facts it matched."""
        rule = str(ffi.string(lib.ActivationRuleName(pointer)).decode(errors="replace"))
        matched = [self._known(element) for element in self._clips.basis(pointer)]
        salience = int(lib.ActivationGetSalience(pointer))
        activation = Activation(rule, self._sources.get(rule), salience, tuple(fact.text for fact in matched))
        return activation.cut(_ELEMENTS), matched

    def _known(self, element: Any) -> KnownFact:
        fact = self.facts.get(lib.FactIndex(element)) if is_fact(element) else None
        return fact if fact is not None else KnownFact(shortened(self._memory.label(element), _LONGEST))


_Item = TypeVar("_Item", Activation, Firing)


def _within(items: Sequence[_Item], most: int) -> list[_Item]:
    """The first items that have at most so many bytes together as JSON; at least one."""
    sizes = accumulate(len(to_line(item).encode(errors="replace")) for item in items)
    return [item for place, (item, size) in enumerate(zip(items, sizes, strict=True)) if not place or size <= most]


def _move_of(element: Element) -> str | None:
    """The move that a fact is about: the string in its slot `move`."""
    value = element.values.get(MOVE)
    return string_text(value) if isinstance(value, str) and value[:1] == '"' else None


def _plain(element: Element, slot: str) -> str:
    """The value of a slot, a string without its quotes."""
    value = element.values[slot]
    return string_text(value) if isinstance(value, str) and value[:1] == '"' else value_text(value)
