"""Calls of the C library, with their errors."""

import ctypes
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIBC: "Any" = None if sys.platform == "win32" else ctypes.CDLL(None, use_errno=True)
_PROT_READ, _PROT_WRITE, _MAP_PRIVATE, _MAP_ANONYMOUS, _MAP_FIXED_NOREPLACE = 1, 2, 0x02, 0x20, 0x100000


class Failed(OSError):
    """A call of the C library that returned -1."""


def call(name: str, *arguments: int | bytes) -> int:
    """The result of a function of the C library; raises `Failed`. Numbers are passed as 64 bits."""
    wide = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result = int(getattr(LIBC, name)(*wide))
    if result == -1:
        error = ctypes.get_errno()
        raise Failed(error, f"{name}: {os.strerror(error)}")
    return result


def succeeds(name: str, *arguments: int | bytes) -> bool:
    """Call a function of the C library; whether it succeeded."""
    try:
        call(name, *arguments)
    except Failed:
        return False
    return True


def map_memory(address: int, size: int) -> int:
    """The address of new memory: the given one, or where the kernel chose to map it; raises `Failed`."""
    mmap = LIBC.mmap
    mmap.restype = ctypes.c_void_p
    flags = _MAP_PRIVATE | _MAP_ANONYMOUS | _MAP_FIXED_NOREPLACE
    mapped = mmap(
        ctypes.c_void_p(address), ctypes.c_size_t(size), _PROT_READ | _PROT_WRITE, flags, -1, ctypes.c_long(0)
    )
    if mapped is None or mapped == ctypes.c_void_p(-1).value:
        raise Failed(ctypes.get_errno(), "mmap: no memory at this address")
    return int(mapped)
