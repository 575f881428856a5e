"""Tests of the agent for Agricola classic: positions for its plans, and its merits computed a second time in Python."""

from __future__ import annotations

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, Move, Position, find_move
from ludoteca.core.i18n import say
from ludoteca.core.vocabulary import perceive
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind

CHILD, ROOM, SOW = {"grow_family", "grow_family_without_room"}, {"build_room", "build_next_room"}, {"sow", "sow_next"}
FENCES = {"fence_single_pasture", "fence_double_pasture"}
COOKING = {"fireplace-2", "fireplace-3", "hearth-4", "hearth-5"}


@pytest.mark.parametrize(
    ("scenario", "seed", "before", "move", "reason"),
    [
        # Without grain there is nothing to sow.
        ("3", 0, "", "take grain from grain-seeds", "Take goods"),
        # Every land is a field, and the card for sowing is turned up.
        ("5", 2, "", "sow vegetable at sow-or-bake", "Sow"),
        # The improvements are for sale, and with clay and stone the pottery adds most points.
        ("4", 0, "", "buy pottery", "Improve the farm"),
        # The family has 3 food for two people.
        ("4", 1, "take grain from grain-seeds", "take food from day-labourer", "Take food"),
    ],
)
def test_each_plan_acts_where_it_should(scenario: str, seed: int, before: str, move: str, reason: str) -> None:
    game = load_game("agricola_classic", {"scenario": scenario})
    position = game.start(seed)
    history = [find_move(position, before)] if before else []
    position = position.after(history[0]) if history else position
    assert position.turn is not None
    player = load_mind("agentspeak", game).join(game, position.turn, 1)
    choice = player.choose(position, history, Clock(60))
    player.close()
    assert choice.move.text == move
    assert say(choice.why.reason.claim).startswith(reason)


def has_most_merit(position: Position, move: Move) -> bool:
    """Whether no move has more merit than this one, by the merits of the agent's program."""
    facts = set(perceive(position))
    return merit(position, facts, move) == max(merit(position, facts, other) for other in position.moves)


def merit(position: Position, facts: set[Fact], move: Move) -> int:
    """The sum of what speaks for a move and against it."""
    assert position.turn is not None
    me = position.game.seats[position.turn]
    (rule,) = (str(fact.args[1]) for fact in facts if fact.relation == "fires" and fact.args[0] == move.text)
    bound = {
        str(fact.args[1]): fact.args[2] for fact in facts if fact.relation == "bound" and fact.args[0] == move.text
    }
    goods = {str(fact.args[1]): int(fact.args[2]) for fact in facts if fact.relation == "goods" and fact.args[0] == me}
    count = {str(fact.args[1]): int(fact.args[2]) for fact in facts if fact.relation == "count" and fact.args[0] == me}
    gain = position.after(move).scores()[position.turn] - position.scores()[position.turn]
    total = 10 * int(gain) + 100 * (rule in CHILD) + 80 * (rule in ROOM) + 45 * (rule in SOW)
    total += 15 * (rule == "plow" and count["field"] < 5)
    crowded = count["room"] == count["person"] and count["room"] < 4
    total -= 40 * (rule in FENCES and crowded)
    if rule == "take_goods":
        good, amount = str(bound["good"]), int(bound["amount"])
        short = goods["food"] < 2 * count["person"]
        total += 12 * amount * short if good == "food" else 4 * min(8, amount)
        total += 25 * (good in ("grain", "vegetable") and goods[good] == 0)
        (house,) = {fact.args[2] for fact in facts if fact.relation == "room" and fact.args[:2] == (me, 1)}
        total += 20 * (crowded and goods[good] < {house: 5, "reed": 2}.get(good, 0))
    owner = any(fact.relation == "improvement" and fact.args[1] == me for fact in facts)
    return total + 30 * (bound.get("improvement") in COOKING and not owner)
