"""Lessons in the lab: the API, what is remembered, and the page in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca.arena.lessons import library
from ludoteca.lab.lesson_log import LESSON_LOG, LessonLog, LessonState
from tests.lab.conftest import Lab
from tests.lab.editing import wait_for_exact_text, wait_for_text, write
from tests.waiting import eventually

PLAN = library().find("pddl-actions")
MIND = library().find("python-first")
MISTAKEN = "def choose(position):\n    return position.moves[-1]\n"


def checked(lab: Lab, name: str, text: str) -> Any:
    """What a check has found when it is over."""
    check = lab.client.post(f"/api/lessons/{name}/checks", json={"text": text}).json()
    address = f"/api/lessons/checks/{check['id']}"
    return eventually(lambda: lab.client.get(address, params={"lang": "es"}).json(), lambda seen: seen["over"])


def test_a_lesson_is_shown_checked_and_remembered(lab: Lab) -> None:
    address = f"/api/lessons/{PLAN.name}"
    shown = lab.client.get(address, params={"lang": "es"}).json()
    assert shown["title"] == "Acciones y costes"
    assert shown["answers"] == "text"
    assert PLAN.text("es").answer not in shown["html"]
    early = lab.client.get(f"{address}/answer")
    assert (early.status_code, early.json()["error"]) == (422, "The model answer is shown once you have tried.")
    failed = checked(lab, PLAN.name, PLAN.text("en").start)
    assert (failed["passed"], failed["fault"]) == (False, None)
    assert failed["outcomes"][0]["failures"][0]["sentence"].startswith("Existe un plan de coste 13")
    assert lab.client.get(f"{address}/answer").json() == {"text": PLAN.text("en").answer}
    unreadable = checked(lab, PLAN.name, "walk home")
    assert unreadable["fault"].startswith("Línea 1: «walk home» no es un paso")
    assert checked(lab, PLAN.name, PLAN.text("en").answer)["passed"]
    again = lab.client.get(address).json()
    assert (again["passed"], again["tries"], again["text"]) == (True, 2, PLAN.text("en").answer)


def test_a_lesson_with_fields_shows_its_boards_and_its_choices(lab: Lab) -> None:
    shown = lab.client.get("/api/lessons/search-minimax").json()
    assert [field["name"] for field in shown["fields"]] == ["move", "depth"]
    assert shown["fields"][0]["choices"] == ["2", "4", "5"]
    assert len(shown["boards"]) == 2
    assert all(board.startswith("<svg") and "You (" in board for board in shown["boards"])
    found = checked(lab, "search-montecarlo", "simulations = 300")
    assert found["passed"], found


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/api/lessons/nothing", None, 404),
        ("POST", "/api/lessons/nothing/checks", {"text": ""}, 404),
        ("POST", f"/api/lessons/{PLAN.name}/checks", {}, 422),
        ("GET", "/api/lessons/checks/abcdef", None, 404),
        ("POST", "/api/lessons/checks/abcdef/stop", None, 404),
    ],
)
def test_bad_requests_are_refused_with_a_sentence(lab: Lab, method: str, path: str, body: Any, code: int) -> None:
    answer = lab.client.request(method, path, json=body)
    assert answer.status_code == code
    assert answer.json()["error"]


def test_answers_are_kept_in_order_and_damaged_lines_do_not_count(tmp_path: Path) -> None:
    log = LessonLog(tmp_path)
    log.add("one", False, "first")
    with (tmp_path / LESSON_LOG).open("a") as file:
        file.write('{"lesson": "one", "pas\n[1]\n{"lesson": "two"}\n')
    log.add("one", True, "second")
    log.add("one", False, "third")
    assert LessonLog(tmp_path).states() == {"one": LessonState(tries=3, passed=True, text="third")}


def test_a_lesson_is_failed_mended_and_passed_on_the_page(page: Page) -> None:
    page.goto("/lessons")
    page.get_by_role("link", name=MIND.text("en").title).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(MIND.text("en").title)
    wait_for_exact_text(page, MIND.text("en").start)
    write(page, MISTAKEN)
    page.get_by_role("button", name="Check").click()
    result = page.locator(".lesson-result")
    expect(result.locator(".answer.wrong")).to_be_visible()
    failures = result.locator("li")
    expect(failures.first).to_contain_text("right would have been")
    expect(failures.first.locator("svg").first).to_be_visible()
    page.get_by_role("button", name="A hint (1 of 3)").click()
    expect(page.locator(".hint-text")).to_have_count(1)
    page.get_by_role("button", name="Show the model answer").click()
    expect(page.locator(".model pre")).to_contain_text("def gain")
    page.get_by_role("button", name="Put it into the editor").click()
    wait_for_text(page, "position.effects")
    page.get_by_role("button", name="Check").click()
    expect(result.locator(".answer.right")).to_be_visible()
    expect(page.locator(".lesson-mark")).to_have_text("✓ Passed")
    page.reload()
    expect(page.locator(".lesson-mark")).to_have_text("✓ Passed")
    wait_for_text(page, "position.effects")
    page.get_by_role("link", name="All lessons").click()
    entry = page.locator(".subjects li", has_text=MIND.text("en").title)
    expect(entry.get_by_role("img", name="Passed")).to_be_visible()
    page.goto(f"/write/kalah/{MIND.file}")
    wait_for_text(page, "position.effects")
