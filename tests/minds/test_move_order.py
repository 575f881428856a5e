"""Searches without compiled rules choose, of moves that are worth the same, the one that the game's hints put first."""

from __future__ import annotations

import pytest

from ludoteca.core.clock import Clock
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind


@pytest.mark.parametrize("mind", ["alphabeta:nodes=3000", "planner:states=2000", "montecarlo:simulations=400"])
def test_it_begins_the_next_turn_in_the_working_day(mind: str) -> None:
    """Goods cost as much as the starting player's card, and most of them come first in the list of moves."""
    game = load_game("agricola_planning")
    player = load_mind(mind, game).join(game, 0, 1)
    choice = player.choose(game.start(0), [], Clock(60))
    player.close()
    assert "the starting player" in choice.move.text
