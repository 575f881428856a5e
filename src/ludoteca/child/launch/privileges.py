"""Giving up root: every capability, and the user as well if the program can run as another one.

The parent must remain able to signal the child, to lower its limits and to list its open files. With another user as
the child, that takes three capabilities of the parent, which a container may have taken away; then the user is kept.
"""

import ctypes
import os
import struct

from .libc import LIBC, call, succeeds

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_SECUREBITS, _PR_SET_NO_NEW_PRIVS = 4, 24, 28, 38
_PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL = 47, 4
_CAPABILITIES_VERSION, _MOST_CAPABILITIES = 0x20080522, 64
_NO_SECURE_ROOT = 0b11101111  # root has no powers, and no one can change that: all flags but "keep capabilities"
_CAP_KILL, _CAP_SETGID, _CAP_SETUID, _CAP_SYS_PTRACE, _CAP_SYS_RESOURCE = 5, 6, 7, 19, 24
_NEEDED = sum(1 << number for number in (_CAP_KILL, _CAP_SETGID, _CAP_SETUID, _CAP_SYS_PTRACE, _CAP_SYS_RESOURCE))
_FREE_USERS = 0x70000000  # distributions use no numbers from here on, so that each child is a user of its own
_NOBODY = 65534


def forbid_new() -> None:
    """Let no program that is executed from now on have more privileges than this process."""
    call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def give_up(program: str, readable: list[str]) -> None:
    """Give up all privileges for good; the user is kept if another one could not use `program` and `readable`."""
    held = _effective_capabilities()
    if held >> _CAP_SETGID & 1:
        os.setgroups([])
    user = _unprivileged_user(program, readable) if os.geteuid() == 0 and held & _NEEDED == _NEEDED else None
    _drop_bounding_set()
    if user is not None:
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    call("prctl", _PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL, 0, 0, 0)
    call("capset", struct.pack("Ii", _CAPABILITIES_VERSION, 0), bytes(24))
    call("prctl", _PR_SET_DUMPABLE, 1, 0, 0, 0)  # as for a program: else what /proc says of itself would be root's


def _unprivileged_user(program: str, readable: list[str]) -> int | None:
    """A user that can run the program and read what it needs; None if there is none."""
    for user in (_FREE_USERS + os.getpid(), _NOBODY):
        try:
            os.setegid(user)
            os.seteuid(user)
        except OSError:  # this container has no such user
            os.setegid(0)
            continue
        usable = os.access(program, os.X_OK, effective_ids=True) and all(
            os.access(path, os.R_OK, effective_ids=True) for path in readable
        )
        os.seteuid(0)
        os.setegid(0)
        if usable:
            return user
    return None


def _drop_bounding_set() -> None:
    """Let no executed program regain a capability. Only root may do this; no_new_privs has the same effect for all."""
    for number in range(_MOST_CAPABILITIES):
        if not succeeds("prctl", _PR_CAPBSET_DROP, number, 0, 0, 0):
            break  # not root, or no more capabilities in this kernel
    succeeds("prctl", _PR_SET_SECUREBITS, _NO_SECURE_ROOT, 0, 0, 0)


def _effective_capabilities() -> int:
    """The effective capabilities of this process, as bits."""
    header = ctypes.create_string_buffer(struct.pack("Ii", _CAPABILITIES_VERSION, 0))
    data = ctypes.create_string_buffer(24)
    LIBC.capget(header, data)
    low, high = struct.unpack("IxxxxxxxxI", data.raw[:16])
    return int(low) | int(high) << 32
