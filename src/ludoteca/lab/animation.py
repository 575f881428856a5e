"""The animation of a move: which elements of the board move where in each step, and which texts change, by id."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnimationStep:
    """The difference between two pictures. Shifts are measured from an element's place in the first picture."""

    shifts: dict[str, tuple[float, float]]
    texts: dict[str, str]


def steps(pictures: Sequence[str]) -> list[AnimationStep]:
    """The differences along a series of pictures, in which moving elements keep their ids."""
    first = _elements(pictures[0])
    last = dict(first)  # the last place of each element: some are missing from pictures in between
    found = []
    for picture in pictures[1:]:
        now = {name: element for name, element in _elements(picture).items() if name in first}
        shifts = {
            name: (round(element[0] - first[name][0], 1), round(element[1] - first[name][1], 1))
            for name, element in now.items()
            if element[:2] != last[name][:2]
        }
        found.append(
            AnimationStep(shifts, {name: element[2] for name, element in now.items() if element[2] != last[name][2]})
        )
        last |= now
    return found


def element_ids(picture: str, facts: Sequence[str]) -> list[str]:
    """The ids of the elements that show these facts."""
    wanted = set(facts)
    elements = ET.fromstring(picture).iter()
    return [name for element in elements if element.get("data-fact") in wanted and (name := element.get("id"))]


def _elements(picture: str) -> dict[str, tuple[float, float, str]]:
    """Place and text of every element that has an id and a place."""
    found = {}
    for element in ET.fromstring(picture).iter():
        name = element.get("id")
        x, y = element.get("cx", element.get("x")), element.get("cy", element.get("y"))
        if name is not None and x is not None and y is not None:
            found[name] = float(x), float(y), (element.text or "").strip()
    return found
