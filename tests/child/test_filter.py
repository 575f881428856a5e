"""The system-call filter on both processors: what it decides, call by call and argument by argument."""

from __future__ import annotations

import pytest

from ludoteca.child.launch.seccomp import call_filter, call_number
from tests.child.bpf import decision

KERNEL_NAMES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
PID, PLACES = 4711, (0x1234_5678_9AB0, 0x3333_0000_1110, 0x2222_4444_8880)
# Numbers of calls that the filter does not list, on x86_64 and on aarch64.
REFUSED = {
    "fork": (57, None), "vfork": (58, None), "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203),
    "bind": (49, 200), "kill": (62, 129), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "kcmp": (312, 272), "unshare": (272, 97), "setns": (308, 268),
    "execveat": (322, 281), "memfd_create": (319, 279), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "seccomp": (317, 277), "keyctl": (250, 219), "add_key": (248, 217),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchown": (93, 55), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88), "truncate": (76, 45), "ftruncate": (77, 46),
    "fallocate": (285, 47), "pwrite64": (18, 68), "unlinkat": (263, 35), "renameat2": (316, 276), "linkat": (265, 37),
    "symlinkat": (266, 36), "mkdirat": (258, 34), "mknodat": (259, 33), "setpriority": (141, 140),
    "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119), "sched_setattr": (314, 274),
    "ioprio_set": (251, 30), "setrlimit": (160, 164), "setsid": (112, 157), "setpgid": (109, 154),
    "setuid": (105, 146), "setresuid": (117, 147), "setgroups": (116, 159), "capset": (126, 91),
    "personality": (135, 92), "reboot": (169, 142), "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186),
    "inotify_init1": (294, 26), "fanotify_init": (300, 262), "flock": (73, 32), "splice": (275, 76),
    "timer_create": (222, 107), "setitimer": (38, 103), "wait4": (61, 260),
}  # fmt: skip
# Newer calls have the same number on all processors.
NEW = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "pidfd_open": 434, "clone3": 435, "openat2": 437, "pidfd_getfd": 438, "process_madvise": 440,
    "mount_setattr": 442, "landlock_create_ruleset": 444, "memfd_secret": 447, "fchmodat2": 452, "setxattrat": 463,
}  # fmt: skip


def decided(machine: str, number: int, *arguments: int) -> str:
    return decision(call_filter(machine, PID, PLACES), KERNEL_NAMES[machine], number, arguments)


def allows(machine: str, name: str, *arguments: int) -> bool:
    number = call_number(name, machine)
    return number is None or decided(machine, number, *arguments) == "allow"


pytestmark = pytest.mark.parametrize("machine", sorted(KERNEL_NAMES))


def test_what_is_not_listed_is_refused(machine: str) -> None:
    column = list(KERNEL_NAMES).index(machine)
    for name, numbers in REFUSED.items():
        number = numbers[column]
        assert number is None or decided(machine, number) == "EPERM", name
    for name, number in NEW.items():
        assert decided(machine, number) == "ENOSYS", name
    allowed = [number for number in range(1000) if decided(machine, number) == "allow"]
    assert len(allowed) < 80


def test_calls_of_another_processor_end_the_process(machine: str) -> None:
    program = call_filter(machine, PID, PLACES)
    for name, other in (*KERNEL_NAMES.items(), ("i386", 0x40000003), ("arm", 0x40000028)):
        assert decision(program, other, 39) == ("kill" if name != machine else decided(machine, 39))
    assert decided(machine, 0x40000000 + 39) == "kill"  # x32


def test_files_are_opened_for_reading_only(machine: str) -> None:
    readable, cloexec, directory = 0, 0o2000000, 0o200000
    writable = {"O_WRONLY": 1, "O_RDWR": 2, "O_CREAT": 0o100, "O_TRUNC": 0o1000, "O_APPEND": 0o2000,
                "O_TMPFILE": 0o20200002, "O_PATH": 0o10000000, "O_ASYNC": 0o20000}  # fmt: skip
    assert allows(machine, "openat", -100, 0x1000, readable)
    assert allows(machine, "openat", -100, 0x1000, cloexec | directory)
    assert allows(machine, "open", 0x1000, cloexec)
    for name, flags in writable.items():
        assert not allows(machine, "openat", -100, 0x1000, flags | cloexec), name
    if machine == "x86_64":
        assert not any(allows(machine, "open", 0x1000, flags) for flags in writable.values())


