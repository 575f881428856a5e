"""`doctor`: what this machine has for the lab, what is missing, and how to get it."""

from __future__ import annotations

import platform
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.markup import escape

from ludoteca.child.sandbox import Isolation, isolation
from ludoteca.cli.output import console, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import phrase, say
from ludoteca.core.operating_system import LINUX
from ludoteca.lab.web_server import listener
from ludoteca.minds.schools import all_schools
from ludoteca.planners import load_planner, planner_names
from ludoteca.rules.kernel.bind import cache_folder
from ludoteca.storage.folders import default_data

_MARKS = {"good": "[green]✓[/green]", "missing": "[yellow]–[/yellow]", "broken": "[red]✗[/red]"}


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of the installation: `good`, `missing` (the rest works without it), or `broken`."""

    part: str
    state: str
    says: str


def doctor(port: int, folder: Path | None, as_json: bool) -> int:
    """Print the state of every part; returns the exit code, 1 if something is broken."""
    found = list(findings(port, folder or default_data()))
    if as_json:
        print_json([asdict(finding) for finding in found])
    else:
        for finding in found:
            _show(finding)
    return int(any(finding.state == "broken" for finding in found))


def first_start() -> None:
    """Print in one screen which engines are there, and how to get the others; nothing when all are there."""
    found = list(engines())
    if all(finding.state == "good" for finding in found):
        return
    console.print(escape(tell("doctor.first_start")), soft_wrap=True)
    for finding in found:
        if finding.state != "good":
            _show(finding)
    ready = ", ".join(finding.part for finding in found if finding.state == "good")
    console.print(f"{_MARKS['good']} {escape(ready)}", soft_wrap=True)
    console.print(escape(tell("doctor.again")), soft_wrap=True)


def _show(finding: Finding) -> None:
    console.print(
        f"{_MARKS[finding.state]} [bold]{escape(finding.part)}[/bold]: {escape(finding.says)}", soft_wrap=True
    )


def findings(port: int, data: Path) -> Iterator[Finding]:
    """The state of every part that the lab uses."""
    yield Finding("Python", "good", platform.python_version())
    yield from engines()
    yield _folder("cache", cache_folder("kernels"))
    yield _folder("data", data)
    yield _port(port)


def engines() -> Iterator[Finding]:
    """The state of what programs of others are needed for: minds, planners, isolation."""
    for name, school in all_schools().items():
        missing = school.missing()
        says = tell("doctor.ready") if missing is None else say(missing, LANGUAGE)
        yield Finding(tell("doctor.mind", name=name), "good" if missing is None else "missing", says)
    for name in planner_names():
        missing = load_planner(name).missing()
        says = tell("doctor.ready") if missing is None else say(missing, LANGUAGE)
        yield Finding(tell("doctor.planner", name=name), "good" if missing is None else "missing", says)
    yield _isolation()


def _isolation() -> Finding:
    """The level of isolation in force, and how to get the strongest one where the system has it."""
    level = isolation()
    says = phrase(level.key, LANGUAGE)
    if level is Isolation.BUBBLEWRAP:
        return Finding(tell("doctor.isolation"), "good", says)
    if LINUX:
        found = shutil.which("bwrap") is not None
        says += f". {tell('doctor.no_namespaces' if found else 'doctor.no_bubblewrap')}"
    return Finding(tell("doctor.isolation"), "missing", says)


def _folder(part: str, folder: Path) -> Finding:
    """Whether files can be written to a folder, or to the nearest one above it that exists."""
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            free = shutil.disk_usage(there).free
    except OSError as error:
        says = tell("doctor.not_writable", folder=str(folder), why=error.strerror or str(error))
        return Finding(tell(f"doctor.{part}"), "broken", says)
    return Finding(tell(f"doctor.{part}"), "good", tell("doctor.writable", folder=str(folder), room=free / 2**30))


def _port(port: int) -> Finding:
    try:
        with closing(listener("127.0.0.1", port)):
            return Finding(tell("doctor.port"), "good", tell("doctor.port_free", port=port))
    except BadInput as error:
        return Finding(tell("doctor.port"), "missing", say(error.message, LANGUAGE))
