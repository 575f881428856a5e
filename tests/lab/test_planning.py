"""Planning over the API: problems are read, searches are followed and stopped, bad ones are refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.core.errors import BadInput
from ludoteca.lab.planning_service import outline
from ludoteca.planners import client
from ludoteca.planners.server import PlanningService
from tests.lab.conftest import Lab
from tests.waiting import eventually

COUNT = """
(define (domain counting) (:requirements :typing :numeric-fluents)
  (:types place)
  (:predicates (at ?p - place) (road ?p ?q - place) (seen ?p - place))
  (:functions (price ?q - place) (spent))
  (:action go
    :parameters (?p ?q - place)
    :precondition (and (at ?p) (road ?p ?q))
    :effect (and (not (at ?p)) (at ?q) (seen ?q) (increase (spent) (price ?q)))))
"""


def problem(goal: str = "(seen c)", price: int = 4) -> str:
    return f"""
(define (problem trip) (:domain counting)
  (:objects a b c - place)
  (:init (at a) (road a b) (road b c) (road a c)
    (= (price a) 1) (= (price b) 1) (= (price c) {price}) (= (spent) 0))
  (:goal (and {goal}))
  (:metric minimize (spent)))
"""


ENDLESS = """
(define (domain endless) (:requirements :numeric-fluents)
  (:predicates (never))
  (:functions (steps))
  (:action walk :parameters () :effect (increase (steps) 1))
  (:action wake :parameters () :precondition (and (>= (steps) 1) (< (steps) 0)) :effect (never)))
