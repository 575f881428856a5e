"""Tests of the agent for Agricola's working day: positions for each of its plans, with the move and the reason."""

from __future__ import annotations

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.i18n import say
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind

FOOD = "take-one-grain take-one-vegetable day-labourer fishing"
GOODS = f"{FOOD} three-wood one-clay one-reed one-stone-1 one-stone-2"
OTHER = f"{GOODS} plow-one-field plow-and-or-sow starting-player"


@pytest.mark.parametrize(
    ("options", "move", "reason"),
    [
        # With the material at hand a renovation costs 2.
        ({"problem": 5}, "p1-3 renovates from wood to clay by renovate-then-improvement", "Do cheap work"),
        # Everything costs 4 or more: the starting player chooses first in the next turn.
        ({}, "p1-3 makes j1 the starting player by starting-player", "Become the starting player"),
        # Cards return, so that clay and reed can lead to a renovation.
        ({"cards": "per-turn"}, "p1-3 takes reed by one-reed", "Prepare a renovation, which is cheap"),
        # There is no next turn, and two rooms need more clay than the card gives.
        ({"turns": 1}, "p1-3 takes vegetable by take-one-vegetable", "Take food or a crop"),
        # Only material is offered.
        ({"without": FOOD, "turns": 1}, "p1-3 takes wood by three-wood", "Do ordinary work"),
        # No card offers any other work.
        ({"without": OTHER}, "p1-1 grows the family by grow-family-without-room", "Have a child"),
    ],
)
def test_each_plan_acts_where_it_should(options: dict[str, object], move: str, reason: str) -> None:
    game = load_game("agricola_planning", options)
    player = load_mind("agentspeak", game).join(game, 0, 1)
    choice = player.choose(game.start(0), [], Clock(60))
    player.close()
    assert choice.move.text == move
    assert say(choice.why.reason.claim).startswith(reason)
