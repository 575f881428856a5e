"""Agricola classic, rule by rule: positions set up by hand, and the scenarios as the document describes them."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.rules.production.engine import Outcome
from ludoteca.rules.production.values import Value
from ludoteca.rules.production.working_memory import State
from tests.games.agricola_environment import engine, held, number, with_slots

CARDS = (
    "fencing",
    "sow-or-bake",
    "sheep-market",
    "improvement",
    "renovate-then-improve",
    "renovate-then-fence",
    "family",
    "family-without-room",
    "plow-or-sow",
    "boar-market",
)


def start(scenario: str = "1", opened: Sequence[str] = CARDS, **goods: int) -> State:
    """The first choice of player 1, with some cards turned up already and these goods in store."""
    state = engine(scenario).begin(1).state
    for title in opened:
        state = with_slots(state, f"card-{title}", player=3)
    for good, amount in goods.items():
        state = with_slots(state, f"{good}-1", amount=amount)
    return state


def offers(state: State) -> tuple[str, ...]:
    return engine().outcome_at(state).choices


def play(state: State, *texts: str) -> Outcome:
    """Some choices, one after another."""
    for text in texts:
        outcome = engine().play(state, text, log=True)
        state = outcome.state
    return outcome


def names(outcome: Outcome) -> list[str]:
    return [firing.activation.rule for firing in outcome.firings]


def goods(state: State, player: int, *kinds: str) -> list[int]:
    return [held(state.named, player, kind) for kind in kinds]


def slot(state: State, name: str, which: str) -> Value:
    return state.named[name].values[which]


def owning(state: State, title: str, player: int = 1) -> State:
    """That improvement is somebody's; what it is good for is learnt with the next firing."""
    return with_slots(state, f"card-{title}", player=player)


def settled(state: State) -> State:
    """All bookkeeping done."""
    while True:
        first = engine().agenda(state)[0]
        if first.salience < 300:
            return state
        state = engine().infer(state, "depth", 0).state


def full_house(state: State) -> State:
    for room in ("land-1-1", "land-1-2"):
        state = with_slots(state, room, animal="boar", animals=1, space=0)
    return with_slots(state, "boar-1", amount=2)


class TestStart:
    def test_the_second_player_has_a_food_more(self) -> None:
        state = start()
        assert goods(state, 1, "food", "wood", "grain") == [2, 0, 0]
        assert goods(state, 2, "food") == [3]
        assert len(state.of("EMPTY-LAND")) == 26
        assert len(state.of("PERSON")) == 4

    def test_the_board_offers_what_it_always_offers(self) -> None:
        assert offers(start(opened=())) == (
            "become starting player",
            "plow at plowland",
            "take clay from clay-pit",
            "take food from day-labourer",
            "take food from fishing",
            "take grain from grain-seeds",
            "take reed from reed-bank",
            "take wood from forest",
        )


class TestTurns:
    def test_players_take_turns_and_cards_are_used_once_a_round(self) -> None:
        outcome = play(start(), "take wood from forest")
        assert outcome.turn == 1
        assert "take wood from forest" not in outcome.choices
        assert names(outcome) == ["take-goods", "change-turn"]

    def test_who_has_nobody_left_waits(self) -> None:
        state = with_slots(start(), "person-2-1", action="rest")
        state = with_slots(state, "person-2-2", action="rest")
        outcome = play(state, "take wood from forest")
        assert outcome.turn == 0
        assert "keep-turn" in names(outcome)

    def test_a_person_with_nothing_to_do_rests(self) -> None:
        state = start()
        for element in state.elements:
            if "occupied" in element.values:
                state = with_slots(state, element.name, occupied="TRUE")
        outcome = engine().infer(state, "depth", 0)
        assert names(outcome) == ["rest"]
        assert slot(outcome.state, "person-1-1", "action") == "rest"

    def test_the_starting_player_changes_with_the_next_round(self) -> None:
        outcome = play(start(), "take wood from forest", "become starting player", "plow at plowland")
        assert outcome.turn == 1
        outcome = play(outcome.state, "take food from fishing")
        assert slot(outcome.state, "phase", "round") == 2
        assert outcome.turn == 1


