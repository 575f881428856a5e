"""CLIPS through clipspy, made fit for use: harmless, silent, and without its leak.

One environment here is one CLIPS. What it could do to the machine (files, programs, the process itself) is taken away
before anybody's file is loaded; what it prints is kept; and facts that Python has let go of are let go by CLIPS too.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import clips
from clips import _clips, facts
from clips._clips import ffi, lib
from clips.agenda import activation_pp_string

_FILES = """open close with-open-file read readline read-number get-char unget-char put-char flush rewind tell seek
    rename remove chdir fetch toss print-region get-region dribble-on dribble-off load load* bload save bsave batch
    batch* load-facts save-facts bload-facts bsave-facts load-instances save-instances bload-instances bsave-instances
    restore-instances constructs-to-c"""
_SYSTEM = "system exit set-locale operating-system new call python-function"
_ENGINE = "run reset clear watch unwatch set-break conserve-mem"  # which somebody else drives
FORBIDDEN = frozenset(f"{_FILES} {_SYSTEM} {_ENGINE}".split())
"""Functions that knowledge has to do without."""

CLOCKS = ("time", "local-time", "gm-time", "timer")
"""Functions that give another answer every time."""

_PRINTED = 1 << 16  # characters kept of what is printed between two looks
_FAULT = re.compile(r"^\[([A-Z]+\d+)\] (WARNING: )?(?:[^\n]*?, Line (\d+): )?(.*?)(?=^\[[A-Z]+\d+\] |\Z)", re.M | re.S)
_HALTED = re.compile(r"during the actions of defrule '([^']*)'|^ +Of pattern #\d+ in rule (\S+)", re.M)
_FORM = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()]', re.S)
_GAP = r"(?:\s|;[^\n]*(?:\n|\Z))"
_HEAD = re.compile(rf'\({_GAP}*([^\s()";]+){_GAP}+([^\s()";]+)(?:{_GAP}+"((?:\\.|[^"\\])*)")?', re.S)
_NAMES = ("t", "stdin", "stdout", "stderr", "stdwrn")  # what CLIPS calls where it reads and prints
_SHARED = ctypes.CDLL(_clips.__file__)
_COMPLAIN = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_long, ctypes.c_void_p
)
_HEAR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_EVENTS = {
    "fires": _SHARED.AddBeforeRuleFiresFunction,
    "asserted": _SHARED.AddAssertFunction,
    "retracted": _SHARED.AddRetractFunction,
}
_HIGHEST = 10_000  # the highest salience there is
_FACTS, _INSTANCES, _SLOTS = 1, 2, 3  # CLIPS's numbers for what can be watched


@dataclass(frozen=True, slots=True)
class Fault:
    """What CLIPS has against a text, in its own words, and on which line (0: it does not say)."""

    line: int
    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Construct:
    """A form at the top of a file: its kind (`defrule`, `deftemplate`…), its name, comment, first line and text."""

    kind: str
    name: str
    comment: str | None
    line: int
    text: str


def constructs(text: str) -> Iterator[Construct]:
    """The forms of a file, as far as its parentheses go.

    >>> [(form.kind, form.name, form.line) for form in constructs("; hello\\n(defrule a (x) => (halt))\\n(deffacts b)")]
    [('defrule', 'a', 2), ('deffacts', 'b', 3)]
    """
    depth = start = 0
    for token in _FORM.finditer(text):
        if token[0] == "(":
            start = start if depth else token.start()
            depth += 1
        elif token[0] == ")" and depth:
            depth -= 1
            head = None if depth else _HEAD.match(text, start)
            if head is not None:
                line = text.count("\n", 0, start) + 1
                yield Construct(head[1], head[2].rpartition("::")[2], head[3], line, text[start : token.end()])


class Clips:
    """An environment. Close it, or let it go: nothing of it stays."""

    def __init__(self) -> None:
        self.env = clips.Environment()
        self.raw: Any = self.env._env
        self._pointer = ctypes.c_void_p(int(ffi.cast("uintptr_t", self.raw)))
        self._heard: list[Any] = []
        self._disturbed = False
        self._paper = _Paper()
        self.env.add_router(self._paper)
        self._listeners = [router.name.encode() for router in self.env.routers()]
        for name in sorted(FORBIDDEN):
            self.forget(name)

    def forget(self, function: str) -> None:
        """Take a function of CLIPS's own away."""
        _SHARED.RemoveUDF(self._pointer, ctypes.c_char_p(function.encode()))

    def load(self, text: str, name: str = "knowledge") -> list[Fault]:
        """Load a text, construct by construct: what is right stays, what is wrong is told (and goes to stderr too)."""
        found: list[Fault] = []

        def complain(_env: int, _file: bytes, warning: bytes, error: bytes, line: int, _context: int) -> None:
            for words, harmless in ((warning, True), (error, False)):
                found.extend(Fault(line, fault.text, harmless) for fault in faults((words or b"").decode()))

        callback, written = _COMPLAIN(complain), text.encode()
        with self.unheard():
            _SHARED.SetParserErrorCallback(self._pointer, callback, None)
            _SHARED.SetLoadInProgress(self._pointer, ctypes.c_bool(True))  # else CLIPS does not tell the line
            _SHARED.SetParsingFileName(self._pointer, ctypes.c_char_p(name.encode()))
            _SHARED.LoadFromString(self._pointer, ctypes.c_char_p(written), ctypes.c_size_t(len(written)))
            _SHARED.FlushParsingMessages(self._pointer)
            _SHARED.SetLoadInProgress(self._pointer, ctypes.c_bool(False))
            _SHARED.SetParsingFileName(self._pointer, None)
            _SHARED.SetParserErrorCallback(self._pointer, None, None)
        return found

    def printed(self) -> str:
        """What was printed since the last look, watched things too."""
        return self._paper.printed.taken()

    def errors(self) -> str:
        """What CLIPS complained of since the last look."""
        return self._paper.errors.taken()

    def watch(self, watching: bool) -> None:
        """Have every change of working memory printed, or not."""
        change = _SHARED.Watch if watching else _SHARED.Unwatch
        for item in (_FACTS, _INSTANCES, _SLOTS):
            change(self._pointer, ctypes.c_int(item))

    def seed(self, number: int) -> None:
        """What `(random)` draws from, here and in every other environment of this process."""
        _SHARED.genseed(ctypes.c_uint(number >> 33))

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """For work that prints nothing: CLIPS need not ask at every character who wants to have it."""
        for name in self._listeners:
            lib.DeactivateRouter(self.raw, name)
        try:
            yield
        finally:
            for name in self._listeners:
                lib.ActivateRouter(self.raw, name)

    def listen(self, event: Literal["fires", "asserted", "retracted"], heard: Callable[[int], None]) -> None:
        """Be called with a pointer whenever a rule is about to fire, or a fact has come or is about to go."""
        callback = _HEAR(lambda _env, what, _context: heard(what))
        self._heard.append(callback)  # CLIPS calls it as long as it lives
        name, address = ctypes.c_char_p(b"ludoteca"), ctypes.cast(callback, ctypes.c_void_p)
        _EVENTS[event](self._pointer, name, address, ctypes.c_int(0), ctypes.c_void_p(None))

    def stop(self, at_once: bool = False) -> None:
        """Let no other rule fire, and `at_once` break off the one that is at work; from any thread."""
        _SHARED.SetHaltRules(self._pointer, ctypes.c_bool(True))
        if at_once:
            _SHARED.SetHaltExecution(self._pointer, ctypes.c_bool(True))

    def put_first(self, activation: Any) -> None:
        """Have an activation fire before all others. Saliences may differ from the rules' own until it has."""
        first = lib.GetNextActivation(self.raw, ffi.NULL)
        if activation == first:
            return
        while first != ffi.NULL and lib.ActivationGetSalience(first) == _HIGHEST:
            lib.ActivationSetSalience(first, _HIGHEST - 1)
            first = lib.GetNextActivation(self.raw, first)
            self._disturbed = True
        lib.ActivationSetSalience(activation, _HIGHEST)
        lib.ReorderAllAgendas(self.raw)

    def fire(self) -> None:
        """Fire the first on the agenda."""
        lib.Run(self.raw, 1)
        if self._disturbed:
            lib.RefreshAllAgendas(self.raw)
            self._disturbed = False

    def basis(self, activation: Any) -> str:
        """What an activation matches, as CLIPS writes it: `[wood-1],f-12,*`."""
        return str(activation_pp_string(self.raw, activation).partition(": ")[2])

    def close(self) -> None:
        """Let go of everything, working memory first."""
        lib.Reset(self.raw)
        self.env.clear()


