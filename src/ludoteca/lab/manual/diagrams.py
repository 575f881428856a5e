"""Pictures of the diagrams in our pages, written as a part of Mermaid: flow charts, sequences of messages, bars."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise

_NODE = re.compile(r'(\w+)(?:\["([^"]*)"\])?')
_MESSAGE = re.compile(r"(\w+)(-->>|->>)(\w+): (.*)")
_WIDTH = 720
_ROW = 64  # pixels from a layer to the next
_BOX = 40
_LETTER = 7.0  # pixels, about
_STEP = 46  # pixels from a message to the next


def diagram(text: str) -> str | None:
    """The picture of a diagram as SVG; None for a kind that is not drawn here."""
    lines = [line.strip() for line in text.strip().splitlines()]
    draw = _KINDS.get(lines[0].split()[0])
    return None if draw is None else draw(lines[1:])


def _svg(height: float, parts: Sequence[str], title: str = "") -> str:
    name = f' aria-label="{escape(title)}"' if title else ' aria-hidden="true"'
    head = f'<svg class="diagram" role="img" viewBox="0 0 {_WIDTH} {height:g}"{name}>'
    arrow = '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    body = f'<defs>{arrow}<path d="M0 0L8 4L0 8z"/></marker></defs>{"".join(parts)}</svg>'
    return f'<div class="wide" tabindex="0">{head}{body}</div>\n'


def _text(x: float, y: float, said: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{f" class={kind!r}" if kind else ""}>{escape(said)}</text>'


def _flow_chart(lines: Sequence[str]) -> str:
    """Boxes in layers, the first at the bottom, with an arrow for each edge."""
    labels, edges = dict[str, str](), list[tuple[str, str]]()
    for line in lines:
        ends = [found for part in line.split("-->") if (found := _NODE.fullmatch(part.strip()))]
        for end in ends:
            labels[end[1]] = end[2] or labels.get(end[1], end[1])
        edges += pairwise(end[1] for end in ends)
    level = dict.fromkeys(labels, 0)
    for _ in labels:
        for low, high in edges:
            level[high] = max(level[high], level[low] + 1)
    top = max(level.values())
    rows = [[name for name in labels if level[name] == number] for number in range(top + 1)]
    widths = {name: len(label) * _LETTER + 20 for name, label in labels.items()}
    places = dict[str, tuple[float, float]]()
    for row in rows:
        gap = (_WIDTH - sum(widths[name] for name in row)) / (len(row) + 1)
        x = gap
        for name in row:
            places[name] = x + widths[name] / 2, (top - level[name]) * _ROW + _BOX / 2 + 4
            x += widths[name] + gap
    parts = []
    for low, high in edges:
        (x1, y1), (x2, y2) = places[low], places[high]
        parts.append(f'<line x1="{x1:g}" y1="{y1 - _BOX / 2:g}" x2="{x2:g}" y2="{y2 + _BOX / 2:g}"/>')
    for name, (x, y) in places.items():
        left, width = x - widths[name] / 2, widths[name]
        parts.append(f'<rect x="{left:g}" y="{y - _BOX / 2:g}" width="{width:g}" height="{_BOX}" rx="8"/>')
        parts.append(_text(x, y + 5, labels[name]))
    return _svg((top + 1) * _ROW, parts, "; ".join(f"{labels[low]} → {labels[high]}" for low, high in edges))


def _sequence(lines: Sequence[str]) -> str:
    """A column for each participant, and an arrow for each message, from top to bottom."""
    names = dict(line.removeprefix("participant ").split(" as ", 1) for line in lines if line.startswith("participant"))
    columns = {name: _WIDTH * (place + 0.5) / len(names) for place, name in enumerate(names)}
    messages = [found for line in lines if (found := _MESSAGE.fullmatch(line))]
    height = _BOX + 20 + _STEP * len(messages)
    parts = [f'<line class="life" x1="{x:g}" y1="{_BOX}" x2="{x:g}" y2="{height:g}"/>' for x in columns.values()]
    for name, x in columns.items():
        width = _WIDTH / len(names) - 12
        parts.append(f'<rect x="{x - width / 2:g}" y="4" width="{width:g}" height="{_BOX}" rx="8"/>')
        parts.append(_text(x, 29, names[name], "small"))
    for number, found in enumerate(messages):
        start, arrow, end, said = found.groups()
        x1, x2, y = columns[start], columns[end], _BOX + 36 + _STEP * number
        dashed = ' class="reply"' if arrow == "-->>" else ""
        path = f"M{x1:g} {y}h24v14h-22" if start == end else f"M{x1:g} {y}H{x2:g}"
        parts.append(f'<path{dashed} d="{path}"/>')
        middle = (x1 + x2) / 2
        half = len(said) * _LETTER * 0.45
        parts.append(_text(min(max(middle, half), _WIDTH - half), y - 7, said, "small"))
    told = "; ".join(f"{names[found[1]]} → {names[found[3]]}: {found[4]}" for found in messages)
    return _svg(height, parts, told)


def _bars(lines: Sequence[str]) -> str:
    """A horizontal bar for each name, with its value."""
    values = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in lines}
    names = re.findall(r'"([^"]*)"', values["x-axis"])
    numbers = [float(number) for number in re.findall(r"[\d.]+", values["bar"])]
    most = float(values["y-axis"].rpartition("-->")[2])
    title = values["title"].strip('"')
    left = max(len(name) for name in names) * _LETTER + 12
    parts = [_text(_WIDTH / 2, 18, title)]
    for place, (name, number) in enumerate(zip(names, numbers, strict=True)):
        y = 34 + 26 * place
        width = max(1.0, (_WIDTH - left - 60) * number / most)
        parts.append(f'<text class="name" x="{left - 8:g}" y="{y + 14}">{escape(name)}</text>')
        parts.append(f'<rect class="bar" x="{left:g}" y="{y}" width="{width:g}" height="18" rx="3"/>')
        parts.append(f'<text class="value" x="{left + width + 6:g}" y="{y + 14}">{number:g}</text>')
    told = ", ".join(f"{name} {number:g}" for name, number in zip(names, numbers, strict=True))
    return _svg(40 + 26 * len(names), parts, f"{title}: {told}")


_KINDS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "flowchart": _flow_chart,
    "sequenceDiagram": _sequence,
    "xychart-beta": _bars,
}
