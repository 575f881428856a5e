"""The system-call filter: a seccomp program that allows what our child processes need, and refuses the rest.

A call that is not listed fails with EPERM, or with ENOSYS if it is one of the newer calls, for which the C library has
a fallback. A call of another architecture ends the process.
"""

import ctypes
import os
import struct
import sys

from .libc import Failed, call

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_EFAULT = 14

# Calls that are allowed with any arguments: their numbers on x86_64 and on aarch64 (None: it has no such call).
_ALLOWED: dict[str, tuple[int | None, int | None]] = {
    # open files and pipes
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "preadv": (295, 69), "lseek": (8, 62), "close": (3, 57), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24),
    "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72), "epoll_create1": (291, 20),
    # names and properties of files
    "stat": (4, None), "fstat": (5, 80), "lstat": (6, None), "newfstatat": (262, 79), "statx": (332, 291),
    "statfs": (137, 43), "fstatfs": (138, 44), "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439),
    "readlink": (89, None), "readlinkat": (267, 78), "getdents64": (217, 61), "getcwd": (79, 17),
    # memory
    "brk": (12, 214), "mmap": (9, 222), "munmap": (11, 215), "mremap": (25, 216), "mprotect": (10, 226),
    "madvise": (28, 233),
    # threads, and signals within the process
    "futex": (202, 98), "set_tid_address": (218, 96), "set_robust_list": (273, 99), "rseq": (334, 293),
    "sched_yield": (24, 124), "sched_getaffinity": (204, 123), "getcpu": (309, 168),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sigaltstack": (131, 132),
    "restart_syscall": (219, 128), "exit": (60, 93), "exit_group": (231, 94),
    # time
    "time": (201, None), "gettimeofday": (96, 169), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "times": (100, 153),
    # the process and the machine, to read
    "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getrlimit": (97, 163), "getrusage": (98, 165), "uname": (63, 160),
    "sysinfo": (99, 179), "getrandom": (318, 278),
}  # fmt: skip
# Calls that are allowed with some arguments: see `_rules`.
_WITH_RULES: dict[str, tuple[int | None, int | None]] = {
    "open": (2, None), "openat": (257, 56), "fcntl": (72, 25), "ioctl": (16, 29), "prctl": (157, 167),
    "arch_prctl": (158, None), "prlimit64": (302, 261), "clone": (56, 220), "tgkill": (234, 131), "execve": (59, 221),
}  # fmt: skip
# Calls that a language's runtime with an event loop, such as Node, needs besides.
_RUNTIME: dict[str, tuple[int | None, int | None]] = {
    "epoll_ctl": (233, 21), "epoll_wait": (232, None), "epoll_pwait": (281, 22), "eventfd2": (290, 19),
    "pipe2": (293, 59),
}  # fmt: skip
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, and the kernel's name for it
_X32 = 0x40000000  # x86_64 has a second set of call numbers from here on
_NEW_CALLS = 424  # from here on the numbers are the same on all processors

# open: no writing, creating, truncating, appending, temporary file, file without reading, or signal
_OPEN_REFUSED = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000000 | 0o10000000 | 0o20000
_F_DUPFD, _F_GETFD, _F_SETFD, _F_GETFL, _F_SETFL, _F_DUPFD_CLOEXEC = 0, 1, 2, 3, 4, 1030
_O_ASYNC = 0o20000
_TCGETS, _TCGETS2, _TIOCGWINSZ, _FIONREAD, _FIONBIO, _FIONCLEX, _FIOCLEX = (
    0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451,
)  # fmt: skip
_MAP_SHARED, _MAP_ANON, _MAP_GROWS = 0x01, 0x20, 0x100
_PR_SET_NAME, _PR_GET_NAME, _ARCH_SET_FS = 15, 16, 0x1002
_THREAD, _CLONE_DETACHED = 0x3D0F00, 0x400000  # the flags of a new thread; the second one has no effect

_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALL = 0xFFFFFFFF
Step = tuple[int, int, int, int]  # operation, steps to skip if true, if false, operand
_ALLOW: Step = (_RETURN, 0, 0, 0x7FFF0000)
_KILL: Step = (_RETURN, 0, 0, 0x80000000)
_EPERM: Step = (_RETURN, 0, 0, 0x00050000 | 1)
_ENOSYS: Step = (_RETURN, 0, 0, 0x00050000 | 38)

Test = tuple[int, int, tuple[int, ...]]  # the place of 32 bits of an argument, the bits that count, the values allowed
Rule = tuple[tuple[Test, ...], ...]  # a call is allowed if all tests of one group hold
Addresses = tuple[int, int, int]


