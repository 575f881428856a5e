"""Puzzles in the lab: the API, what is remembered, and the page in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludoteca.arena.puzzles import puzzles_of
from ludoteca.games import load_game
from ludoteca.lab.puzzle_log import PUZZLE_LOG, PuzzleLog, PuzzleState
from ludoteca.storage.errors import StoreError
from tests.lab.conftest import Lab

FIRST, SECOND = list(puzzles_of(load_game("kalah")).values())[:2]


def test_a_puzzle_is_shown_without_its_answer(lab: Lab) -> None:
    listed = lab.client.get("/api/puzzles", params={"game": "azul", "lang": "es"}).json()
    assert {game["name"] for game in listed["games"]} == {"azul", "kalah", "queens"}
    assert len(listed["puzzles"]) >= 100
    assert {"id", "grade", "difficulty", "themes", "solved", "first_try"} == set(listed["puzzles"][0])
    shown = lab.client.get(f"/api/puzzles/azul/{listed['puzzles'][0]['id']}").json()
    assert shown["svg"].startswith("<svg")
    assert shown["moves"] == list(shown["names"])
    assert not {"best", "outcomes", "line"} & set(shown)


def test_answers_are_explained_and_remembered(lab: Lab) -> None:
    address = f"/api/puzzles/kalah/{SECOND.id}"
    wrong = lab.client.post(f"{address}/answer", json={"move": SECOND.second}).json()
    assert not wrong["right"]
    assert wrong["verdict"].startswith("Not the best: ")
    assert wrong["compared"] == []
    assert tuple(move["move"] for move in wrong["line"]) == SECOND.outcomes[SECOND.second].line
    assert lab.client.get(address).json()["solved"] is False
    given = lab.client.post(f"{address}/solution", json={"move": SECOND.second}).json()
    assert given["move"] == SECOND.best
    assert given["compared"]
    assert lab.client.get(address).json()["solved"] is False
    assert lab.client.post(f"{address}/answer", json={"move": SECOND.best}).json()["right"]
    entries = {entry["id"]: entry for entry in lab.client.get("/api/puzzles?game=kalah").json()["puzzles"]}
    assert (entries[SECOND.id]["solved"], entries[SECOND.id]["first_try"]) == (True, False)


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/puzzles/kalah/nothing/answer", {"move": "1"}, 404),
        ("/api/puzzles/agricola_classic/a1/answer", {"move": "1"}, 404),
        (f"/api/puzzles/kalah/{FIRST.id}/answer", {"move": "9"}, 422),
        (f"/api/puzzles/kalah/{FIRST.id}/answer", {}, 422),
        (f"/api/puzzles/kalah/{FIRST.id}/solution", {"move": "9"}, 422),
    ],
)
def test_bad_requests_are_refused_with_a_sentence(lab: Lab, path: str, body: dict[str, str], code: int) -> None:
    answer = lab.client.post(path, json=body)
    assert answer.status_code == code
    assert answer.json()["error"]


def test_the_first_answer_decides_about_the_first_try_and_damaged_lines_do_not_count(tmp_path: Path) -> None:
    log = PuzzleLog(tmp_path)
    assert log.states("kalah") == {}
    log.add("kalah", "a", False)
    with (tmp_path / PUZZLE_LOG).open("a") as file:
        file.write('{"game": "kalah", "puzzle": "c", "ri')
    log.add("kalah", "a", True)
    log.add("kalah", "b", True)
    log.add("azul", "b", False)
    assert log.states("kalah") == {"a": PuzzleState(solved=True, first_try=False), "b": PuzzleState(True, True)}


def test_a_log_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        PuzzleLog(tmp_path / "file").add("kalah", "a", True)


def test_a_puzzle_is_failed_understood_solved_and_remembered(page: Page) -> None:
    page.goto(f"/puzzles/kalah/{FIRST.id}")
    told, line = page.locator(".puzzles .panel"), page.locator(".puzzle-line")
    expect(page.locator(".puzzle-task")).to_contain_text("find the one best move")
    solved = page.locator(".solved-count").inner_text().split()[0]

    page.locator(f'.board [data-move="{FIRST.second}"]').click()
    expect(told).to_contain_text("Not the best")
    expect(told.locator(".reasons li").first).to_contain_text("the better move")
    expect(line.locator("button")).to_have_count(1 + len(FIRST.outcomes[FIRST.second].line))
    line.locator("button").last.click()
    expect(line.locator("button").last).to_have_attribute("aria-current", "true")
    expect(page.locator(".board [data-move]")).to_have_count(0)

    page.get_by_role("button", name="Try again").click()
    page.locator(f'.board [data-move="{FIRST.best}"]').click()
    expect(told).to_contain_text("Right: ")
    expect(page.locator(".solved-count")).to_contain_text(f"{int(solved) + 1} of ")

    page.reload()
    page.get_by_text("All puzzles of this choice").click()
    expect(page.locator(".puzzle-list [aria-current]")).to_have_text("✓")
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: not url.endswith(FIRST.id))


def test_the_choice_of_a_game_and_a_theme_is_in_the_address(page: Page) -> None:
    page.goto("/puzzles")
    page.locator("select[name=puzzle-game]").select_option("queens")
    page.wait_for_url("**/puzzles/queens/*")
    page.locator("select[name=puzzle-game]").select_option("kalah")
    page.wait_for_url("**/puzzles/kalah/*")
    page.locator("select[name=puzzle-theme]").select_option("defence")
    page.wait_for_url("**/puzzles/kalah/*?theme=defence")
    page.reload()
    expect(page.locator("select[name=puzzle-theme]")).to_have_value("defence")
    expect(page.locator(".theme", has_text="defence")).to_be_visible()
