"""What differs between operating systems: locks, signals, limits, memory. No other module asks which one this is.

Everything is there on Linux. Where a system lacks something, a function does the next best thing, and its docstring
says what that is. The launcher of child processes (`child.launch`) runs by itself, and is the other half of this.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from io import IOBase
from pathlib import Path
from typing import Any


def _module(name: str) -> Any:
    """A module of the standard library that only some systems have; None without it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


LINUX = sys.platform == "linux"
WINDOWS = sys.platform == "win32"
_fcntl, _resource, _msvcrt = _module("fcntl"), _module("resource"), _module("msvcrt")

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment in which NumPy computes with one thread; it is read when NumPy is imported."""

_LOCKED_BYTE = 1 << 30  # Windows locks bytes, not files: one behind every content, which others can read meanwhile
_BETWEEN_TRIES = 0.1  # seconds between two tries to lock a file
_SMALLEST_MEMORY = 4 << 30  # bytes: taken for the machine's memory where the system does not say
_SIOCGIFADDR = 0x8915  # Linux's request for the address of an interface
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows, SIGTERM ends a process at once
_INTERRUPT = getattr(signal, "SIGUSR1", None)
_NEEDED_BY_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP", "PATHEXT")


# Files


def lock_file(file: IOBase) -> None:
    """Lock an open file for this process, until it is closed or the process ends.

    Raises `BlockingIOError` while another process has it, and `OSError` where the file system has no locks. A system
    without either kind of lock locks nothing.
    """
    if _fcntl is not None:
        _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    elif _msvcrt is not None:
        file.seek(_LOCKED_BYTE)
        try:
            _msvcrt.locking(file.fileno(), _msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from None
        finally:
            file.seek(0)


def wait_for_lock(file: IOBase, keep_waiting: Callable[[], bool]) -> bool:
    """Lock an open file as soon as no other process has it; whether that was done.

    `keep_waiting` is called after each try; False ends the waiting. Where there are no locks, nothing is waited for.
    """
    while True:
        try:
            lock_file(file)
        except BlockingIOError:
            if not keep_waiting():
                return False
            time.sleep(_BETWEEN_TRIES)
        except OSError:
            return False
        else:
            return True


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; Windows cannot be asked to."""
    if WINDOWS:
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# Memory, limits and rights


def memory_of_machine() -> int:
    """Bytes of memory that this machine has; 4 GiB where the system does not say."""
    if not hasattr(os, "sysconf"):
        return _SMALLEST_MEMORY
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def memory_held() -> int:
    """Bytes of memory that this process holds, or the most it ever held; 0 where the system says neither."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    if _resource is None:
        return 0
    most: int = _resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss
    return most << 10 if LINUX else most


def raise_open_files(needed: int) -> int:
    """Raise this process's limit of open files, as far as it may; the files it can open now, at most `needed`."""
    if _resource is None:
        return needed
    soft, hard = _resource.getrlimit(_resource.RLIMIT_NOFILE)
    if soft == _resource.RLIM_INFINITY or soft >= needed:
        return needed
    soft = needed if hard == _resource.RLIM_INFINITY else min(needed, hard)
    _resource.setrlimit(_resource.RLIMIT_NOFILE, (soft, hard))
    return int(soft)


def seal_files(pid: int) -> None:
    """Let a process, and those that it started, open no more files than they have open; only Linux can."""
    if not LINUX or _resource is None:
        return
    for each in process_tree(pid):
        with contextlib.suppress(OSError):
            fullest = max((int(name) for name in os.listdir(f"/proc/{each}/fd")), default=2)
            _resource.prlimit(each, _resource.RLIMIT_NOFILE, (fullest + 1, fullest + 1))


def is_root() -> bool:
    """Whether this process may do everything on Linux."""
    return LINUX and os.geteuid() == 0


# Processes


def process_tree(pid: int) -> list[int]:
    """A process and all that it started, which only Linux tells; elsewhere the process alone."""
    found = [pid]
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            for child in Path(f"/proc/{pid}/task/{thread}/children").read_text(encoding="ascii").split():
                found += process_tree(int(child))
    return found


def stop_tree(pid: int) -> None:
    """Stop a process and all that it started until `continue_tree`."""
    _signal_tree(pid, signal.SIGSTOP)


def continue_tree(pid: int) -> None:
    _signal_tree(pid, signal.SIGCONT)


def _signal_tree(pid: int, number: int) -> None:
    for each in process_tree(pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, number)


def kill_tree(pid: int) -> None:
    """End a process, all that it started and the group that it leads.

    One that was stopped before it could ask the kernel to end with its parent would stay for ever otherwise.
    """
    if WINDOWS:
        with contextlib.suppress(OSError):
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], capture_output=True, check=False)
        return
    started = process_tree(pid)[1:]
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, _KILL)
    for each in started:
        kill(each)


def kill(pid: int) -> None:
    """End a process at once, if it runs."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, _KILL)


def interrupt(pid: int) -> None:
    """Call what a process gave to `on_interrupt`; on Windows nothing happens, and it goes on."""
    if _INTERRUPT is not None and not WINDOWS:
        os.kill(pid, _INTERRUPT)


def on_interrupt(action: Callable[[], None]) -> None:
    """Let `interrupt` call a function of this process."""
    if _INTERRUPT is not None and not WINDOWS:
        signal.signal(_INTERRUPT, lambda *_: action())


def lower_priority(pid: int, niceness: int) -> None:
    """Let other processes of the machine go before one; Windows treats them alike."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, pid, niceness)


def own_group(descriptors: tuple[int, ...]) -> dict[str, Any]:
    """The settings of `subprocess.Popen` for a process that leads a group and inherits descriptors."""
    return {} if WINDOWS else {"start_new_session": True, "pass_fds": descriptors}


def first_folder(wanted: Path | None, otherwise: str | None) -> str | None:
    """The folder to start a process in: elsewhere than on Windows, the launcher goes to the wanted one by itself."""
    return str(wanted) if WINDOWS and wanted is not None else otherwise


def needed_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables without which Python does not start, or writes another encoding than UTF-8; none but on Windows."""
    if not WINDOWS:
        return {}
    return {"PYTHONUTF8": "1", **{name: environment[name] for name in _NEEDED_BY_WINDOWS if name in environment}}


# Network


def interface_addresses() -> Iterator[str]:
    """The IPv4 addresses of the network interfaces; none where this is not Linux."""
    if not LINUX or _fcntl is None:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # the interface has no such address
                data = _fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(data[20:24])
