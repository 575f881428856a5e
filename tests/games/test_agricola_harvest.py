"""The days up to a harvest as a planning domain, held against the rules: the same moves, with the same effects."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Choice
from ludoteca.games import load_game
from ludoteca.games.agricola_classic.harvest_problem import described
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.schools import load_mind
from ludoteca.rules.planning.as_problem import TaskFactory, view_of
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Action, State, Task
from ludoteca.rules.production.game import ProductionGame, ProductionPosition

ESTIMATED = {"actions", "later-work", "enough", "capacity"}  # these depend on the position that a plan begins with
PASTURES = {"size-of", "stabled", "keeps", "flock", "site"}  # a plan only counts those that it builds
CONTINUING = {
    *("leave-shelter-empty", "learn-exchange", "forget-exchange", "occupy-whole-card", "finish-action"),
    *("leave-out-second-half", "then-fence", "renovate-room"),
}


@cache
def game(scenario: str = "1") -> ProductionGame:
    found = load_game("agricola_classic", {"scenario": scenario})
    assert isinstance(found, ProductionGame)
    return found


@cache
def tasks(seat: int, scenario: str = "1") -> TaskFactory:
    view = view_of(game(scenario))
    assert view is not None
    return TaskFactory(view, game(scenario), seat, read_domain(view.file.read_text(), view.file.name))


def positions(count: int, seed: int, scenario: str = "1") -> Iterator[tuple[ProductionPosition, Move]]:
    """Positions of random games, each with the move that is played there."""
    lot, left = random.Random(seed), count
    while left:
        position = game(scenario).start(lot.randrange(10**6))
        while position.turn is not None and left:
            rare = [move for move in position.moves if not move.text.startswith(("take", "plow", "become"))]
            move = lot.choice(rare if rare and lot.random() < 0.6 else position.moves)
            yield position, move
            position, left = position.after(move), left - 1


def by_the_rules(position: ProductionPosition, move: Move) -> ProductionPosition:
    """The position after a move and what must follow of the same action, before the day or the harvest goes on."""
    after = position.after(move)
    if after.phase == position.phase and position.phase[1] == "working-day":
        return after
    engine = position.game.engine
    state = engine.infer(position.state, "depth", 0, move.text).state
    while True:
        agenda = engine.agenda(state)
        choices = {each.text for each in agenda if each.text is not None and each.salience == agenda[0].salience}
        goes_on = bool(state.of("doing") or state.of("then"))
        if agenda[0].rule not in CONTINUING and not (goes_on and len(choices) == 1):
            return position.game.at(state)
        state = engine.infer(state, "depth", 0).state


def moves_in(own: TaskFactory, task: Task, state: State) -> dict[str, list[Action]]:
    """The applicable actions that are moves, by their text: several are the same move where pastures are alike."""
    found = defaultdict(list)
    for action in task.applicable(state):
        planned = own.view.move_of(own.game, own.seat, action)
        if planned is not None:
            found[planned.text].append(action)
    return found


def by_the_domain(own: TaskFactory, task: Task, action: Action, stables: int) -> State:
    """The state after an action and what must follow of it; a plan foresees stables without saying in which pasture."""
    state = task.after(task.initial, action)
    while action.schema.name == "build-stable" and task.value(state, Atom("stables")) != stables:
        state = task.after(state, task.by_name["build-next-stable", action.bound["?c"]])
    while task.holds(state, Atom("stage", ("going-on",))):
        moves = moves_in(own, task, state)
        others = [each for each in task.applicable(state) if own.view.move_of(own.game, own.seat, each) is None]
        assert not (moves and others), "an action ends only when it cannot go on"
        if len(moves) > 1 or any(each.schema.name == "build-next-stable" for each in others):
            break
        state = task.after(state, [*chain(*moves.values()), *others][0])
    return state


def differences(own: TaskFactory, task: Task, state: State, after: ProductionPosition, built: bool) -> list[str]:
    """In what a state of the domain differs from a position."""
    actual = described(after, own.seat)
    found = [
        f"{fluent}: {task.value(state, fluent)}, not {value}"
        for fluent, value in actual.values.items()
        if fluent.name not in ESTIMATED | ({"pasture-space"} if built else set()) and task.value(state, fluent) != value
    ]
    holding = {atom for atom, bit in task.bit.items() if state.facts & bit}
    for name in own.view.described_symbols(own.game) - PASTURES:
        mine, theirs = ({atom for atom in atoms if atom.name == name} for atoms in (holding, actual.facts))
        theirs -= {atom for atom in theirs if atom in task.static_facts}
        found += map(str, mine ^ theirs)
    if not built:  # pastures that are alike are the same to the rules
        found += map(str, pastures_in(holding | task.static_facts) - pastures_in(actual.facts))
    return found


def pastures_in(facts: Iterable[Atom]) -> Counter[tuple[str, ...]]:
    """How many pastures there are of each kind."""
    kinds = defaultdict(list)
    for atom in sorted(facts, key=str):
        if atom.name in PASTURES:
            kinds[atom.args[0]].append(f"{atom.name} {atom.args[1:]}")
    return Counter(map(tuple, kinds.values()))


def check_position(position: ProductionPosition, move: Move, scenario: str = "1") -> str:
    """Every legal move has an action, no other action is a move, and the move's effect is that of the rules."""
    assert position.turn is not None
    own = tasks(position.turn, scenario)
    task = own.task_at(position)
    moves = moves_in(own, task, task.initial)
    assert moves.keys() == {each.text for each in position.moves}
    after = by_the_rules(position, move)
    stables = int(str(after.state.named[f"stable-counter-{own.seat + 1}"].values["amount"]))
    action = moves[move.text][0]
    state = by_the_domain(own, task, action, stables)
    assert differences(own, task, state, after, action.schema.name == "build-stable") == []
    return action.schema.name