def can_filter() -> bool:
    """Whether system calls can be filtered on this machine."""
    if sys.platform != "linux" or os.uname().machine not in _MACHINES or struct.calcsize("P") != 8:
        return False
    try:
        call("prctl", _PR_SET_SECCOMP, _MODE_FILTER, 0, 0, 0)
    except Failed as error:
        return error.errno == _EFAULT  # there was no program at the address, but the kernel would take one
    return False


def filter_calls(execute: "Addresses | None", runtime: bool = False) -> None:
    """Filter the calls of this process from now on; `execute` are the only arguments that execve may have, if any."""
    steps = call_filter(os.uname().machine, os.getpid(), execute, runtime)
    buffer = ctypes.create_string_buffer(steps, len(steps))
    call("prctl", _PR_SET_SECCOMP, _MODE_FILTER, struct.pack("HxxxxxxP", len(steps) // 8, ctypes.addressof(buffer)))


def call_number(name: str, machine: str) -> int | None:
    """The number of an allowed call on a machine; None if the machine has no such call."""
    return (_ALLOWED | _WITH_RULES | _RUNTIME)[name][_MACHINES[machine][0]]


def call_filter(machine: str, own_pid: int, execute: "Addresses | None", runtime: bool = False) -> bytes:
    """The filter as the kernel reads it."""
    _, kernel_name = _MACHINES[machine]
    program: list[Step] = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, kernel_name), _KILL, (_LOAD, 0, 0, 0)]
    program += [(_AT_LEAST, 0, 1, _X32), _KILL]
    rules = _rules(own_pid, execute, runtime)
    for name in (*(name for name in _ALLOWED if name not in rules), *(_RUNTIME if runtime else ())):
        number = call_number(name, machine)
        if number is not None:
            program += [(_EQUAL, 0, 1, number), _ALLOW]
    for name, rule in rules.items():
        number = call_number(name, machine)
        if number is not None:
            block = [step for group in rule for step in _group(group)]
            program += [(_EQUAL, 0, len(block) + 1, number), *block, _EPERM]
    program += [(_AT_LEAST, 0, 1, _NEW_CALLS), _ENOSYS, _EPERM]
    return b"".join(struct.pack("HBBI", *step) for step in program)


def _rules(own_pid: int, execute: "Addresses | None", runtime: bool) -> dict[str, Rule]:
    """What the arguments of the calls with rules must be.

    execve is allowed for the launcher alone, if at all: its arguments must be three addresses that the launcher drew at
    random. The program never learns them.
    """
    commands = (_F_DUPFD, _F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC)
    return {
        **(_RUNTIME_RULES if runtime else {}),
        "open": ((_without(1, _OPEN_REFUSED),),),
        "openat": ((_without(2, _OPEN_REFUSED),),),
        "fcntl": ((_is(1, *commands),), (_is(1, _F_SETFL), _without(2, _O_ASYNC))),
        "ioctl": ((_is(1, _TCGETS, _TCGETS2, _TIOCGWINSZ, _FIONREAD, _FIONBIO, _FIONCLEX, _FIOCLEX),),),
        "prctl": ((_is(0, _PR_SET_NAME, _PR_GET_NAME),),),
        "arch_prctl": ((_is(0, _ARCH_SET_FS),),),
        "prlimit64": ((_is(0, 0, own_pid), *_is_address(2, 0)),),  # no new limit: only to read
        "clone": (((_low(0), _ALL & ~_CLONE_DETACHED, (_THREAD,)),),),
        "tgkill": ((_is(0, own_pid),),),
        **(
            {"execve": (tuple(test for n, address in enumerate(execute) for test in _is_address(n, address)),)}
            if execute
            else {}
        ),
    }


def _low(argument: int) -> int:
    """The place of the lower half of an argument; the kernel itself reads no more of an int."""
    return 16 + 8 * argument


def _is(argument: int, *values: int) -> Test:
    return _low(argument), _ALL, values


def _without(argument: int, bits: int) -> Test:
    return _low(argument), bits, (0,)


def _is_address(argument: int, address: int) -> tuple[Test, Test]:
    return (_low(argument), _ALL, (address & _ALL,)), (_low(argument) + 4, _ALL, (address >> 32,))


# The limit on the memory of a runtime counts neither shared memory nor stacks that grow: mmap gives it files only.
_RUNTIME_RULES: dict[str, Rule] = {
    "mmap": ((_without(3, _MAP_SHARED | _MAP_GROWS),), (_without(3, _MAP_ANON | _MAP_GROWS),)),
}


def _group(tests: tuple[Test, ...]) -> list[Step]:
    """Steps that allow the call if all tests hold, and go on behind themselves otherwise."""
    steps = [_ALLOW]
    for place, bits, values in reversed(tests):
        last = len(values) - 1
        compared = [(_EQUAL, last - n, len(steps) if n == last else 0, value) for n, value in enumerate(values)]
        steps = [(_LOAD, 0, 0, place), (_AND, 0, 0, bits), *compared, *steps]
    return steps
