"""The engine of production games: fires what is forced, stops where somebody has to choose.

Every step begins by writing the position into working memory, so that what follows depends on the position alone:
not on what this environment was used for before, nor on other games beside it.
"""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clips import CLIPSError, Strategy
from clips._clips import ffi, lib

from ludoteca.core.i18n import Message
from ludoteca.core.seeds import derive
from ludoteca.rules.production.agenda import Activation, Agenda, Choices
from ludoteca.rules.production.changes import Change, Witness
from ludoteca.rules.production.clips_binding import CLOCKS, FORBIDDEN, Clips, failed_rule, faults
from ludoteca.rules.production.faults import Broken, Unloadable, broken, says
from ludoteca.rules.production.rule_parser import Rule, Slip, rules_of, slips_in
from ludoteca.rules.production.working_memory import Memory, State

PRELUDE = Path(__file__).parent / "prelude.clp"
_RULES = """build undefrule undeffacts undeftemplate undefclass undefinstances undeffunction undefglobal undefgeneric
    undefmethod undefmessage-handler set-class-defaults-mode set-current-module halt"""
_SETTINGS = """set-strategy set-salience-evaluation set-fact-duplication set-dynamic-constraint-checking
    set-sequence-operator-recognition set-reset-globals setgen gensym gensym* seed refresh refresh-agenda
    focus pop-focus clear-focus-stack"""
_INSIDES = "fact-index fact-index-to-fact timetag mem-used mem-requests release-mem"
IMPURE = frozenset((*CLOCKS, *f"{_RULES} {_SETTINGS} {_INSIDES}".split()))
"""Functions that change what is no part of a position, or tell of it: a game must do without."""
MOST_SEATS = 6
_MISSING = re.compile(r"Missing function declaration for '([^']*)'")
STRATEGIES = tuple(strategy.name.lower() for strategy in Strategy)
_CHOICES = 2_000  # of a game played at random: more is taken for a circle
_FIRINGS = 20_000  # between two choices: more is taken for endless
_SEATS = 2  # unless the knowledge says `(defglobal ?*seats* = …)`
_HALTED = b"halted"  # the fact that `(halt)` leaves


@dataclass(frozen=True, slots=True)
class Firing:
    """A rule that fired: the activation, what it changed, what it printed."""

    activation: Activation
    changes: tuple[Change, ...]
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the engine came to rest: the position, whose choice it is (None: over) and what there is to choose from."""

    state: State
    turn: int | None
    choices: tuple[str, ...]
    firings: tuple[Firing, ...] = ()


class _Chance:
    """The referee's generator: a number that changes with every draw."""

    def __init__(self, number: int) -> None:
        self.number = number

    def one_of(self, texts: Sequence[str]) -> str:
        self.number = derive(self.number, "drawn")
        return random.Random(self.number).choice(texts)


class _Log:
    """The firings of a run, told one by one."""

    def __init__(self, state: State) -> None:
        self.firings: list[Firing] = []
        self.witness = Witness(state.elements)


