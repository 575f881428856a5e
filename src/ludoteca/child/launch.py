"""The launcher inside a child process: sets the limits and the seccomp filter, then executes the program.

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
from typing import NamedTuple

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
CLONE_THREAD = 0x10000
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Machine(NamedTuple):
    """The numbers of a processor's system calls."""

    name: int  # what the kernel calls the processor
    clone: int  # allowed for threads
    tgkill: int  # allowed to oneself
    open: int | None  # allowed for reading: the flags are its second argument …
    openat: int  # … or the third
    absent: tuple[int, ...]  # clone3, openat2: their flags lie in memory, where a filter cannot look
    refused: tuple[int, ...]


_MACHINES = {
    "x86_64": Machine(
        0xC000003E, 56, 234, 2, 257, (435, 437),
        # fork vfork socket ptrace process_vm_readv process_vm_writev kill tkill rt_sigqueueinfo rt_tgsigqueueinfo
        # pidfd_open pidfd_send_signal pidfd_getfd io_uring_setup unshare setns shmget
        (57, 58, 41, 101, 310, 311, 62, 200, 129, 297, 434, 424, 438, 425, 272, 308, 29,
         # creat truncate rename mkdir rmdir link unlink symlink chmod chown lchown mkdirat mknodat fchownat unlinkat
         # renameat linkat symlinkat fchmodat renameat2 mknod utimensat
         85, 76, 82, 83, 84, 86, 87, 88, 90, 92, 94, 258, 259, 260, 263, 264, 265, 266, 268, 316, 133, 280),
    ),
    "aarch64": Machine(
        0xC00000B7, 220, 131, None, 56, (435, 437),
        (198, 117, 270, 271, 129, 130, 138, 240, 434, 424, 438, 425, 97, 268, 194,
         # truncate mkdirat mknodat fchownat unlinkat renameat linkat symlinkat fchmodat renameat2 utimensat
         45, 34, 33, 54, 35, 38, 37, 36, 53, 276, 88),
    ),
}  # fmt: skip
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS = 1, 38
Step = tuple[int, int, int, int]


def can_filter() -> bool:
    """Whether system calls can be refused on this machine."""
    return sys.platform == "linux" and platform.machine() in _MACHINES


def call_filter(machine: str, own_pid: int) -> bytes:
    """A seccomp program: threads and reading yes; processes, sockets, signals to others and writing files no."""
    numbers = _MACHINES[machine]
    allow, kill = (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _KILL)
    refuse, absent = (_RETURN, 0, 0, _REFUSE | _EPERM), (_RETURN, 0, 0, _REFUSE | _ENOSYS)

    def only_if(number: int, argument: int, test: Step) -> list[Step]:
        """Allow a call if a test of its argument is true, skipping one step, and refuse it otherwise."""
        return [(_EQUAL, 0, 4, number), (_LOAD, 0, 0, 16 + 8 * argument), test, refuse, allow]

    program: list[Step] = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, numbers.name), kill, (_LOAD, 0, 0, 0)]
    program += [(_AT_LEAST, 0, 1, 0x40000000), kill]  # the second set of call numbers x86-64 has
    for number in numbers.refused:
        program += [(_EQUAL, 0, 1, number), refuse]
    for number in numbers.absent:
        program += [(_EQUAL, 0, 1, number), absent]
    program += only_if(numbers.clone, 0, (_ANY_BIT, 1, 0, CLONE_THREAD))
    program += only_if(numbers.tgkill, 0, (_EQUAL, 1, 0, own_pid))
    if numbers.open is not None:
        program += only_if(numbers.open, 1, (_ANY_BIT, 0, 1, WRITING))
    program += only_if(numbers.openat, 2, (_ANY_BIT, 0, 1, WRITING))
    return b"".join(struct.pack("HBBI", *step) for step in (*program, allow))


def _confine() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    steps = call_filter(platform.machine(), os.getpid())
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
