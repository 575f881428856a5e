"""A CLIPS environment that plays Agricola rule by rule, so that tests can look at every firing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clips import Strategy

from ludoteca import games
from ludoteca.rules.production.agenda import Agenda
from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.engine import PRELUDE, Engine
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.game import files_of, scenarios_of
from ludoteca.rules.production.rule_parser import Rule, rules_of
from ludoteca.rules.production.values import Value
from ludoteca.rules.production.working_memory import Element, Memory, State

FOLDER = Path(games.__file__).parent / "agricola_classic"
SCENARIOS = scenarios_of(FOLDER)
LANDS = ("EMPTY-LAND", "ROOM", "FIELD", "PASTURE")
WorkingMemory = Mapping[str, Element]
"""The instances by name."""


def knowledge(scenario: str) -> list[tuple[str, str]]:
    """The files of a scenario; for a text that is no scenario's name, the text as a scenario."""
    if scenario in SCENARIOS:
        return files_of(FOLDER, scenario)
    return [*files_of(FOLDER, ""), ("scenario.clp", scenario)]


@cache
def engine(scenario: str = "1") -> Engine:
    return Engine(knowledge(scenario))


def rules() -> dict[str, Rule]:
    return {rule.name: rule for name, text in knowledge("1") for rule in rules_of(name, text)}


@dataclass(frozen=True)
class Fired:
    """A firing, and working memory before and after."""

    activation: Activation
    before: WorkingMemory
    after: WorkingMemory

    @property
    def bound(self) -> dict[str, Value]:
        return dict(self.activation.bindings)

    def gained(self, name: str, slot: str) -> int:
        """By how much a slot grew."""
        return number(self.after[name].values[slot]) - number(self.before[name].values[slot])


class Environment:
    """A CLIPS environment with the rules of the game."""

    def __init__(self, scenario: str = "1", strategy: str = "depth") -> None:
        self.clips = Clips()
        self.clips.env.strategy = Strategy[strategy.upper()]
        self.clips.remove_function("halt")
        for name, text in [(PRELUDE.name, PRELUDE.read_text(encoding="utf-8")), *knowledge(scenario)]:
            assert self.clips.load(text, name) == []
        self.rules = rules()
        self.memory = Memory(self.clips)
        self.agenda = Agenda(self.clips, self.memory, self.rules)

    def random_game(self, seed: int) -> Iterator[Activation]:
        """A whole game with random choices: each activation before it fires."""
        lot = random.Random(seed)
        self.clips.env.reset()
        while not self.agenda.empty:
            pointer = self.agenda.forced()
            if pointer is None:
                offers = self.agenda.chances() or self.agenda.choices().pointers
                pointer = lot.choice([offers[text] for text in sorted(offers)])
            activation = self.agenda.activation(pointer)
            yield activation
            self.clips.put_first(pointer)
            self.clips.env.run(1)
            assert self.clips.printed() == "", activation

    def watched_game(self, seed: int) -> Iterator[Fired]:
        """A whole game: each firing with working memory before and after, once the farms are laid out."""
        before: WorkingMemory | None = None
        fired: Activation | None = None
        for activation in self.random_game(seed):
            now = self.instances()
            if fired is not None and before is not None and "player-1" in before and "player-2" in before:
                yield Fired(fired, before, now)
            fired, before = activation, now
        assert fired is not None
        assert before is not None
        yield Fired(fired, before, self.instances())

    def instances(self) -> WorkingMemory:
        return {element.name: element for element in self.memory.read() if element.name}

    def still_true(self, rule: str) -> bool:
        """Whether a rule that has fired could fire again on the same elements, without the refraction of CLIPS."""
        waiting = len(list(self.agenda))
        self.clips.env.find_rule(rule).refresh()
        return len(list(self.agenda)) > waiting


def firings_by_rule(scenario: str, games: int) -> Counter[str]:
    """The number of firings of each rule in so many random games."""
    environment = Environment(scenario)
    return Counter(activation.rule for seed in range(games) for activation in environment.random_game(seed))


def alike(elements: Iterable[Element]) -> Counter[tuple[object, ...]]:
    """Working memory without the numbers that tell equal people and equal lands apart."""
    return Counter(
        (element.kind, element.slots[:1] + element.slots[2:])  # without their number
        if element.kind in ("PERSON", *LANDS)
        else (element.name, element.kind, element.slots)
        for element in elements
    )


def number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def held(elements: WorkingMemory, player: int, good: str) -> int:
    """How many of a good a player has."""
    return number(elements[f"{good}-{player}"].values["amount"])


def with_slots(state: State, name: str, **slots: Value) -> State:
    """The state with other values in the slots of one instance."""
    changed = [
        Element(
            element.name, element.kind, tuple((slot, slots.get(slot.replace("-", "_"), v)) for slot, v in element.slots)
        )
        if element.name == name
        else element
        for element in state.elements
    ]
    return State(tuple(changed), state.chance, state.settings)
