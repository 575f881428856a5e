"""The timetable planner: it proves the optima that `counting` proves, and shares no code with it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ludoteca.games.agricola_planning import AgricolaPlanning, domain
from ludoteca.games.agricola_planning.generate import ProblemSetting, problem_pddl
from ludoteca.planners import default_planner, load_planner, make_plan
from ludoteca.planners.planner import Progress, SearchLimits
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.task import Task
from tests.planners.small_tasks import best, task_of, working_day
from tests.planners.test_counting import OPTIMA


def working(**options: int | str) -> Task:
    return AgricolaPlanning(options).table.task


@pytest.mark.parametrize(("options", "cost"), OPTIMA[:-1], ids=str)
def test_it_proves_the_same_optima_as_counting(options: dict[str, object], cost: int) -> None:
    found = make_plan(AgricolaPlanning(options).table.task, SearchLimits(60), "schedule")
    assert (found.status, found.cost, found.bound) == ("optimal", cost, cost)


def test_it_proves_that_there_is_no_plan() -> None:
    assert make_plan(working(turns=6), SearchLimits(60), "schedule").status == "unsolvable"


def test_it_agrees_with_counting_on_random_days() -> None:
    for seed in range(100, 104):
        task = working_day(seed, cards=0.7, people=(1, 2, 3))
        known = make_plan(task, SearchLimits(60), "schedule")
        assert known.status in ("optimal", "unsolvable")
        other = make_plan(task, SearchLimits(states=200), "counting")
        assert other.status == "limit" or other.cost is None or other.cost >= (known.cost or 0)
        if other.status in ("optimal", "unsolvable"):
            assert (other.status, other.cost) == (known.status, known.cost), seed
        if other.bound is not None and known.cost is not None:
            assert other.bound <= known.cost


def test_it_continues_from_the_middle_of_a_game() -> None:
    task = working(problem="1")
    lot, state = random.Random(5), task.initial
    for _ in range(5):
        state = task.after(state, lot.choice(list(task.applicable(state))))
    begun = replace(task, initial=state)
    assert load_planner("schedule").refuses(begun) is None
    solution = load_planner("schedule").solve(begun, SearchLimits(60))
    assert solution.plan is not None and solution.status == "optimal"
    assert begun.finished(begun.replay(solution.plan)[-1])
    assert solution.cost == best(begun)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(:goal (and (finished)))", "(:goal (and (finished) (>= (stock j1 food) 5)))"),
        ("minimize (total-cost)", "minimize (penalty j1)"),
        ("(house j1 wood)", "(house j1 reed)"),
        ("(current j1)", "(current j1) (current j2)"),
        ("(= (stock j1 wood) 0)", "(= (stock j1 wood) 0.5)"),
    ],
)
def test_it_refuses_problems_that_the_rules_do_not_cover(old: str, new: str) -> None:
    text = problem_pddl(ProblemSetting())
    assert old in text
    refused = load_planner("schedule").refuses(task_of(domain(), text.replace(old, new, 1)))
    assert refused is not None and refused.key == "games.shared.agricola.schedule.other_problem"


def test_it_compares_domains_without_their_comments() -> None:
    text, problem = domain().text, problem_pddl(ProblemSetting())
    remarked = read_domain("; another remark\n" + text)
    assert load_planner("schedule").refuses(task_of(remarked, problem)) is None
    changed = read_domain(text.replace("(increase (stock ?j ?g) 5)", "(increase (stock ?j ?g) 6)"))
    refused = load_planner("schedule").refuses(task_of(changed, problem))
    assert refused is not None and refused.key == "games.shared.agricola.schedule.other_domain"


def test_the_default_planner_hands_over_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default_planner, "_PATIENCE", 3)
    task = working(turns=4, cards="per-turn")
    news = list[Progress]()
    found = make_plan(task, SearchLimits(60, listener=news.append))
    bounds = [each.bound for each in news if each.bound is not None]
    assert bounds == sorted(bounds)  # what was proven stays proven
    assert (found.planner, found.status, found.cost, found.bound) == ("schedule", "optimal", 58, 58)
    assert bounds[0] < 58  # by counting
