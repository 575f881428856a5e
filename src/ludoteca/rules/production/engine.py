"""The inference engine of production games: fires forced rules and stops at the next choice.

Every step begins by writing the position into working memory. Its result therefore depends on the position alone, not
on earlier steps in the same environment or on other games.

Unless firings are asked for, CLIPS itself runs to the next choice or chance event (a batch): breakpoints stop it there.
"""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from clips import CLIPSError, Strategy
from clips._clips import ffi, lib

from ludoteca.core.i18n import Message
from ludoteca.core.seeds import derive
from ludoteca.rules.production.agenda import Agenda, Choices, unknown_seat
from ludoteca.rules.production.changes import ChangeLog, FiringRecorder
from ludoteca.rules.production.clips_binding import CLOCKS, FORBIDDEN, Clips, clips_messages, failed_rule
from ludoteca.rules.production.faults import Diagnostic, LoadError, RuntimeFault, clips_message, runtime_fault
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.lint import lint
from ludoteca.rules.production.rule_parser import Rule, rules_of
from ludoteca.rules.production.working_memory import Memory, State

_T = TypeVar("_T")
PRELUDE = Path(__file__).parent / "prelude.clp"
_RULES = """build undefrule undeffacts undeftemplate undefclass undefinstances undeffunction undefglobal undefgeneric
    undefmethod undefmessage-handler set-class-defaults-mode set-current-module halt"""
_SETTINGS = """set-strategy set-salience-evaluation set-fact-duplication set-dynamic-constraint-checking
    set-sequence-operator-recognition set-reset-globals setgen gensym gensym* seed refresh refresh-agenda
    focus pop-focus clear-focus-stack"""
_INSIDES = "fact-index fact-index-to-fact timetag mem-used mem-requests release-mem"
IMPURE = frozenset((*CLOCKS, *f"{_RULES} {_SETTINGS} {_INSIDES}".split()))
"""Functions that read or change state outside the position; they are removed from games."""
MOST_SEATS = 6
_MISSING = re.compile(r"Missing function declaration for '([^']*)'")
STRATEGIES = tuple(strategy.name.lower() for strategy in Strategy)
_CHOICES = 2_000  # of a random game: one with more is taken for a cycle
_FIRINGS = 20_000  # between two choices: more are taken for an endless run
_SEATS = 2  # unless the knowledge says `(defglobal ?*seats* = …)`
_HALT = "halt"  # the function that ends a game
_MODULE = "defmodule"
_HALTED = b"halted"  # the fact that it asserts


def order_key(strategy: str) -> str:
    """The key of the message that says how a strategy orders activations of equal salience."""
    return f"rules.production.order.{strategy}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The position in which the engine stopped, the seat that chooses (None: the game is over), and its choices."""

    state: State
    turn: int | None
    choices: tuple[str, ...]
    firings: tuple[Firing, ...] = ()


class _Chance:
    """The referee's random generator: a number that changes with every draw."""

    def __init__(self, number: int) -> None:
        self.number = number

    def one_of(self, texts: Sequence[str]) -> str:
        self.number = derive(self.number, "drawn")
        return random.Random(self.number).choice(texts)