def faults(printed: str) -> list[Fault]:
    """CLIPS's complaints among what it printed.

    >>> faults("[EXPRNPSR3] my.clp, Line 12: Missing function declaration for 'f'.\\n\\nERROR:\\n(defrule MAIN::a\\n")
    [Fault(line=12, text="[EXPRNPSR3] Missing function declaration for 'f'.", warning=False)]
    """
    found = []
    for code, warning, line, words in _FAULT.findall(printed):
        sentence = " ".join(words.partition("\nERROR:")[0].split())
        found.append(Fault(int(line or 0), f"[{code}] {sentence}", bool(warning)))
    return found


def failed_rule(printed: str) -> str | None:
    """The rule during which CLIPS stopped with an error, if what it printed says so."""
    found = _HALTED.search(printed)
    return None if found is None else found[1] or found[2]


class _Sheet:
    """Takes down a text, up to a limit."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._room = _PRINTED

    def add(self, text: str) -> None:
        if self._room > 0:
            self._lines.append(text)
            self._room -= len(text)

    def taken(self) -> str:
        text = "".join(self._lines)
        self._lines, self._room = [], _PRINTED
        return text


class _Paper(clips.Router):
    """Takes down whatever CLIPS prints, errors apart, so that no flood can hide them."""

    def __init__(self) -> None:
        super().__init__("ludoteca", 60)  # before clipspy's own, which would write to the terminal
        self.printed = _Sheet()
        self.errors = _Sheet()

    def query(self, name: str) -> bool:
        return name in _NAMES

    def write(self, name: str, message: str) -> None:
        (self.errors if name == "stderr" else self.printed).add(message)

    def read(self, _name: str) -> int:
        return -1

    def unread(self, _name: str, _char: int) -> int:
        return -1

    def exit(self, _code: int) -> None:
        """Nobody leaves: the function is gone."""


def _let_go(fact: Any) -> None:
    """What clipspy 1.0.6 means to do when a fact is no longer wanted; it hands over one argument too many."""
    try:
        lib.ReleaseFact(fact._fact)
    except (AttributeError, TypeError):  # the interpreter is shutting down
        return


facts.Fact.__del__ = _let_go
