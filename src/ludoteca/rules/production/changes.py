"""The changes that a firing made to working memory, from its elements before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.firing import Activation, Change, Firing
from ludoteca.rules.production.values import value_text
from ludoteca.rules.production.working_memory import Element, Memory


class ChangeLog:
    """Compares working memory with what it was. Knowledge cannot forge a change by printing."""

    def __init__(self, clips: Clips, memory: Memory) -> None:
        self._clips = clips
        self._memory = memory
        clips.changed()
        self._instances = _by_name(memory)
        self._facts = memory.facts()

    def take(self) -> tuple[Change, ...]:
        """The changes since the last call: slots with new values, elements retracted, elements asserted."""
        facts, instances = self._clips.changed()
        found = [*(self._changed_facts() if facts else ()), *(self._changed_instances() if instances else ())]
        return tuple(sorted(found, key=lambda change: "~-+".index(change.sign)))

    def _changed_instances(self) -> Iterator[Change]:
        before, self._instances = self._instances, _by_name(self._memory)
        for name, now in self._instances.items():
            was = before.pop(name, None)
            if was is not None and was.kind == now.kind:
                yield from _changed_slots(was, now)
                continue
            if was is not None:
                yield _retracted(was)
            yield Change("+", str(now))
        yield from map(_retracted, before.values())

    def _changed_facts(self) -> Iterator[Change]:
        before, self._facts = self._facts, self._memory.facts()
        gone, new = Counter(before), Counter(self._facts)
        yield from (Change("-", str(fact)) for fact in (gone - new).elements())
        yield from (Change("+", str(fact)) for fact in (new - gone).elements())


class FiringRecorder:
    """The firings of a run, in order."""

    def __init__(self, changes: ChangeLog | None) -> None:
        self.firings: list[Firing] = []
        self._changes = changes

    def add(self, activation: Activation, printed: str) -> None:
        """Add a firing that has just fired, with the text it printed."""
        changes = () if self._changes is None else self._changes.take()
        self.firings.append(Firing(activation, changes, printed.rstrip("\n") or None, len(self.firings) + 1))


def _by_name(memory: Memory) -> dict[str, Element]:
    return {element.name: element for element in memory.instances()}


def _retracted(instance: Element) -> Change:
    return Change("-", f"{value_text(f'[{instance.name}]')} of {instance.kind}")


def _changed_slots(was: Element, now: Element) -> Iterator[Change]:
    if was is now:
        return
    for (slot, before), (_, after) in zip(was.slots, now.slots, strict=True):
        if before != after:
            yield Change("~", value_text(f"[{now.name}]"), slot, value_text(before), value_text(after))
