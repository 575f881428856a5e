"""The steps of the launcher: limits, Landlock, privileges, system-call filter, program."""

import ctypes
import os
import sys

from . import landlock, privileges, seccomp
from .libc import LIBC, Failed, call, map_memory

try:
    import resource
except ImportError:  # on Windows, where nothing is launched this way
    resource = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_LINUX = sys.platform == "linux"
_PR_SET_PDEATHSIG = 1
_SIGKILL, _SIGUSR1, _SIG_IGN = 9, 10 if _LINUX else 30, 1
_LIMITS = {"memory": "RLIMIT_AS", "data": "RLIMIT_DATA", "open_files": "RLIMIT_NOFILE", "file_size": "RLIMIT_FSIZE"}
_LOWEST, _HIGHEST, _BLOCK = 1 << 32, 1 << 38, 1 << 16  # addresses that every machine has; a multiple of a page
_ATTEMPTS = 100


def main() -> None:
    """Limit, shut in, become the program; the settings are words such as ``memory=1000`` before ``--``.

    With ``module=NAME`` the program would only run that module of Python: it is run here, and nothing is executed.
    """
    end = sys.argv.index("--")
    program, settings = sys.argv[end + 1 :], dict[str, list[str]]()
    for word in sys.argv[1:end]:
        name, _, value = word.partition("=")
        settings.setdefault(name, []).append(value)
    try:
        _shut_in(settings, program)
        if "module" not in settings:
            _execute(program, settings)
    except OSError as error:
        sys.exit(f"{program[0]}: {error.strerror}")
    _run_module(settings["module"][0])


def _shut_in(settings: dict[str, list[str]], program: list[str]) -> None:
    LIBC.signal(_SIGUSR1, ctypes.c_void_p(_SIG_IGN))  # until the program is ready for it
    set_limits({name: int(settings[name][0]) for name in _LIMITS if name in settings})
    walls = settings.get("wall", [])
    readable = [path for path in settings.get("read", []) if os.path.exists(path)]
    if "privileges" in walls:
        privileges.forbid_new()
    if "landlock" in walls:
        landlock.restrict([*readable, "/proc/self/statm"], settings.get("list", []))
    if "privileges" in walls:
        privileges.give_up(program[0], readable)
    for folder in settings.get("folder", []):
        os.chdir(folder)
    end_with_parent()  # not before: giving up privileges clears it
    if "filter" in walls and "module" in settings:
        seccomp.filter_calls(None)


def set_limits(limits: "Mapping[str, int | None]") -> None:
    """Set the limits that the operating system holds."""
    _limit(resource.RLIMIT_CORE, 0)
    for name, value in limits.items():
        if value is not None:
            _limit(getattr(resource, _LIMITS[name]), value)


def end_with_parent() -> None:
    """Let the kernel kill this process when the thread that started it ends."""
    if _LINUX:
        call("prctl", _PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)


def _limit(what: int, value: int) -> None:
    _, hard = resource.getrlimit(what)
    ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
    try:
        resource.setrlimit(what, (ceiling, ceiling))
    except (OSError, ValueError):  # macOS has some of these limits in name only
        if _LINUX:
            raise


def _run_module(name: str) -> None:
    """Run a module as ``python -m`` does, with the packages that this interpreter was started without."""
    import runpy  # a program that is executed does not wait for them
    import site

    del sys.path[0]  # the folder of the launcher
    for own in [each for each in sys.modules if each.partition(".")[0] == "launch"]:
        del sys.modules[own]
    site.main()
    sys.argv = [name]
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def _execute(program: list[str], settings: dict[str, list[str]]) -> None:
    """Become the program, where there is a system-call filter under one that allows this very execve and no other."""
    if "filter" not in settings.get("wall", []):
        os.execv(program[0], program)
    arguments = _pointers([os.fsencode(word) for word in program])
    environment = _pointers([name + b"=" + value for name, value in os.environb.items()])
    path = os.fsencode(program[0]) + b"\0"
    execute = _at_random(path), _at_random(bytes(arguments)), _at_random(bytes(environment))
    seccomp.filter_calls(execute, "runtime" in settings)
    call("execve", *execute)


def _pointers(texts: list[bytes]) -> "ctypes.Array[ctypes.c_char_p]":
    """The texts as C has them: an array that ends with a null pointer."""
    return (ctypes.c_char_p * (len(texts) + 1))(*texts, None)


def _at_random(data: bytes) -> int:
    """The address of a copy of the data, drawn at random from 2^34 and more; only this process knows it."""
    for _ in range(_ATTEMPTS):
        random = int.from_bytes(os.urandom(16), "little")
        start = _LOWEST + random % (_HIGHEST - _LOWEST) // _BLOCK * _BLOCK
        offset = (random >> 64) % (_BLOCK // 8) * 8
        try:
            address = map_memory(start, offset + len(data)) + offset
        except Failed:
            continue
        ctypes.memmove(address, data, len(data))
        return address
    raise MemoryError
