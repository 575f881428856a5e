"""The program of a confined child that is sent attacks and tries each of them: what an exploit could do, call by call.

It is given to Python as text, since a confined child cannot read the folder of the tests. An attack imports what it
needs from the module `native`. Its outcome is "done", the name of the error, or "absent".
"""

import ctypes
import errno
import json
import os
import sys
import types

# Numbers of system calls on x86_64 and on aarch64; None where there is no such call.
NUMBERS = {
    "acct": (163, 89), "add_key": (248, 217), "adjtimex": (159, 171), "arch_prctl": (158, None), "bind": (49, 200),
    "bpf": (321, 280), "capset": (126, 91), "chdir": (80, 49), "chmod": (90, None), "chown": (92, None), "chroot":
    (161, 51), "clock_settime": (227, 112), "clone": (56, 220), "clone3": (435, 435), "connect": (42, 203),
    "copy_file_range": (326, 285), "creat": (85, None), "delete_module": (176, 106), "epoll_ctl": (233, 21),
    "eventfd2": (290, 19), "execve": (59, 221), "execveat": (322, 281), "fallocate": (285, 47), "fanotify_init":
    (300, 262), "fchdir": (81, 50), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "fchown":
    (93, 55), "fchownat": (260, 54), "fcntl": (72, 25), "flock": (73, 32), "fork": (57, None), "fsetxattr": (190,
    7), "fsopen": (430, 430), "ftruncate": (77, 46), "futimesat": (261, None), "init_module": (175, 105),
    "inotify_init1": (294, 26), "io_uring_enter": (426, 426), "io_uring_setup": (425, 425), "ioctl": (16, 29),
    "ioperm": (173, None), "iopl": (172, None), "ioprio_set": (251, 30), "kcmp": (312, 272), "kexec_load": (246,
    104), "keyctl": (250, 219), "kill": (62, 129), "landlock_create_ruleset": (444, 444), "lchown": (94, None),
    "link": (86, None), "linkat": (265, 37), "lsetxattr": (189, 6), "mbind": (237, 235), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "migrate_pages": (256, 238), "mkdir": (83, None), "mkdirat": (258, 34), "mknodat":
    (259, 33), "mlock": (149, 228), "mlockall": (151, 230), "mount": (165, 40), "mount_setattr": (442, 442),
    "move_mount": (429, 429), "move_pages": (279, 239), "mq_open": (240, 180), "msgget": (68, 186),
    "name_to_handle_at": (303, 264), "open": (2, None), "open_by_handle_at": (304, 265), "open_tree": (428, 428),
    "openat": (257, 56), "openat2": (437, 437), "perf_event_open": (298, 241), "personality": (135, 92),
    "pidfd_getfd": (438, 438), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pipe2": (293, 59),
    "pivot_root": (155, 41), "prctl": (157, 167), "prlimit64": (302, 261), "process_madvise": (440, 440),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "ptrace": (101, 117), "pwrite64": (18, 68),
    "quotactl": (179, 60), "reboot": (169, 142), "removexattr": (197, 14), "rename": (82, None), "renameat": (264,
    38), "renameat2": (316, 276), "request_key": (249, 218), "rmdir": (84, None), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274), "sched_setparam":
    (142, 118), "sched_setscheduler": (144, 119), "seccomp": (317, 277), "semget": (64, 190), "sendfile": (40, 71),
    "sendmsg": (46, 211), "set_mempolicy": (238, 237), "setdomainname": (171, 162), "setfsuid": (122, 151),
    "setgid": (106, 144), "setgroups": (116, 159), "sethostname": (170, 161), "setitimer": (38, 103), "setns": (308,
    268), "setpgid": (109, 154), "setpriority": (141, 140), "setresgid": (119, 149), "setresuid": (117, 147),
    "setrlimit": (160, 164), "setsid": (112, 157), "settimeofday": (164, 170), "setuid": (105, 146), "setxattr":
    (188, 5), "shmget": (29, 194), "signalfd4": (289, 74), "socket": (41, 198), "socketpair": (53, 199), "splice":
    (275, 76), "swapoff": (168, 225), "swapon": (167, 224), "symlink": (88, None), "symlinkat": (266, 36), "syslog":
    (103, 116), "tee": (276, 77), "tgkill": (234, 131), "timer_create": (222, 107), "timerfd_create": (283, 85),
    "tkill": (200, 130), "truncate": (76, 45), "umount2": (166, 39), "unlink": (87, None), "unlinkat": (263, 35),
    "unshare": (272, 97), "userfaultfd": (323, 282), "utime": (132, None), "utimensat": (280, 88), "utimes": (235,
    None), "vhangup": (153, 58), "vmsplice": (278, 75), "wait4": (61, 260),
}  # fmt: skip
_LIBC = ctypes.CDLL(None, use_errno=True)
_COLUMN = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
_MEMORY = ctypes.create_string_buffer(1 << 16)


class Absent(Exception):
    """This processor has no such call."""


def call(name: str, *arguments: "int | bytes") -> int:
    """The result of a system call; raises `OSError`."""
    number = NUMBERS[name][_COLUMN]
    if number is None:
        raise Absent(name)
    wide = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result = int(_LIBC.syscall(ctypes.c_long(number), *wide))
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return result


def outcome(attack: str) -> str:
    """Try an attack."""
    try:
        exec(attack, {})
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error.errno))
    except Absent:
        return "absent"
    return "done"


def main() -> None:
    """Try the attacks of each request; "folder" is one to be thrown away, "victim" a process to be ended."""
    for line in sys.stdin:
        request = json.loads(line)
        native = types.ModuleType("native")
        folder = os.fsencode(request["folder"])
        names = {"FOLDER": folder, "FILE": folder + b"/file", "VICTIM": request["victim"]}
        native.__dict__.update(names, call=call, MEMORY=ctypes.addressof(_MEMORY))
        sys.modules["native"] = native
        print(json.dumps({name: outcome(text) for name, text in request["attacks"].items()}), flush=True)


if __name__ == "__main__":
    main()
