"""`ludoteca` as somebody types it: each command in a process of its own, forked from one with the layers below."""

from __future__ import annotations

import json
import os
import runpy
import sys
import tempfile
import traceback
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from tests.waiting import PATIENCE

_processes = get_context("forkserver")
_LIBRARIES = ("clips", "numpy", "pydantic", "rich.console", "rich.table", "typer._adapters")
_LAYERS = (
    "arena.tournament.tournament",
    "arena.questions",
    "arena.verify",
    "exam.plugin_check",
    "lab.web_server",
    "planners",
    "rules.kernel.numba_runtime",
    "rules.production.game",
)
# Nothing of `ludoteca.cli`, which reads the language when it is imported; the layers below read no variable before they
# are used.
_processes.set_forkserver_preload([*_LIBRARIES, *(f"ludoteca.{module}" for module in _LAYERS)])


def ludoteca(*words: str, typed: str = "", folder: Path | None = None, **environment: str) -> CompletedProcess[str]:
    """Run a command to its end: its exit code and what it wrote."""
    with tempfile.TemporaryDirectory() as streams:
        (Path(streams) / "0").write_text(typed)
        given = {**os.environ, "COLUMNS": "200", **environment}
        process = _processes.Process(target=_run, args=(words, streams, str(folder or Path.cwd()), given))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
        wrote = [(Path(streams) / str(number)).read_text() for number in (1, 2)]
        assert process.exitcode is not None
        return CompletedProcess(words, process.exitcode, *wrote)


class Running:
    """A command that goes on until it is killed, and what it writes."""

    def __init__(self, *words: str, **environment: str) -> None:
        """`environment` is all that it has."""
        reading, written = _processes.Pipe(duplex=False)
        self._process = _processes.Process(target=_run_on, args=(words, written, environment), daemon=True)
        self._process.start()
        written.close()
        self._output = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    def line(self) -> str:
        """The next line that it writes."""
        line = self._output.readline()
        assert line, "it has ended"
        return line

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._output.close()


def data(*words: str, code: int = 0) -> Any:
    """What a command answers with `--json`."""
    done = ludoteca(*words, "--json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def _run(words: tuple[str, ...], streams: str, folder: str, environment: Mapping[str, str]) -> None:
    for number, flags in enumerate((os.O_RDONLY, os.O_CREAT | os.O_WRONLY, os.O_CREAT | os.O_WRONLY)):
        os.dup2(os.open(f"{streams}/{number}", flags), number)
    os.chdir(folder)
    _become(words, environment)


def _run_on(words: tuple[str, ...], output: Connection, environment: Mapping[str, str]) -> None:
    os.dup2(output.fileno(), 1)
    output.close()
    _become(words, environment)


def _become(words: tuple[str, ...], environment: Mapping[str, str]) -> None:
    """Run a command in this process, which reads and writes by the first three descriptors."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["ludoteca", *words]
    code = 0
    try:
        runpy.run_module("ludoteca", run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    sys.exit(code)
