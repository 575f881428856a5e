"""The binding to CLIPS, over clipspy: without functions that reach the machine, without output, without a memory leak.

Functions for files, programs and the process itself are removed before any knowledge is loaded; printed text is
captured; facts that Python has released are released by CLIPS too.
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

from ludoteca.rules.production import structures
from ludoteca.rules.production.structures import address_of

_FILES = """open close with-open-file read readline read-number get-char unget-char put-char flush rewind tell seek
    rename remove chdir fetch toss print-region get-region dribble-on dribble-off load load* bload save bsave batch
    batch* load-facts save-facts bload-facts bsave-facts load-instances save-instances bload-instances bsave-instances
    restore-instances constructs-to-c"""
_SYSTEM = "system exit set-locale operating-system new call python-function"
_ENGINE = "run reset clear build watch unwatch set-break conserve-mem"  # the engine is run from Python
FORBIDDEN = frozenset(f"{_FILES} {_SYSTEM} {_ENGINE}".split())
"""Functions that are removed from every environment."""

CLOCKS = ("time", "local-time", "gm-time", "timer")
"""Functions whose result depends on the time."""

_CAPTURED = 1 << 16  # characters of printed text that are kept until they are taken
_MESSAGE = re.compile(
    r"^\[([A-Z]+\d+)\] (WARNING: )?(?:[^\n]*?, Line (\d+): )?(.*?)(?=^\[[A-Z]+\d+\] |\Z)", re.M | re.S
)
_HALTED = re.compile(r"during the actions of defrule '([^']*)'|^ +Of pattern #\d+ in rule (\S+)", re.M)
_FORM = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()]', re.S)
_GAP = r"(?:\s|;[^\n]*(?:\n|\Z))"
_HEAD = re.compile(rf'\({_GAP}*([^\s()";]+){_GAP}+([^\s()";]+)(?:{_GAP}+"((?:\\.|[^"\\])*)")?', re.S)
_STREAMS = ("t", "stdin", "stdout", "stderr", "stdwrn")  # logical names that CLIPS reads from and prints to
_SHARED = ctypes.CDLL(_clips.__file__)
_PARSER_CALLBACK = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_long, ctypes.c_void_p
)
_EVENT_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_EVENTS = {
    "fires": _SHARED.AddBeforeRuleFiresFunction,
    "asserted": _SHARED.AddAssertFunction,
    "retracted": _SHARED.AddRetractFunction,
}
_HIGHEST = 10_000  # the highest salience
_FACT = 6  # CLIPS's number of the type "fact address"


@dataclass(frozen=True, slots=True)
class ClipsMessage:
    """An error or a warning of CLIPS, in its own words, with its line (0: unknown)."""

    line: int
    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct of a file: its kind (`defrule`, `deftemplate`…), name, comment, first line and text."""

    kind: str
    name: str
    comment: str | None
    line: int
    text: str


