"""Words in a picture: how wide they are, about, and how they fit into a space."""

from __future__ import annotations

from xml.sax.saxutils import escape

_NARROW, _MIDDLE, _BROAD = "ijl.,:;'|!()· ", "tfrsI-", "mwMWÑ→"
_SMALLEST = 14  # what can still be read on a phone


def width_of(text: str, size: float) -> float:
    """About as wide as a wide typeface makes it, in bold.

    >>> width_of("oo", 10) > width_of("il", 10)
    True
    """
    return size * sum(_share(letter) for letter in text)


def _share(letter: str) -> float:
    if letter in _NARROW:
        return 0.37
    if letter in _MIDDLE:
        return 0.52
    if letter in _BROAD:
        return 1.0
    return 0.76 if letter.isupper() else 0.68


def letters(text: str, x: float, y: float, size: float, look: str = "", room: float = 0, more: str = "") -> str:
    """A line of text; wider than `room`, it is made smaller, and pressed together where that is not enough."""
    wide = width_of(text, size)
    if room and wide > room:
        size = max(_SMALLEST, size * room / wide)
        if width_of(text, size) > room + 1:
            more += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size:.3g}"{more}>{escape(text)}</text>'


def lines(text: str, room: float, size: float, most: int = 2) -> tuple[list[str], float]:
    """The text in lines no wider than the room, as far as it goes, and the size to write them in.

    >>> lines("plow and sow", 60, 10)
    (['plow and', 'sow'], 10)
    """
    for smaller in (size, size - 0.5, size - 1):
        found = _broken(text, room, smaller)
        if len(found) <= most and all(width_of(line, smaller) <= room for line in found):
            return found, smaller
    found = _broken(text, room, size - 1)
    rest = " ".join(found[most - 1 :])
    return [*found[: most - 1], *([rest] if rest else [])], size - 1


def _broken(text: str, room: float, size: float) -> list[str]:
    found = [""]
    for part in text.split():
        longer = f"{found[-1]} {part}".strip()
        if found[-1] and width_of(longer, size) > room:
            found.append(part)
        else:
            found[-1] = longer
    return found
