"""The instances of the knowledge base that are no part of a position, since they never change: tables, prices."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_INSTANCE = re.compile(r"\(\[[\w-]+\] of ([\w-]+)((?:\s*\([\w -]+\))*)\)")
_SLOT = re.compile(r"\(([\w-]+) ([\w-]+)\)")


@cache
def instances_of(kind: str) -> tuple[Mapping[str, str], ...]:
    """The slots that the setup gives to each instance of a class.

    >>> [each["points"] for each in instances_of("SCORE-TABLE") if each["of"] == "field"]
    ['-1', '1', '2', '3', '4']
    """
    text = re.sub(r";.*", "", (Path(__file__).parent / "setup.clp").read_text(encoding="utf-8"))
    return tuple(dict(_SLOT.findall(slots)) for found, slots in _INSTANCE.findall(text) if found == kind)
