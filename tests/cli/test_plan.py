"""`ludoteca plan` and `ludoteca planners`, as somebody types them; and plans in the terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca.cli import plan as command
from ludoteca.cli.listing import show_planners
from ludoteca.cli.output import show_why
from ludoteca.cli.plan import PlanOptions, plan
from ludoteca.cli.plan_report import PlannedTask, show_solution
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import Message
from ludoteca.games import load_game
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.planners import engines, load_planner, planner_names
from ludoteca.planners.planner import SearchLimits, Solution, as_claim
from ludoteca.planners.result_json import solution_json
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.plan_steps import PlanStep
from tests.children import heeds_interrupts
from tests.command_line import data, ludoteca
from tests.waiting import PATIENCE

DOMAIN = """
(define (domain bakery)
  (:requirements :negative-preconditions :numeric-fluents)
  (:predicates (hot) (open ?day) (holidays))
  (:constants sunday monday)
  (:functions (flour) (loaves) (days) (wood) (total-cost))
  (:action heat
    :precondition (and (not (hot)))
    :effect (and (hot) (increase (total-cost) (wood))))
  (:action bake
    :precondition (and (hot) (>= (flour) 1) (>= (days) 0))
    :effect (and (decrease (flour) 1) (increase (loaves) 2) (increase (total-cost) 1)))
  (:action buy
    :parameters (?day)
    :precondition (and (open ?day))
    :effect (and (increase (loaves) 1) (increase (total-cost) 3)))
  (:action rest
    :precondition (holidays)
    :effect (increase (days) 1)))
"""
PROBLEM = """
(define (problem breakfast)
  (:domain bakery)
  (:init (open monday) (= (flour) 3) (= (loaves) 0) (= (days) 0) (= (wood) 6) (= (total-cost) 0))
  (:goal (and (>= (loaves) 5)))
  (:metric minimize (total-cost)))
