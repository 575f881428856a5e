"""The API of inference sessions: firing rule by rule, going back, changing the strategy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lab.conftest import Lab


def begun(lab: Lab, **more: object) -> dict[str, Any]:
    answer = lab.client.post("/api/inference", json={"game": "agricola_classic", "seed": 7, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def stepped(lab: Lab, look: dict[str, Any], **step: object) -> dict[str, Any]:
    answer = lab.client.post(f"/api/inference/{look['id']}", json=step)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_rules_fire_one_by_one(lab: Lab) -> None:
    look = begun(lab)
    assert (look["number"], look["fired"], look["when"]) == (0, [], "round 1, start of round")
    for number in range(1, 8):
        first = look["agenda"][0]
        look = stepped(lab, look, do="fire")
        (fired,) = look["fired"]
        assert look["number"] == number
        assert fired["firing"]["changes"]
        if first["role"] == "forced":
            assert fired["firing"]["activation"]["rule"] == first["activation"]["rule"]


def test_changed_slots_are_marked(lab: Lab) -> None:
    look = stepped(lab, begun(lab), do="on")
    assert look["seat"] == "player 1"
    look = stepped(lab, look, do="fire", choose="take wood from forest")
    lit = {one["name"]: one["changed"] for group in look["memory"] for one in group["elements"] if one["changed"]}
    assert lit["[wood-1]"] == ["amount"]
    assert lit["[forest-1]"] == ["occupied", "total"]


def test_a_session_goes_back(lab: Lab) -> None:
    first = stepped(lab, begun(lab), do="on")
    second = stepped(lab, first, do="on")
    back = stepped(lab, second, do="back")
    assert (back["number"], back["agenda"], back["memory"]) == (first["number"], first["agenda"], first["memory"])
    assert stepped(lab, back, do="on")["fired"] == second["fired"]


def test_a_strategy_orders_the_agenda_and_nothing_else(lab: Lab) -> None:
    look = stepped(lab, begun(lab), do="on")
    orders = []
    for strategy in ("depth", "breadth", "lex", "mea", "complexity", "simplicity", "random"):
        other = stepped(lab, look, do="look", strategy=strategy)
        assert other["memory"] == look["memory"]
        activations = [entry["activation"] for entry in other["agenda"]]
        orders.append([(activation["rule"], tuple(activation["matched"])) for activation in activations])
    assert len({frozenset(order) for order in orders}) == 1
    assert len({tuple(order) for order in orders}) >= 3


def test_a_whole_game_can_be_run_through(lab: Lab) -> None:
    look = begun(lab, strategy="random")
    for _ in range(200):
        look = stepped(lab, look, do="on")
        if look["over"]:
            break
    assert look["over"]
    assert look["fired"][-1]["firing"]["activation"]["rule"] in ("announce-winner", "announce-draw")


def test_an_activation_has_the_source_of_its_rule(lab: Lab) -> None:
    first = begun(lab)["agenda"][0]["activation"]
    file, line = first["source"]["file"], first["source"]["line"]
    text = lab.client.get(f"/api/inference/agricola_classic/{file}").json()["text"]
    assert text.splitlines()[line - 1].startswith(f"(defrule {first['rule']}")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("POST", "/api/inference", {"game": "kalah"}, 422, "kalah has no rules that fire"),
        ("POST", "/api/inference", {"game": "chess"}, 422, "There is no game"),
        ("POST", "/api/inference", {"game": "../nim"}, 422, "There is no game"),
        ("POST", "/api/inference", {"game": "agricola_classic", "options": {"scenario": "9"}}, 422, "there are"),
        ("POST", "/api/inference/abc", {}, 404, "begin a new one"),
        ("GET", "/api/inference/agricola_classic/../__init__.py", None, 404, "nothing"),
        ("GET", "/api/inference/agricola_classic/rules/none.clp", None, 404, "There is no file"),
        ("GET", "/api/inference/kalah/rules.py", None, 404, "There is no file"),
    ],
)
def test_bad_input_is_reported(lab: Lab, method: str, path: str, body: object, status: int, words: str) -> None:
    answer = lab.client.request(method, path, json=body)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_an_unknown_choice_changes_nothing(lab: Lab) -> None:
    look = stepped(lab, begun(lab), do="on")
    answer = lab.client.post(f"/api/inference/{look['id']}", json={"do": "fire", "choose": "take gold"})
    assert answer.status_code == 422
    assert "take gold" in answer.json()["error"]
    assert stepped(lab, look, do="look")["number"] == look["number"]


def test_a_record_cannot_name_a_folder(lab: Lab) -> None:
    """An uploaded record is untrusted: it must not make the lab read folders."""
    header = '{"game":"/tmp","options":{},"seed":1,"seats":["one"],"minds":["random"],"version":"0","kind":"header"}\n'
    answer = lab.client.post("/api/records", json={"record": header})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith('There is no game "/tmp"')
