"""Reviews in the lab: worked out in the background, kept, read on the page, and practised from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page, expect

from ludoteca.lab.backup import back_up, restore
from tests.lab.conftest import Lab
from tests.lab.test_api import begin, over, wait
from tests.lab.test_store import SMALL, local_lab
from tests.waiting import eventually


def reviewed(lab: Lab, game_id: str, language: str = "en") -> dict[str, Any]:
    """The review of a game when it is done."""
    path = f"/api/games/{game_id}/review"
    assert lab.client.post(path).status_code == 202
    return eventually(
        lambda: cast("dict[str, Any]", lab.client.get(path, params={"lang": language}).json()),
        lambda review: review["state"] in ("done", "failed"),
    )


def test_a_game_is_reviewed_in_the_background_and_kept(lab: Lab) -> None:
    game = wait(lab, begin(lab, "random", "random", seed=4)["id"], over)
    path = f"/api/games/{game['id']}/review"
    assert lab.client.get(path).json()["state"] == "none"
    review = reviewed(lab, game["id"], "es")
    assert review["state"] == "done", review["fault"]
    assert [move["move"] for move in review["moves"]] == [turn["text"] for turn in game["turns"]]
    assert review["exact"]
    assert [sum(seat["counts"].values()) for seat in review["seats"]] == [
        sum(turn["seat"] == seat for turn in game["turns"]) for seat in (0, 1)
    ]
    errors = [move for move in review["moves"] if move["is_error"]]
    assert errors
    for move in errors:
        assert move["cost"] > 0
        assert move["sentence"].startswith("Costó")
        assert move["reasons"][0]["sentence"].startswith("demostrado")
        assert {reason["verdict"] for reason in move["reasons"] + move["merits"]} <= {"true", "uncheckable"}
    assert lab.client.post(path).json()["state"] == "done"


def test_a_review_and_undone_moves_survive_a_restart(tmp_path: Path) -> None:
    with local_lab(tmp_path) as first:
        new = {"game": "kalah", "minds": ["human", "human"], "options": SMALL, "seed": 1}
        path = f"/api/games/{first.post('/api/games', new).json()['id']}"
        while not (found := first.get(path).json())["over"]:
            moves = first.get(f"{path}/positions/-1/moves").json()
            assert first.post(f"{path}/moves", {"move": next(iter(moves))}).status_code == 200
        first.post(f"{path}/review")
        review = eventually(lambda: first.get(f"{path}/review").json(), lambda found: found["state"] == "done")
    back_up(tmp_path, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "restored")
    with local_lab(tmp_path / "restored") as second:
        assert second.get(f"{path}/review").json() == review
        assert second.post(f"{path}/undo").json()["redoable"] == 1
        assert second.post(f"{path}/undo").json()["redoable"] == 1
    with local_lab(tmp_path / "restored") as third:
        assert third.get(path).json()["moves"] == found["moves"] - 2
        assert [third.post(f"{path}/redo").json()["redoable"] for _ in range(2)] == [1, 0]
        again = third.get(path).json()
        assert (again["turns"], again["result"]) == (found["turns"], found["result"])
        assert third.get(f"{path}/review").json()["state"] == "none", "the undo dropped it"
        third.post(f"{path}/undo")
        third.post(f"{path}/resign")
    with local_lab(tmp_path / "restored") as last:
        assert last.get(path).json()["redoable"] == 0


def test_a_game_under_way_is_not_reviewed(lab: Lab) -> None:
    game = begin(lab, "human", "human")
    answer = lab.client.post(f"/api/games/{game['id']}/review")
    assert answer.status_code == 422
    assert answer.json()["error"] == "Only a game that is over can be reviewed."
    assert lab.client.post("/api/games/0123/review").status_code == 404


def test_a_lost_game_is_reviewed_and_a_mistake_is_practised(lab: Lab, page: Page) -> None:
    game = begin(lab, "human", "alphabeta:depth=12", seed=1)
    while not wait(lab, game["id"], lambda found: found["over"] or found["turn"] == 0)["over"]:
        moves = lab.client.get(f"/api/games/{game['id']}/positions/-1/moves").json()
        lab.client.post(f"/api/games/{game['id']}/moves", json={"move": next(iter(moves))})
    page.goto(f"/game/{game['id']}")
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review*")
    expect(page.locator(".seat-summary")).to_have_count(2)
    expect(page.locator(".detail .verdict")).to_contain_text("It cost")
    expect(page.locator(".review .board .ring.played").first).to_be_visible()
    expect(page.locator(".review .board .ring.better").first).to_be_visible()
    assert page.locator(".chart .error").count() > 0
    page.locator("select[name=review-filter]").select_option(label="My mistakes")
    grades = page.locator(".reviewed .grade").all_inner_texts()
    assert grades
    assert all(grade.split()[-1] in ("inaccuracy", "mistake", "blunder") for grade in grades)
    page.locator(".reviewed button").first.click()
    number = int(page.locator(".reviewed [aria-current] .number").inner_text())
    expect(page).to_have_url(re.compile(f"/game/{game['id']}/review/{number}$"))
    better = next(move for move in reviewed(lab, game["id"])["moves"] if move["number"] == number)["best"]
    page.get_by_role("button", name="Practise from here").click()
    page.locator(".practice").get_by_role("button", name="Begin").click()
    page.wait_for_url(lambda url: "/game/" in url and game["id"] not in url)
    page.locator(f'.board [data-move="{better}"]').click()
    practised = page.url.partition("/game/")[2].partition("/")[0]
    turns = wait(lab, practised, lambda found: len(found["turns"]) >= number)["turns"]
    first = lab.client.get(f"/api/games/{game['id']}").json()["turns"][: number - 1]
    assert [turn["text"] for turn in turns[:number]] == [*(turn["text"] for turn in first), better]