"""
RICH = PROBLEM.replace("minimize (total-cost)", "maximize (- (loaves) (flour))").replace("(open monday)", "")
ENDLESS_RICH = RICH.replace("(:init", "(:init (holidays)")  # there is always one state more to look at
ENDLESS = PROBLEM.replace("(:init", "(:init (holidays)").replace("(>= (loaves) 5)", "(< (days) 0)")


@pytest.fixture
def bakery(tmp_path: Path) -> tuple[str, str]:
    return written(tmp_path, PROBLEM)


def written(folder: Path, problem: str, domain: str = DOMAIN) -> tuple[str, str]:
    files = folder / "domain.pddl", folder / "problem.pddl"
    for file, text in zip(files, (domain, problem), strict=True):
        file.write_text(text, encoding="utf-8")
    return str(files[0]), str(files[1])


def asked(**changes: Any) -> PlanOptions:
    return replace(PlanOptions(None, (), None, 60.0, None, None, False), **changes)


def shown(capsys: pytest.CaptureFixture[str], what: str, file: str | None = None, **changes: Any) -> tuple[int, str]:
    code = plan(what, file, asked(**changes))
    return code, capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], what: str, file: str | None = None, **changes: Any) -> Any:
    return json.loads(shown(capsys, what, file, as_json=True, **changes)[1])


# Plans


def test_a_games_problem_is_planned_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = shown(capsys, "agricola_planning")
    assert code == 0
    lines = [line.split() for line in text.splitlines()]
    assert lines.index(["turn", "1"]) < lines.index(["player", "1"]) < lines.index(["turn", "2"])
    assert any(line[-3:] == ["j2)", "0", "8"] for line in lines), "a change of player is free"
    assert "Penalties: player 1 16 · player 2 16" in text
    assert "Total cost 32. Proven optimal (bound 32): no plan is cheaper." in text
    assert "planned by counting · " in text and "validated by ludoteca, interpreter" in text


def test_a_plan_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "agricola_planning", problem="5", planner="counting")
    assert (found["game"], found["options"]["problem"]) == ("agricola_planning", "5")
    assert (found["status"], found["cost"], found["bound"], found["planner"]) == ("optimal", 44, 44, "counting")
    assert sum(found["penalties"].values()) == 44
    assert found["states"] > 0 and found["seconds"] > 0
    assert found["checked"] == ["ludoteca", "interpreter"]
    first, last = found["plan"][0], found["plan"][-1]
    assert (first["seat"], first["turn"], first["cost"], first["total"]) == ("j1", 1, first["cost"], first["cost"])
    assert first["text"].startswith("p1-") and first["action"].startswith("(")
    assert (last["seat"], last["turn"], last["total"]) == (None, 3, 44)
    assert sum(step["cost"] for step in found["plan"]) == 44


def test_settings_make_other_problems_and_some_have_no_plan(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = shown(capsys, "agricola_planning", settings=["turns=6"])
    assert code == 0 and "Proven: there is no plan." in text
    found = told(capsys, "agricola_planning", problem="2", settings=["turns=1", "people=1"])
    assert (found["status"], found["cost"]) == ("optimal", 8)


def test_two_files_are_planned(bakery: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code, text = shown(capsys, *bakery)
    assert code == 0 and "breakfast: 4 steps" in text
    assert [line.split() for line in text.splitlines() if "(heat)" in line] == [["1", "(heat)", "6", "6"]]
    assert "turn" not in text and "Penalties" not in text
    assert told(capsys, *bakery, planner="blind")["cost"] == 9


def test_short_plans_and_rich_ones_have_their_own_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = PROBLEM.replace("(:metric minimize (total-cost))", "")
    code, text = shown(capsys, *written(tmp_path, plain))
    assert code == 0 and "Steps: 4. Proven optimal (bound 4): no plan is shorter." in text and "cost" not in text
    code, text = shown(capsys, *written(tmp_path, RICH))
    assert code == 0 and "It brings 6 in all. Proven optimal (bound 6): no plan brings more." in text


def test_out_of_time_without_a_plan_is_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = shown(capsys, *written(tmp_path, ENDLESS), planner="blind", seconds=0.2)
    assert code == 1 and "No plan was found." in text and "Out of time" in text
    found = told(capsys, *written(tmp_path, ENDLESS), planner="blind", seconds=0.2)
    assert (found["status"], found["plan"], found["cost"]) == ("limit", None, None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ("status='gap', bound=found.cost - 2", "At most 2 from the optimum: no plan costs less than 7."),
        ("status='plan', bound=None", "There may be cheaper plans."),
    ],
)
def test_a_plan_that_is_not_proven_optimal_says_so(
    changes: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a planner that stops early at every speed of the machine."""
    name = f"hasty_{len(changes)}"
    (tmp_path / f"{name}.py").write_text(
        "from dataclasses import replace\n"
        "from ludoteca.planners.engines.counting import CountingPlanner\n"
        "class PLANNER(CountingPlanner):\n"
        "    def solve(self, task, limits):\n"
        "        found = super().solve(task, limits)\n"
        f"        return replace(found, {changes})\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(engines, "__path__", [*engines.__path__, str(tmp_path)])
    code, text = shown(capsys, *written(tmp_path, PROBLEM), planner=name)
    assert code == 0 and f"Total cost 9. {said}" in text


@pytest.mark.parametrize(
    ("what", "file", "changes", "said"),
    [
        ("kalah", None, {}, "The rules of kalah are not a planning domain; those of agricola_planning"),
        ("kalah", None, {"problem": "2"}, "The rules of kalah are not a planning domain"),
        ("agricola_planing", None, {}, 'no game "agricola_planing"; did you mean "agricola_planning"'),
        ("agricola_planing", None, {"problem": "2"}, 'no game "agricola_planing"; did you mean "agricola_planning"'),
        ("agricola_planning", None, {"problem": "9"}, 'There is no value "problem=9"'),
        ("agricola_planning", None, {"planner": "contng"}, 'no planner "contng"; did you mean "counting"'),
        ("domain.pddl", None, {}, "domain.pddl is a domain: add the file of a problem after it."),
        ("nowhere.pddl", "problem.pddl", {}, '"nowhere.pddl" cannot be read'),
    ],
)
def test_bad_input_is_refused(what: str, file: str | None, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        plan(what, file, asked(**changes))


def test_bad_input_is_one_sentence_and_exit_code_2() -> None:
    done = ludoteca("plan", "agricola_planning", "--seconds", "soon")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--seconds=soon is not a number" in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_the_game_is_opened_once_and_the_planner_chosen_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[str]()

    def counted(name: str) -> Callable[..., object]:
        real = getattr(command, name)

        def call(*args: object) -> object:
            calls.append(name)
            return real(*args)

        return call

    for name in ("open_game", "planner_or_portfolio"):
        monkeypatch.setattr(command, name, counted(name))
    assert told(capsys, "agricola_planning", problem="1", settings=["turns=1"])["status"] == "optimal"
    assert calls == ["open_game", "planner_or_portfolio"]


def test_a_limit_that_is_reached_while_a_problem_is_grounded_is_named(
    bakery: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = shown(capsys, *bakery, seconds=0.0)
    assert code == 1 and "No plan was found." in text and "Reading and grounding this problem takes longer" in text
    found = told(capsys, *bakery, seconds=0.0)
    assert (found["status"], found["ended"]) == ("limit", "time")


def test_numbers_without_a_value_and_time_as_a_metric_are_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = PROBLEM.replace("(= (wood) 6)", "").replace("minimize (total-cost)", "minimize (total-time)")
    _, text = shown(capsys, *written(tmp_path, odd))
    assert "(:init …) gives (wood) no value" in text and "(total-time) is counted in steps" in text
    found = told(capsys, *written(tmp_path, odd))
    assert found["undefined"] == ["(wood)"] and found["time_as_steps"]


def test_the_engines_and_the_claims_of_others_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    domain = read_domain(DOMAIN)
    task = ground(domain, read_problem(PROBLEM, domain))
    subject, plan_of = PlannedTask(task, {}, str), load_planner("blind").solve(task, SearchLimits())
    merged = replace(plan_of, planner="greedy", prover="blind")
    show_solution(subject, merged)
    assert "found by greedy · proved by blind" in capsys.readouterr().out
    show_solution(subject, as_claim(replace(plan_of, planner="enhsp")))
    said = capsys.readouterr().out
    assert "enhsp says that no plan is better; no engine of ours has confirmed it." in said and "Proven" not in said
    nothing = as_claim(Solution("enhsp", "unsolvable", None, None, None, 1, 0.0))
    show_solution(subject, nothing)
    said = capsys.readouterr().out
    assert "enhsp says that there is no plan" in said and "Proven" not in said
    assert solution_json(task, nothing)["claim"] == {"planner": "enhsp", "status": "unsolvable"}


def test_errors_in_pddl_name_file_line_and_what_was_expected(tmp_path: Path) -> None:
    domain, problem = written(tmp_path, PROBLEM.replace("(wood)", "(woot)"))
    with pytest.raises(BadInput, match=r"problem\.pddl, line 4: .*woot.*did you mean \"wood\""):
        plan(domain, problem, asked())
    done = ludoteca("plan", domain, problem, "--lang", "es", "--json")
    assert done.returncode == 2
    assert "línea 4" in json.loads(done.stdout)["error"] and "«wood»" in done.stderr


def test_options_that_do_not_go_together_are_refused(bakery: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--problem and --set are options of games"):
        plan(*bakery, asked(problem="2"))
    with pytest.raises(BadInput, match="--check does not make a plan"):
        plan(*bakery, asked(check=tmp_path / "x", planner="blind"))


def test_a_planner_that_cannot_read_a_problem_names_those_that_can(tmp_path: Path) -> None:
    rich = PROBLEM.replace("minimize", "maximize")
    with pytest.raises(BadInput, match=r"counting does not support falling-costs; these do: .*blind"):
        plan(*written(tmp_path, rich), asked(planner="counting"))


def test_spanish() -> None:
    text = ludoteca("plan", "agricola_planning", "--lang", "es").stdout
    assert "turno 2" in text and "Penalizaciones: jugador 1 16 · jugador 2 16" in text
    assert "Coste total 32. Óptimo demostrado (cota 32): ningún plan es más barato." in text


def test_planners_are_listed_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    show_planners(as_json=True)
    planners = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert set(planners) == set(planner_names())
    assert planners["counting"]["proves"] and "falling-costs" not in planners["counting"]["reads"]
    text = ludoteca("planners", "--lang", "es").stdout
    assert "counting A* con una heurística de conteo de operadores" in text and "No admite falling-costs." in text


@pytest.mark.parametrize(("rich", "code"), [(True, 0), (False, 1)])
def test_ctrl_c_ends_the_search_with_the_best_so_far(tmp_path: Path, rich: bool, code: int) -> None:
    domain, file = written(tmp_path, ENDLESS_RICH if rich else ENDLESS)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", "plan", domain, file, "--planner", "blind"],
        stdout=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        preexec_fn=heeds_interrupts,
    )
    os.close(theirs)
    seen, begun = b"", False
    while chunk := _read(ours):
        seen += chunk
        if not begun and b"Ctrl-C stops" in seen:
            begun = True
            process.send_signal(signal.SIGINT)
    os.close(ours)
    assert process.wait(timeout=PATIENCE) == code
    assert begun and b"states" in seen and b"The search was stopped." in seen
    assert (b"It brings 6 in all." in seen) is rich


def _read(terminal: int) -> bytes:
    """What there is to read; nothing when the other end is closed."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


# Plans in files


def test_a_plan_is_kept_in_a_new_file_and_checked(
    bakery: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "mine.plan"
    assert shown(capsys, *bakery, output=kept)[0] == 0
    assert kept.read_text(encoding="utf-8") == "(heat)\n(bake)\n(bake)\n(bake)\n; cost = 9\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domain.pddl", "mine.plan", "problem.pddl"]
    code, text = shown(capsys, *bakery, check=kept)
    assert code == 0 and f"✓ {kept} is a valid plan. Total cost 9.".replace(" ", "") in "".join(text.split())
    with pytest.raises(BadInput, match="exists already"):
        plan(*bakery, asked(output=kept))
    with pytest.raises(BadInput, match="is a folder"):
        plan(*bakery, asked(output=tmp_path))
    with pytest.raises(BadInput, match="is not a writable folder"):
        plan(*bakery, asked(output=tmp_path / "nowhere" / "mine.plan"))


@pytest.mark.parametrize(
    "text",
    [
        "; found by hand\n(HEAT)\n(bake) ; two loaves\n\n(bake)\n(buy Monday)\n",
        "0: (heat) [1]\n1: (bake) [1]\n2: (bake) [1]\n3: (buy monday) [1]\n",
        "0.001: (heat)\n0.002: (bake)\n0.003: (bake)\n0.004: (buy monday)\n",
        "0: HEAT\n1: BAKE\n2: BAKE\n3: BUY MONDAY\n",
        "ff: parsing\n\nff: found legal plan as follows\n\nstep    0: HEAT\n        1: BAKE\n        2: BAKE\n"
        "        3: BUY MONDAY\n        4: REACH-GOAL\n\ntime spent:    0.00 seconds\n   12: of something\n",
    ],
)
def test_plans_of_other_planners_are_read(
    text: str, bakery: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "theirs.plan"
    file.write_text(text, encoding="utf-8")
    found = told(capsys, *bakery, check=file)
    assert (found["valid"], found["steps"], found["cost"], found["reason"]) == (True, 4, 11, None)
    assert found["checked"] == ["ludoteca", "interpreter"]


@pytest.mark.parametrize(
    ("text", "step", "missing"),
    [
        ("(heat)\n(bake)\n(bake)\n; all the flour\n(bake)\n(bake)\n", 5, "(>= (flour) 1)"),
        ("(bake)\n", 1, "(hot)"),
        ("(heat)\n(heat)\n", 2, "(not (hot))"),
        ("(heat)\n(buy sunday)\n", 2, "(open sunday)"),
        ("(heat)\n(bake)\n", None, "(>= (loaves) 5)"),
        ("", None, "(>= (loaves) 5)"),
    ],
)
def test_what_is_no_plan_is_refused_at_its_step_with_what_is_missing(
    text: str,
    step: int | None,
    missing: str,
    bakery: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "wrong.plan"
    file.write_text(text, encoding="utf-8")
    found = told(capsys, *bakery, check=file)
    assert (found["valid"], found["step"], found["checked"]) == (False, step, [])
    assert found["missing"].startswith(missing.removesuffix("5)")) and missing.partition(" ")[0] in found["reason"]
    code, shown_text = shown(capsys, *bakery, check=file)
    assert code == 1 and "✗" in shown_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(heat)\n(bak)\n", r'wrong\.plan, line 2: there is no action "bak"; did you mean "bake"\?'),
        ("(buy mondai)\n", r'line 1: there is no object "mondai"; did you mean "monday"\?'),
        ("(zzz)\n", r'line 1: there is no action "zzz"\.'),
        ("(buy)\n", r"line 1: buy takes 1 argument, not 0\."),
        ("heat the oven\n", r'line 1: an action was expected, such as \(move a b\), not "heat the oven"\.'),
        ("()\n", r"line 1: an action was expected"),
    ],
)
def test_a_file_that_speaks_of_what_is_not_there_is_bad_input(
    text: str, said: str, bakery: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.plan"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        plan(*bakery, asked(check=file))


def test_a_thing_of_another_type_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "wrong.plan"
    file.write_text("(plow j1 p1-1 wood)\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"line 1: wood is a material; a card was expected"):
        plan("agricola_planning", None, asked(check=file))


# The tutorial


def test_the_tutorial_tells_the_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "planning.md").read_text(encoding="utf-8")
    bakery, breakfast, market, loaves = re.findall(r"^```pddl\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    files, kept = written(tmp_path, breakfast, bakery), tmp_path / "warm.plan"
    _, text = shown(capsys, *files, output=kept)
    head = "\n".join(line.rstrip() for line in text.splitlines()[:-1])
    assert head in page
    files = written(tmp_path, breakfast.replace("(price-of-wood) 6", "(price-of-wood) 13"), bakery)
    assert shown(capsys, *files)[1].splitlines()[-2] in page and told(capsys, *files)["cost"] == 15
    assert told(capsys, *files, check=kept)["cost"] == 16
    (tmp_path / "market" / "problems").mkdir(parents=True)
    (tmp_path / "market" / "domain.pddl").write_text(market, encoding="utf-8")
    (tmp_path / "market" / "problems" / "1.pddl").write_text(loaves, encoding="utf-8")
    code, text = shown(capsys, str(tmp_path / "market"))
    assert code == 0 and "Total cost 6." in text and "Penalties: ada" in text
    game = data("watch", str(tmp_path / "market"), "greedy", "greedy")
    assert game["scores"] == [-2, -4]


# The plan behind a move


def made(status: str, bound: float | None, steps: int = 2, again: Message | None = None) -> Explanation:
    told = tuple(
        PlanStep(f"step {number}", f"(step {number})", 1.5, 1.5 * number, "j1" if number != 2 else None, 1)
        for number in range(1, steps + 1)
    )
    trace = PlanMade("counting", status, told, 3.0, bound, 12, again)
    return Explanation(Reason(Message("child.memory")), trace=trace)


def test_the_plan_behind_a_move_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("agricola_planning")
    show_why(made("optimal", 3.0, again=Message("child.memory")), game)
    text = capsys.readouterr().out
    assert "the plan, by counting:" in text
    assert [line.split() for line in text.splitlines() if "step 2" in line] == [["2", "step", "2", "1.5", "3"]]
    assert "3 in all, proven optimal; 12 states" in text
    assert str(Message("child.memory")) in text
    assert "player 1" in text and "j1" not in text and "It assumes that" not in text
    show_why(made("gap", 1.0, steps=14), game)
    text = capsys.readouterr().out
    assert "at most 2 from the optimum" in text and "step 12" in text
    assert "… and 2 steps more" in text and "step 13" not in text
    show_why(made("plan", None), load_game("kalah"))
    text = capsys.readouterr().out
    assert "there may be better plans" in text and "j1" in text


def test_the_plan_behind_a_move_is_told_in_words_with_what_it_assumes(capsys: pytest.CaptureFixture[str]) -> None:
    again = Message("child.memory")
    steps = (PlanStep("p1", "(p1)", 1, 1, "j1", 1, said=again), PlanStep("p2", "(p2)", 0, 1, "j2", 1))
    trace = PlanMade("counting", "optimal", steps, 1.0, 1.0, 12)
    show_why(Explanation(Reason(again), trace=trace), load_game("agricola_planning"))
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert any(line.startswith("1") and str(again) in line for line in lines)
    assert any(line.startswith("2") and "p2" in line for line in lines)
    assert {"player 1", "player 2"} <= set(lines)
    assert lines[-1] == "It assumes that the other player follows the plan."
