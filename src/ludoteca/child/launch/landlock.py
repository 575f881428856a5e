"""Landlock: the process can read some files and folders, and no other; it writes nothing and connects to nothing.

The kernel's version (`abi`) decides how much can be restricted. Properties and names of files (stat) stay visible.
"""

import os
import struct
import sys

from .libc import Failed, call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights on files a version knows
_NEWEST_FILE_RIGHTS = 16
_BIND_AND_CONNECT = 0b11  # TCP, from version 4 on
_SOCKETS_AND_SIGNALS = 0b11  # abstract Unix sockets and signals to processes outside, from version 6 on


def abi() -> int:
    """The version of Landlock in this kernel; 0 without it."""
    if sys.platform != "linux":
        return 0
    try:
        return call("syscall", _CREATE_RULESET, 0, 0, _VERSION)
    except Failed:
        return 0


def restrict(readable: list[str], listed: list[str]) -> None:
    """Restrict this process to read `readable`, with all that lies in them, and to list the folders `listed`."""
    version = abi()
    attributes = struct.pack("Q", (1 << _FILE_RIGHTS.get(version, _NEWEST_FILE_RIGHTS)) - 1)
    if version >= 4:
        attributes += struct.pack("Q", _BIND_AND_CONNECT)
    if version >= 6:
        attributes += struct.pack("Q", _SOCKETS_AND_SIGNALS)
    rules = call("syscall", _CREATE_RULESET, attributes, len(attributes), 0)
    for path in readable:
        _allow(rules, path, _EXECUTE | _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0))
    for path in listed:
        _allow(rules, path, _READ_DIR)
    call("syscall", _RESTRICT_SELF, rules, 0)
    os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow rights on a path; one that does not exist needs none."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    call("syscall", _ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    os.close(place)
