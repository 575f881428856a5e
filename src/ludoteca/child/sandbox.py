"""The sandbox of a confined child process: bubblewrap, or a system-call filter, or limits only."""

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

_PACKAGE = Path(__file__).resolve().parent.parent
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")


class Isolation(StrEnum):
    """How far a confined child is shut in; the value names a message."""

    BUBBLEWRAP = "bubblewrap"
    FILTER = "filter"
    LIMITS = "limits"

    @property
    def key(self) -> str:
        return f"child.isolation.{self.value}"


@cache
def isolation() -> Isolation:
    """The level that is active here: bubblewrap is tried once, not just looked for."""
    if shutil.which("bwrap"):
        probe = [*_bubblewrap(()), "true"]
        if subprocess.run(probe, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0:
            return Isolation.BUBBLEWRAP
    return Isolation.FILTER if launch.can_filter() else Isolation.LIMITS


def wrapped(program: Sequence[str], readable: Sequence[Path]) -> list[str]:
    """A program's command line inside the isolation there is; `readable` are files it may see besides the system's."""
    if isolation() is Isolation.BUBBLEWRAP:
        return [*_bubblewrap(readable), *program]
    return list(program)


def bare_environment() -> dict[str, str]:
    """What a confined child gets to know of the user's environment: next to nothing."""
    return {"PATH": os.defpath, "HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}


def _bubblewrap(readable: Sequence[Path]) -> list[str]:
    own = (sys.prefix, sys.base_prefix, str(_PACKAGE), *(str(path.resolve()) for path in readable))
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]
    for path in dict.fromkeys((*_SYSTEM, *own)):
        command += ["--ro-bind-try", path, path]
    return [*command, "--"]