class Engine:
    """One knowledge base in one environment. Threads take turns."""

    def __init__(self, files: Sequence[tuple[str, str]], wary: bool = False) -> None:
        """`files` are names and texts, in the order to load them; raises `Unloadable`.

        A `wary` engine looks at every position twice, to find rules that leave their own left side true.
        """
        self._wary = wary
        self.rules: dict[str, Rule] = {}
        self.fired: Counter[str] = Counter()
        """How often each rule has fired, in everything this engine was asked."""
        self._clips = Clips()
        self._memory = Memory(self._clips)
        self._agenda = Agenda(self._clips, self._memory, self.rules)
        self._lock = threading.RLock()
        self._last: Rule | None = None
        for function in sorted(IMPURE):
            self._clips.forget(function)
        self._load([(PRELUDE.name, PRELUDE.read_text(encoding="utf-8")), *files])
        self._functions = {str(function.name) for function in self._clips.env.functions()}
        self._reset()
        self.beginning = State(tuple(self._memory.read()), 0)
        self._settings = self._memory.settings()
        self.seats = self._number_of_seats()

    def begin(self, chance: int) -> Outcome:
        """The first choice of a game."""
        return self._advanced(State(self.beginning.elements, chance), None, True)

    def play(self, state: State, text: str, told: bool = False) -> Outcome:
        """Fire a choice and run on to the next one; raises `LookupError` when there is no such choice.

        What fired is kept only where it is to be told: that takes twice as long.
        """
        return self._advanced(state, text, told)

    def look(self, state: State) -> Outcome:
        """What there is to choose from in a position where the engine came to rest."""
        with self._lock:
            self._stand_at(state)
            return Outcome(state, *_texts(self._offered()))

    def offers(self, state: State) -> dict[str, Activation]:
        """The choices of a position where the engine came to rest, in words."""
        with self._lock:
            self._stand_at(state)
            choices = self._offered()
            found = choices.pointers.items() if choices is not None else ()
            return {text: self._agenda.told(pointer, text) for text, pointer in found}

    def agenda(self, state: State, strategy: str = "depth", seed: int = 0) -> tuple[Activation, ...]:
        """All that could fire, in the order one of CLIPS's strategies puts it."""
        with self._lock, self._by(strategy):
            self._stand_at(state, seed)
            choices = self._offered()
            texts = {pointer: text for text, pointer in choices.pointers.items()} if choices is not None else {}
            return tuple(self._agenda.told(pointer, texts.get(pointer, "")) for pointer in self._agenda)

    def infer(self, state: State, strategy: str, seed: int, text: str | None = None, on: bool = False) -> Outcome:
        """Let the first on the agenda fire, as a strategy orders it, or a choice; and `on` until there is one to make.

        Unlike `play` this goes through whatever is forced one by one, and a choice that nobody names is the strategy's.
        """
        with self._lock, self._by(strategy):
            self._stand_at(state, seed)
            log, chance = _Log(state), _Chance(state.chance)
            choices = None
            self._clips.watch(True)
            try:
                if not self._over():
                    self._fire(self._choices().pointers[text] if text is not None else self._next(chance), log)
                    choices = self._run(chance, log) if on else None
            finally:
                self._clips.watch(False)
            return Outcome(self._read(state, chance.number), *_texts(choices), tuple(log.firings))

    def worth(self, state: State) -> tuple[float, ...]:
        """The points of each seat if the game ended here; what has been counted, if the knowledge cannot tell."""
        with self._lock:
            self._stand_at(state)
            if "end-now" in self._functions:
                self._clips.env.eval("(end-now)")
                self._run_out(random.Random(state.chance))
            return self._points()

    def playout(self, state: State, seed: int) -> tuple[float, ...]:
        """The points of each seat when everybody chooses at random from here on."""
        with self._lock:
            self._stand_at(state)
            self._run_out(random.Random(seed))
            return self._points()

    def close(self) -> None:
        self._clips.close()

    def _load(self, files: Sequence[tuple[str, str]]) -> None:
        complaints: list[tuple[str, Slip]] = []
        for name, text in files:
            found = [fault for fault in self._clips.load(text, name) if not fault.warning]
            complaints += [(name, Slip(fault.line, _explained(fault.text))) for fault in found]
            complaints += [(name, slip) for slip in slips_in(text)]
            self.rules.update((rule.name, rule) for rule in rules_of(name, text))
        if complaints:
            raise Unloadable(complaints)

    def _reset(self) -> None:
        """Make the instances and facts that the knowledge begins with; raises `Unloadable`."""
        lib.Reset(self._clips.raw)
        if errors := self._clips.errors():
            rule = self.rules.get(failed_rule(errors) or "")
            file, line = (rule.file, rule.line) if rule is not None else ("", 0)
            raise Unloadable([(file, Slip(line, says(fault.text))) for fault in faults(errors)])

    def _number_of_seats(self) -> int:
        """How many play: two, unless a global says otherwise."""
        seats = dict(self._settings).get("seats", _SEATS)
        if not isinstance(seats, int) or not 1 <= seats <= MOST_SEATS:
            message = Message("rules.production.slip.seats", {"given": str(seats), "most": MOST_SEATS})
            raise Unloadable([("", Slip(0, message))])
        return seats

    @contextmanager
    def _by(self, strategy: str) -> Iterator[None]:
        """Have a strategy order the agenda."""
        self._clips.env.strategy = Strategy[strategy.upper()]
        try:
            yield
        finally:
            self._clips.env.strategy = Strategy.DEPTH

    def _next(self, chance: _Chance) -> Any:
        """The first on the agenda; if it is chance's, the one that is drawn."""
        pointer = next(iter(self._agenda))
        if self._agenda.rule(pointer).role != "chance":
            return pointer
        drawn = self._agenda.chances()
        return drawn[chance.one_of(sorted(drawn))]

    def _stand_at(self, state: State, seed: int | None = None) -> None:
        """Make working memory that of a position. What is called random is drawn when a rule is activated."""
        self._clips.seed(derive(state.chance, "random") if seed is None else seed)
        self._memory.write(state.elements)
        settings = state.settings or self._settings
        if self._memory.settings() != settings:
            self._memory.set(settings)
        self._clips.printed()
        if errors := self._clips.errors():
            raise self._failed(errors)

    def _advanced(self, state: State, text: str | None, told: bool) -> Outcome:
        """Fire a choice, if one is named, and all that is forced after it."""
        with self._lock:
            self._stand_at(state)
            log, chance = _Log(state) if told else None, _Chance(state.chance)
            self._clips.watch(told)
            try:
                if text is not None:
                    self._fire(self._choices().pointers[text], log)
                choices = self._run(chance, log)
            finally:
                self._clips.watch(False)
            after = self._read(state, chance.number)
            if self._wary:
                self._check(after, choices)
            return Outcome(after, *_texts(choices), tuple(log.firings) if log is not None else ())

    def _check(self, state: State, choices: Choices | None) -> None:
        """A position must offer the same when it is written back: refraction is forgotten then."""
        expected = _texts(choices)
        self._stand_at(state)
        if _texts(None if self._over() else self._agenda.choices()) != expected:
            again = self._agenda.forced()
            raise broken(self._last if again is None else self._agenda.rule(again), "again")

    def _read(self, before: State, chance: int) -> State:
        """Working memory as it is now: what has not changed first, in the order it had."""
        now = self._memory.read()
        same = set(now).intersection(before.elements)
        elements = [element for element in before.elements if element in same]
        elements += [element for element in now if element not in same]
        settings = self._memory.settings()
        return State(tuple(elements), chance, () if settings == self._settings else settings)

    def _run(self, chance: _Chance, log: _Log | None) -> Choices | None:
        """Run on to the next choice; None when the game is over."""
        for _ in range(_FIRINGS):
            if self._over():
                return None
            pointer = self._agenda.forced()
            if pointer is None and (drawn := self._agenda.chances()):
                pointer = drawn[chance.one_of(sorted(drawn))]
            if pointer is None:
                choices = self._choices()
                if len(choices.pointers) > 1:
                    return choices
                (pointer,) = choices.pointers.values()
            self._fire(pointer, log)
        raise broken(self._last, "endless")

    def _run_out(self, generator: random.Random) -> None:
        """Run to the end, all choices drawn; a game that goes in circles is left off somewhere."""
        chance = _Chance(generator.getrandbits(64))
        for _ in range(_CHOICES):
            choices = self._run(chance, None)
            if choices is None:
                return
            self._fire(choices.pointers[generator.choice(list(choices.pointers))], None)

    def _choices(self) -> Choices:
        """What there is to choose from, for a seat that there is."""
        choices = self._agenda.choices()
        if choices.seat >= self.seats:
            rule = self._agenda.rule(next(iter(choices.pointers.values())))
            raise broken(rule, "seat", name=rule.owner, value=str(choices.seat + 1))
        return choices

    def _offered(self) -> Choices | None:
        """What there is to choose from; nothing when the game is over."""
        return None if self._over() else self._choices()

    def _over(self) -> bool:
        if self._agenda.empty:
            return True
        template = lib.FindDeftemplate(self._clips.raw, _HALTED)
        return bool(template != ffi.NULL and lib.GetNextFactInTemplate(template, ffi.NULL) != ffi.NULL)

    def _fire(self, pointer: Any, log: _Log | None) -> None:
        rule = self._agenda.rule(pointer)
        self.fired[rule.name] += 1
        activation = self._agenda.told(pointer) if log is not None else None
        self._last = rule
        self._clips.put_first(pointer)
        self._clips.fire()
        printed, errors = self._clips.printed(), self._clips.errors()
        if errors:
            raise self._failed(errors, rule)
        if log is not None and activation is not None:
            log.firings.append(Firing(activation, *log.witness.account(printed)))

    def _failed(self, errors: str, rule: Rule | None = None) -> Broken:
        """What CLIPS complained of, and the rule it was in, if it says so, else the one at work."""
        told = " ".join(fault.text for fault in faults(errors)[:2])
        return Broken(self.rules.get(failed_rule(errors) or "", rule), says(told or errors[:200]))

    def _points(self) -> tuple[float, ...]:
        if "points" not in self._functions:
            return (0.0,) * self.seats
        try:
            found = [self._clips.env.eval(f"(points {seat})") for seat in range(1, self.seats + 1)]
        except CLIPSError:
            raise self._failed(self._clips.errors()) from None
        if not all(isinstance(points, int | float) for points in found):
            raise broken(None, "points", value=str(found[0]))
        return tuple(map(float, found))


def _explained(complaint: str) -> Message:
    """What CLIPS says; of a function that was taken away, why; of a command, that it does not belong here."""
    missing = _MISSING.search(complaint)
    if missing is not None and missing[1] in FORBIDDEN | IMPURE:
        return Message("rules.production.slip.forbidden", {"name": missing[1]})
    if complaint.startswith("[CSTRCPSR1]"):
        return Message("rules.production.slip.command", {"text": complaint})
    return says(complaint)


def _texts(choices: Choices | None) -> tuple[int | None, tuple[str, ...]]:
    """Whose turn it is and the texts to choose from."""
    return (None, ()) if choices is None else (choices.seat, tuple(choices.pointers))