class TestFields:
    def test_sowing_goes_on_and_takes_the_whole_card(self) -> None:
        state = play(start(grain=2, vegetable=1), "plow at plowland").state
        state = play(state, "take wood from forest").state
        outcome = play(state, "sow vegetable at sow-or-bake")
        field = next(land for land in outcome.state.of("FIELD"))
        assert (field.values["crop"], field.values["amount"]) == ("vegetable", 2)
        assert names(outcome)[:4] == ["sow", "occupy-whole-card", "occupy-whole-card", "finish-action"]
        assert slot(outcome.state, "sow-or-bake-3", "occupied") == "TRUE"

    def test_bread_is_baked_once(self) -> None:
        state = settled(owning(owning(start(grain=3), "stone-oven"), "clay-oven"))
        baking = [text for text in offers(state) if text.startswith("bake")]
        assert baking == ["bake 1 grain for 4 food", "bake 1 grain for 5 food", "bake 2 grain for 8 food"]
        assert goods(play(state, baking[2]).state, 1, "grain", "food") == [1, 10]


class TestFences:
    def test_a_pasture_is_finished_before_another_is_begun(self) -> None:
        outcome = play(start(wood=5), "fence single")
        assert outcome.choices == ("fence double", "fence single")
        outcome = play(outcome.state, "fence double")
        assert goods(outcome.state, 1, "wood") == [0]
        assert [pasture.values["fences"] for pasture in outcome.state.of("PASTURE")] == [4, 1]
        assert [pasture.values["space"] for pasture in outcome.state.of("PASTURE")] == [2, 0]

    def test_a_begun_pasture_is_gone_on_with(self) -> None:
        state = play(start(wood=3), "fence double").state
        state = with_slots(state, "wood-1", amount=3)
        state = with_slots(state, "fencing-1", occupied="FALSE")
        state = play(state, "take wood from forest").state
        assert [text for text in offers(state) if text.startswith("fence")] == ["fence on"]
        outcome = play(state, "fence on")
        assert "fence-begun-pasture" in names(outcome)
        assert slot(outcome.state, "land-1-3", "space") == 4

    def test_there_are_fifteen_fences(self) -> None:
        outcome = play(start(wood=40), "fence double", "fence double", "fence single")
        assert outcome.turn == 1
        assert slot(outcome.state, "fence-counter-1", "amount") == 15
        assert goods(outcome.state, 1, "wood") == [25]

    def test_stables_double_what_a_pasture_holds(self) -> None:
        state = play(start(wood=6), "fence double").state
        state = with_slots(with_slots(state, "wood-1", amount=5), "farm-expansion-2", occupied="FALSE")
        state = play(state, "take wood from forest").state
        outcome = play(state, "build stable in pasture cells=2 stables=0 animals=0 animal=none")
        assert [slot(outcome.state, "land-1-3", which) for which in ("stables", "space")] == [2, 16]
        assert goods(outcome.state, 1, "wood") == [1]


class TestHouse:
    def test_rooms_are_built_as_long_as_it_goes(self) -> None:
        outcome = play(start(wood=12, reed=9), "build room")
        assert goods(outcome.state, 1, "wood", "reed") == [2, 5]
        assert slot(outcome.state, "room-counter-1", "amount") == 4

    def test_a_house_is_renovated_whole_or_not_at_all(self) -> None:
        assert "renovate at renovate-then-fence" not in offers(start(clay=1, reed=9))
        assert "renovate at renovate-then-fence" not in offers(start(clay=9, reed=1))
        outcome = play(start(clay=2, reed=2), "renovate at renovate-then-improve")
        assert goods(outcome.state, 1, "clay", "reed") == [0, 0]
        assert [slot(outcome.state, f"land-1-{cell}", "material") for cell in (1, 2)] == ["clay", "clay"]
        assert "leave-out-second-half" in names(outcome)

    def test_the_second_half_follows_where_it_can(self) -> None:
        outcome = play(start(clay=4, reed=2), "renovate at renovate-then-improve")
        assert "then-buy-for-one-resource" in names(outcome)
        assert slot(outcome.state, "card-fireplace-2", "player") == 1
        outcome = play(start(clay=2, reed=2, wood=3), "renovate at renovate-then-fence")
        assert "then-fence" in names(outcome)
        assert outcome.choices == ("fence double", "fence single")

    def test_a_fireplace_may_be_handed_in_in_the_second_half_too(self) -> None:
        state = owning(owning(start(clay=2, reed=2), "fireplace-2"), "fireplace-3", player=2)
        outcome = play(settled(state), "renovate at renovate-then-improve")
        assert outcome.choices == ("buy hearth-4 for fireplace-2", "buy hearth-5 for fireplace-2")
        outcome = play(outcome.state, outcome.choices[0])
        assert {"then-buy-hearth-for-fireplace", "learn-exchange", "forget-exchange"} <= set(names(outcome))
        assert slot(outcome.state, "card-fireplace-2", "player") == 0

    def test_a_child_needs_a_room_until_it_does_not(self) -> None:
        state = start()
        assert "grow family" not in offers(state)
        outcome = play(state, "grow family without room")
        child = outcome.state.named["person-1-3"].values
        assert (child["newborn"], child["action"]) == ("TRUE", "family-without-room")
        assert "grow family" in offers(with_slots(start(), "room-counter-1", amount=3))
        assert "grow family without room" not in offers(with_slots(start(), "person-counter-1", amount=5))


