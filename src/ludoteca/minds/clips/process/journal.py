"""A journal of what CLIPS does: which rules fire, on what, and how working memory changes.

CLIPS tells of it by calling back, which is exact, cannot be forged by printing, and costs little.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from clips._clips import ffi, lib
from clips.common import environment_builder
from clips.facts import slot_value
from clips.values import Symbol

from ludoteca.minds.clips.process.templates import CHOOSE, Template
from ludoteca.rules.production.clips_binding import Clips

KEPT = 60  # firings of one move
LEFT = 40  # activations that did not fire
_SUPPORT = 40  # firings the choice rests on that are kept for sure
MOST_FACTS = 100_000
_CHOSEN = re.compile(rf"\({CHOOSE}\s")
_MAKERS: dict[type, Callable[[Any, Any], Any]] = {
    int: lib.CreateInteger,
    str: lambda raw, value: lib.CreateString(raw, value.encode()),
    Symbol: lambda raw, value: lib.CreateSymbol(raw, value.encode()),
}


class Known:
    """A fact in working memory: its text, which of the game's facts it is, the firing that asserted it."""

    __slots__ = ("_text", "by", "told")

    def __init__(self, text: str | Callable[[], str], told: int | None = None, by: Firing | None = None) -> None:
        self._text = text
        self.told = told
        self.by = by

    @property
    def text(self) -> str:
        """Made when it is wanted: most facts of a game are never matched by a rule that is told of."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text


@dataclass(slots=True, eq=False)
class Firing:
    """A rule that fires: what it matched, what came and what went."""

    number: int
    rule: str
    salience: int
    matched: list[Known]
    asserted: list[str] = field(default_factory=list)
    retracted: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move that was chosen, the words that came with it, and the firing that did it."""

    move: str
    because: str
    firing: Firing | None


class Journal:
    """Listens to one environment, from its beginning to its end."""

    def __init__(self, clips: Clips) -> None:
        self.chosen: Chosen | None = None
        self.flooded = False
        self.known: dict[int, Known] = {}
        self.current: Firing | None = None
        self.latest: deque[Firing] = deque(maxlen=KEPT)
        self.firings = 0
        self._clips = clips
        self._raw = raw = clips.raw
        self._builder = environment_builder(raw, "string")
        self._maker = environment_builder(raw, "fact")
        self._value = ffi.new("CLIPSValue *")
        self._telling = False
        clips.listen("fires", self._fires)
        clips.listen("asserted", self._asserted)
        clips.listen("retracted", self._retracted)

    def tell(self, facts: Sequence[tuple[Template, Sequence[str | int]]]) -> None:
        """Assert the game's facts; raises `ValueError` when CLIPS does not take one."""
        self._telling = True
        for number, (template, args) in enumerate(facts):
            lib.FBSetDeftemplate(self._maker, template.name.encode())
            for slot, value in zip(template.slots, template.values(args), strict=True):
                self._value.value = _MAKERS[type(value)](self._raw, value)
                lib.FBPutSlot(self._maker, slot.encode(), self._value)
            fact = lib.FBAssert(self._maker)
            if fact == ffi.NULL:
                raise ValueError(f"no fact: {template.written(args)}")
            self.known[lib.FactIndex(fact)] = Known(partial(template.written, args), number)
        self._telling = False

    def begin(self) -> None:
        """A new move: what is known stays, how it came to be known is forgotten."""
        for known in self.known.values():
            known.by = None
        self.chosen, self.current, self.firings, self.flooded = None, None, 0, False
        self.latest.clear()

    def kept(self) -> list[Firing]:
        """The firings worth telling: those the choice rests on, and the latest."""
        support = list(self._support())[:_SUPPORT]
        room = KEPT - len(support)
        others = [firing for firing in self.latest if firing not in support]
        return sorted([*support, *others[max(0, len(others) - room) :]], key=lambda firing: firing.number)

    def left(self) -> tuple[list[Firing], int]:
        """What is on the agenda, first things first, and how much more than that."""
        waiting, more = list[Firing](), 0
        activation = lib.GetNextActivation(self._raw, ffi.NULL)
        while activation != ffi.NULL:
            if len(waiting) < LEFT:
                waiting.append(self._activated(activation, 0))
            else:
                more += 1
            activation = lib.GetNextActivation(self._raw, activation)
        return waiting, more

    def own(self) -> list[Known]:
        """The facts that rules have asserted for this move, oldest first."""
        return [known for known in self.known.values() if known.by is not None]

    def _support(self) -> Iterator[Firing]:
        """The firing that chose, then those whose facts it matched, and so on."""
        seen = dict[Firing, None]()
        pending = deque([self.chosen.firing] if self.chosen is not None else [])
        while pending:
            firing = pending.popleft()
            if firing is not None and firing not in seen:
                seen[firing] = None
                pending.extend(known.by for known in firing.matched)
        yield from seen

    def _fires(self, activation: int) -> None:
        self.firings += 1
        self.current = self._activated(ffi.cast("Activation *", activation), self.firings)
        self.latest.append(self.current)

    def _asserted(self, pointer: int) -> None:
        if self._telling:
            return
        fact = ffi.cast("Fact *", pointer)
        index = lib.FactIndex(fact)
        text = self._text(fact)
        self.known[index] = Known(text, None, self.current)
        if self.current is not None:
            self.current.asserted.append(text)
        if len(self.known) > MOST_FACTS:
            self.flooded = True
            self._clips.stop(at_once=True)
        if self.chosen is None and _CHOSEN.match(text):
            move, because = slot_value(self._raw, fact, "move"), slot_value(self._raw, fact, "because")
            self.chosen = Chosen(str(move), str(because), self.current)
            self._clips.stop()  # the rule's other actions are still done

    def _retracted(self, pointer: int) -> None:
        gone = self.known.pop(lib.FactIndex(ffi.cast("Fact *", pointer)), None)
        if gone is not None and self.current is not None:
            self.current.retracted.append(gone.text)

    def _activated(self, activation: Any, number: int) -> Firing:
        """An activation, from its own text: salience, rule, then the facts and instances it matched."""
        salience, _, rest = self._printed(lib.ActivationPPForm, activation).partition(" ")
        rule, _, basis = rest.strip().partition(":")
        names = [name for name in basis.strip().split(",") if name and name != "*"]
        return Firing(number, rule, int(salience), [self._named(name) for name in names])

    def _named(self, name: str) -> Known:
        known = self.known.get(int(name[2:])) if name[:2] == "f-" and name[2:].isdigit() else None
        return known if known is not None else Known(name)

    def _text(self, fact: Any) -> str:
        return " ".join(self._printed(lib.FactPPForm, fact, False).split())

    def _printed(self, form: Callable[..., None], what: Any, *more: Any) -> str:
        """A text that CLIPS makes."""
        with self._clips.unheard():
            lib.SBReset(self._builder)
            form(what, self._builder, *more)
        return str(ffi.string(self._builder.contents).decode(errors="replace"))
