"""Stepping on the page: a Prolog program and rules in CLIPS, from the text, from a game and from Inference."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests import needs
from tests.lab.conftest import Lab, open_why
from tests.lab.editing import write

MINE = """% Not the first pit.
choose(Move) :-
    legal(Move),
    allowed(Move).

allowed(Move) :-
    Move \\== '1'.
"""


@needs.prolog
def test_a_program_is_stepped_through_from_its_text_and_from_a_game(lab: Lab, page: Page) -> None:
    page.goto("/write/kalah/steps.pl")
    write(page, MINE)
    page.get_by_role("button", name="Step through it").click()
    page.wait_for_url("**/step/kalah/steps.pl?seat=0")
    expect(page.locator(".step-ending")).to_have_text("It chooses 2.")
    now, marked = page.locator(".step-now code"), page.locator(".program mark")
    for goal in ("choose(Move)", "legal(Move)", "legal('1')", "allowed('1')"):
        page.keyboard.press("ArrowRight")
        expect(now).to_have_text(goal)
    expect(marked).to_have_text("allowed(Move)")
    expect(page.locator(".bindings")).to_have_text("Move'1'")
    page.keyboard.press("ArrowDown")  # over the goal
    expect(page.locator(".step-now .port")).to_have_text("fail")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-now .port")).to_have_text("redo")
    page.locator(".program button", has_text=re.compile("^7$")).click()  # to the next step at a line
    expect(marked).to_have_text("Move \\== '1'")
    expect(page.locator(".around")).to_contain_text("allowed('2')")
    page.keyboard.press("ArrowUp")  # out of the goal
    expect(now).to_have_text("allowed('2')")
    expect(page.locator(".step-board svg")).to_be_visible()
    shown = page.locator(".step-count").inner_text()
    page.wait_for_url(f"**step={shown.split()[1]}")
    page.reload()
    expect(page.locator(".step-count")).to_have_text(shown)
    lab.client.put("/api/knowledge/kalah/steps.pl", json={"text": MINE})
    answer = lab.client.post(
        "/api/games", json={"game": "kalah", "minds": ["prolog:file=steps.pl", "human"], "seed": 3}
    )
    page.goto(f"/game/{answer.json()['id']}")
    open_why(page)
    page.get_by_role("link", name="Step through it").click()
    expect(page.locator(".step-ending")).to_have_text("It chooses 2.")
    assert "digest=" in page.url


def test_the_rules_of_a_mind_are_stepped_through_from_inference(page: Page) -> None:
    page.goto("/inference")
    page.get_by_text("Step through a mind's own rules").click()
    page.locator("select[name=file]").select_option("kalah/player.clp")
    page.get_by_role("button", name="Step through it").click()
    expect(page.locator(".step-ending")).to_have_text("It chooses 3.")
    first = page.locator(".agenda tr").first.locator("code").text_content() or ""
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-now code")).to_have_text(first)
    expect(page.locator(".program .here").first).to_contain_text(f"(defrule {first}")
    expect(page.locator(".fired-changes li").first).to_contain_text("+ (merit")
    expect(page.locator(".memory li.new")).to_contain_text("(merit")
    page.keyboard.press("End")
    expect(page.locator(".step-now")).to_contain_text("chooses 3")
    page.set_viewport_size({"width": 360, "height": 760})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


class TestApi:
    def test_bad_requests_are_refused_with_a_reason(self, lab: Lab) -> None:
        asked = {"game": "kalah", "name": "mine.clp", "text": "(defrule a => (assert (choose (move 1))))"}
        for more in (
            {"game": "nowhere"},
            {"name": "mine.asl"},
            {"seat": 7},
            {"first": -1},
            {"at": {"game": "abc", "ply": 0}},
        ):
            answer = lab.client.post("/api/executions", json={**asked, **more})
            assert 400 <= answer.status_code < 500, more
            assert answer.json()["error"]

    def test_knowledge_that_does_not_load_has_no_steps_and_a_fault(self, lab: Lab) -> None:
        asked = {
            "game": "kalah",
            "name": "mine.clp",
            "text": "(defrule a (lgal (move ?m)) => (assert (choose (move ?m))))",
        }
        view = lab.client.post("/api/executions?lang=es", json=asked).json()
        assert (view["steps"], view["move"]) == ([], None)
        assert "lgal" in view["fault"]
