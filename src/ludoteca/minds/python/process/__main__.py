"""The service of a mind in Python, run in a child process (see `child.server`).

``load`` runs the file once; ``choose`` calls its function `choose` with a position. The modules beside the file are
texts that come with it; lines are those of all texts one after the other.
"""

from __future__ import annotations

import builtins
import ctypes
import importlib
import random as chance
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from ludoteca.child.errors import ServiceError
from ludoteca.child.server import serve
from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, Game, illegal
from ludoteca.games import load_game
from ludoteca.minds.python.view import Position
from ludoteca.minds.shared.own_words import Answer, fact_of

_LONGEST = 200  # characters of an error's text
_MODULE = "mind"


class _Late(BaseException):
    """The time for a move is up: raised in the program, wherever it is."""


class ModulesBeside:
    """Finds and loads the modules beside a program, from their texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {name.rpartition(".")[0]: (name, text) for name, text in texts.items()}

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The specification of a module by its name; None for another one."""
        file = self._texts.get(fullname)
        return None if file is None else ModuleSpec(fullname, self, origin=file[0])  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make it."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the text of a module."""
        name, text = self._texts[module.__name__]
        exec(compile(text, name, "exec"), module.__dict__)

    def forget(self) -> None:
        """Remove the modules that were imported."""
        for name in self._texts:
            if getattr(sys.modules.get(name), "__loader__", None) is self:
                del sys.modules[name]


class Program:
    """A program, the rules of the game it plays, and its seat."""

    def __init__(self) -> None:
        self._name = ""
        self._variables: dict[str, Any] = {}
        self._game: Game | None = None
        self._seat = 0
        self._lines_before: dict[str, int] = {}  # by file
        self._beside = ModulesBeside({})

    def describe_error(self, error: Exception) -> dict[str, Any] | None:
        """An error of the program, with its line in the file."""
        if isinstance(error, ServiceError):
            return None
        if isinstance(error, MemoryError):
            return {"kind": "memory", "line": self._line(error)}
        return {"kind": "raised", "line": self._line(error), "text": _text(error)}

    def load(
        self,
        name: str,
        text: str,
        modules: Sequence[tuple[str, str, int]],
        game: str,
        options: Mapping[str, Any],
        seat: int,
    ) -> dict[str, Any]:
        """Run the file and look for `choose`; what is wrong with it.

        The modules beside it have a name, a text, and a number of lines before them.
        """
        self._name, self._game, self._seat = name, load_game(game, options), seat
        self._import_from(modules)
        self._variables = {"__name__": _MODULE, "__file__": name, "__builtins__": builtins}
        try:
            code = compile(text, name, "exec")
        except (SyntaxError, ValueError) as error:
            line = error.lineno or 0 if isinstance(error, SyntaxError) else 0
            return _diagnostics("syntax", line, text=error.msg if isinstance(error, SyntaxError) else str(error))
        try:
            self._run(code)
        except BaseException as error:  # `sys.exit()` too is no way to end here
            return _diagnostics("raised", self._line(error), text=_text(error))
        if not callable(self._variables.get("choose")):
            return _diagnostics("no_choose", 0)
        self._open_files()
        return {"diagnostics": []}

    def choose(self, position: str, random: int, seconds: float) -> Answer:
        """What the program chooses in a position."""
        assert self._game is not None
        self._seed(random)
        seen = Position(self._game.load(position), self._seat, Clock(seconds))
        with _time_limit(seconds):
            try:
                answer = self._variables["choose"](seen)
            except _Late as late:
                raise ServiceError("slow", line=self._line(late)) from None
            except Exception:
                raise
            except BaseException as error:
                raise ServiceError("raised", line=self._line(error), text=_text(error)) from None
        return self._read(answer)

    def _import_from(self, modules: Sequence[tuple[str, str, int]]) -> None:
        """Make the modules beside the file importable, and forget those of the last."""
        if self._beside in sys.meta_path:
            sys.meta_path.remove(self._beside)
        self._beside.forget()
        self._beside = ModulesBeside({file: text for file, text, _ in modules})
        self._lines_before = {self._name: 0, **{file: before for file, _, before in modules}}
        sys.meta_path.insert(0, self._beside)

    def _open_files(self) -> None:
        """Read every file that a move may need: afterwards the process opens no more."""
        assert self._game is not None
        start = Position(self._game.start(0), self._seat, Clock())
        start.facts(), start.effects(start.moves[0]), start.after(start.moves[0])
        str(illegal(self._game.start(0), ""))
        if "numpy" in sys.modules:
            importlib.import_module("numpy.random")

    def _run(self, code: CodeType) -> None:
        exec(code, self._variables)

    def _seed(self, random: int) -> None:
        """Chance that can be repeated: from the seed of the game, for every move anew."""
        chance.seed(random)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(random % (1 << 32))

    def _read(self, answer: object) -> Answer:
        """What `choose` returned: a move, or a tuple of a move, words, and facts."""
        move, words, facts = (*answer, "", ())[:3] if isinstance(answer, tuple) and answer else (answer, "", ())
        line = self._line_of_choose()
        if not isinstance(move, str) or not isinstance(words, str):
            raise ServiceError("wrong_answer", line=line, text=repr(answer)[:_LONGEST])
        try:
            evidence = tuple(_fact(fact) for fact in facts)
        except (TypeError, ValueError):
            raise ServiceError("wrong_facts", line=line, text=repr(facts)[:_LONGEST]) from None
        return Answer(move, words, evidence, line)

    def _line_of_choose(self) -> int:
        code = getattr(self._variables["choose"], "__code__", None)
        return 0 if code is None else self._linked_line(code.co_filename, code.co_firstlineno)

    def _line(self, error: BaseException) -> int:
        """The innermost line of the program on the way to an error; 0 if there is none."""
        if isinstance(error, SyntaxError) and error.filename in self._lines_before:
            return self._linked_line(error.filename, error.lineno)
        frames = traceback.extract_tb(error.__traceback__)
        known = (frame for frame in reversed(frames) if frame.filename in self._lines_before)
        return next((self._linked_line(frame.filename, frame.lineno) for frame in known), 0)

    def _linked_line(self, file: str, line: int | None) -> int:
        """The line of a file as a line of all texts; 0 for another file."""
        return self._lines_before[file] + line if line and file in self._lines_before else 0


def _diagnostics(kind: str, line: int, **args: str) -> dict[str, Any]:
    return {"diagnostics": [{"kind": kind, "line": line, "args": args}]}


def _text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:_LONGEST] if str(error) else type(error).__name__


def _fact(given: object) -> Fact:
    """A fact as a program names it: one of `facts()`, or a tuple such as ("pit", "south", 3, 4)."""
    if isinstance(given, Fact):
        return given
    if not isinstance(given, tuple):
        raise TypeError(given)
    return fact_of(*given)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_Late` in this thread after so many seconds. A program that catches it is ended from outside."""
    thread = ctypes.c_ulong(threading.get_ident())
    timer = threading.Timer(
        seconds, lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_Late))
    )
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


if __name__ == "__main__":
    serve(Program())
