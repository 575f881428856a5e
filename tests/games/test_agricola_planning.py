"""Agricola's working day, rule by rule: what every action needs and does, how it ends, what the options do."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Move
from ludoteca.games.agricola_planning import FOLDER, AgricolaPlanning, domain
from ludoteca.games.agricola_planning.generate import CARDS, PROBLEMS, problem_pddl
from ludoteca.rules.planning.game import PlanningPosition
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_problem
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import State, Task

ROOMY = AgricolaPlanning({"turns": 3, "people": 3})
TASK = ROOMY.table.task


def fluent(text: str) -> Atom:
    name, *args = text.split()
    return Atom(name, tuple(args))


def with_numbers(state: State, numbers: Mapping[str, int], task: Task = TASK) -> State:
    """The state with some numbers set by hand."""
    row = list(state.values)
    for text, value in numbers.items():
        row[task.place[fluent(text)]] = value
    return State(state.facts, tuple(row))


def with_facts(state: State, *texts: str, without: tuple[str, ...] = ()) -> State:
    facts = state.facts
    for text in texts:
        facts |= TASK.bit[fluent(text)]
    for text in without:
        facts &= ~TASK.bit[fluent(text)]
    return State(facts, state.values)


def can(state: State, name: str) -> bool:
    """Whether player 1 can do an action, in any way."""
    return any(action.schema.name == name for action in TASK.applicable(state))


def done(state: State, name: str) -> tuple[State, State]:
    """The first way to do an action: before and after."""
    action = next(action for action in TASK.applicable(state) if action.schema.name == name)
    return state, TASK.after(state, action)


def changes(before: State, after: State) -> dict[str, Number]:
    """The numbers that changed, and by how much."""
    rows = zip(TASK.fluents, before.values, after.values, strict=True)
    return {str(atom)[1:-1]: new - old for atom, old, new in rows if new != old}


def paid(deed: int) -> dict[str, Number]:
    return {"done j1": 1, "total-cost": deed, "penalty j1": deed}


START = TASK.initial
RICH = with_numbers(START, {f"stock j1 {good}": 30 for good in ("wood", "clay", "stone", "reed", "grain", "vegetable")})


@pytest.mark.parametrize(
    ("name", "state", "cost", "wanted"),
    [
        ("take-goods", START, 4, {"stock j1 food": 5}),
        (
            "take-animals",
            with_numbers(START, {"cells j1 pasture": 1}),
            3,
            {"stock j1 sheep": 2, "full-pastures j1": 1},
        ),
        ("plow", START, 5, {"cells j1 empty": -1, "cells j1 field": 1}),
        (
            "sow",
            with_numbers(START, {"cells j1 field": 1, "stock j1 grain": 1}),
            4,
            {"stock j1 grain": -1, "sown-fields j1": 1},
        ),
        (
            "fence",
            with_numbers(START, {"stock j1 wood": 4, "fences j1": 11}),
            6,
            {"stock j1 wood": -4, "fences j1": 4, "cells j1 empty": -1, "cells j1 pasture": 1},
        ),
        (
            "build-room",
            with_numbers(START, {"stock j1 wood": 5, "stock j1 reed": 2}),
            5,
            {"stock j1 wood": -5, "stock j1 reed": -2, "cells j1 empty": -1, "cells j1 room": 1},
        ),
        (
            "renovate",
            with_numbers(START, {"stock j1 clay": 15, "stock j1 reed": 6, "cells j1 room": 3}),
            2,
            {"stock j1 clay": -15, "stock j1 reed": -6},
        ),
        ("grow-with-room", with_numbers(START, {"cells j1 room": 4}), 1, {"actions j1": 1}),
        ("grow-without-room", START, 1, {"actions j1": 1}),
        ("become-starting-player", START, 4, {}),
        ("take-improvement-for-one", with_numbers(START, {"stock j1 clay": 4}), 7, {"stock j1 clay": -4}),
        (
            "take-improvement-for-two",
            with_numbers(START, {"stock j1 clay": 3, "stock j1 stone": 1}),
            7,
            {"stock j1 clay": -3, "stock j1 stone": -1},
        ),
        (
            "bake-one",
            with_facts(with_numbers(START, {"stock j1 grain": 1}), "owns j1 clay-oven"),
            4,
            {"stock j1 grain": -1, "stock j1 food": 5},
        ),
        (
            "bake-two",
            with_facts(with_numbers(START, {"stock j1 grain": 2}), "owns j1 stone-oven"),
            4,
            {"stock j1 grain": -2, "stock j1 food": 8},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_an_action_costs_and_does(name: str, state: State, cost: int, wanted: dict[str, int]) -> None:
    before, after = done(state, name)
    assert changes(before, after) == {**paid(cost), **wanted}
    assert (after.facts & ~before.facts).bit_count() >= 2  # person and card are used, at least


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("take-animals", START),  # no pasture
        ("take-animals", with_numbers(START, {"cells j1 pasture": 2, "full-pastures j1": 2})),
        ("plow", with_numbers(START, {"cells j1 empty": 0})),
        ("sow", with_numbers(START, {"stock j1 grain": 3, "cells j1 field": 0})),
        ("sow", with_numbers(START, {"stock j1 grain": 3, "cells j1 field": 2, "sown-fields j1": 2})),
        ("sow", with_numbers(START, {"cells j1 field": 2, "stock j1 food": 9})),
        ("fence", with_numbers(RICH, {"stock j1 wood": 3})),
        ("fence", with_numbers(RICH, {"fences j1": 12})),
        ("fence", with_numbers(RICH, {"cells j1 empty": 0})),
        ("build-room", with_numbers(RICH, {"stock j1 wood": 4})),
        ("build-room", with_numbers(RICH, {"stock j1 reed": 1})),
        ("build-room", with_numbers(RICH, {"cells j1 room": 5})),
        ("build-room", with_numbers(RICH, {"cells j1 empty": 0})),
        ("renovate", with_numbers(RICH, {"stock j1 clay": 14, "cells j1 room": 3})),
        ("renovate", with_numbers(RICH, {"stock j1 reed": 5, "cells j1 room": 3})),
        ("renovate", with_facts(RICH, "house j1 stone", without=("house j1 wood",))),
        ("grow-with-room", with_numbers(START, {"cells j1 room": 3})),
        ("grow-with-room", with_numbers(START, {"cells j1 room": 5, "actions j1": 4, "done j1": 1})),  # nobody to spare
        ("grow-without-room", with_numbers(START, {"actions j1": 4})),
        ("take-improvement-for-one", with_numbers(START, {"stock j1 clay": 3})),
        ("take-improvement-for-one", with_facts(RICH, without=("for-sale hearth-1", "for-sale hearth-2"))),
        ("take-improvement-for-two", with_numbers(RICH, {"stock j1 stone": 0})),
        ("bake-one", RICH),
        ("bake-one", with_facts(START, "owns j1 hearth-1")),
        ("bake-two", with_facts(RICH, "owns j1 clay-oven")),
        ("plow", with_numbers(START, {"done j1": 3})),
        ("plow", with_facts(START, "current j2", without=("current j1",))),
    ],
)
def test_what_an_action_needs(name: str, state: State) -> None:
    mine = [action for action in TASK.applicable(state) if action.schema.name == name and action.args[0] == "j1"]
    assert not mine


@pytest.mark.parametrize(
    ("improvement", "food"), [("hearth-1", 3), ("hearth-2", 3), ("clay-oven", 5), ("stone-oven", 4)]
)
def test_bread(improvement: str, food: int) -> None:
    before, after = done(with_facts(RICH, f"owns j1 {improvement}"), "bake-one")
    assert changes(before, after)["stock j1 food"] == food


def test_a_person_and_a_card_are_used_once() -> None:
    _, after = done(START, "plow")
    args = [action.args for action in TASK.applicable(after)]
    assert not any("p1-1" in own or "plow-one-field" in own for own in args)


def test_nobody_has_more_than_five_people() -> None:
    task = AgricolaPlanning({"people": 5}).table.task
    growing = [action for action in task.applicable(task.initial) if action.schema.name.startswith("grow")]
    assert task.value(task.initial, fluent("actions j1")) == 5
    assert not growing


def test_a_house_is_renovated_step_by_step() -> None:
    _, clay = done(RICH, "renovate")
    assert TASK.holds(clay, fluent("house j1 clay")) and not TASK.holds(clay, fluent("house j1 wood"))
    _, stone = done(with_numbers(clay, {"stock j1 reed": 30}), "renovate")
    assert TASK.holds(stone, fluent("house j1 stone")) and not TASK.holds(stone, fluent("house j1 clay"))


def position(*texts: str, **options: object) -> PlanningPosition:
    """A game from its start through some moves."""
    here = AgricolaPlanning(options).start(0)
    for text in texts:
        here = here.after(next(move for move in here.moves if move.text == text))
    return here


TITLE = "p2-2 makes j2 the starting player by starting-player"
TURN = ("p1-1 plows by plow-one-field", "p1-2 takes clay by one-clay", "p2-1 takes reed by one-reed", TITLE)


def test_the_starting_player_begins_the_next_turn_and_nobody_else() -> None:
    here = position(*TURN[:3])
    assert (here.turn, [str(a) for a in here.actions_of(move(here, TITLE))][1:]) == (1, ["(change-turn j2 j1)"])
    after = position(*TURN)
    task = after.game.table.task
    assert after.turn == 1
    assert task.holds(after.state, fluent("starting j2")) and not task.holds(after.state, fluent("starting j1"))
    assert task.value(after.state, fluent("turn")) == 2


def move(here: PlanningPosition, text: str) -> Move:
    return next(each for each in here.moves if each.text == text)


def test_what_happens_by_itself_happens_by_itself() -> None:
    here = position(*TURN[:2])
    assert here.turn == 1  # the player changed without anybody's doing
    texts = [each.text for each in here.moves]
    assert len(texts) == len(set(texts))
    assert all(text.startswith("p2-") for text in texts)
    names = [event.key.rsplit(".", 1)[1] for event in position(TURN[0]).events(move(position(TURN[0]), TURN[1]))]
    assert names == ["take_goods", "change_player"]


@pytest.mark.parametrize(("cards", "back"), [("once", False), ("per-turn", True)])
def test_cards_once_a_game_or_once_a_turn(cards: str, back: bool) -> None:
    here = position(*TURN, cards=cards)
    assert any(each.text.endswith("by plow-one-field") for each in here.moves) is back


def test_who_cannot_move_has_lost() -> None:
    without = " ".join(card for card in CARDS if card not in ("fishing", "one-clay", "one-reed"))
    here = position(
        "p1-1 takes food by fishing", "p1-2 takes clay by one-clay", "p2-1 takes reed by one-reed", without=without
    )
    assert (here.turn, here.stuck, here.moves) == (None, 1, ())
    assert here.result() == (1.0, 0.0)
    assert here.scores() == (-8.0, -4.0)


def test_points_are_less_for_whoever_paid_more() -> None:
    here = position(*TURN, turns=1)
    assert (here.turn, here.stuck) == (None, None)
    assert here.scores() == (-9.0, -8.0)
    assert here.result() == (0.0, 1.0)


def test_a_move_that_is_none_is_refused() -> None:
    here = position()
    with pytest.raises(IllegalMove):
        here.after(Move(0, "p1-1 flies"))


@pytest.mark.parametrize("options", [{"problem": "2"}, {"problem": "6"}, {"turns": 3, "cards": "per-turn"}], ids=str)
def test_games_by_lot(options: dict[str, object]) -> None:
    game = AgricolaPlanning(options)
    task = game.table.task
    goods = [place for atom, place in task.place.items() if atom.name in ("stock", "cells")]
    for seed in range(4):
        lot, here = random.Random(seed), game.start(0)
        while here.turn is not None:
            here = here.after(lot.choice(here.moves))
            values = here.state.values
            assert all(values[place] >= 0 for place in goods)
            assert sum(here.scores()) == -float(task.value(here.state, fluent("total-cost")) or 0)
            assert values[task.place[fluent("fences j1")]] <= 15
            assert values[task.place[fluent("cells j1 room")]] <= 5
            loaded = game.load(here.save())
            assert (loaded, hash(loaded), loaded.moves) == (here, hash(here), here.moves)
        assert sum(here.result()) == pytest.approx(1)


@pytest.mark.parametrize("saved", ["", ":", "zz:1", "1:2", "-1:0", "ff", "1:" + "1e999999999," * 42, "1:1/0"])
def test_what_is_no_saved_position_is_refused(saved: str) -> None:
    with pytest.raises(BadInput, match="not a saved position"):
        AgricolaPlanning({}).load(saved)


# Problems


@pytest.mark.parametrize("number", PROBLEMS)
def test_the_problems_that_ship_are_what_the_generator_writes(number: str) -> None:
    setting, about = PROBLEMS[number]
    assert (FOLDER / "problems" / f"{number}.pddl").read_text(encoding="utf-8") == problem_pddl(setting, about)


def numbers(task: Task, *texts: str) -> list[Number | None]:
    return [task.value(task.initial, fluent(text)) for text in texts]


def test_options_do_what_they_say() -> None:
    task = AgricolaPlanning(
        {"turns": 7, "people": 4, "cards": "per-turn", "goods": "material:2 wood:7", "without": "fishing one-clay"}
    ).table.task
    assert numbers(task, "last-turn", "actions j1", "people j2") == [7, 4, 5]
    assert numbers(task, "stock j2 wood", "stock j2 reed", "stock j1 food") == [7, 2, 0]
    assert sum("person" in kinds for kinds in task.problem.objects.values()) == 10
    cards = [name for name, kinds in task.problem.objects.items() if "card" in kinds]
    assert set(CARDS) - set(cards) == {"fishing", "one-clay"}
    assert all(task.holds(task.initial, Atom("returns", (card,))) for card in cards)


def test_a_problem_that_is_changed_keeps_the_rest() -> None:
    task = AgricolaPlanning({"problem": "6", "turns": 2}).table.task
    assert numbers(task, "last-turn", "stock j1 cattle") == [2, 40]
    assert "one-sheep" not in task.problem.objects


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"turns": 0}, "turns=0 is out of range"),
        ({"people": 6}, "people=6 is out of range"),
        ({"cards": "twice"}, "twice"),
        ({"goods": "wood"}, "wood"),
        ({"goods": "wood:-1"}, "wood:-1"),
        ({"goods": "wood:5000"}, "wood:5000"),
        ({"goods": "woood:5"}, "wood"),
        ({"without": "fishin"}, "fishing"),
        ({"problem": "7"}, "7"),
        ({"turn": 3}, "turns"),
    ],
    ids=str,
)
def test_options_that_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        AgricolaPlanning(options).start(0)


def test_everything_can_be_generated_that_options_allow() -> None:
    for people in (1, 5):
        for cards in ("once", "per-turn"):
            text = problem_pddl(
                PROBLEMS["1"][0].__class__(14, people, {"wood": 1000}, tuple(CARDS)[:1], cards == "per-turn")
            )
            assert ground(domain(), read_problem(text, domain())).actions


@pytest.mark.parametrize(
    ("options", "ranks"),
    [
        # Cards are used once: the starting player of the next turn has more to choose from.
        ({}, {"makes j1 the starting player": 2, "takes food": 1, "takes vegetable": 1, "takes wood": 0, "plows": 0}),
        # Cards return: there is nothing to hurry for.
        ({"cards": "per-turn"}, {"makes j1 the starting player": 0, "takes food": 1, "takes wood": 0}),
        # No turn begins after the last one.
        ({"turns": 1}, {"makes j1 the starting player": 0, "takes grain": 1, "takes clay": 0}),
    ],
)
def test_hints_begin_the_next_turn_and_leave_material(options: dict[str, object], ranks: dict[str, int]) -> None:
    position = AgricolaPlanning(options).start(0)
    for words, rank in ranks.items():
        assert {position.move_order(move) for move in position.moves if words in move.text} == {rank}, words
