"""Corner cases of PDDL in which planners differ: those that get them wrong refuse, and the validators agree."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ludoteca.cli.plan_file import check_steps, read_plan
from ludoteca.games.agricola_planning import domain
from ludoteca.games.agricola_planning.generate import PROBLEMS, problem_pddl
from ludoteca.planners import load_planner, make_plan, refusal
from ludoteca.planners.planner import SearchLimits
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.task import NumberTooLarge, Task


def task_of(domain_text: str, problem_text: str) -> Task:
    read = read_domain(domain_text)
    return ground(read, read_problem(problem_text, read))


def test_either_types_are_refused_by_planners_without_them() -> None:
    task = task_of(
        """(define (domain d) (:requirements :typing) (:types cat dog) (:predicates (fed ?x - (either cat dog)))
          (:action feed :parameters (?x - (either cat dog)) :effect (fed ?x)))""",
        "(define (problem p) (:domain d) (:objects tom - cat rex - dog) (:init) (:goal (and (fed tom) (fed rex))))",
    )
    found = make_plan(task, SearchLimits(20))
    assert (found.status, found.cost, found.checked) == ("optimal", 2, ("ludoteca", "interpreter"))
    for name in ("pymimir", "enhsp"):
        refused = refusal(load_planner(name), task)
        assert refused is not None
        assert refused.args["features"] == ("either-types",) and "counting" in str(refused.args["able"])


def test_costs_under_a_condition_are_not_for_pymimir() -> None:
    task = task_of(
        """(define (domain d) (:requirements :adl :fluents) (:predicates (flag) (done)) (:functions (total-cost))
          (:action one :effect (and (flag) (increase (total-cost) 2)))
          (:action two :effect (and (done) (when (not (flag)) (increase (total-cost) 3)))))""",
        """(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (done))
          (:metric minimize (total-cost)))""",
    )
    found = make_plan(task, SearchLimits(20))
    assert (found.status, found.cost) == ("optimal", 2)
    assert refusal(load_planner("pymimir"), task) is not None


@pytest.mark.parametrize("turned", [False, True])
def test_an_action_that_would_assign_and_change_a_number_is_not_applicable(turned: bool) -> None:
    """In whatever order it is written, and for both referees."""
    effects = ["(when (a) (assign (x) 1))", "(when (b) (increase (x) 2))"]
    text = f"""(define (domain d) (:requirements :adl :fluents) (:predicates (a) (b) (g)) (:functions (x))
      (:action go :effect (and (g) {" ".join(reversed(effects) if turned else effects)}))
      (:action part :effect (not (a))) (:action rest :effect (not (b))))"""
    problem = "(define (problem p) (:domain d) (:init (a) (b) (= (x) 0)) (:goal (g)))"
    task, interpreter = task_of(text, problem), Interpreter(text, problem)
    assert [str(action) for action in task.applicable(task.initial)] == ["(part)", "(rest)"]
    assert not interpreter.step("go", ())
    found = make_plan(task, SearchLimits(20))
    assert found.plan is not None and len(found.plan) == 2 and str(found.plan[-1]) == "(go)"


@pytest.mark.parametrize(
    ("deed", "old", "best"), [("sowing", 4, Fraction(95, 2)), ("taking-goods", 4, Fraction(71, 2))]
)
def test_counting_handles_fractional_costs(deed: str, old: int, best: Fraction) -> None:
    text = problem_pddl(PROBLEMS["2"][0]).replace(f"(= (cost {deed}) {old})", f"(= (cost {deed}) 2.5)")
    found = load_planner("counting").solve(ground(domain(), read_problem(text, domain())), SearchLimits(60))
    assert (found.status, found.cost, found.bound) == ("optimal", best, best)


def test_numbers_that_square_themselves_are_stopped() -> None:
    task = task_of(
        """(define (domain d) (:requirements :fluents) (:functions (x))
          (:action square :effect (scale-up (x) (x))))""",
        "(define (problem p) (:domain d) (:init (= (x) 7)) (:goal (< (x) 0)))",
    )
    with pytest.raises(NumberTooLarge, match="larger than the largest number allowed"):
        make_plan(task, SearchLimits(20))


def test_a_plan_in_a_file_is_checked_by_the_same_rules(tmp_path: Path) -> None:
    """What cannot be done in a search cannot be done in somebody's plan either."""
    task = task_of(
        """(define (domain d) (:requirements :adl :fluents) (:predicates (a) (b) (g)) (:functions (x))
          (:action go :effect (and (g) (when (a) (assign (x) 1)) (when (b) (increase (x) 2))))
          (:action part :effect (not (a))) (:action rest :effect (not (b))))""",
        "(define (problem p) (:domain d) (:init (a) (b) (= (x) 0)) (:goal (g)))",
    )
    path = tmp_path / "mine.plan"
    path.write_text("(go)\n", encoding="utf-8")
    assert check_steps(task, read_plan(path), str(path)).step == 1
    path.write_text("(part)\n(go)\n", encoding="utf-8")
    assert check_steps(task, read_plan(path), str(path)).reason is None
