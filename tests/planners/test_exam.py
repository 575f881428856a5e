"""One exam for all planners: valid plans, exact optima, kept limits, and refuted errors."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from ludoteca.core.errors import BadInput, Unavailable
from ludoteca.games.agricola_planning import AgricolaPlanning
from ludoteca.planners import load_planner, make_plan, planner_for, planner_names, refusal
from ludoteca.planners.default_planner import better
from ludoteca.planners.engines.pymimir import Unreadable
from ludoteca.planners.planner import SearchLimits, Solution
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.planners.validation.validate import (
    Refuted,
    validate_by_interpreter,
    validate_by_referee,
    validated,
)
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Task
from tests import needs
from tests.planners.pymimir_oracle import PymimirOracle
from tests.planners.random_tasks import optimal_costs, random_task
from tests.planners.small_tasks import best, blocks, courier, domain_of, task_of, working_day

PLANNERS = [pytest.param(name, marks=needs.java if name == "enhsp" else ()) for name in planner_names()]
SMALL: list[tuple[Callable[[int], Task], range]] = [(blocks, range(6)), (courier, range(12)), (working_day, range(4))]


def working(name: str, **changes: int | str) -> Task:
    return AgricolaPlanning({"problem": name, **changes}).table.task


def solve_and_compare(planner: str, task: Task, truth: Number | None, seconds: float = 60) -> Solution:
    """A planner's answer, held against the truth."""
    solution = make_plan(task, SearchLimits(seconds), planner)
    if truth is None:
        assert solution.status == ("limit" if planner == "greedy" else "unsolvable") and solution.plan is None
    elif planner == "greedy" or (planner == "enhsp" and solution.status == "plan"):  # it proves or claims nothing
        assert solution.bound is None and solution.cost is not None and solution.cost >= truth
    else:
        assert (solution.status, solution.cost, solution.bound) == ("optimal", truth, truth)
        assert solution.checked == ("ludoteca", "interpreter")
        assert solution.proved_by not in ("enhsp", "pymimir")
    return solution


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize(("make", "seeds"), SMALL)
def test_small_problems_are_solved_to_the_end(planner: str, make: Callable[[int], Task], seeds: range) -> None:
    few = seeds[-1:] if planner == "enhsp" else seeds  # Java takes its time to start
    tasks = [task for task in map(make, few) if refusal(load_planner(planner), task) is None]
    assert tasks or planner == "schedule"
    for task in tasks:
        solve_and_compare(planner, task, best(task))


@pytest.mark.parametrize("planner", PLANNERS)
def test_costs_of_random_tasks_are_never_below_the_optimum(planner: str) -> None:
    asked = 0
    for seed in range(1000, 1003 if planner == "enhsp" else 1040):
        task = random_task(seed)
        truth = optimal_costs(task, most=200)
        if truth is None or not task.features <= load_planner(planner).reads or refusal(load_planner(planner), task):
            continue
        asked += 1
        solution = make_plan(task, SearchLimits(states=2_000), planner)
        worth = truth[task.initial]
        if worth is None:
            assert solution.plan is None
        elif solution.status in ("optimal", "plan", "gap"):
            assert solution.cost is not None
            lost = solution.cost - task.plan_value(worth)
            assert (lost == 0) if solution.status == "optimal" else (lost <= 0 if task.maximizes else lost >= 0), seed
        else:
            assert solution.status == "limit", seed
    assert asked or planner == "schedule"


# Refusals


def test_a_refusal_names_the_planners_that_support_the_task() -> None:
    refused = refusal(load_planner("counting"), falling())
    assert refused is not None and "falling-costs" in str(refused) and "blind" in str(refused)
    with pytest.raises(BadInput, match="blind"):
        planner_for(falling(), "counting")
    choosing = domain_of("blocks").text.replace("(clear ?y))\n", "(or (clear ?y) (on-table ?y)))\n")
    task = task_of(read_domain(choosing), blocks(0).problem.text)
    refused = refusal(load_planner("pymimir"), task)
    assert refused is not None and "disjunctive-preconditions" in str(refused) and "counting" in str(refused)


def falling() -> Task:
    """A way that gives back more than it costs."""
    words = domain_of("courier").text.replace("(increase (paid) 3)", "(decrease (paid) 3)")
    return task_of(read_domain(words), courier(4).problem.text)


def test_enhsp_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Unavailable, match="default-jre-headless"):
        make_plan(blocks(0), SearchLimits(10), "enhsp")


# Limits


@pytest.mark.parametrize("planner", PLANNERS)
def test_limits_are_kept(planner: str) -> None:
    """Whatever the machine's speed: none of them solves fourteen turns in no time, or within ten states."""
    task = working("1", turns=14, cards="per-turn")
    own_search = planner in (
        "blind",
        "counting",
        "greedy",
        "pymimir",
    )  # the others are programs that do not tell state by state
    for limits in (SearchLimits(0), stopped(), *([SearchLimits(states=10)] if own_search else [])):
        solution = load_planner(planner).solve(task, limits)
        assert solution.status in ("limit", "gap")
        assert solution.bound is None or solution.bound <= 216


