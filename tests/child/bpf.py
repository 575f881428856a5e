"""An interpreter of filter programs, to see what one decides for a machine that is not this one."""

from __future__ import annotations

import struct
from collections.abc import Sequence

_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_DECISIONS = {0x7FFF0000: "allow", 0x80000000: "kill", 0x00050001: "EPERM", 0x00050026: "ENOSYS"}


def decision(program: bytes, machine: int, number: int, arguments: Sequence[int] = ()) -> str:
    """What a filter program decides for a system call: allow, kill, or an error."""
    padded = [argument % 2**64 for argument in arguments] + [0] * (6 - len(arguments))
    data = struct.pack("IIQ6Q", number, machine, 0, *padded)
    steps = list(struct.iter_unpack("HBBI", program))
    at, value = 0, 0
    while True:
        operation, if_true, if_false, operand = steps[at]
        at += 1
        if operation == _RETURN:
            return _DECISIONS[operand]
        if operation == _LOAD:
            (value,) = struct.unpack_from("I", data, operand)
        elif operation == _AND:
            value &= operand
        else:
            holds = value == operand if operation == _EQUAL else value >= operand
            assert operation in (_EQUAL, _AT_LEAST)
            at += if_true if holds else if_false