class TestImprovements:
    def test_a_hearth_is_paid_in_clay_where_there_is_enough(self) -> None:
        state = settled(owning(start(clay=4), "fireplace-2"))
        buying = [text for text in offers(state) if text.startswith("buy hearth")]
        assert buying == ["buy hearth-4", "buy hearth-5 for fireplace-2"]
        outcome = play(state, "buy hearth-4")
        assert goods(outcome.state, 1, "clay") == [0]
        assert slot(outcome.state, "card-fireplace-2", "player") == 1

    def test_two_cards_that_do_the_same_are_one_choice(self) -> None:
        state = settled(owning(owning(full_house(start()), "fireplace-2"), "hearth-4"))
        state = with_slots(with_slots(state, "sheep-market-1", total=1), "boar-market-1", total=1)
        assert [text for text in offers(state) if "sheep" in text] == ["cook sheep for 2 food"]
        assert [text for text in offers(state) if "boar" in text] == ["cook boar for 2 food", "cook boar for 3 food"]

    def test_the_well_gives_food_in_five_rounds(self) -> None:
        state = with_slots(owning(start(), "well"), "food-1", amount=100)
        drawn = 0
        outcome = engine().outcome_at(state)
        while outcome.turn is not None:
            outcome = engine().play(outcome.state, outcome.choices[-1], log=True)
            drawn += names(outcome).count("draw-from-well")
        assert drawn == 5


class TestAnimals:
    def test_animals_that_find_no_place_stay_on_the_card(self) -> None:
        outcome = play(with_slots(start(), "sheep-market-1", total=5), "take sheep into house")
        assert goods(outcome.state, 1, "sheep") == [2]
        assert slot(outcome.state, "sheep-market-1", "total") == 3
        assert names(outcome)[:3] == ["take-animal-into-room", "next-animal-into-room", "finish-action"]

    def test_without_a_place_or_a_stove_they_cannot_be_taken(self) -> None:
        state = with_slots(full_house(start()), "sheep-market-1", total=5)
        assert not any("sheep" in text for text in offers(state))
        state = settled(owning(state, "fireplace-2"))
        outcome = play(state, "cook sheep for 2 food")
        assert goods(outcome.state, 1, "food", "sheep") == [12, 0]
        assert slot(outcome.state, "sheep-market-1", "total") == 0

    def test_with_a_place_they_are_not_cooked(self) -> None:
        state = settled(owning(with_slots(start(), "sheep-market-1", total=1), "fireplace-2"))
        assert [text for text in offers(state) if "sheep" in text] == ["take sheep into house"]


def harvest(state: State, phase: str, **people: Value) -> State:
    """A phase of the harvest after round 4, player 1 first."""
    state = with_slots(with_slots(state, "phase", now=phase, round=4), "person-1-1", action="none")
    return with_slots(state, "person-1-2", **people) if people else state


def run(state: State) -> Outcome:
    """Everything that is forced from here on."""
    return engine().infer(state, "depth", 0, on=True)


class TestHarvest:
    def test_newborns_eat_first_and_less(self) -> None:
        outcome = run(harvest(start(food=3), "feeding", newborn="TRUE"))
        assert names(outcome)[:2] == ["feed-newborn", "feed-adult"]
        assert goods(outcome.state, 1, "food") == [0]

    def test_improvements_come_before_raw_crops_and_those_before_begging(self) -> None:
        state = settled(owning(start(food=0, vegetable=1, grain=1), "hearth-4"))
        outcome = engine().outcome_at(harvest(state, "feeding"))
        assert outcome.choices == ("exchange 1 grain for 3 food", "exchange 1 vegetable for 3 food")
        outcome = engine().play(outcome.state, outcome.choices[0], log=True)
        assert names(outcome)[:3] == ["exchange-goods", "feed-adult", "exchange-goods"]
        outcome = run(harvest(start(food=0, vegetable=1), "feeding"))
        assert names(outcome)[:3] == ["eat-crop", "beg", "beg"]
        assert goods(outcome.state, 1, "food") == [1]
        assert slot(outcome.state, "begging-card-counter-1", "amount") == 2

    def test_players_are_fed_one_after_the_other(self) -> None:
        outcome = run(harvest(start(food=4), "feeding"))
        assert [firing.activation.bindings[0] for firing in outcome.firings[:5]] == [
            ("player", 1),
            ("player", 1),
            ("player", 2),
            ("player", 2),
            ("player", 2),
        ]

    def test_two_have_a_young_if_it_finds_a_place(self) -> None:
        state = harvest(with_slots(full_house(start()), "land-1-2", animal="none", animals=0, space=1), "breeding")
        state = with_slots(state, "boar-1", amount=1)
        assert "expect-young" not in names(run(state))
        lost = run(harvest(full_house(start()), "breeding"))
        assert names(lost)[:2] == ["expect-young", "lose-young"]


