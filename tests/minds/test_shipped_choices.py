"""Positions in which the knowledge that ships with the games must choose a certain move, for a certain reason."""

from __future__ import annotations

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, find_move
from ludoteca.core.i18n import say
from ludoteca.core.mind import Choice
from ludoteca.games import load_game
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.schools import load_mind
from tests import needs

Case = tuple[str, dict[str, object], list[str], str, str]  # game, options, moves so far, the choice, its words

START = "p1-1 makes j1 the starting player by starting-player"

PROLOG: list[Case] = [
    # A child would cost 1 now and 8 later; being the starting player costs 4, as goods do.
    ("agricola_planning", {}, [], START, "1. Begin the next turn"),
    # Cards return, so that two rooms can have their ten clay.
    ("agricola_planning", {"cards": "per-turn"}, [], "p1-1 takes clay by one-clay", "2. Of the moves"),
    # Ten clay and four reed are there: renovating costs 2.
    (
        "agricola_planning",
        {"problem": 5},
        [],
        "p1-1 renovates from wood to clay by renovate-then-improvement",
        "4. A move",
    ),
    # A house of clay needs stone now; the stone is there too.
    (
        "agricola_planning",
        {"problem": 5},
        ["p1-1 renovates from wood to clay by renovate-then-improvement"],
        "p1-2 renovates from clay to stone by renovate-then-fences",
        "4. A move",
    ),
    # The one card for clay gives 5, and two rooms need 10.
    ("agricola_planning", {}, [START], "p1-2 takes food by day-labourer", "3. Of the moves"),
    # The first queen takes away fewest at the edge.
    ("queens", {}, [], "queen a1", "3. The queen"),
    # On 4 × 4 every reply to the corner leaves a queen that is the last, unless a block comes in between.
    ("queens", {"n": 1}, [], "queen a1", "1. With few free cells"),
    # The blocker has one block: it waits for the second queen.
    ("queens", {"n": 1}, ["queen a1"], "pass", "4. Wait"),
    # Black cannot be last here; white has one reply.
    ("queens", {"n": 1}, ["queen a1", "pass"], "queen c2", "2. I find no such queen"),
    # The block takes the last free cell: the blocker wins.
    ("queens", {"n": 1}, ["queen a1", "pass", "queen c2"], "block b4", "5. The piece on a free cell"),
    # A room lacks wood and reed; three wood are more than one reed.
    ("agricola_classic", {}, [], "take wood from forest", "5. Material"),
    # Every land is a room, and there is no grain yet: it is worth two points.
    ("agricola_classic", {"scenario": 4}, [], "take grain from grain-seeds", "6. The move that gains"),
    # Two yellow fill line 2 exactly; two red would be worth as much, and come later in the list.
    ("azul", {}, [], "1 yellow 2", "Fill a line without"),
    # Line 3 lacks one black after this, and one lies on factory 5.
    (
        "azul",
        {},
        ["1 yellow 2", "3 red 1", "2 red 1", "centre black 3"],
        "4 black 3",
        "Add to a line that stays open",
    ),
]
CLIPS: list[Case] = [
    (*PROLOG[0][:4], "it costs 4, I choose first in the next turn"),
    (*PROLOG[1][:4], "it costs 4, my next renovation lacks clay"),
    (*PROLOG[2][:4], "it costs 2"),
    (*PROLOG[3][:4], "it costs 2"),
    (*PROLOG[4][:4], "it costs 4, it takes no building material"),
    # The fourth seed of pit 3 falls into the store.
    ("kalah", {}, [], "3", "it sows pit 3, it moves again, it stores 1"),
    # Pits 4 to 6 would feed pits of the other side; of the other two, pit 2 is nearer to the store.
    ("kalah", {}, ["3"], "2", "it sows pit 2"),
    # The first grain is worth two points, and there is nothing to sow without it.
    ("agricola_classic", {}, [], "take grain from grain-seeds", "I have no grain, takes 1, worth 2 points"),
    # The family has to eat.
    (
        "agricola_classic",
        {"scenario": 5},
        [],
        "take food from day-labourer",
        "I have less than 2 food for each person",
    ),
]
# Queens: the options, the moves so far, and what the agent and the rules choose.
QUEENS: list[tuple[dict[str, object], list[str], tuple[str, str], tuple[str, str]]] = [
    # The first queen takes away fewest in the corner.
    ({}, [], ("queen a1", "3. The queen that takes fewest"), ("queen a1", "it takes away 21 cells")),
    # 26 free cells: an answer to every reply is found for one queen.
    (
        {},
        ["queen a1", "pass", "queen b4", "pass"],
        ("queen d3", "1. With few free cells"),
        ("queen d3", "after every reply I can put the last queen"),
    ),
    # Black cannot be last here, and of equal queens the agent takes the first, the rules the last.
    (
        {"n": 1},
        ["queen a1", "pass"],
        ("queen b3", "2. I find no such queen"),
        ("queen c2", "replies to which I find no answer: 1"),
    ),
    # A queen on c4 would leave no free cell, but with a queen each the blocker would win.
    (
        {"n": 1},
        ["queen a1", "block d2"],
        ("queen c2", "2. I find no such queen"),
        ("queen c2", "replies to which I find no answer: 1"),
    ),
    # The blocker has one block: it waits for the second queen, and then takes the last free cell.
    ({"n": 1}, ["queen a1"], ("pass", "Wait: "), ("pass", "after as many more queens as I have pieces")),
    (
        {"n": 1},
        ["queen a1", "pass", "queen c2"],
        ("block b4", "Block the free cell"),
        ("block b4", "its lines hold 1 free cells"),
    ),
]
AGENTSPEAK: list[Case] = [("queens", options, played, *agent) for options, played, agent, _ in QUEENS]
CLIPS += [("queens", options, played, *rules) for options, played, _, rules in QUEENS]
# The plan that begins with the choice, and its first steps.
PLANNER: list[tuple[Case, list[str]]] = [
    # The first queen takes away fewest at the edge.
    (("queens", {}, [], "queen a1", "a plan of 1 step costing 22, proven the cheapest"), ["queen on a1"]),
    # The corner has an answer to every reply, and takes away less than the centre, where the blocker can win.
    (
        ("queens", {"n": 1}, [], "queen a1", "a plan of 13 steps costing 0, proven the cheapest"),
        ["queen on a1", "if the other player replies c2", "then queen on b4: no cell is left"],
    ),
    # After any queen of black white puts the last one; here it has only one way to do so.
    (
        ("queens", {"n": 1}, ["queen a1", "pass"], "queen c2", "a plan of 2 steps costing 1, proven the cheapest"),
        ["queen on c2", "no good answer to b4 is planned"],
    ),
    # The blocker has one block: it waits for the second queen, and then takes the last free cell.
    (("queens", {"n": 1}, ["queen a1"], "pass", "a plan of 1 step costing 0, proven the cheapest"), ["pass"]),
    (
        (
            "queens",
            {"n": 1},
            ["queen a1", "pass", "queen c2"],
            "block b4",
            "a plan of 1 step costing 1, proven the cheapest",
        ),
        ["block on b4"],
    ),
    # Two of a colour fill line 2 exactly, and one of another is left for line 1.
    (
        ("azul", {}, [], "1 yellow 2", "a plan of 2 steps worth 3.1, proven the best"),
        ["take 2 yellow tiles from factory 1: line 2 is full"],
    ),
    # Two red tiles are in the centre now: the marker costs as much as it is worth.
    (
        ("azul", {}, ["1 yellow 4"], "centre red 2", "a plan of 2 steps worth 3.1, proven the best"),
        ["take 2 red tiles from the centre: line 2 is full"],
    ),
]


