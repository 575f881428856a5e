"""A move as steps a page can play: which things go where, and which words change, by their ids alone."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One picture's difference from the one before: shifts are measured from where a thing was at first."""

    shifts: dict[str, tuple[float, float]]
    words: dict[str, str]


def steps(pictures: Sequence[str]) -> list[Step]:
    """The differences along a series of pictures in which what moves keeps its id."""
    first = _things(pictures[0])
    last = dict(first)  # where each thing was last seen: some are out of the picture for a while
    found = []
    for picture in pictures[1:]:
        now = {name: thing for name, thing in _things(picture).items() if name in first}
        shifts = {
            name: (round(thing[0] - first[name][0], 1), round(thing[1] - first[name][1], 1))
            for name, thing in now.items()
            if thing[:2] != last[name][:2]
        }
        found.append(Step(shifts, {name: thing[2] for name, thing in now.items() if thing[2] != last[name][2]}))
        last |= now
    return found


def places_of(picture: str, facts: Sequence[str]) -> list[str]:
    """The ids of the things in a picture that stand for these facts."""
    wanted = set(facts)
    elements = ET.fromstring(picture).iter()
    return [name for element in elements if element.get("data-fact") in wanted and (name := element.get("id"))]


def _things(picture: str) -> dict[str, tuple[float, float, str]]:
    """Place and words of everything with an id and a place."""
    things = {}
    for element in ET.fromstring(picture).iter():
        name = element.get("id")
        x, y = element.get("cx", element.get("x")), element.get("cy", element.get("y"))
        if name is not None and x is not None and y is not None:
            things[name] = float(x), float(y), (element.text or "").strip()
    return things
