"""The page, in a real browser, as people use it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lab.conftest import Lab, opened


def begin(page: Page, south: str, north: str, pits: int = 3, seeds: int = 2) -> None:
    """Set up a small game with the form."""
    page.goto("/")
    page.get_by_text("Choose seats and options…").click()
    page.locator("select[name=kalah-seat-0]").select_option(south)
    page.locator("select[name=kalah-seat-1]").select_option(north)
    page.locator("input[name=kalah-pits]").fill(str(pits))
    page.locator("input[name=kalah-seeds]").fill(str(seeds))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")


def until(page: Page, expression: str) -> None:
    """Wait until something is true on the page. (The page's own policy forbids Playwright's way of doing this.)"""
    for _ in range(2000):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(10)
    raise AssertionError(expression)


def result(page: Page) -> str:
    return page.locator(".status strong").inner_text()


def play_on(page: Page) -> None:
    """Click the first pit that can be played until the game is over."""
    for _ in range(60):
        page.locator(".board [data-move], .status strong").first.wait_for()
        if page.locator(".status strong").count():
            return
        turns = page.locator(".player output").inner_text()
        page.locator(".board [data-move]").first.click()
        expect(page.locator(".player output")).not_to_have_text(turns)
    raise AssertionError("the game does not end")


def test_a_person_plays_a_whole_game_by_clicking_undoes_and_asks_why(page: Page) -> None:
    begin(page, "human", "greedy")
    page.locator('.board [data-move="1"]').click()
    expect(page.locator(".why h2")).to_contain_text("Why north played")
    expect(page.locator(".why .reason")).to_contain_text("gains")
    expect(page.locator(".why .rejected li").first).to_be_visible()
    assert page.locator(".board .lit").count() > 0
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".player output")).to_have_text("0 / 0")
    play_on(page)
    assert "wins" in result(page) or "draw" in result(page)
    assert page.locator(".chart polyline").count() >= 2


def test_seeds_travel_one_by_one(page: Page) -> None:
    page.goto("/")
    page.evaluate("localStorage.speed = 1")
    page.get_by_role("button", name="Two people").click()
    page.locator('.board [data-move="4"]').click()
    until(page, "[...document.querySelectorAll('.board .seed')].some((seed) => seed.style.transform)")
    expect(page.locator("#count-south-4")).to_have_text("0")
    expect(page.locator(".player output")).to_have_text("1 / 1")
    expect(page.locator("#count-south-5")).to_have_text("5")


def test_two_minds_are_watched_to_the_end_with_the_slider(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Watch the machine play itself").click()
    expect(page.locator(".status strong")).to_be_visible(timeout=60_000)
    end = page.locator(".player output").inner_text()
    slider = page.get_by_role("slider")
    slider.fill("1")
    expect(page.locator(".player output")).to_have_text(f"1 / {end.partition(' / ')[2]}")
    expect(page.locator(".tree li").first).to_be_visible()
    expect(page.locator(".expected")).to_contain_text("Expected line")
    assert page.url.endswith("/1")
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".player output")).to_contain_text("2 /")
    page.reload()
    expect(page.locator(".player output")).to_contain_text("2 /")
    page.get_by_role("button", name="To the newest move").click()
    expect(page.locator(".status strong")).to_be_visible()
    folded = page.locator(".tree details:not([open]) > summary").first
    if folded.count():
        folded.click()


def test_a_hint_lights_up_and_a_person_resigns(page: Page) -> None:
    begin(page, "human", "human", 6, 4)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".why h2")).to_contain_text("A hint")
    expect(page.locator(".board .hinted")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".status strong")).to_contain_text("north wins. south forfeits the game: resigned.")
    page.get_by_role("button", name="New game, same seats").click()
    expect(page.locator(".status")).to_contain_text("south to move")


def test_a_match_is_stopped_and_goes_on(page: Page) -> None:
    page.goto("/matches")
    page.locator("input[name=games]").fill("60")
    page.get_by_role("button", name="Begin the match").click()
    until(page, "parseInt(document.querySelector('.status')?.textContent) >= 2")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".status")).to_contain_text("stopped")
    expect(page.locator(".cross td b").first).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".status")).to_contain_text("finished", timeout=60_000)
    expect(page.locator(".cross .ahead")).to_have_count(1)
    page.goto("/matches")
    expect(page.locator(".matches li").first).to_contain_text("60 / 60")


def test_the_page_speaks_spanish(browser: Browser, lab: Lab) -> None:
    for page in opened(browser, lab.address, locale="es-ES"):
        page.goto("/")
        expect(page.get_by_role("heading", name="Elige un juego")).to_be_visible()
        page.get_by_role("button", name="Ver a la máquina contra sí misma").click()
        expect(page.locator(".why .reason")).to_contain_text("simulaciones")
        assert page.locator("html").get_attribute("lang") == "es"
        page.get_by_role("button", name="EN", exact=True).click()
        expect(page.locator(".why .reason")).to_contain_text("simulations")
        page.goto("/rules/kalah")
        expect(page.locator(".rules h2").first).to_have_text("Rules")


@pytest.mark.parametrize("width", [360, 1600])
def test_nothing_is_cut_off_at_any_width(browser: Browser, lab: Lab, width: int) -> None:
    for page in opened(browser, lab.address, viewport={"width": width, "height": 800}, color_scheme="dark"):
        begin(page, "human", "alphabeta")
        page.locator(".board [data-move]").first.click()
        expect(page.locator(".why h2")).to_contain_text("Why")
        for path in (None, "/", "/records", "/matches", "/rules/kalah"):
            if path is not None:
                page.goto(path)
                page.locator("main > *").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_whole_game_by_keyboard_alone(browser: Browser, lab: Lab) -> None:
    for page in opened(browser, lab.address, reduced_motion="reduce"):
        page.goto("/")
        page.get_by_role("button", name="Two people").wait_for()
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "Two people":
                break
        page.keyboard.press("Enter")
        page.locator(".board [data-move]").first.wait_for()
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.move ?? ''"):
                break
        page.keyboard.press("Enter")
        expect(page.locator(".player output")).to_have_text("1 / 1")
        for _ in range(200):
            page.locator(".board [data-move], .status strong").first.wait_for()
            if page.locator(".status strong").count():
                break
            turns = page.locator(".player output").inner_text()
            page.keyboard.press(str(page.locator(".board [data-move]").first.get_attribute("data-move")))
            expect(page.locator(".player output")).not_to_have_text(turns)
        expect(page.locator(".status strong")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".status")).to_contain_text("Looking at move")


def test_after_the_server_was_killed_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    try:
        for page in opened(browser, lab.address):
            begin(page, "human", "montecarlo", 4, 3)
            page.locator(".board [data-move]").first.click()
            until(page, "parseInt(document.querySelector('.player output').textContent) >= 2")
            address = page.url
            lab.kill()
            lab.start()
            page.goto(lab.address + address.partition("/game/")[1].lstrip("/") + address.partition("/game/")[2])
            page.locator(".board svg").wait_for()
            play_on(page)
            break
        found = lab.client.get("/api/games").json()
        assert found["total"] == 1
        assert found["games"][0]["over"]
    finally:
        lab.kill()


def test_records_are_found_uploaded_and_deleted(page: Page, lab: Lab, tmp_path: Path) -> None:
    begin(page, "random", "random")
    expect(page.locator(".status strong")).to_be_visible()
    game_id = page.url.rstrip("/").split("/game/")[1].split("/")[0]
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "game.jsonl"
    waiting.value.save_as(file)
    page.goto("/records")
    page.locator("select[name=filter_mind]").select_option("random")
    expect(page.locator("tbody tr").first).to_contain_text("random – random")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/game/*/0")
    assert game_id not in page.url
    file.write_text("<img src=x onerror=alert(1)>")
    page.goto("/records")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("#toast")).to_contain_text("not a Ludoteca record")
    assert page.locator("#toast img").count() == 0
    page.on("dialog", lambda dialog: dialog.accept())
    before = page.locator("tbody tr").count()
    page.get_by_role("button", name="Delete").first.click()
    expect(page.locator("tbody tr")).to_have_count(before - 1) if before < 25 else None