class TestEnd:
    def test_equal_points_are_a_draw(self) -> None:
        outcome = run(with_slots(start(opened=()), "phase", round=15))
        assert names(outcome)[-1] == "announce-draw"
        assert outcome.turn is None

    def test_crops_on_fields_count(self) -> None:
        state = play(start(), "plow at plowland").state
        state = with_slots(state, "land-1-3", crop="grain", amount=3)
        before, after = engine().scores(with_slots(state, "land-1-3", crop="none", amount=0)), engine().scores(state)
        assert after[0] - before[0] == 2


class TestScenarios:
    def test_2_pastures_fill_up_and_the_rest_stays(self) -> None:
        state = start("2", ("sheep-market",))
        outcome = play(state, "take sheep into pasture cells=2 stables=2 animals=0")
        while any(text.startswith("take sheep into") for text in outcome.choices) and outcome.turn == 0:
            outcome = play(outcome.state, outcome.choices[-1])
        assert goods(outcome.state, 1, "sheep") == [34]
        assert number(slot(outcome.state, "sheep-market-1", "total")) >= 966
        again = with_slots(outcome.state, "sheep-market-1", occupied="FALSE")
        again = play(again, "take wood from forest").state
        assert not any("sheep" in text for text in offers(again))
        full = run(harvest(outcome.state, "breeding"))
        assert "lose-young" in names(full)
        assert goods(full.state, 1, "sheep") == [34]
        assert engine("2").scores(outcome.state)[0] - engine("2").scores(state)[0] == 5  # from -1 to 4

    def test_3_wood_becomes_fences_stables_and_rooms_to_the_limit(self) -> None:
        outcome = play(start("3", reed=6), "fence double", "fence double", "fence single")
        assert slot(outcome.state, "fence-counter-1", "amount") == 15
        outcome = play(outcome.state, "take food from fishing")
        while (stables := [text for text in outcome.choices if text.startswith("build stable")]) and outcome.turn == 0:
            outcome = play(outcome.state, stables[0])
        assert slot(outcome.state, "stable-counter-1", "amount") == 4
        built = play(start("3", reed=6), "build room")
        assert slot(built.state, "room-counter-1", "amount") == 5

    def test_4_all_rooms_are_renovated_in_one_turn_and_one_improvement_follows(self) -> None:
        outcome = play(start("4"), "renovate at renovate-then-improve")
        assert [room.values["material"] for room in outcome.state.of("ROOM") if room.values["player"] == 1] == [
            "clay"
        ] * 15
        assert goods(outcome.state, 1, "clay", "reed") == [85, 85]
        assert len(outcome.choices) == 10
        outcome = play(outcome.state, "buy well")
        assert outcome.turn == 1
        outcome = play(outcome.state, "take wood from forest")
        assert "renovate at renovate-then-improve" not in outcome.choices
        outcome = play(outcome.state, "renovate at renovate-then-fence")
        assert "then-fence" in names(outcome)
        assert slot(outcome.state, "room-counter-1", "material") == "stone"

    def test_5_every_field_is_sown_in_one_turn_gathered_and_counted(self) -> None:
        outcome = play(start("5"), "sow grain at sow-or-bake")
        while outcome.turn == 0:
            outcome = play(outcome.state, "sow vegetable")
        mine = [field.values for field in outcome.state.of("FIELD") if field.values["player"] == 1]
        assert sorted(number(field["amount"]) for field in mine) == [2] * 12 + [3]
        gathered = run(harvest(outcome.state, "gathering"))
        assert goods(gathered.state, 1, "grain", "vegetable") == [100, 100]
        assert names(gathered).count("gather") == 13
        told = [firing.activation for firing in run(with_slots(outcome.state, "phase", round=15)).firings]
        scored = {dict(fired.bindings)["good"]: dict(fired.bindings) for fired in told if fired.rule == "score-goods"}
        assert (scored["grain"]["points"], scored["vegetable"]["points"]) == (4, 4)
