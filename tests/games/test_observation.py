"""Compiled observations are the vectors of the encodings, for every seat, and tell no secrets."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ludoteca.games import load_game
from ludoteca.minds.learned.weights import places_of
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.game import KernelGame, KernelPosition


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kalah", {"pits": 6, "seeds": 4}),
        ("kalah", {"pits": 3, "seeds": 2, "pie": True}),
        ("azul", {"players": 2}),
        ("azul", {"players": 4}),
        ("queens", {"n": 1}),
        ("queens", {"n": 1, "variant": "holes"}),
    ],
)
def test_an_observation_is_the_vector_of_the_encoding(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, options)
    assert isinstance(game, KernelGame)
    places, encoding, lot = places_of(game), encoding_of(game), random.Random(1)
    position = game.start(1)
    while position.turn is not None:
        for seat in range(len(game.seats)):
            assert np.array_equal(observed(position, seat)[places], encoding.vector(position, seat))
        hidden = position.seen_by(position.turn, 7)
        assert np.array_equal(observed(hidden, 0), observed(position, 0))
        position = position.after(lot.choice(position.moves))


def observed(position: KernelPosition, seat: int) -> Any:
    observation: Any = position.game.module("observation")
    places, values = np.zeros(observation.COMPONENTS, int), np.zeros(observation.COMPONENTS, int)
    n = observation.observe(position.state, seat, places, values)
    found = np.zeros(observation.COMPONENTS, np.float32)
    found[places[:n]] = values[:n]
    return found
