"""The planners `counting` and `blind`, the symmetry reduction and the numeric bounds, against exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.games.agricola_planning import AgricolaPlanning
from ludoteca.planners import features_of, planner_for
from ludoteca.planners.delete_relaxation import DeleteRelaxation
from ludoteca.planners.engines.blind import BlindPlanner
from ludoteca.planners.engines.counting import CountingPlanner
from ludoteca.planners.numeric_bounds import NumericBounds, costs_can_fall
from ludoteca.planners.operator_counting import OperatorCounting
from ludoteca.planners.planner import Planner, Progress, SearchLimits, Solution
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import State, Task
from tests.planners.random_tasks import OptimalCosts, optimal_costs, random_task

OPTIMA: list[tuple[dict[str, object], int]] = [
    ({"problem": "1"}, 32),
    ({"problem": "2"}, 49),
    ({"problem": "3"}, 49),
    ({"problem": "4"}, 57),
    ({"problem": "5"}, 44),
    ({"problem": "6"}, 47),
    ({"turns": 4}, 69),
    ({"turns": 14, "cards": "per-turn"}, 216),
]
SEEDS = range(500)


def agricola(**options: object) -> Task:
    return AgricolaPlanning(options).table.task


def checked(task: Task, planner: Planner, limits: SearchLimits | None = None) -> Solution:
    """What a planner finds; its plan, if there is one, is played through."""
    solution = planner.solve(task, limits or SearchLimits())
    if solution.plan is not None:
        states = task.replay(solution.plan)
        assert task.finished(states[-1])
        assert task.total(states[-1], len(solution.plan)) == solution.cost
    return solution


def small(domain: str, problem: str) -> Task:
    """A task from the parts of a domain and of a problem."""
    read = read_domain(f"(define (domain small) {domain})")
    return ground(read, read_problem(f"(define (problem small) (:domain small) {problem})", read))


def walk(task: Task, lot: random.Random) -> list[State]:
    """The states of a game by lot."""
    path = [task.initial]
    while not task.finished(path[-1]) and (actions := list(task.applicable(path[-1]))):
        path.append(task.after(path[-1], lot.choice(actions)))
    return path


# Agricola's working day


@pytest.mark.parametrize(("options", "cost"), OPTIMA, ids=lambda value: str(value))
def test_each_problem_is_solved_to_a_proven_optimum(options: dict[str, object], cost: int) -> None:
    found = checked(agricola(**options), CountingPlanner())
    assert (found.status, found.cost, found.bound) == ("optimal", cost, cost)


@pytest.mark.parametrize(
    "options",
    [
        {"turns": 6},  # 24 deeds at least, and 23 cards
        {"turns": 2, "people": 5, "without": "grow-family grow-family-without-room starting-player one-clay one-reed"},
        {"turns": 1, "people": 5, "goods": "all:0", "without": "day-labourer fishing one-clay one-reed three-wood"},
        {"problem": "4", "turns": 5},
    ],
    ids=str,
)
def test_problems_without_a_plan_are_proven_to_have_none(options: dict[str, object]) -> None:
    found = checked(agricola(**options), CountingPlanner())
    assert (found.status, found.plan, found.bound) == ("unsolvable", None, None)


def test_a_state_later_in_the_game_can_be_hopeless() -> None:
    """Where cards are few, to spend the wrong one first is to have lost: it is known before the last step."""
    task = agricola(problem="4")
    counting = OperatorCounting(task, Symmetry(task))
    assert counting.bound(task.initial) is not None
    lot, foreseen = random.Random(1), 0
    for _ in range(8):
        path = walk(task, lot)
        if not task.finished(path[-1]):
            assert counting.bound(path[-1]) is None
            foreseen += counting.bound(path[-2]) is None
    assert foreseen


@pytest.mark.parametrize("options", [{"problem": "1"}, {"problem": "5"}, {"problem": "6"}], ids=str)
def test_bounds_near_the_end_are_admissible(options: dict[str, object]) -> None:
    task = agricola(**options)
    symmetry = Symmetry(task)
    counting = OperatorCounting(task, symmetry)
    lot, met = random.Random(7), Counter[str]()
    for _ in range(12):
        path = walk(task, lot)
        if not task.finished(path[-1]):
            assert counting.bound(path[-1]) is None
            continue
        state = path[-lot.choice((2, 3, 4))]
        best = ExhaustiveSearch(task, state).cost
        bound = counting.bound(symmetry.canonical(state))
        if bound is None:
            assert best is None
            met["hopeless"] += 1
        elif best is not None:
            assert bound.cost <= best
            met["exact" if bound.cost == best else "below"] += 1
    assert met["exact"] > met["below"]


class ExhaustiveSearch:
    """The cheapest way on from a state of Agricola, by trying every order of everything."""

    def __init__(self, task: Task, state: State) -> None:
        self.task = task
        self.seen: dict[State, Number | None] = {}
        self.cost = self.best(state)

    def best(self, state: State) -> Number | None:
        if self.task.finished(state):
            return 0
        if state not in self.seen:
            found = list[Number]()
            for action in self.task.applicable(state):
                after = self.task.after(state, action)
                rest = self.best(after)
                if rest is not None:
                    found.append(self.task.cost(state, action, after) + rest)
            self.seen[state] = min(found, default=None)
        return self.seen[state]


# Tasks by lot


@pytest.fixture(scope="module")
def random_tasks() -> list[tuple[Task, OptimalCosts]]:
    """Tasks by lot with the whole truth about them, where it is small enough."""
    found = []
    for seed in SEEDS:
        task = random_task(seed)
        truth = optimal_costs(task)
        if truth is not None:
            found.append((task, truth))
    return found


def test_random_tasks_are_of_every_sort(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    solvable = [task for task, truth in random_tasks if truth[task.initial]]
    hopeless = [task for task, truth in random_tasks if truth[task.initial] is None]
    partly = [task for task, truth in random_tasks if truth[task.initial] is not None and None in truth.values()]
    alike = [task for task, _ in random_tasks if Symmetry(task).groups]
    fractions = [task for task, truth in random_tasks if any(isinstance(v, Fraction) for s in truth for v in s.values)]
    falling = [task for task, _ in random_tasks if costs_can_fall(task)]
    for group in (solvable, hopeless, partly, alike, fractions, falling):
        assert len(group) >= 5


def test_proven_optima_of_random_tasks_are_exact(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    for task, truth in random_tasks:
        best = truth[task.initial]
        wanted = ("unsolvable", None) if best is None else ("optimal", task.plan_value(best))
        blind = checked(task, BlindPlanner(), SearchLimits(states=3000))
        if costs_can_fall(task):
            assert (blind.status, blind.cost) == wanted or blind.status in ("limit", "plan"), task.domain.text
        else:
            counting = checked(task, CountingPlanner())
            assert (blind.status, blind.cost) == wanted, task.domain.text
            assert (counting.status, counting.cost) == wanted, task.domain.text
            assert counting.bound == counting.cost


def test_bounds_are_admissible_in_all_states(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    for task, truth in random_tasks:
        if costs_can_fall(task):
            continue
        counting = OperatorCounting(task, Symmetry(task))
        for state in sorted(truth)[:: max(1, len(truth) // 4)]:
            bound, best = counting.bound(state), truth[state]
            if bound is None:
                assert best is None, task.domain.text
            elif best is not None:
                assert bound.cost <= best, task.domain.text


def test_cuts_of_landmarks_are_admissible_in_all_states(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    exact = 0
    for task, truth in random_tasks:
        if costs_can_fall(task):
            continue
        relaxation = DeleteRelaxation(task)
        for state in sorted(truth)[:: max(1, len(truth) // 8)]:
            cut, best = relaxation.landmark_cut(state), truth[state]
            assert best is None or (cut is not None and cut <= best), task.domain.text
            exact += cut is not None and cut == best != 0
    assert exact > 100


def test_numbers_stay_within_their_bounds(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    for task, truth in random_tasks:
        limits = NumericBounds(task)
        for state in truth:
            for value, (low, high) in zip(state.values, limits.bounds, strict=True):
                assert low <= value <= high, task.domain.text


def test_costs_that_are_said_not_to_fall_do_not(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    for task, truth in random_tasks:
        if not costs_can_fall(task):
            steps = ((state, action) for state in truth for action in task.applicable(state))
            assert all(task.cost(state, action, task.after(state, action)) >= 0 for state, action in steps)


def test_states_of_an_orbit_have_the_same_optimal_cost(random_tasks: list[tuple[Task, OptimalCosts]]) -> None:
    merged = 0
    for task, truth in random_tasks:
        symmetry = Symmetry(task)
        if not symmetry.groups:
            continue
        for state in sorted(truth)[:20]:
            one = symmetry.canonical(state)
            if one == state:
                continue
            other = optimal_costs(task, one)
            if other is not None:
                merged += 1
                assert other[one] == truth[state], task.domain.text
    assert merged > 50


# Things that can stand in for each other


def test_interchangeable_objects_of_agricola() -> None:
    groups = {frozenset(group) for group in Symmetry(agricola(problem="2")).groups}
    assert groups == {
        frozenset({"p1-1", "p1-2", "p1-3"}),
        frozenset({"p2-1", "p2-2", "p2-3"}),
        frozenset({"day-labourer", "fishing"}),
        frozenset({"one-stone-1", "one-stone-2"}),
    }


TRUCKS = """(:types truck box)
  (:predicates (in ?b - box ?t - truck) (here ?b - box) (tired ?t - truck))
  (:functions (total-cost) (load ?t - truck))
  (:action put :parameters (?b - box ?t - truck)
    :precondition (and (here ?b) (< (load ?t) 2) (not (tired ?t)))
    :effect (and (not (here ?b)) (in ?b ?t) (increase (load ?t) 1) (increase (total-cost) 1)))
  (:action drop :parameters (?b - box ?t - truck)
    :precondition (and (in ?b ?t) (>= (load ?t) 1))
    :effect (and (not (in ?b ?t)) (here ?b) (decrease (load ?t) 1) (tired ?t) (increase (total-cost) 2)))
  (:action empty :parameters (?t - truck)
    :precondition (>= (load ?t) 1)
    :effect (and (decrease (load ?t) 1) (tired ?t) (increase (total-cost) 1)))"""
TRUCKS_INIT = """(:objects t1 t2 t3 - truck b1 b2 b3 - box)
  (:init (here b1) (here b2) (here b3) (= (load t1) 1) (= (load t2) 1) (= (load t3) 1) (= (total-cost) 0))"""


@pytest.mark.parametrize(
    ("goal", "metric"),
    [
        ("(forall (?t - truck) (= (load ?t) 0))", "(total-cost)"),
        ("(forall (?t - truck) (tired ?t))", "(total-cost)"),
        (
            "(and (forall (?b - box) (not (here ?b))) (exists (?t - truck) (and (tired ?t) (= (load ?t) 0))))",
            "(total-cost)",
        ),
        ("(exists (?b - box) (exists (?t - truck) (and (in ?b ?t) (tired ?t))))", "(+ (total-cost) (load t2))"),
        ("(in b2 t3)", "(total-cost)"),
    ],
)
def test_two_kinds_of_interchangeable_things_at_once(goal: str, metric: str) -> None:
    """Plans are told apart again: each is one of the problem as it is written."""
    task = small(TRUCKS, f"{TRUCKS_INIT} (:goal {goal}) (:metric minimize {metric})")
    truth = optimal_costs(task, most=5000)
    assert truth is not None
    best = truth[task.initial]
    assert best is not None
    for planner in (CountingPlanner(), BlindPlanner()):
        if "falling-costs" not in features_of(task) or planner.name == "blind":
            found = checked(task, planner, SearchLimits(states=20_000))
            assert (found.status, found.cost) == ("optimal", task.plan_value(best))


@pytest.mark.parametrize(
    ("goal", "metric", "groups"),
    [
        ("(here b1)", "(total-cost)", {("t1", "t2", "t3"), ("b2", "b3")}),
        ("(forall (?b - box) (here ?b))", "(load t1)", {("t2", "t3"), ("b1", "b2", "b3")}),
        ("(or (tired t1) (tired t2))", "(total-cost)", {("b1", "b2", "b3")}),
    ],
)
def test_objects_named_by_goal_or_metric_are_not_interchangeable(
    goal: str, metric: str, groups: set[tuple[str, ...]]
) -> None:
    task = small(TRUCKS, f"{TRUCKS_INIT} (:goal {goal}) (:metric minimize {metric})")
    assert set(Symmetry(task).groups) == groups


def test_objects_that_differ_are_not_interchangeable() -> None:
    init = TRUCKS_INIT.replace("(= (load t1) 1)", "(= (load t1) 0)").replace("(here b2)", "(in b2 t2)")
    task = small(TRUCKS, f"{init} (:goal (tired t3)) (:metric minimize (total-cost))")
    assert set(Symmetry(task).groups) == {("b1", "b3")}


# Numbers

STEPS = """(:predicates (done)) (:functions (total-cost) (x) (y))"""
INIT = "(:init (= (total-cost) 0) (= (x) {x}) (= (y) {y})) (:goal {goal}) (:metric {metric})"


def steps(actions: str, goal: str, metric: str = "minimize (total-cost)", x: str = "0", y: str = "0") -> Task:
    return small(f"{STEPS} {actions}", INIT.format(goal=goal, metric=metric, x=x, y=y))


def up(name: str, effect: str, cost: str = "1", precondition: str = "()") -> str:
    return f"(:action {name} :precondition {precondition} :effect (and {effect} (increase (total-cost) {cost})))"


@pytest.mark.parametrize(
    ("task", "cost"),
    [
        (steps(up("a", "(increase (x) 1)"), "(> (x) 0.5)"), 1),  # whole numbers, a test that is not
        (steps(up("a", "(increase (x) 0.5)"), "(> (x) 1)"), 3),
        (steps(up("a", "(increase (x) 1)", "0.25"), "(>= (x) 7)"), Fraction(7, 4)),
        (steps(up("a", "(decrease (x) 3)"), "(<= (x) -7)"), 3),
        (steps(up("a", "(increase (x) 1) (increase (x) 1)"), "(>= (x) 5)"), 3),
        (steps(up("a", "(increase (x) 1) (when (>= (x) 2) (increase (x) 10))"), "(>= (x) 12)"), 3),
        (steps(up("a", "(assign (x) (+ (y) 3))") + up("b", "(increase (y) 4)"), "(= (x) 7)"), 2),
        (steps(up("a", "(scale-up (x) 2)"), "(>= (x) 1000)", x="1"), 10),
        (steps(up("a", "(scale-down (x) 4)"), "(<= (x) 0.01)", x="1"), 4),
        (steps(up("a", "(increase (x) 1)", "0") + up("b", "(done)", "5", "(>= (x) 3)"), "(done)"), 5),
        (steps(up("a", "(increase (x) 1)", "0") + up("b", "(decrease (x) 1)", "0"), "(= (x) 3)"), 0),
        (steps(up("a", "(increase (x) 1)", "(y)"), "(>= (x) 3)", y="2"), 6),
        (steps(up("a", "(increase (x) 1) (increase (y) 2)"), "(>= (x) 2)", "minimize (+ (total-cost) (y))"), 6),
        (steps(up("a", "(increase (x) 1)", "1e15"), "(>= (x) 2)"), 2 * 10**15),
        (steps(up("a", "(increase (x) 1e15)", "7"), "(>= (x) 1e16)"), 70),
    ],
)
def test_numbers_of_every_sort(task: Task, cost: Number) -> None:
    found = checked(task, CountingPlanner())
    assert (found.status, found.cost, found.bound) == ("optimal", cost, cost)


@pytest.mark.parametrize(
    "task",
    [
        steps(up("a", "(increase (x) 2)"), "(= (x) 3)", x="0"),  # by parity, and only up: nothing ends it but counting
        steps(up("a", "(increase (x) 1)", precondition="(< (x) 3)"), "(>= (x) 4)"),
        steps(up("a", "(increase (x) 1) (decrease (y) 1)", precondition="(>= (y) 1)"), "(>= (x) 4)", y="3"),
        steps(up("a", "(done)", precondition="(>= (x) 1)"), "(done)"),
        steps("", "(done)"),
    ],
)
def test_unsolvable_tasks_are_proven_so(task: Task) -> None:
    found = CountingPlanner().solve(task, SearchLimits(states=1000))
    assert (found.status, found.plan, found.cost, found.bound) == ("unsolvable", None, None, None)


def test_going_round_in_circles_ends() -> None:
    """What was paid makes no other state: a circle that costs something is no endless way."""
    there = up("go", "(done)", precondition="(not (done))") + up("back", "(not (done))", precondition="(done)")
    task = steps(there, "(and (done) (not (done)))")
    assert BlindPlanner().solve(task, SearchLimits()).status == "unsolvable"
    assert BlindPlanner().solve(task, SearchLimits()).states == 2


def test_counting_refuses_costs_that_can_fall() -> None:
    task = steps(
        up("dig", "(increase (x) 3)", precondition="(< (x) 6)") + up("end", "(done)"), "(done)", "maximize (- (x) (y))"
    )
    with pytest.raises(BadInput, match="falling-costs"):
        planner_for(task, "counting")
    assert planner_for(task).name == "blind"
    found = checked(task, BlindPlanner(), SearchLimits(states=500))
    assert (found.status, found.cost, found.bound) == ("optimal", 6, 6)


def test_a_plan_may_go_on_where_the_goal_holds_if_that_makes_it_better() -> None:
    task = steps(up("dig", "(increase (x) 3)", precondition="(< (x) 6)"), "(>= (x) 0)", "maximize (x)")
    found = checked(task, BlindPlanner())
    assert found.plan is not None
    assert (found.status, found.cost, len(found.plan)) == ("optimal", 6, 2)


def test_products_in_a_metric_may_fall() -> None:
    task = steps(
        up("a", "(decrease (y) 1)", precondition="(>= (y) 1)") + up("b", "(done)"),
        "(done)",
        "minimize (* (x) (y))",
        "2",
        "3",
    )
    assert costs_can_fall(task)
    found = checked(task, BlindPlanner(), SearchLimits(states=500))
    assert (found.status, found.cost) == ("optimal", 0)


# Limits of a search


def test_a_search_ends_where_it_may_hold_no_more_memory() -> None:
    found = BlindPlanner().solve(agricola(problem="2"), SearchLimits(memory=1))
    assert (found.status, found.plan) == ("limit", None)


def test_a_search_ends_with_what_it_has() -> None:
    task = agricola(problem="2")
    assert CountingPlanner().solve(task, SearchLimits(states=1)).status == "limit"
    limits = SearchLimits()
    limits.stop()
    assert BlindPlanner().solve(task, limits).status == "limit"
    assert CountingPlanner().solve(task, SearchLimits(seconds=0)).states <= 1


def test_reported_bounds_rise() -> None:
    seen = list[Progress]()
    task = agricola(problem="1")
    BlindPlanner().solve(task, SearchLimits(states=3000, listener=seen.append))
    bounds = [each.bound for each in seen if each.bound is not None]
    assert bounds == sorted(bounds)
    assert [each.states for each in seen] == sorted(each.states for each in seen)


def test_planning_goes_on_from_any_state() -> None:
    """The same task from a state in its midst costs what is left of it."""
    task = agricola(problem="1")
    whole = checked(task, CountingPlanner())
    assert whole.plan is not None and whole.cost is not None
    lot = random.Random(5)
    for state in (task.replay(whole.plan)[8], *lot.sample(walk(task, lot)[:8], 3)):
        rest = checked(replace(task, initial=state), CountingPlanner())
        assert rest.status == "optimal"
        assert rest.cost is not None and rest.cost >= whole.cost
