"""The page of one game: it fits the window, says what happened, and loses nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lab.conftest import Lab, opened

SMALL = {"pits": 3, "seeds": 2}
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("kalah", 2, {}),
    ("queens", 3, {}),
    ("azul", 2, {"players": 2}),
    ("azul", 3, {"players": 3}),
    ("azul", 4, {"players": 4}),
    ("agricola_planning", 2, {}),
    ("agricola_classic", 2, {}),
]
INSIDE = """selectors => selectors.filter((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return !(box.height > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight);
})"""
COVERED = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    return box(".confirm").bottom > box(".controls").top;
}"""
SIZES = """() => [".board svg", ".play"].map((selector) => {
    const { width, height } = document.querySelector(selector).getBoundingClientRect();
    return [width, height];
})"""


def begin(lab: Lab, *minds: str, game: str = "kalah", **more: Any) -> str:
    answer = lab.client.post("/api/games", json={"game": game, "minds": minds, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def finished(lab: Lab, page: Page, *minds: str) -> str:
    """A small game between minds, once it is over."""
    game = begin(lab, *minds, options=SMALL, seed=1)
    while not lab.client.get(f"/api/games/{game}").json()["over"]:
        page.wait_for_timeout(50)
    return game


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=lambda value: str(value))
def test_everything_for_a_move_is_in_the_window(
    page: Page, lab: Lab, game: str, seats: int, options: dict[str, Any]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/game/{begin(lab, *['human'] * seats, game=game, options=options)}")
    page.locator(".board svg").wait_for()
    assert page.evaluate(INSIDE, [".board svg", ".controls", ".status", ".scores", ".moves"]) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    (width, height), (most_width, most_height) = page.evaluate(SIZES)
    assert width >= 0.98 * most_width or height >= 0.98 * most_height, "as large as the window allows"


def test_on_a_phone_the_actions_stick_to_the_bottom(page: Page, lab: Lab) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/game/{begin(lab, 'human', 'human', game='agricola_classic')}")
    page.locator(".board svg").wait_for()
    assert page.evaluate(INSIDE, [".controls", ".status"]) == []
    page.mouse.wheel(0, 600)
    expect(page.locator(".controls")).to_be_in_viewport(ratio=1)
    expect(page.locator(".status")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Resign").click()
    page.locator(".confirm").wait_for()
    assert not page.evaluate(COVERED), "the question is in sight"


def test_moves_are_listed_and_hints_given_at_any_of_them(page: Page, lab: Lab) -> None:
    page.goto(f"/game/{finished(lab, page, 'greedy', 'greedy')}/2")
    current = page.locator(".moves [aria-current]")
    expect(current).to_have_attribute("title", re.compile(r"^2\. greedy \((south|north)\): "))
    page.locator(".moves button").nth(1).click()
    expect(page.locator(".player output")).to_contain_text("1 /")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".player output")).to_contain_text("2 /")
    expect(page.locator(".moves [aria-current]")).to_be_focused()
    expect(page.locator(".status")).to_contain_text("Viewing move 2")
    title = page.locator(".why h2").inner_text()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint h2")).to_contain_text("A hint")
    expect(page.locator(".board .hinted")).to_have_count(1)
    expect(page.locator(".why h2")).to_have_text(title)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hint")).to_be_hidden()


def test_undo_asks_before_it_reopens_a_game_and_can_be_made_again(page: Page, lab: Lab) -> None:
    game = begin(lab, "human", "greedy", options=SMALL, seed=1)
    page.goto(f"/game/{game}")
    page.locator('.board [data-move="1"]').click()
    expect(page.locator(".sentences")).to_contain_text("North (greedy)")
    expect(page.locator(".status")).to_contain_text("Your move (south)")
    count = page.locator(".player output").inner_text()
    assert page.locator(".sentences p").count() == int(count.partition(" / ")[2])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".player output")).to_have_text("0 / 0")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".player output")).to_have_text(count)
    page.get_by_role("button", name="Resign").click()
    page.locator(".confirm").get_by_role("button", name="Resign").click()
    expect(page.locator(".end-panel h2")).to_contain_text("You lost")
    for sign in ("[data-move]", "[tabindex]", "[role=button]", ".lit"):
        expect(page.locator(f".board {sign}")).to_have_count(0)
    page.locator(".moves button").first.click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".confirm")).to_contain_text(f"This takes back {count.partition(' / ')[2]} moves")
    page.keyboard.press("Escape")
    expect(page.locator(".confirm")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    assert lab.client.get(f"/api/games/{game}").json()["over"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".player output")).to_have_text("0 / 0")
    expect(page.locator(".end-panel")).to_have_count(0)


def test_a_position_is_practised(page: Page, lab: Lab) -> None:
    source = finished(lab, page, "greedy", "greedy")
    page.goto(f"/game/{source}/2")
    page.get_by_role("button", name="Practise from here").click()
    page.locator("select[name=practice-side]").select_option("0")
    page.locator("select[name=practice-mind]").select_option("greedy")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(lambda address: source not in address)
    expect(page.locator(".scores")).to_contain_text("You (south)")
    expect(page.locator(".moves li").nth(2)).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.locator(".confirm").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".scores")).to_contain_text("You (north)")
    expect(page.locator(".moves li").nth(2)).to_be_visible()


def test_the_rules_open_beside_the_board(page: Page, lab: Lab) -> None:
    page.goto(f"/game/{begin(lab, 'human', 'human', game='agricola_classic')}")
    page.get_by_role("button", name="Rules").click()
    drawer = page.get_by_role("dialog", name="Agricola, classic: Rules")
    expect(drawer.get_by_text("Major improvements.")).to_be_visible()
    expect(drawer.locator(".still-board svg")).to_be_visible()
    expect(drawer.locator(".still-board").locator("[data-move], [tabindex]")).to_have_count(0)
    board, beside = page.locator(".board svg").first.bounding_box(), drawer.bounding_box()
    assert board is not None
    assert beside is not None
    assert board["x"] + board["width"] <= beside["x"] + 1
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(page.get_by_role("button", name="Rules")).to_be_focused()


def test_the_page_goes_on_when_the_lab_is_back(browser: Browser, tmp_path: Path) -> None:
    """The lab is killed while a mind thinks, and started again on the same port: nobody reloads the page."""
    lab = Lab(tmp_path)
    try:
        for page in opened(browser, lab.address):
            game = begin(lab, "human", "montecarlo:seconds=400", limit=500)
            page.goto(f"/game/{game}")
            page.evaluate("window.same = true")
            page.locator('.board [data-move="1"]').click()
            expect(page.locator(".status")).to_contain_text("montecarlo (north) is thinking…")
            lab.kill()
            expect(page.locator(".status")).to_have_text("Reconnecting…")
            lab.start(lab.port)
            expect(page.locator(".status")).to_contain_text("montecarlo (north) is thinking…")
            page.get_by_role("button", name="Move now").click()  # the mind may not even have joined yet
            expect(page.locator(".sentences p").nth(1)).to_contain_text("North (montecarlo)")
            assert page.evaluate("window.same"), "the page was not loaded again"
    finally:
        lab.kill()
