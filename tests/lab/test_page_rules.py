"""The inference page, and a working day of Agricola classic played by a person."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.lab.conftest import Lab, open_why


def begin(page: Page) -> None:
    page.goto("/inference")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".agenda tbody tr").first).to_be_visible()


def test_a_game_is_stepped_firing_by_firing(lab: Lab, page: Page) -> None:
    """From the first rule into the working day: the first activation fires, and its changes are marked."""
    begin(page)
    expect(page.locator(".when")).to_contain_text("round 1, start of round · firings: 0")
    for number in range(1, 16):
        first = page.locator(".agenda tbody tr").first
        rule = first.locator("button.rule").text_content() or ""
        drawn = "chance" in (first.get_attribute("class") or "")
        page.get_by_role("button", name="Fire one rule").click()
        expect(page.locator(".when")).to_contain_text(f"firings: {number}")
        fired = page.locator(".fired li.last")
        if not drawn:
            expect(fired.locator("button.rule")).to_have_text(rule)
        expect(page.locator(".listing .here code")).to_contain_text(f"(defrule {rule}")
        expect(fired.locator(".changes li").first).to_be_visible()
    expect(page.locator(".memory .lit").first).to_be_visible()
    expect(page.locator(".when")).to_contain_text("round 1, working day")


def test_running_to_the_next_choice_and_back(lab: Lab, page: Page) -> None:
    begin(page)
    page.get_by_role("button", name="Run to the next choice").click()
    expect(page.locator(".when")).to_contain_text("player 1 to choose")
    page.get_by_role("button", name="take wood from forest").click()
    expect(page.locator(".fired li.last")).to_contain_text("player 1 takes 3 wood")
    changed = page.locator(".memory li", has_text="[wood-1]").locator(".changed")
    expect(changed).to_have_text(re.compile("amount 3"))
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".when")).to_contain_text("player 1 to choose")
    expect(page.locator(".inference-desk .board svg").first).to_be_visible()


def test_another_strategy_reorders_the_agenda(lab: Lab, page: Page) -> None:
    begin(page)
    page.get_by_role("button", name="Run to the next choice").click()
    expect(page.locator(".when")).to_contain_text("player 1 to choose")
    rules = page.locator(".agenda tbody tr")
    before = rules.all_text_contents()
    page.locator("select[name=strategy]").select_option("breadth")
    expect(rules.first).not_to_have_text(before[0])
    assert sorted(rules.all_text_contents()) == sorted(before)
    expect(page.locator(".inference")).to_contain_text("the oldest activation comes first")


def test_a_session_is_resumed_on_the_way_back(lab: Lab, page: Page) -> None:
    begin(page)
    page.get_by_role("button", name="Run to the next choice").click()
    expect(page.locator(".when")).to_contain_text("player 1 to choose")
    page.locator(".listing h2 a").click()
    expect(page.locator("h1")).to_contain_text("rules/")
    page.go_back()
    expect(page.locator(".when")).to_contain_text("player 1 to choose")


def test_a_person_works_a_whole_day(lab: Lab, page: Page) -> None:
    """Both people of the family go to work by clicks on cards; the other family answers; then it is round 2."""
    answer = lab.client.post("/api/games", json={"game": "agricola_classic", "minds": ["human", "random"], "seed": 3})
    page.goto(f"/game/{answer.json()['id']}")
    expect(page.locator(".board")).to_contain_text("Round 1 of 14")
    page.locator('[data-move="take wood from forest"]').click()
    expect(page.locator(".player output")).to_have_text("2 / 2")
    expect(page.locator(".board")).to_contain_text("Round 1 of 14")
    second = page.locator("[data-move^='take ']").first
    offered = second.get_attribute("data-move")
    second.click()
    expect(page.locator(".board")).to_contain_text("Round 2 of 14")
    turns = lab.client.get(f"/api/games/{answer.json()['id']}").json()["turns"]
    assert [turn["text"] for turn in turns if turn["seat"] == 0][:2] == ["take wood from forest", offered]


def test_nothing_scrolls_sideways_on_a_phone(lab: Lab, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page)
    page.get_by_role("button", name="Run to the next choice").click()
    expect(page.locator(".when")).to_contain_text("player 1 to choose")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_trace_of_a_clips_player_shows_its_firings(lab: Lab, page: Page) -> None:
    """The last firing chose the move; it links to the line of its rule."""
    answer = lab.client.post("/api/games", json={"game": "kalah", "minds": ["clips", "human"], "seed": 3})
    page.goto(f"/game/{answer.json()['id']}")
    open_why(page)
    last = page.locator(".rules-fired > ol > li").last
    expect(last).to_contain_text("choose-the-best")
    expect(last.locator(".asserted").first).to_contain_text("(choose (move")
    expect(last.locator("a.source")).to_have_attribute("href", re.compile(r"/write/kalah/player\.clp\?line=\d+"))
    expect(page.locator(".rules-fired li.others").first).to_be_visible()
