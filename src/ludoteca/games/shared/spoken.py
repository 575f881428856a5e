"""Spoken names: how a screen reader reads the parts of a picture."""

from __future__ import annotations

from typing import Literal
from xml.sax.saxutils import quoteattr


def spoken(name: str, role: Literal["img", "group"] = "img") -> str:
    """The attributes that name an element: an `img` is read as a whole, a `group` part by part.

    >>> spoken("pit 3, 4 seeds")
    ' role="img" aria-label="pit 3, 4 seeds"'
    """
    return f' role="{role}" aria-label={quoteattr(name)}'