"""
NEVER = "(define (problem p) (:domain endless) (:init (= (steps) 0)) (:goal (and (never))) (:metric minimize (steps)))"


def asked(lab: Lab, path: str, status: int = 200, **body: object) -> Any:
    answer = lab.client.post(f"/api/plans{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def waited(lab: Lab, run: str) -> Any:
    return eventually(lambda: lab.client.get(f"/api/plans/{run}").json(), lambda look: look["over"])


def solved(lab: Lab, **body: object) -> Any:
    run = asked(lab, "", 201, **body)["id"]
    assert waited(lab, run)["fault"] is None
    return lab.client.get(f"/api/plans/{run}/result").json()


def test_a_problem_of_the_game_is_planned_and_proven(lab: Lab) -> None:
    texts = asked(lab, "/texts", game="agricola_planning", options={"problem": "1"})
    begun = asked(lab, "", 201, **texts)
    assert begun["planner"] == "portfolio"
    assert {"fluent": "(cost plowing)", "words": "plowing", "value": 5} in begun["contents"]["costs"]
    look = waited(lab, begun["id"])
    assert look["trail"][-1]["cost"] == look["latest"]["cost"]
    result = lab.client.get(f"/api/plans/{begun['id']}/result").json()
    assert lab.client.get(f"/api/plans/{begun['id']}/problem").json() == texts
    assert (result["status"], result["cost"], result["bound"], result["planner"]) == ("optimal", 32, 32, "counting")
    assert (result["found_by"], result["proved_by"], result["claim"], result["ended"]) == (
        "counting",
        "counting",
        None,
        None,
    )
    assert sum(step["cost"] for step in result["plan"]) == sum(result["penalties"].values()) == 32
    assert {step["turn"] for step in result["plan"]} == {1, 2}
    spanish = lab.client.get(f"/api/plans/{begun['id']}/result?lang=es").json()
    assert [step["action"] for step in spanish["plan"]] == [step["action"] for step in result["plan"]]
    assert spanish["plan"][0]["text"] != result["plan"][0]["text"]
    assert (result["names"]["j1"], spanish["names"]["j1"]) == ("player 1", "jugador 1")
    assert ("taking goods" in result["kinds"], "recoger recursos" in spanish["kinds"]) == (True, True)
    for step, deed in zip(result["plan"], result["alike"], strict=True):
        people = {"j1", "j2", "p1-1", "p1-2", "p2-1", "p2-2"}
        assert not people & set(deed.strip("()").split()), "whoever does it"
        assert deed.strip("()").split()[0] == step["action"].strip("()").split()[0]


def test_ones_own_problem_begins_with_the_tutorials() -> None:
    files = Path(ludoteca.__file__).parent / "lab" / "static" / "js" / "example_problem.js"
    tutorial = (Path(__file__).parents[2] / "docs" / "planning.md").read_text(encoding="utf-8")
    domain, given = re.findall(r"```pddl\n(.*?)```", tutorial, re.DOTALL)[:2]
    assert f"domain: `{domain}`" in files.read_text(encoding="utf-8")
    assert f"problem: `{given}`" in files.read_text(encoding="utf-8")


def test_options_are_called_something_in_every_language(lab: Lab) -> None:
    games = {game["name"]: game for game in lab.client.get("/api/catalogue?lang=es").json()["games"]}
    options = {option["name"]: option for option in games["agricola_planning"]["options"]}
    assert options["turns"]["title"] == "Turnos"
    assert options["cards"]["choices"] == ["once", "per-turn"]
    assert options["cards"]["choice_titles"][1] == "libres de nuevo en cada turno"
    assert {"Hoyos", "Semillas"} <= {option["title"].capitalize() for option in games["kalah"]["options"]}


def test_options_make_other_problems(lab: Lab) -> None:
    texts = asked(lab, "/texts", game="agricola_planning", options={"turns": 5, "cards": "per-turn"})
    assert "(= (last-turn) 5)" in texts["problem"]
    assert asked(lab, "/read", **texts)["problem"] == "agricola-5-turns-2-people"


def test_a_cost_makes_another_plan_and_plans_are_compared(lab: Lab) -> None:
    cheap = solved(lab, domain=COUNT, problem=problem())
    dear = solved(lab, domain=COUNT, problem=problem("(seen c) (seen b)"))
    assert ([step["action"] for step in cheap["plan"]], cheap["cost"]) == (["(go a c)"], 4)
    assert dear["cost"] == 5
    plan = [step["action"] for step in dear["plan"]]
    assert asked(lab, "/replay", domain=COUNT, problem=problem(price=9), plan=plan)["cost"] == 10


@pytest.mark.parametrize(
    ("plan", "step", "missing"),
    [
        (["(go a b)", "(go a c)"], 2, "(at a)"),
        (["(go a b)"], 2, "(seen c)"),
        (["(fly a b)"], 1, "(fly a b)"),
    ],
)
def test_a_plan_that_does_not_fit_is_told_where(plan: list[str], step: int, missing: str) -> None:
    service = PlanningService()
    service.read(COUNT, problem())
    told = service.replay(plan)
    assert (told["step"], told["missing"], "cost" in told) == (step, missing, False)


def test_what_things_cost_is_told(lab: Lab) -> None:
    refused = asked(lab, "/read", 422, domain=COUNT, problem="(define")
    assert (refused["file"], refused["line"]) == ("problem.pddl", 1)
    contents = asked(lab, "/read", domain=COUNT, problem=problem())
    assert [(cost["fluent"], cost["value"]) for cost in contents["costs"]] == [
        ("(price a)", 1),
        ("(price b)", 1),
        ("(price c)", 4),
    ]


def test_there_is_no_plan(lab: Lab) -> None:
    result = solved(lab, domain=COUNT, problem=problem("(seen c) (at a)"))
    assert (result["status"], result["plan"], result["cost"]) == ("unsolvable", None, None)


def test_an_endless_search_is_looked_at_and_stopped(lab: Lab) -> None:
    run = asked(lab, "", 201, domain=ENDLESS, problem=NEVER, planner="blind", seconds=60)["id"]
    look = eventually(lambda: lab.client.get(f"/api/plans/{run}").json(), lambda look: look["latest"]["states"] > 0)
    assert not look["over"]
    assert lab.client.get(f"/api/plans/{run}/result").status_code == 404
    asked(lab, f"/{run}/stop")
    assert waited(lab, run)["fault"] is None
    assert lab.client.get(f"/api/plans/{run}/result").json()["status"] == "limit"


def test_time_is_kept(lab: Lab) -> None:
    assert solved(lab, domain=ENDLESS, problem=NEVER, planner="blind", seconds=0.3)["status"] == "limit"


def test_one_takes_the_place_of_another_and_there_are_not_too_many(lab: Lab) -> None:
    endless = {"domain": ENDLESS, "problem": NEVER, "planner": "blind"}
    runs = [asked(lab, "", 201, **endless)["id"] for _ in range(3)]
    refused = asked(lab, "", 422, **endless)
    assert "3 searches are running" in refused["error"]
    runs.append(asked(lab, "", 201, replaces=runs[0], **endless)["id"])
    assert lab.client.get(f"/api/plans/{runs[0]}").json()["over"]
    for run in runs[1:]:
        asked(lab, f"/{run}/stop")
    assert all(waited(lab, run)["over"] for run in runs)


@pytest.mark.parametrize(
    ("domain", "given", "file", "line", "said"),
    [
        (COUNT.replace("(road ?p ?q))\n", "(raod ?p ?q))\n"), problem(), "domain.pddl", 8, "road"),
        (COUNT, problem("(seen d)"), "problem.pddl", 6, "d"),
        (COUNT, problem()[:-3], "problem.pddl", 7, "never closed"),
        (COUNT, "", "problem.pddl", 1, "(define …) was expected"),
    ],
)
def test_a_fault_has_its_file_and_line(lab: Lab, domain: str, given: str, file: str, line: int, said: str) -> None:
    refused = asked(lab, "", 422, domain=domain, problem=given)
    assert (refused["file"], refused["line"]) == (file, line)
    assert said in refused["error"]


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("", {"planner": "nobody"}, 'There is no planner "nobody"'),
        ("", {"seconds": 0}, "greater than 0"),
        ("", {"seconds": 1e9}, "less than or equal"),
        ("/texts", {"game": "kalah"}, "no planning domain"),
        ("/texts", {"game": "agricola_planning", "options": {"turns": 99}}, "turns"),
    ],
)
def test_what_cannot_be_is_refused(lab: Lab, path: str, body: dict[str, Any], said: str) -> None:
    given = body if path else {"domain": COUNT, "problem": problem(), **body}
    assert said in asked(lab, path, 422, **given)["error"]


def test_a_huge_problem_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six parameters over a hundred things: a million million actions, if anybody were to write them down."""
    monkeypatch.setattr(client, "READING", 1.5)
    parameters = " ".join(f"?x{n}" for n in range(6))
    domain = f"""(define (domain huge) (:predicates (p {parameters}))
      (:action a :parameters ({parameters}) :effect (p {parameters})))"""
    things = " ".join(f"o{n}" for n in range(100))
    given = f"(define (problem h) (:domain huge) (:objects {things}) (:init) (:goal (and (p o1 o2 o3 o4 o5 o6))))"
    with pytest.raises(BadInput, match=r"takes more than 1\.5 s"):
        outline(domain, given)


