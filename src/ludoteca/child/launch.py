"""Runs inside the child, before its program: puts the limits on, then becomes the program.

Called as ``python -I -S launch.py LIMITS PROGRAM …`` with the limits as JSON. It imports nothing of
ours, since it must start fast and run where only the standard library is to be seen.
"""

import ctypes
import json
import os
import platform
import resource
import signal
import struct
import sys

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
CLONE_THREAD = 0x10000
# By machine: the kernel's name for it, clone and clone3, and the calls refused outright: fork, vfork, socket,
# ptrace, process_vm_readv and _writev, kill, io_uring_setup, unshare, setns.
_MACHINES = {
    "x86_64": (0xC000003E, 56, 435, (57, 58, 41, 101, 310, 311, 62, 425, 272, 308)),
    "aarch64": (0xC00000B7, 220, 435, (198, 117, 270, 271, 129, 425, 97, 268)),
}
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS = 1, 38


def can_filter() -> bool:
    """Whether system calls can be refused on this machine."""
    return sys.platform == "linux" and platform.machine() in _MACHINES


def call_filter(machine: str) -> bytes:
    """A seccomp program: threads yes; processes, sockets and other people's processes no."""
    name, clone, clone3, refused = _MACHINES[machine]
    allow, kill = (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _KILL)
    refuse, absent = (_RETURN, 0, 0, _REFUSE | _EPERM), (_RETURN, 0, 0, _REFUSE | _ENOSYS)
    program = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, name), kill, (_LOAD, 0, 0, 0)]
    program += [(_AT_LEAST, 0, 1, 0x40000000), kill]  # the second set of call numbers x86-64 has
    for number in refused:
        program += [(_EQUAL, 0, 1, number), refuse]
    # clone3 keeps its flags in memory, where a filter cannot look: without it, libc falls back on clone.
    program += [(_EQUAL, 0, 1, clone3), absent, (_EQUAL, 0, 3, clone)]
    program += [(_LOAD, 0, 0, 16), (_ANY_BIT, 1, 0, CLONE_THREAD), refuse, allow]
    return b"".join(struct.pack("HBBI", *step) for step in program)


def _confine() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    steps = call_filter(platform.machine())
    buffer = ctypes.create_string_buffer(steps, len(steps))
    program = struct.pack("HxxxxxxP", len(steps) // 8, ctypes.addressof(buffer))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, 2, program, 0, 0):
        sys.exit(f"system calls cannot be filtered: {os.strerror(ctypes.get_errno())}")


def _limit(what: int, value: int | None) -> None:
    if value is not None:
        _, hard = resource.getrlimit(what)
        ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(what, (ceiling, ceiling))


def main() -> None:
    """Limit, confine, become the program."""
    limits, program = json.loads(sys.argv[1]), sys.argv[2:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # until the program is ready to hear it
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, limits["open_files"])
    _limit(resource.RLIMIT_FSIZE, limits["file_size"])
    if limits["confined"] and can_filter():
        _confine()
    _limit(resource.RLIMIT_AS, limits["memory"])
    try:
        os.execvp(program[0], program)
    except OSError as error:
        sys.exit(f"{program[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
