"""Text in SVG: its estimated width, text elements that shrink to fit, and line wrapping."""

from __future__ import annotations

from xml.sax.saxutils import escape

_NARROW, _MIDDLE, _BROAD = "ijl.,:;'|!()· ", "tfrsI-", "mwMWÑ→"
_SMALLEST = 14  # the smallest size that can be read on a phone


def text_width(text: str, size: float) -> float:
    """The estimated width of a text in a wide bold typeface.

    >>> text_width("oo", 10) > text_width("il", 10)
    True
    """
    return size * sum(_width_factor(letter) for letter in text)


def _width_factor(letter: str) -> float:
    if letter in _NARROW:
        return 0.37
    if letter in _MIDDLE:
        return 0.52
    if letter in _BROAD:
        return 1.0
    return 0.76 if letter.isupper() else 0.68


def fitting_size(text: str, size: float, room: float) -> float:
    """The font size at which a text fits in the room, as far as it can still be read.

    >>> fitting_size("South", 26, 400), fitting_size("South", 26, 80) < 26
    (26, True)
    """
    wide = text_width(text, size)
    return size if wide <= room else max(_SMALLEST, size * room / wide)


def shortened(text: str, size: float, room: float) -> str:
    """A text, cut where it is wider than the room.

    >>> shortened("South", 10, 100), shortened("South", 10, 30)
    ('South', 'Sou…')
    """
    if text_width(text, size) <= room:
        return text
    kept = text
    while kept and text_width(f"{kept}…", size) > room:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def text_element(text: str, x: float, y: float, size: float, classes: str = "", room: float = 0, more: str = "") -> str:
    """A text element; wider than `room`, it is written smaller, and condensed where that is not enough."""
    if room and text_width(text, size) > room:
        size = fitting_size(text, size, room)
        if text_width(text, size) > room + 1:
            more += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{classes}" x="{x:g}" y="{y:g}" font-size="{size:.3g}"{more}>{escape(text)}</text>'


def wrap(text: str, room: float, size: float, most: int = 2) -> tuple[list[str], float]:
    """The text in at most so many lines, if possible no wider than the room, and the font size for them.

    >>> wrap("plow and sow", 60, 10)
    (['plow and', 'sow'], 10)
    """
    for smaller in (size, size - 0.5, size - 1):
        found = _greedy_lines(text, room, smaller)
        if len(found) <= most and all(text_width(line, smaller) <= room for line in found):
            return found, smaller
    found = _greedy_lines(text, room, size - 1)
    rest = " ".join(found[most - 1 :])
    return [*found[: most - 1], *([rest] if rest else [])], size - 1


def _greedy_lines(text: str, room: float, size: float) -> list[str]:
    found = [""]
    for part in text.split():
        longer = f"{found[-1]} {part}".strip()
        if found[-1] and text_width(longer, size) > room:
            found.append(part)
        else:
            found[-1] = longer
    return found
