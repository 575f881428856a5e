"""Films of moves: whatever moves arrives where the picture after the move has it."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterable

import pytest

from ludoteca.core.game import Played, Position
from ludoteca.games import game_names, load_game
from ludoteca.lab.film import places_of, steps


def things(picture: str) -> dict[str, tuple[float, float]]:
    found = {}
    for element in ET.fromstring(picture).iter():
        if (name := element.get("id")) and (x := element.get("cx")) and (y := element.get("cy")):
            found[name] = float(x), float(y)
    return found


def same_places(some: Iterable[tuple[float, float]], others: Iterable[tuple[float, float]]) -> bool:
    left = list(others)
    for x, y in some:
        match = next((place for place in left if abs(place[0] - x) + abs(place[1] - y) < 0.5), None)
        if match is None:
            return False
        left.remove(match)
    return not left


@pytest.mark.parametrize("name", game_names())
def test_everything_arrives(name: str) -> None:
    game, lot = load_game(name), random.Random(3)
    position: Position = game.start(3)
    while position.turn is not None:
        played = Played(position, lot.choice(list(position.moves)))
        film = game.film(played)
        assert len(film) >= 2
        first, places = things(film[0]), dict(things(film[0]))
        for step in steps(film):
            for thing, (x, y) in step.shifts.items():
                places[thing] = first[thing][0] + x, first[thing][1] + y
        position = position.after(played.move)
        assert same_places(places.values(), things(game.svg(position)).values())


@pytest.mark.parametrize("name", game_names())
def test_evidence_has_a_place_on_the_board(name: str) -> None:
    game = load_game(name)
    start = game.start(1)
    facts = [str(fact) for fact in start.facts()]
    assert places_of(game.svg(start), facts)
    assert places_of(game.svg(start), ["nonsense(1)"]) == []