class Engine:
    """A knowledge base in an environment of its own. It can be used from several threads."""

    def __init__(self, files: Sequence[tuple[str, str]], check_refraction: bool = False) -> None:
        """`files` are names and texts, in the order to load them; raises `LoadError`.

        With `check_refraction` every position is written back once, to find rules that leave their own left side true.
        """
        self._check_refraction = check_refraction
        self.rules: dict[str, Rule] = {}
        self.fired: Counter[str] = Counter()
        """How often each rule has fired since the engine was made, batches left out."""
        self.batched = not any(_HALT in text or _MODULE in text for _, text in files)
        """Whether forced rules fire in batches: not where a rule may end the game, and not with modules."""
        self._clips = Clips()
        self._memory = Memory(self._clips)
        self._agenda = Agenda(self._clips, self._memory, self.rules)
        self._lock = threading.RLock()
        self._last: Rule | None = None
        for function in sorted(IMPURE):
            self._clips.remove_function(function)
        self._load([(PRELUDE.name, PRELUDE.read_text(encoding="utf-8")), *files])
        self._functions = {str(function.name) for function in self._clips.env.functions()}
        self._reset()
        self.initial_state = State(tuple(self._memory.read()), 0)
        self._settings = self._memory.settings()
        self.seats = self._number_of_seats()
        self._halted: Any = lib.FindDeftemplate(self._clips.raw, _HALTED)
        self._breakpoints = False

    def begin(self, chance: int, log: bool = True) -> Outcome:
        """The outcome at the first choice of a game; with `log` it has the firings before it."""
        return self._advanced(State(self.initial_state.elements, chance), None, log)

    def play(self, state: State, text: str, log: bool = False, changes: bool = True) -> Outcome:
        """Fire a choice and run to the next one; raises `LookupError` when there is no such choice.

        The outcome has the firings only with `log`, and their changes of working memory only with `changes` too, which
        takes three times as long.
        """
        return self._advanced(state, text, log, changes)

    def outcome_at(self, state: State) -> Outcome:
        """The outcome at a position in which the engine stopped."""
        with self._lock:
            self._set_state(state)
            return Outcome(state, *_texts(self._choices_unless_over()))

    def offers(self, state: State) -> dict[str, Activation]:
        """The activations of the choices at a position in which the engine stopped, by text."""
        with self._lock:
            self._set_state(state)
            choices = self._choices_unless_over()
            found = choices.pointers.items() if choices is not None else ()
            return {text: self._agenda.activation(pointer, text) for text, pointer in found}

    def agenda(self, state: State, strategy: str = "depth", seed: int = 0) -> tuple[Activation, ...]:
        """The whole agenda, in the order of a conflict resolution strategy of CLIPS."""
        with self._lock, self._ordered_by(strategy):
            self._set_state(state, seed)
            choices = self._choices_unless_over()
            texts = {pointer: text for text, pointer in choices.pointers.items()} if choices is not None else {}
            return tuple(self._agenda.activation(pointer, texts.get(pointer)) for pointer in self._agenda)

    def infer(self, state: State, strategy: str, seed: int, text: str | None = None, on: bool = False) -> Outcome:
        """Fire one activation: the choice `text`, or else the first of the agenda; with `on` run to the next choice.

        Unlike `play` it fires forced rules one by one, and without `text` the strategy chooses.
        """
        with self._lock, self._ordered_by(strategy):
            self._set_state(state, seed)
            log, chance = self._log(True), _Chance(state.chance)
            choices = None
            if not self._over():
                self._fire(self._choice(text) if text is not None else self._next(chance), log)
                choices = self._run(chance, log) if on else None
            return Outcome(self._read(state, chance.number), *_texts(choices), tuple(log.firings))

    def scores(self, state: State) -> tuple[float, ...]:
        """The points of each seat if the game ended here; without `end-now`, the points counted so far."""
        with self._lock:
            return self._repeatable(lambda: self._scores(state))

    def playout(self, state: State, seed: int, text: str | None = None) -> tuple[float, ...]:
        """The points of each seat after a random playout, which begins with a choice if one is named."""
        with self._lock:
            return self._repeatable(lambda: self._playout(state, seed, text))

    def close(self) -> None:
        self._clips.close()

    def _scores(self, state: State) -> tuple[float, ...]:
        self._set_state(state)
        if "end-now" in self._functions:
            self._clips.env.eval("(end-now)")
            self._run_out(random.Random(state.chance))
        return self._points()

    def _playout(self, state: State, seed: int, text: str | None) -> tuple[float, ...]:
        self._set_state(state)
        if text is not None:
            self._fire(self._choice(text), None)
        self._run_out(random.Random(seed))
        return self._points()

    def _load(self, files: Sequence[tuple[str, str]]) -> None:
        diagnostics: list[Diagnostic] = []
        for name, text in files:
            errors = [message for message in self._clips.load(text, name) if not message.warning]
            diagnostics += [Diagnostic(name, error.line, _explained(error.text)) for error in errors]
            diagnostics += lint(name, text)
            self.rules.update((rule.name, rule) for rule in rules_of(name, text))
        if diagnostics:
            raise LoadError(diagnostics)

    def _reset(self) -> None:
        """Make the initial instances and facts of the knowledge base; raises `LoadError`."""
        lib.Reset(self._clips.raw)
        if errors := self._clips.errors():
            rule = self.rules.get(failed_rule(errors) or "")
            file, line = (rule.file, rule.line) if rule is not None else ("", 0)
            raise LoadError([Diagnostic(file, line, clips_message(message.text)) for message in clips_messages(errors)])

    def _number_of_seats(self) -> int:
        """The number of seats: two, unless the global `?*seats*` says otherwise."""
        seats = dict(self._settings).get("seats", _SEATS)
        if not isinstance(seats, int) or not 1 <= seats <= MOST_SEATS:
            message = Message("rules.production.diagnostic.seats", {"given": str(seats), "most": MOST_SEATS})
            raise LoadError([Diagnostic("", 0, message)])
        return seats

    @contextmanager
    def _ordered_by(self, strategy: str) -> Iterator[None]:
        """Set the conflict resolution strategy for a while."""
        self._clips.env.strategy = Strategy[strategy.upper()]
        try:
            yield
        finally:
            self._clips.env.strategy = Strategy.DEPTH

    def _next(self, chance: _Chance) -> Any:
        """The first activation of the agenda; of chance activations, one at random."""
        pointer = next(iter(self._agenda))
        if self._agenda.rule(pointer).role != "chance":
            return pointer
        drawn = self._agenda.chances()
        return drawn[chance.one_of(sorted(drawn))]

    def _set_state(self, state: State, seed: int | None = None) -> None:
        """Write a position into working memory. `(random)` is seeded first: conditions may call it."""
        self._clips.seed(derive(state.chance, "random") if seed is None else seed)
        self._memory.write(state.elements)
        settings = state.settings or self._settings
        if self._memory.settings() != settings:
            self._memory.set(settings)
        self._clips.printed()
        if errors := self._clips.errors():
            raise self._failed(errors)

    def _advanced(self, state: State, text: str | None, logged: bool, changes: bool = True) -> Outcome:
        """Fire a choice, if one is named, and the forced rules after it."""
        with self._lock:
            return self._repeatable(lambda: self._step(state, text, logged, changes))

    def _step(self, state: State, text: str | None, logged: bool, changes: bool) -> Outcome:
        self._set_state(state)
        log, chance = self._log(changes) if logged else None, _Chance(state.chance)
        if text is not None:
            self._fire(self._choice(text), log)
        choices = self._run(chance, log)
        after = self._read(state, chance.number)
        if self._check_refraction:
            self._require_same_choices(after, choices)
        return Outcome(after, *_texts(choices), tuple(log.firings) if log is not None else ())

    def _log(self, changes: bool) -> FiringRecorder:
        return FiringRecorder(ChangeLog(self._clips, self._memory) if changes else None)

    def _require_same_choices(self, state: State, choices: Choices | None) -> None:
        """Write a position back and raise a fault if its choices differ: refraction is lost then."""
        expected = _texts(choices)
        self._set_state(state)
        if _texts(None if self._over() else self._agenda.choices()) != expected:
            again = self._agenda.forced()
            raise runtime_fault(self._last if again is None else self._agenda.rule(again), "again")

    def _read(self, before: State, chance: int) -> State:
        """The position in working memory: unchanged elements first, in the order they had."""
        now = self._memory.read()
        here, there = set(map(id, now)), set(map(id, before.elements))  # most are the same objects: this is faster
        new = [element for element in now if id(element) not in there]
        same = set(new).intersection(element for element in before.elements if id(element) not in here)
        elements = [element for element in before.elements if id(element) in here or element in same]
        elements += [element for element in new if element not in same]
        settings = self._memory.settings()
        return State(tuple(elements), chance, () if settings == self._settings else settings)

    def _run(self, chance: _Chance, log: FiringRecorder | None) -> Choices | None:
        """Fire forced and chance activations up to the next choice; None when the game is over."""
        fired = 0
        while fired < _FIRINGS:
            if self._over():
                return None
            top = self._agenda.highest()
            activation = self._not_chosen(top, chance)
            if activation is None:
                choices = self._choices(top)
                if len(choices.pointers) > 1:
                    return choices
                (activation,) = choices.pointers.values()
            fired += self._fire(activation, log)
        raise runtime_fault(self._last, "endless")

    def _run_out(self, generator: random.Random) -> None:
        """Play to the end with random choices; a game in a cycle is stopped."""
        chance = _Chance(generator.getrandbits(64))
        choices = fired = 0
        while choices < _CHOICES and not self._over():
            top = self._agenda.highest()
            activation = self._not_chosen(top, chance)
            if activation is None:
                activation = self._agenda.random_choice(top, self.seats, generator)
                choices, fired = choices + 1, 0
            fired += self._fire(activation, None)
            if fired >= _FIRINGS:
                raise runtime_fault(self._last, "endless")

    def _not_chosen(self, top: Sequence[tuple[int, Rule]], chance: _Chance) -> int | None:
        """The next activation unless a player has to choose: a forced one, or one that chance draws."""
        roles = {rule.role for _, rule in top}
        if "forced" in roles:
            return self._agenda.forced(top)
        if "chance" not in roles:
            return None
        drawn = self._agenda.chances(top)
        return drawn[chance.one_of(sorted(drawn))]

    def _choice(self, text: str) -> int:
        """The activation of the choice with a text; raises `LookupError` when there is no such choice."""
        activation = self._agenda.plain_choice(text)
        return self._choices().pointers[text] if activation is None else activation

    def _choices(self, top: Sequence[tuple[int, Rule]] | None = None) -> Choices:
        """The choices; raises a fault when their seat does not exist."""
        choices = self._agenda.choices(top)
        if choices.seat >= self.seats:
            raise unknown_seat(self._agenda.rule(next(iter(choices.pointers.values()))), choices.seat)
        return choices

    def _choices_unless_over(self) -> Choices | None:
        """The choices; None when the game is over."""
        return None if self._over() else self._choices()

    def _over(self) -> bool:
        if self._agenda.empty:
            return True
        return bool(lib.GetNextFactInTemplate(self._halted, ffi.NULL) != ffi.NULL)

    def _fire(self, activation: int, log: FiringRecorder | None) -> int:
        """Fire an activation, and in a batch the forced ones that follow. Returns the number of firings."""
        rule = self._agenda.rule(activation)
        batched = log is None and self.batched
        if batched != self._breakpoints:
            self._set_breakpoints(batched)
        found = self._agenda.activation(activation) if log is not None else None
        self._last = rule
        self._clips.put_first(activation)
        fired = self._clips.fire(_FIRINGS if batched else 1)
        if not batched:
            self.fired[rule.name] += 1
        printed, errors = self._clips.printed(), self._clips.errors()
        if errors:
            raise self._failed(errors, rule)
        if log is not None and found is not None:
            log.add(found, printed)
        return fired

    def _set_breakpoints(self, wanted: bool) -> None:
        """Stop CLIPS before choices and chance events, or no longer: it prints where it stops."""
        for name in (rule.name for rule in self.rules.values() if rule.role != "forced"):
            found = lib.FindDefrule(self._clips.raw, name.encode())
            (lib.SetBreak if wanted else lib.RemoveBreak)(found)
        self._breakpoints = wanted

    def _repeatable(self, step: Callable[[], _T]) -> _T:
        """The result of a step. If it fails in a batch it is repeated firing by firing, to find the rule at fault."""
        try:
            return step()
        except RuntimeFault:
            if not self.batched:
                raise
        self.batched = False
        try:
            return step()
        finally:
            self.batched = True

    def _failed(self, errors: str, rule: Rule | None = None) -> RuntimeFault:
        """The fault for printed errors, in the rule that they name or else in the one that fired."""
        text = " ".join(message.text for message in clips_messages(errors)[:2])
        return RuntimeFault(self.rules.get(failed_rule(errors) or "", rule), clips_message(text or errors[:200]))

    def _points(self) -> tuple[float, ...]:
        if "points" not in self._functions:
            return (0.0,) * self.seats
        try:
            found = [self._clips.env.eval(f"(points {seat})") for seat in range(1, self.seats + 1)]
        except CLIPSError:
            raise self._failed(self._clips.errors()) from None
        if not all(isinstance(points, int | float) for points in found):
            raise runtime_fault(None, "points", value=str(found[0]))
        return tuple(map(float, found))


def _explained(error: str) -> Message:
    """An error of CLIPS, with the reason where a function was removed or a command stands in a file."""
    missing = _MISSING.search(error)
    if missing is not None and missing[1] in FORBIDDEN | IMPURE:
        return Message("rules.production.diagnostic.forbidden", {"name": missing[1]})
    if error.startswith("[CSTRCPSR1]"):
        return Message("rules.production.diagnostic.command", {"text": error})
    return clips_message(error)


def _texts(choices: Choices | None) -> tuple[int | None, tuple[str, ...]]:
    """The seat that chooses and the texts of its choices."""
    return (None, ()) if choices is None else (choices.seat, tuple(choices.pointers))