def test_what_is_not_there_is_404(lab: Lab) -> None:
    for answer in (
        lab.client.get("/api/plans/abc"),
        lab.client.get("/api/plans/abc/result"),
        lab.client.get("/api/plans/abc/problem"),
        lab.client.post("/api/plans/abc/stop"),
    ):
        assert (answer.status_code, "start it again" in answer.json()["error"]) == (404, True)


def test_planners_are_told(lab: Lab) -> None:
    planners = {card["name"]: card for card in lab.client.get("/api/plans/planners").json()}
    assert planners["counting"]["proves"] and planners["counting"]["missing"] is None
    assert planners["enhsp"]["missing"], "it would have to start Java"
    assert "enhsp" in asked(lab, "", 422, domain=COUNT, problem=problem(), planner="enhsp")["error"].lower()


def test_a_games_own_domain_is_on_the_shelf_wherever_it_lies(lab: Lab) -> None:
    for game, name in (("agricola_planning", "domain.pddl"), ("kalah", "turn.pddl")):
        page = lab.client.get(f"/api/knowledge/{game}/{name}").json()
        assert (page["own"], page["mind"], "(define (domain" in page["text"]) == (True, "planner", True)
        assert lab.client.put(f"/api/knowledge/{game}/{name}", json={"text": "mine"}).status_code == 422