def constructs(text: str) -> Iterator[Construct]:
    """The constructs of a file whose parentheses are closed.

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
    """One environment of CLIPS."""

    def __init__(self) -> None:
        self.env = clips.Environment()
        self.raw: Any = self.env._env
        self._pointer = _address(self.raw)
        self._callbacks: list[Any] = []
        self._salience_changed = False
        self.failure: Exception | None = None
        self._output = _CaptureRouter()
        self.env.add_router(self._output)
        self._routers = [router.name.encode() for router in self.env.routers()]
        for name in sorted(FORBIDDEN):
            self.remove_function(name)

    def remove_function(self, function: str) -> None:
        """Remove a built-in function of CLIPS."""
        _SHARED.RemoveUDF(self._pointer, ctypes.c_char_p(function.encode()))

    def load(self, text: str, name: str = "knowledge") -> list[ClipsMessage]:
        """Load a text construct by construct; the errors and warnings (CLIPS prints them to stderr too)."""
        found: list[ClipsMessage] = []

        def report(_env: int, _file: bytes, warning: bytes, error: bytes, line: int, _context: int) -> None:
            for printed, is_warning in ((warning, True), (error, False)):
                messages = clips_messages((printed or b"").decode())
                found.extend(ClipsMessage(line, message.text, is_warning) for message in messages)

        callback, encoded = _PARSER_CALLBACK(report), text.encode()
        with self.without_output():
            _SHARED.SetParserErrorCallback(self._pointer, callback, None)
            _SHARED.SetLoadInProgress(self._pointer, ctypes.c_bool(True))  # else CLIPS does not report the line
            _SHARED.SetParsingFileName(self._pointer, ctypes.c_char_p(name.encode()))
            _SHARED.LoadFromString(self._pointer, ctypes.c_char_p(encoded), ctypes.c_size_t(len(encoded)))
            _SHARED.FlushParsingMessages(self._pointer)
            _SHARED.SetLoadInProgress(self._pointer, ctypes.c_bool(False))
            _SHARED.SetParsingFileName(self._pointer, None)
            _SHARED.SetParserErrorCallback(self._pointer, None, None)
        return found

    def printed(self) -> str:
        """Take the text printed since the last call."""
        return self._output.printed.take()

    def errors(self) -> str:
        """Take the errors printed since the last call."""
        return self._output.errors.take()

    def changed(self) -> tuple[bool, bool]:
        """Whether facts and instances have changed since the last call."""
        facts = bool(_SHARED.GetFactListChanged(self._pointer) & 1)
        _SHARED.SetFactListChanged(self._pointer, ctypes.c_bool(False))
        instances = bool(lib.GetInstancesChanged(self.raw))
        lib.SetInstancesChanged(self.raw, False)
        return facts, instances

    def seed(self, number: int) -> None:
        """Seed `(random)`, in this and every other environment of the process."""
        _SHARED.genseed(ctypes.c_uint(number >> 33))

    def retain(self, value: Any) -> None:
        """Keep a value from being released by CLIPS."""
        _SHARED.Retain(self._pointer, _address(value))

    def release(self, value: Any) -> None:
        """Let CLIPS release a value that was retained."""
        _SHARED.Release(self._pointer, _address(value))

    @contextmanager
    def without_output(self) -> Iterator[None]:
        """Deactivate the routers: CLIPS then queries none of them at every character, which is faster."""
        for name in self._routers:
            lib.DeactivateRouter(self.raw, name)
        try:
            yield
        finally:
            for name in self._routers:
                lib.ActivateRouter(self.raw, name)

    def listen(self, event: Literal["fires", "asserted", "retracted"], listener: Callable[[int], None]) -> None:
        """Call a function with a pointer before a rule fires, after a fact is asserted, before one is retracted.

        CLIPS stops when the function raises; `failure` is the error then.
        """

        def listen(_env: int, pointer: int, _context: int) -> None:
            try:
                listener(pointer)
            except Exception as error:  # ctypes would only print it
                self.failure = self.failure or error
                self.stop(at_once=True)

        callback = _EVENT_CALLBACK(listen)
        self._callbacks.append(callback)  # kept alive: CLIPS calls it as long as the environment exists
        name, address = ctypes.c_char_p(b"ludoteca"), ctypes.cast(callback, ctypes.c_void_p)
        _EVENTS[event](self._pointer, name, address, ctypes.c_int(0), ctypes.c_void_p(None))

    def stop(self, at_once: bool = False) -> None:
        """Stop after the rule that is firing, or `at_once` within it; can be called from any thread."""
        _SHARED.SetHaltRules(self._pointer, ctypes.c_bool(True))
        if at_once:
            _SHARED.SetHaltExecution(self._pointer, ctypes.c_bool(True))

    def put_first(self, activation: Any) -> None:
        """Make an activation the first of the agenda; this may change saliences until it has fired."""
        activation = ffi.cast("Activation *", activation)
        first = lib.GetNextActivation(self.raw, ffi.NULL)
        if activation == first:
            return
        while first != ffi.NULL and lib.ActivationGetSalience(first) == _HIGHEST:
            lib.ActivationSetSalience(first, _HIGHEST - 1)
            first = lib.GetNextActivation(self.raw, first)
            self._salience_changed = True
        lib.ActivationSetSalience(activation, _HIGHEST)
        lib.ReorderAllAgendas(self.raw)

    def fire(self, most: int = 1) -> int:
        """Fire the first activation of the agenda, then others up to a breakpoint. Returns the number of firings."""
        fired = int(lib.Run(self.raw, 1 if self._salience_changed else most))
        if self._salience_changed:
            lib.RefreshAllAgendas(self.raw)
            self._salience_changed = False
        return fired

    def basis(self, activation: Any) -> list[Any]:
        """The facts and instances that an activation matched, as pointers (see `is_fact`)."""
        return [ffi.cast("void *", element) for element in structures.basis(address_of(activation))]

    def close(self) -> None:
        """Release everything, working memory first."""
        lib.Reset(self.raw)
        self.env.clear()


def _address(pointer: Any) -> ctypes.c_void_p:
    """A pointer of cffi, or an address, for ctypes."""
    return ctypes.c_void_p(address_of(pointer))


def is_fact(element: Any) -> bool:
    """Whether a pointer to an element of working memory points to a fact; otherwise it points to an instance."""
    return bool(ffi.cast("TypeHeader *", element).type == _FACT)


def clips_messages(printed: str) -> list[ClipsMessage]:
    """The errors and warnings in a printed text.

    >>> clips_messages("[EXPRNPSR3] my.clp, Line 12: Missing function declaration for 'f'.\\n\\nERROR:\\n(defrule a\\n")
    [ClipsMessage(line=12, text="[EXPRNPSR3] Missing function declaration for 'f'.", warning=False)]
    """
    found = []
    for code, warning, line, words in _MESSAGE.findall(printed):
        sentence = " ".join(words.partition("\nERROR:")[0].split())
        found.append(ClipsMessage(int(line or 0), f"[{code}] {sentence}", bool(warning)))
    return found


def failed_rule(printed: str) -> str | None:
    """The rule that CLIPS names in a printed error, if it names one."""
    found = _HALTED.search(printed)
    return None if found is None else found[1] or found[2]


class _Buffer:
    """Collects printed text, up to a limit."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._room = _CAPTURED

    def add(self, text: str) -> None:
        if self._room > 0:
            self._lines.append(text)
            self._room -= len(text)

    def take(self) -> str:
        if not self._lines:
            return ""
        text = "".join(self._lines)
        self._lines, self._room = [], _CAPTURED
        return text


class _CaptureRouter(clips.Router):
    """Captures everything CLIPS prints; errors apart, so that much output cannot crowd them out."""

    def __init__(self) -> None:
        super().__init__("ludoteca", 60)  # before clipspy's own, which would write to the terminal
        self.printed = _Buffer()
        self.errors = _Buffer()

    def query(self, name: str) -> bool:
        return name in _STREAMS

    def write(self, name: str, message: str) -> None:
        (self.errors if name == "stderr" else self.printed).add(message)

    def read(self, _name: str) -> int:
        return -1

    def unread(self, _name: str, _char: int) -> int:
        return -1

    def exit(self, _code: int) -> None:
        """Does nothing: the function `exit` is removed."""


def _release(fact: Any) -> None:
    """Release a fact: clipspy 1.0.6 tries to, but passes one argument too many and leaks it."""
    try:
        lib.ReleaseFact(fact._fact)
    except (AttributeError, TypeError):  # the interpreter is shutting down
        return


facts.Fact.__del__ = _release