def stopped() -> SearchLimits:
    limits = SearchLimits()
    limits.stop()
    return limits


# Validation


def refutations(task: Task, wrong: Solution) -> list[str]:
    """The messages with which each validator refutes a wrong solution."""
    assert wrong.plan is not None
    found = []
    for validate in (validate_by_referee, validate_by_interpreter):
        with pytest.raises(Refuted) as error:
            validate(task, wrong.plan, wrong.cost, wrong.planner)
        found.append(error.value.message.key.removeprefix("planners.refuted."))
    with pytest.raises(Refuted):
        validated(task, wrong)
    return found


@pytest.mark.parametrize("make", [blocks, courier, working_day])
def test_each_validator_refutes_a_wrong_plan(make: Callable[[int], Task]) -> None:
    task = next(task for task in map(make, range(20)) if (best(task) or 0) > 2)
    right = make_plan(task, SearchLimits(30), "blind")
    assert right.plan is not None and right.cost is not None
    assert right.checked == ("ludoteca", "interpreter")
    assert refutations(task, replace(right, cost=right.cost - 1)) == ["cost", "cost"]
    assert refutations(task, replace(right, plan=right.plan[:-1])) == ["goal", "goal"]
    without_first = refutations(task, replace(right, plan=right.plan[1:]))
    assert without_first in (["step", "inapplicable"], ["goal", "goal"])


def test_a_comparison_without_a_value_is_false_for_the_interpreter() -> None:
    """The referee never evaluates it, since a static condition beside it does not hold."""
    domain = """(define (domain d) (:requirements :adl :numeric-fluents) (:predicates (static) (ready) (done))
      (:functions (never))
      (:action go :precondition (or (and (> (never) 0) (static)) (ready)) :effect (done)))"""
    task = task_of(read_domain(domain), "(define (problem p) (:domain d) (:init (ready)) (:goal (done)))")
    assert make_plan(task, SearchLimits(30), "blind").checked == ("ludoteca", "interpreter")


# The validators side by side, with pymimir as an oracle


@pytest.mark.parametrize("make", [blocks, courier, working_day, random_task])
def test_validators_and_pymimir_execute_tasks_alike(make: Callable[[int], Task]) -> None:
    read = 0
    for seed in range(200, 225):
        task = make(seed)
        try:
            oracle = PymimirOracle(task.domain, task.problem)
        except Unreadable:
            _walk(task, None, random.Random(seed))
        else:
            read += 1
            _walk(task, oracle, random.Random(seed))
    assert read >= 4


def test_validators_agree_on_numbers_without_a_value() -> None:
    """Values that problems give are left out; where a conditional effect may need one, the problem is refused."""
    walked, refused = 0, set[str]()
    for seed in range(300, 380):
        whole, lot = random_task(seed), random.Random(seed)
        given = re.findall(r"\(= \((?:fuel|height|price|load t\d|size t\d)\) [-\d.]+\)", whole.problem.text)
        text = whole.problem.text
        for value in lot.sample(given, min(len(given), 2)):
            text = text.replace(value, "")
        try:
            task = task_of(whole.domain, text)
        except BadPddl as error:
            refused.add(error.what.key)
            continue
        walked += bool(task.undefined)
        _walk(task, None, lot)
    assert walked > 30 and refused <= {"rules.planning.no_value", "rules.planning.no_value_conditional"}


def _walk(task: Task, oracle: PymimirOracle | None, lot: random.Random) -> None:
    interpreter, state, steps = Interpreter(task.domain.text, task.problem.text), task.initial, 0
    other, metric = (None, 0.0) if oracle is None else oracle.start()
    for _ in range(6):
        ours = {(action.schema.name, *action.args): action for action in task.applicable(state)}
        theirs = None if oracle is None else oracle.applicable(other)
        assert theirs is None or set(ours) == set(theirs)
        assert interpreter.finished == task.finished(state)
        assert oracle is None or oracle.finished(other) == task.finished(state)
        cannot = next((name for name in task.by_name if name not in ours), None)
        assert cannot is None or not interpreter.step(cannot[0], cannot[1:])
        if not ours:
            return
        chosen = lot.choice(sorted(ours))
        state, steps = task.after(state, ours[chosen]), steps + 1
        assert interpreter.step(chosen[0], chosen[1:])
        assert interpreter.cost == task.total(state, steps)
        if oracle is not None and theirs is not None:
            other, metric = oracle.after(other, theirs[chosen], metric)
            assert metric == pytest.approx(float(task.total(state, steps)))


# The default planner


def test_two_solutions_are_combined() -> None:
    task = blocks(1)
    plan = make_plan(task, SearchLimits(30)).plan
    near = Solution("near", "gap", plan, 9, 4, 10, 1.0)
    sure = Solution("sure", "limit", None, None, 7, 5, 2.0)
    assert better(task, near, sure) == Solution("near", "gap", plan, 9, 7, 15, 2.0, prover="sure")
    assert better(task, replace(near, cost=7), sure).status == "optimal"
    assert better(task, sure, replace(sure, status="unsolvable")).status == "unsolvable"