def test_descriptors_can_be_copied_but_not_made_to_signal(machine: str) -> None:
    setfl, nonblocking, asynchronous = 4, 0o4000, 0o20000
    assert all(allows(machine, "fcntl", 0, command, 0) for command in (0, 1, 2, 3, 1030))
    assert allows(machine, "fcntl", 0, setfl, nonblocking)
    assert not allows(machine, "fcntl", 0, setfl, nonblocking | asynchronous)
    # F_SETLK F_SETLKW F_SETOWN F_SETSIG F_SETOWN_EX F_SETLEASE F_NOTIFY F_SETPIPE_SZ F_ADD_SEALS F_SET_RW_HINT
    for command in (6, 7, 8, 10, 15, 1024, 1026, 1031, 1033, 1036):
        assert not allows(machine, "fcntl", 0, command, PID), command


def test_terminals_and_devices_are_only_asked(machine: str) -> None:
    assert all(allows(machine, "ioctl", 0, request) for request in (0x5401, 0x5413, 0x541B, 0x5421, 0x5451))
    # TIOCSTI TIOCSCTTY TIOCLINUX FIOASYNC FIOSETOWN SIOCSPGRP TCSETS FS_IOC_SETFLAGS FICLONE
    for request in (0x5412, 0x540E, 0x541C, 0x5452, 0x8901, 0x8902, 0x5402, 0x40086602, 0x40049409):
        assert not allows(machine, "ioctl", 0, request), hex(request)


def test_limits_are_read_not_set(machine: str) -> None:
    assert allows(machine, "prlimit64", 0, 7, 0, 0x1000)
    assert allows(machine, "prlimit64", PID, 7, 0, 0x1000)
    assert not allows(machine, "prlimit64", PID - 1, 7, 0, 0x1000)
    assert not allows(machine, "prlimit64", 0, 7, 0x1000, 0)
    assert not allows(machine, "prlimit64", 0, 7, 0x1000 << 32, 0)  # the upper half of a pointer counts


def test_threads_but_no_processes(machine: str) -> None:
    thread, vfork, new_user, into_parent, pidfd = 0x3D0F00, 0x4111, 0x10000000, 0x8000, 0x1000
    assert allows(machine, "clone", thread)
    assert allows(machine, "clone", thread | 0x400000)  # as musl makes threads
    for flags in (17, vfork, thread | new_user, thread | into_parent, thread | pidfd, thread & ~0x10000, 0x10000):
        assert not allows(machine, "clone", flags), hex(flags)


def test_signals_reach_the_process_itself_only(machine: str) -> None:
    assert allows(machine, "tgkill", PID, PID + 3, 6)
    assert not allows(machine, "tgkill", PID - 1, PID - 1, 6)
    assert not allows(machine, "tgkill", 0, PID, 6)


def test_only_names_are_set_by_prctl(machine: str) -> None:
    assert allows(machine, "prctl", 15, 0x1000)
    # PDEATHSIG DUMPABLE KEEPCAPS SECCOMP CAPBSET_DROP SECUREBITS TIMERSLACK MM SUBREAPER NO_NEW_PRIVS PTRACER
    for option in (1, 4, 8, 22, 24, 28, 29, 35, 36, 38, 0x59616D61):
        assert not allows(machine, "prctl", option, 1), option
    if machine == "x86_64":
        assert allows(machine, "arch_prctl", 0x1002, 0x1000)
        assert not allows(machine, "arch_prctl", 0x1012, 0)  # ARCH_SET_CPUID


def test_only_the_launcher_executes_a_program(machine: str) -> None:
    assert allows(machine, "execve", *PLACES)
    for argument in range(3):
        for change in (1, 8, 1 << 32):
            other = list(PLACES)
            other[argument] += change
            assert not allows(machine, "execve", *other)


def test_a_launcher_that_runs_a_module_executes_nothing(machine: str) -> None:
    number, program = call_number("execve", machine), call_filter(machine, PID, None)
    assert number is not None
    for arguments in (PLACES, (0, 0, 0)):
        assert decision(program, KERNEL_NAMES[machine], number, arguments) == "EPERM"


def test_a_runtime_has_an_event_loop_and_private_memory(machine: str) -> None:
    def runtime(name: str, *arguments: int) -> bool:
        number, program = call_number(name, machine), call_filter(machine, PID, PLACES, runtime=True)
        return number is None or decision(program, KERNEL_NAMES[machine], number, arguments) == "allow"

    for name in ("epoll_ctl", "epoll_pwait", "eventfd2", "pipe2"):
        assert runtime(name) and not allows(machine, name), name
    private, shared, anonymous, grows = 0x02, 0x01, 0x20, 0x100
    assert runtime("mmap", 0, 4096, 1, private | anonymous) and runtime("mmap", 0, 4096, 1, shared)
    assert not runtime("mmap", 0, 4096, 3, shared | anonymous)
    assert not runtime("mmap", 0, 4096, 3, private | anonymous | grows)
    assert not runtime("clone", 17) and not runtime("execve", 0, 0, 0) and runtime("read")
