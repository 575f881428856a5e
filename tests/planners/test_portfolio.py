"""The portfolio: what several engines find together, whose proof it is, and the claims of other programs."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.planners import load_planner, make_plan, portfolio
from ludoteca.planners.confirmation import confirmed
from ludoteca.planners.default_planner import DefaultPlanner
from ludoteca.planners.numeric_bounds import costs_can_fall
from ludoteca.planners.planner import EngineClaim, OutOfLimits, SearchLimits, Solution, as_claim
from ludoteca.planners.portfolio import PortfolioPlanner
from ludoteca.planners.validation.validate import validated
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem
from ludoteca.rules.planning.task import Task
from tests import needs
from tests.planners.random_tasks import optimal_costs, random_task

CLASSROOM = Path(__file__).parents[2] / "examples" / "planning"
SAMPLE = [*sorted(CLASSROOM.glob("*/1.pddl")), CLASSROOM / "blocks/2.pddl", CLASSROOM / "ferry/2.pddl"]
BOXES = """(define (domain boxes) (:requirements :adl) (:types box)
  (:predicates (ordered ?x - box) (sent ?x - box) (packed ?x - box))
  (:action pack :parameters (?x - box) :precondition (ordered ?x) :effect (packed ?x))
  (:action cancel :parameters (?x - box) :precondition (packed ?x) :effect (not (ordered ?x))))"""
ONE_BOX = """(define (problem one) (:domain boxes) (:objects a - box) (:init (ordered a))
  (:goal (exists (?x - box) (imply (ordered ?x) (sent ?x)))))"""


def classroom(problem_file: Path) -> Task:
    domain = read_domain(read_file(problem_file.with_name("domain.pddl")))
    return ground(domain, read_problem(read_file(problem_file), domain))


def boxes() -> Task:
    domain = read_domain(BOXES)
    return ground(domain, read_problem(ONE_BOX, domain))


# Several engines


def test_proofs_of_random_tasks_are_exact_whoever_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """All engines of this process begin at once."""
    monkeypatch.setattr(portfolio, "_CHANCE", -1.0)
    solved, engines = 0, set[str | None]()
    for seed in range(2000, 2060):
        task = random_task(seed)
        truth = optimal_costs(task, most=200)
        if truth is None or costs_can_fall(task):
            continue
        solved += 1
        found = validated(task, PortfolioPlanner(processes=False).solve(task, SearchLimits(120)))
        best = truth[task.initial]
        wanted = ("unsolvable", None) if best is None else ("optimal", task.plan_value(best))
        assert (found.status, found.cost) == wanted, seed
        assert found.proved_by in ("counting", "blind") and found.claim is None
        engines |= {found.found_by, found.proved_by}
    assert solved > 25 and engines <= {None, "counting", "blind", "greedy"}


def test_a_second_process_proves_what_takes_the_first_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first engine is held up until the other one, in its own process, has proven the optimum."""
    monkeypatch.setattr(portfolio, "_CHANCE", -1.0)

    def waits(_: object, task: Task, limits: SearchLimits) -> Solution:
        while not limits.reached():
            time.sleep(0.01)
        return Solution("counting", "limit", None, None, None, 0, 0.0)

    monkeypatch.setattr(DefaultPlanner, "solve", waits)
    found = make_plan(classroom(CLASSROOM / "logistics/1.pddl"), SearchLimits(120))
    assert (found.status, found.proved_by, found.checked) == ("optimal", "blind", ("ludoteca", "interpreter"))
    assert found.found_by in ("greedy", "blind") and found.cost == found.bound == 10


def test_a_budget_in_states_is_kept_by_one_engine_and_gives_the_same_again() -> None:
    task = classroom(CLASSROOM / "logistics/1.pddl")
    first, second = (make_plan(task, SearchLimits(states=20)) for _ in range(2))
    assert replace(first, seconds=0.0) == replace(second, seconds=0.0)
    assert (first.planner, first.ended) == ("counting", "states")


def test_the_limit_that_ends_a_search_is_named() -> None:
    task = classroom(CLASSROOM / "logistics/4.pddl")
    assert make_plan(task, SearchLimits(0)).ended == "time"
    limits = SearchLimits()
    limits.stop()
    assert make_plan(task, limits).ended == "stopped"
    with pytest.raises(OutOfLimits, match="takes longer than"):
        ground(task.domain, task.problem, SearchLimits(0).check)


@pytest.mark.parametrize("problem", SAMPLE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_classroom_problems_are_solved_with_a_proof(problem: Path) -> None:
    found = make_plan(classroom(problem), SearchLimits(300))
    assert found.status == "optimal" and found.checked == ("ludoteca", "interpreter")


# Claims


@needs.java
def test_a_false_claim_of_enhsp_that_there_is_no_plan_is_not_repeated() -> None:
    task = boxes()
    assert load_planner("enhsp").solve(task, SearchLimits(120)).claim == EngineClaim("enhsp", "unsolvable")
    found = make_plan(task, SearchLimits(120), "enhsp")
    assert (found.status, found.cost, found.claim, found.proved_by) == ("optimal", 2, None, "counting")
    assert [str(action) for action in found.plan or ()] == ["(pack a)", "(cancel a)"]


def test_a_claim_is_confirmed_by_an_engine_of_ours_or_stays_one() -> None:
    task = boxes()
    own = load_planner("blind").solve(task, SearchLimits())
    claimed = as_claim(replace(own, planner="other"))
    assert (claimed.status, claimed.bound, claimed.proved_by) == ("plan", None, None)
    sure = confirmed(task, claimed, SearchLimits())
    assert (sure.status, sure.found_by, sure.proved_by, sure.claim) == ("optimal", "other", "counting", None)
    unsure = confirmed(task, claimed, SearchLimits(0))
    assert (unsure.status, unsure.claim) == ("plan", EngineClaim("other", "optimal"))