def chosen(mind: str, case: Case) -> Choice:
    """What a mind chooses in the position of a case."""
    name, options, played, *_ = case
    game = load_game(name, options)
    position, history = game.start(1), list[Move]()
    for text in played:
        history.append(find_move(position, text))
        position = position.after(history[-1])
    assert position.turn is not None
    player = load_mind(mind, game).join(game, position.turn, 1)
    try:
        return player.choose(position, history, Clock(60))
    finally:
        player.close()


@pytest.mark.parametrize(("case", "steps"), PLANNER)
def test_the_planner_chooses_the_first_step_of_its_plan(case: Case, steps: list[str]) -> None:
    _, _, _, expected, words = case
    choice = chosen("planner", case)
    assert (choice.move.text, say(choice.why.reason.claim)) == (expected, words)
    assert isinstance(choice.why.trace, PlanMade)
    assert [say(step.said) for step in choice.why.trace.steps if step.said is not None][: len(steps)] == steps


@pytest.mark.parametrize(
    ("mind", "case"),
    [
        *(pytest.param("prolog", case, marks=needs.prolog) for case in PROLOG),
        *(("clips", case) for case in CLIPS),
        *(("agentspeak", case) for case in AGENTSPEAK),
    ],
)
def test_shipped_knowledge_chooses_as_its_words_say(mind: str, case: Case) -> None:
    _, _, _, expected, words = case
    choice = chosen(mind, case)
    assert choice.move.text == expected
    assert str(choice.why.reason.claim.args["words"]).startswith(words)
