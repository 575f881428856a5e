"""Animations of moves: every element arrives where the picture after the move shows it."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterable

import pytest

from ludoteca.core.game import PlayedMove, Position
from ludoteca.games import game_names, load_game
from ludoteca.lab.animation import element_ids, steps


def things(picture: str) -> dict[str, tuple[float, float]]:
    found = {}
    for element in ET.fromstring(picture).iter():
        x, y = element.get("cx", element.get("x")), element.get("cy", element.get("y"))
        if (name := element.get("id")) and x is not None and y is not None:
            found[name] = float(x), float(y)
    return found


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) < 0.5


def contains(places: Iterable[tuple[float, float]], wanted: Iterable[tuple[float, float]]) -> bool:
    """Whether there is something at every place that is wanted."""
    left = list(places)
    for place in wanted:
        found = next((other for other in left if near(place, other)), None)
        if found is None:
            return False
        left.remove(found)
    return True


@pytest.mark.parametrize("name", game_names())
def test_everything_arrives(name: str) -> None:
    game, lot = load_game(name), random.Random(3)
    position: Position = game.start(3)
    while position.turn is not None:
        played = PlayedMove(position, lot.choice(list(position.moves)))
        animation = game.animation(played)
        assert len(animation) >= 2
        first, last, places = things(animation[0]), things(animation[-1]), dict(things(animation[0]))
        for step in steps(animation):
            for thing, (x, y) in step.shifts.items():
                places[thing] = first[thing][0] + x, first[thing][1] + y
        position = position.after(played.move)
        assert all(near(places[thing], last[thing]) for thing in places if thing in last)
        assert contains(last.values(), things(game.svg(position)).values())


@pytest.mark.parametrize("name", game_names())
def test_evidence_has_a_place_on_the_board(name: str) -> None:
    game = load_game(name)
    start = game.start(1)
    facts = [str(fact) for fact in start.facts()]
    assert element_ids(game.svg(start), facts)
    assert element_ids(game.svg(start), ["nonsense(1)"]) == []