def test_every_move_is_an_action_with_the_effect_of_the_rules() -> None:
    taken = Counter(check_position(position, move) for position, move in positions(70, 1))
    assert len(taken) >= 15


@pytest.mark.parametrize("scenario", ["2", "3", "4", "5", "6"])
def test_other_starts_have_the_same_moves_and_effects(scenario: str) -> None:
    for position, move in positions(5, 2, scenario):
        check_position(position, move, scenario)


def test_the_score_sheet_of_a_plan_is_that_of_the_game() -> None:
    for number, (position, _) in enumerate(positions(80, 3)):
        assert position.turn is not None
        if number % 4:
            continue
        own = tasks(position.turn)
        task = own.task_at(position)
        bits = {word: task.bit[Atom("now", (word,))] for word in ("working", "feeding", "breeding", "over")}
        facts = (task.initial.facts & ~sum(bits.values())) | bits["over"]
        end = task.after(task.initial._replace(facts=facts), task.by_name[("finish",)])
        owned = [
            int(str(card.values["points"]))
            for kind in ("ONE-RESOURCE-IMPROVEMENT", "TWO-RESOURCES-IMPROVEMENT")
            for card in position.state.of(kind)
            if card.values["player"] == own.seat + 1
        ]
        begging = position.state.named[f"begging-card-counter-{own.seat + 1}"].values["amount"]
        counted = task.value(end, Atom("points")) or 0
        assert counted + sum(owned) - 3 * int(str(begging)) == position.scores()[own.seat]


# What it chooses


def changed(position: ProductionPosition, **slots: int) -> ProductionPosition:
    """A position with other values in some slots: ``wood_1__amount=5`` is five wood of player 1."""
    wanted = {tuple(name.replace("_", "-").split("--")): value for name, value in slots.items()}
    elements = [
        replace(each, slots=tuple((slot, wanted.get((each.name, slot), value)) for slot, value in each.slots))
        for each in position.state.elements
    ]
    return position.game.at(replace(position.state, elements=tuple(elements)))


def choice_at(position: ProductionPosition) -> Choice:
    assert position.turn is not None
    return load_mind("planner", position.game).join(position.game, position.turn, 0).choose(position, [], Clock(600))


def steps_of(choice: Choice) -> list[str]:
    assert isinstance(choice.why.trace, PlanMade)
    return [step.action for step in choice.why.trace.steps]


def test_food_comes_first_when_the_harvest_is_near() -> None:
    """Six wood lie in the forest, but there is nothing to eat and the harvest comes after this round."""
    start = changed(game().start(7), phase__round=4, food_1__amount=0)
    hungry = choice_at(changed(start, day_labourer_1__total=4, forest_1__total=6))
    assert hungry.move.text == "take food from day-labourer"
    assert "(beg)" not in steps_of(hungry)
    assert "(beg)" in steps_of(choice_at(changed(start, day_labourer_1__total=0, fishing_1__total=1)))


def test_a_room_is_built_and_a_child_is_born_early() -> None:
    start = game().start(3)  # without a card for fences
    assert choice_at(changed(start, wood_1__amount=5, reed_1__amount=2)).move.text == "build room"
    family = changed(start, phase__round=5, card_family_without_room__player=3, food_1__amount=9)
    assert choice_at(family).move.text == "grow family without room"


def test_every_reason_has_words_in_both_languages() -> None:
    start = changed(game().start(7), phase__round=3, food_1__amount=0, wood_1__amount=5)
    choice = choice_at(start)
    assert {each.move for each in choice.why.rejected} == {move.text for move in start.moves} - {choice.move.text}
    assert isinstance(choice.why.trace, PlanMade)
    for language in LANGUAGES:
        for step in choice.why.trace.steps:
            assert step.said is not None and "{" not in say(step.said, language)
        assert all(say(each.reason.claim, language) for each in choice.why.rejected)
