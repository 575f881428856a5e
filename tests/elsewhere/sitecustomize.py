"""Lets this Linux pass for another operating system: Python imports this when it starts, in child processes too.

`PRETENDED_SYSTEM` names the system as `sys.platform` does. What it lacks is taken away before the first module of ours
is imported. The standard library and the libraries keep theirs: on the other system they have other ones. Only the
modules that ask for the system (`ASKING`) see its name, and the standard library's modules that it lacks as missing.
"""

from __future__ import annotations

import fcntl
import importlib.abc
import importlib.machinery
import os
import select
import signal
import socket  # noqa: F401
import subprocess  # noqa: F401
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

SYSTEM = os.environ.get("PRETENDED_SYSTEM", "")
ASKING = ("ludoteca.core.operating_system", "ludoteca.child.launch")
_LINUX_ONLY = ("memfd_create", "sched_getaffinity", "sched_setaffinity", "sched_yield", "pidfd_open", "O_PATH")
_POSIX_ONLY = (
    *("fork", "forkpty", "setsid", "killpg", "getpgid", "register_at_fork", "waitid", "setpriority", "getpriority"),
    *("geteuid", "setresuid", "setgroups", "sysconf", "statvfs", "pread", "pwrite", "set_blocking", "execve"),
)
_MODULES = ("fcntl", "resource", "termios", "pwd", "grp", "pty", "tty", "seccomp", "prctl")
_SIGNALS = ("SIGKILL", "SIGUSR1", "SIGSTOP", "SIGCONT", "SIGALRM")


def _lock_of_windows() -> ModuleType:
    """`msvcrt.locking`, made of what Linux has: it locks bytes from the place where the file stands."""

    def locking(file: int, mode: int, bytes_: int) -> None:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, bytes_, os.lseek(file, 0, os.SEEK_CUR))
        except BlockingIOError as error:
            raise PermissionError(13, error.strerror) from None

    module = ModuleType("msvcrt")
    module.__dict__.update(LK_NBLCK=2, locking=locking)
    return module


@contextmanager
def _elsewhere() -> Iterator[None]:
    """The name of the other system, and the modules and signals that it has."""
    if sys.platform == SYSTEM:  # within the import of another module
        yield
        return
    windows = SYSTEM == "win32"
    replaced = dict.fromkeys(_MODULES) | {"msvcrt": _lock_of_windows()} if windows else {}
    before, platform = {name: sys.modules.get(name) for name in replaced}, sys.platform
    signals = {name: getattr(signal, name) for name in _SIGNALS} if windows else {}
    for name in signals:
        delattr(signal, name)
    sys.platform = SYSTEM
    sys.modules.update(replaced)  # type: ignore[arg-type]
    try:
        yield
    finally:
        sys.platform = platform
        for name, value in signals.items():
            setattr(signal, name, value)
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


class _Loader(importlib.abc.Loader):
    def __init__(self, loader: importlib.abc.Loader) -> None:
        self._loader = loader

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        with _elsewhere():
            self._loader.exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name == "ludoteca":
            _take_away()
        if not name.startswith(ASKING):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


def _take_away() -> None:
    for name in (*_LINUX_ONLY, *(_POSIX_ONLY if SYSTEM == "win32" else ())):
        if hasattr(os, name):
            delattr(os, name)
    if SYSTEM == "win32" and hasattr(select, "poll"):
        del select.poll


if SYSTEM:
    sys.meta_path.insert(0, _Finder())
