"""The sandbox of a confined child process, and how strong it is on this machine.

`docs/security.md` says what each level promises. ``LUDOTECA_ISOLATION`` can name a lower level than the machine has.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

from ludoteca.child import launch
from ludoteca.child.launch import landlock, seccomp
from ludoteca.child.limits import Limits
from ludoteca.core.errors import no_such
from ludoteca.core.operating_system import LINUX, WINDOWS, is_root, needed_variables

HIGHEST = "LUDOTECA_ISOLATION"
_PACKAGE = Path(__file__).resolve().parent.parent
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
_PYTHON = (sys.prefix, sys.base_prefix)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


class Isolation(StrEnum):
    """How far a confined child is shut in, the strongest level first; the value names a message."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    FILTER = "filter"
    LIMITS = "limits"
    NONE = "none"

    @property
    def key(self) -> str:
        return f"child.isolation.{self.value}"

    @property
    def walls(self) -> tuple[str, ...]:
        """What the launcher sets up at this level on this machine."""
        if self is Isolation.LIMITS:
            return ("privileges",) if LINUX else ()
        landlocked = self is not Isolation.FILTER and landlock.abi() > 0
        filtered = seccomp.can_filter()
        return "privileges", *(("landlock",) if landlocked else ()), *(("filter",) if filtered else ())


def isolation() -> Isolation:
    """The level in force: the strongest that this machine has, or a lower one that the environment names."""
    highest, levels = os.environ.get(HIGHEST) or strongest(), levels_of_system()
    if highest not in levels:
        raise no_such("value", highest, levels, prefix=f"{HIGHEST}=")
    return max(strongest(), Isolation(highest), key=levels.index)


def levels_of_system() -> list[Isolation]:
    """The levels that can be in force on this operating system, the strongest first."""
    return [level for level in Isolation if (level is Isolation.NONE) == WINDOWS]


@cache
def strongest() -> Isolation:
    """The strongest level on this machine: bubblewrap is tried once, not just looked for."""
    if WINDOWS:
        return Isolation.NONE
    if LINUX and shutil.which("bwrap"):
        # By its path: the folders of the caller's PATH may not be in the sandbox.
        probe = [*_bubblewrap([*_SYSTEM, *_PYTHON]), "/bin/sh", "-c", ":"]
        if subprocess.run(probe, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0:
            return Isolation.BUBBLEWRAP
    if not LINUX or not seccomp.can_filter():
        return Isolation.LIMITS
    return Isolation.LANDLOCK if landlock.abi() > 0 else Isolation.FILTER


def is_root_without_bubblewrap() -> bool:
    """Whether this process is root, and its confined children are not in a file system of their own."""
    return is_root() and isolation() is not Isolation.BUBBLEWRAP


def command_line(
    program: Sequence[str],
    limits: Limits,
    readable: Sequence[Path],
    folder: Path | None = None,
    module: str | None = None,
) -> list[str]:
    """The command line that runs a program within limits, in a folder.

    `readable` are files and folders that it may read besides the system's. If a confined program only runs a `module`
    of ours, the launcher does so itself. On Windows, where no process can become another program, it is the program
    itself, and nothing is limited.
    """
    if WINDOWS:
        return list(program)
    settings = [f"{name}={value}" for name, value in limits.of_system.items() if value is not None]
    settings += [] if folder is None else [f"folder={folder.resolve()}"]
    goes_on = limits.confined and module is not None
    settings += [f"module={module}"] if goes_on else []
    wrapper = list[str]()
    if limits.confined:
        level, own = isolation(), [str(_PACKAGE), *(str(path.resolve()) for path in readable)]
        is_python = any(Path(program[0]).is_relative_to(folder) for folder in _PYTHON)
        settings += [f"wall={wall}" for wall in level.walls]
        settings += [f"read={path}" for path in (*_SYSTEM, *_DEVICES, *own, *(_PYTHON if is_python else ()))]
        settings += [f"list={_PACKAGE.parent}", *(["runtime=yes"] if limits.runtime else [])]
        if level is Isolation.BUBBLEWRAP:
            wrapper = _bubblewrap([*_SYSTEM, *_PYTHON, *own])
    launcher = str(Path(launch.__file__).parent.parent)
    flags = "-P" if goes_on else "-I", "-s", "-S", "-B"  # the variables of the environment are for a module of ours
    return [*wrapper, sys.executable, *flags, "-c", launch.CODE, launcher, *settings, "--", *program]


def bare_environment() -> dict[str, str]:
    """What a confined child gets to know of the user's environment: next to nothing."""
    return {
        "PATH": os.defpath,
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        **needed_variables(os.environ),
    }


def _bubblewrap(readable: Sequence[str]) -> list[str]:
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]
    for path in dict.fromkeys(readable):
        command += ["--ro-bind-try", path, path]
    return [*command, "--"]
