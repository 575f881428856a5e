"""The service that fires the rules of a knowledge base again, in a child process (see `child.server`).

Every request is answered in an environment of its own. It uses the binding to CLIPS, and nothing of the engines that
make traces: facts are asserted, and activations and facts are read, by clipspy and by what CLIPS prints.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import clips
from clips._clips import ffi, lib
from clips.agenda import activation_pp_string
from clips.facts import fact_pp_string

from ludoteca.child.errors import ServiceError
from ludoteca.child.server import serve
from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.values import Value

_ELEMENT = re.compile(r"\[[^\]]*\]|f-\d+")
_ESCAPED = re.compile(r"\\(.)", re.S)
_PROBE = "match-again"  # the name of a rule without actions
_FIXED = "FIXED"  # the class of instances that are not part of a position

Data = dict[str, Any]
Slots = Sequence[tuple[str, Value]]


class Replay:
    """A knowledge base, fired again."""

    def __init__(self) -> None:
        self._files: list[tuple[str, str]] = []
        self._removed: list[str] = []

    def load(self, files: list[tuple[str, str]], removed: list[str]) -> Data:
        """Take the files of a knowledge base, in the order to load them, and the functions that it must not have."""
        self._files, self._removed = files, removed
        with self._environment() as environment:
            return {"errors": environment.errors}

    def firings(self, facts: list[tuple[str, Slots]], most: int, until: str, conditions: list[str]) -> Data:
        """Fire rules from some facts until one asserts a fact of the template `until`, at most so many.

        `kept` tells whether anything stays when the facts of these templates are gone: then a firing may also depend on
        earlier moves. `matches` are those of some conditions then, each as they stand before the arrow of a rule.
        """
        with self._environment() as environment:
            before = environment.memory()
            for template, slots in facts:
                environment.assert_fact(template, slots)
            environment.begin()
            fired = list(environment.fire(most, until))
            agenda, chosen = environment.agenda(), environment.slots_of(until)
            matches = [environment.matches(each) for each in conditions]
            environment.retract({until, *(template for template, _ in facts)})
            kept = environment.memory() != before
            return {"firings": fired, "agenda": agenda, "chosen": chosen, "kept": kept, "matches": matches}

    def agenda(self, elements: list[tuple[str, str, Slots]], settings: Slots, strategy: str) -> list[Data]:
        """The agenda of a position of a production game, in the order of a strategy."""
        with self._environment() as environment:
            environment.env.strategy = clips.Strategy[strategy.upper()]
            environment.set_memory(elements, settings)
            return environment.agenda(with_values=True)

    @contextmanager
    def _environment(self) -> Iterator[_Environment]:
        """A new environment. CLIPS prints facts faster while nothing listens, and what rules print is not needed."""
        environment = _Environment(self._files, self._removed)
        try:
            with environment.clips.without_output():
                yield environment
        finally:
            environment.clips.close()


class _Environment:
    """An environment of CLIPS with a knowledge base, reset."""

    def __init__(self, files: Sequence[tuple[str, str]], removed: Sequence[str]) -> None:
        self.clips = Clips()
        self.env = self.clips.env
        self._raw = self.clips.raw
        self._changes: list[tuple[str, str]] = []
        self._texts: dict[int, str] = {}  # of facts, by their index
        self._authors: dict[int, int] = {}  # the number of the firing that asserted a fact, by its index
        self._fired = 0
        self.clips.listen("asserted", lambda pointer: self._note("+", pointer))
        self.clips.listen("retracted", lambda pointer: self._note("-", pointer))
        for function in removed:
            self.clips.remove_function(function)
        self.errors = 0
        for name, text in files:
            self.errors += sum(not message.warning for message in self.clips.load(text.replace("\0", " "), name))
        lib.Reset(self._raw)

    def assert_fact(self, template: str, slots: Slots) -> None:
        """Assert a fact with named slots; raises `ServiceError` when CLIPS rejects it."""
        try:
            values = {slot: _clips_value(value) for slot, value in slots}
            self.env.find_template(template).assert_fact(**values)
        except (clips.CLIPSError, LookupError, TypeError) as error:
            raise ServiceError("rejected", text=str(error)) from None

    def set_memory(self, elements: Sequence[tuple[str, str, Slots]], settings: Slots) -> None:
        """Replace working memory, but for what is fixed, and set globals."""
        for instance in list(self.env.instances()):
            parents = {parent.name for parent in instance.instance_class.superclasses(True)}
            if _FIXED not in parents | {instance.instance_class.name}:
                instance.delete()
        lib.RetractAllFacts(self._raw)
        for name, kind, slots in elements:
            values = {slot: _clips_value(value) for slot, value in slots}
            try:
                if name:
                    self.env.find_class(kind).make_instance(name, **values)
                elif lib.ImpliedDeftemplate(lib.FindDeftemplate(self._raw, kind.encode())):
                    self.env.assert_string(_ordered_fact(kind, slots))
                else:
                    self.env.find_template(kind).assert_fact(**values)
            except (clips.CLIPSError, LookupError, TypeError) as error:
                raise ServiceError("rejected", text=str(error)) from None
        for name, value in settings:
            self.env.find_global(name).value = _clips_value(value)

    def begin(self) -> None:
        """Begin to fire: what was asserted before was not by a firing."""
        self._authors.clear()

    def fire(self, most: int, until: str) -> Iterator[Data]:
        """Fire the first activation of the agenda again and again: each with what it matched and what it changed.

        Its antecedents are the numbers of the firings that asserted what it matched.
        """
        wanted = f"({until} "
        for _ in range(most):
            first = lib.GetNextActivation(self._raw, ffi.NULL)
            if first == ffi.NULL:
                return
            activation = self._activation(first)
            changes = self._changes = []
            self._fired += 1
            lib.Run(self._raw, 1)
            self._changes = []
            yield {**activation, "changes": changes}
            if any(sign == "+" and text.startswith(wanted) for sign, text in changes):
                return

    def agenda(self, with_values: bool = False) -> list[Data]:
        """The agenda; with the values of what each activation matched, if these are wanted."""
        found = []
        pointer = lib.GetNextActivation(self._raw, ffi.NULL)
        while pointer != ffi.NULL:
            found.append(self._activation(pointer, with_values))
            pointer = lib.GetNextActivation(self._raw, pointer)
        return found

    def matches(self, conditions: str) -> list[list[str]] | None:
        """What conditions match in working memory; None when CLIPS rejects them."""
        if any(not each.warning for each in self.clips.load(f"(defrule {_PROBE} {conditions} =>)", _PROBE)):
            return None
        found = [each["matched"] for each in self.agenda() if each["rule"] == _PROBE]
        self.env.find_rule(_PROBE).undefine()
        return found

    def slots_of(self, template: str) -> Data | None:
        """The slots of the first fact of a template."""
        fact = next((fact for fact in self.env.facts() if fact.template.name == template), None)
        return None if fact is None else {slot: str(value) for slot, value in fact}

    def retract(self, templates: set[str]) -> None:
        """Retract the facts of some templates."""
        lib.ClearFocusStack(self._raw)
        for fact in list(self.env.facts()):
            if fact.exists and fact.template.name in templates:
                fact.retract()

    def memory(self) -> tuple[Counter[str], list[str]]:
        """All that is remembered: facts, instances and globals, as texts."""
        elements = [*(_one_line(str(fact)) for fact in self.env.facts()), *map(str, self.env.instances())]
        return Counter(elements), [f"{each.name} {each.value}" for each in self.env.globals()]

    def _activation(self, pointer: Any, with_values: bool = False) -> Data:
        rule = ffi.string(lib.ActivationRuleName(pointer)).decode(errors="replace")
        basis = activation_pp_string(self._raw, pointer).partition(f"{rule}:")[2]
        names = _ELEMENT.findall(basis)
        indexes = [int(name.removeprefix("f-")) for name in names if not name.startswith("[")]
        authors = [self._authors[index] for index in indexes if index in self._authors]
        return {
            "rule": rule,
            "salience": int(lib.ActivationGetSalience(pointer)),
            "matched": [self._element(name) for name in names],
            "antecedents": list(dict.fromkeys(authors)),
            **({"values": [self._values(name) for name in names]} if with_values else {}),
        }

    def _element(self, name: str) -> str:
        """An element by its name in an activation: an instance by that name, a fact in full."""
        return name if name.startswith("[") else self._texts.get(int(name.removeprefix("f-")), name)

    def _values(self, name: str) -> Data | list[Any]:
        """The slots of an element, or the fields of an ordered fact."""
        if name.startswith("["):
            instance = self.env.find_instance(name[1:-1])
            names = [slot.name for slot in instance.instance_class.slots(True)]
            return {slot: _plain_value(instance[slot]) for slot in names}
        index = int(name.removeprefix("f-"))
        fact = next(fact for fact in self.env.facts() if fact.index == index)
        if fact.template.implied:
            return [_plain_value(value) for value in fact]
        return {slot: _plain_value(value) for slot, value in fact}

    def _note(self, sign: str, pointer: int) -> None:
        """Note a fact that has just been asserted or is about to be retracted."""
        fact = ffi.cast("Fact *", pointer)
        index = lib.FactIndex(fact)
        if sign == "+":
            self._texts[index] = _one_line(fact_pp_string(self._raw, fact))
            self._authors[index] = self._fired
        self._changes.append((sign, self._texts[index]))


def _ordered_fact(kind: str, slots: Slots) -> str:
    """An ordered fact as it is written; it has one slot, a list."""
    ((_, fields),) = slots
    return f"({' '.join([kind, *map(str, fields if isinstance(fields, list | tuple) else [fields])])})"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _clips_value(value: Value | list[Any]) -> Any:
    """A value for clipspy: text in quotes is a string, in brackets the name of an instance, else a symbol."""
    if isinstance(value, list | tuple):
        return [_clips_value(part) for part in value]
    if not isinstance(value, str):
        return value
    if value[:1] == '"':
        return _ESCAPED.sub(r"\1", value[1:-1])
    return clips.InstanceName(value[1:-1]) if value[:1] == "[" and value[-1:] == "]" else clips.Symbol(value)


def _plain_value(value: Any) -> Any:
    """A value of clipspy as JSON; the other way round."""
    if isinstance(value, list | tuple):
        return [_plain_value(part) for part in value]
    if isinstance(value, clips.InstanceName):
        return f"[{value}]"
    if isinstance(value, clips.Symbol) or not isinstance(value, str):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


if __name__ == "__main__":
    serve(Replay())
