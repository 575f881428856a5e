"""Texts and lists that were cut for a record, compared with the whole ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CUT = re.compile(r"(.*)… \+(\d{1,9})", re.S)


def is_text(said: str, whole: str) -> bool:
    """Whether a text is the whole one, or its beginning with the number of characters that were left out.

    >>> is_text("abc… +23", "abcdefghijklmnopqrstuvwxyz"), is_text("abc… +5", "abcdef")
    (True, False)
    """
    if said == whole:
        return True
    cut = _CUT.fullmatch(said)
    return cut is not None and whole.startswith(cut[1]) and len(whole) - len(cut[1]) == int(cut[2])


def are_texts(said: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether texts are the whole list, or the first of it with the number of others at the end.

    >>> are_texts(["a", "… +2"], ["a", "b", "c"]), are_texts(["a"], ["a", "b"])
    (True, False)
    """
    if len(said) == len(whole):
        return all(map(is_text, said, whole))
    cut = _CUT.fullmatch(said[-1]) if said else None
    if cut is None or cut[1] or len(whole) != len(said) - 1 + int(cut[2]):
        return False
    return all(map(is_text, said[:-1], whole))
