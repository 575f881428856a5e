"""Before a game, and around it: levels, sides and schools, games to continue, addresses that can be shared."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, Route, expect

from ludoteca.games import load_game
from ludoteca.games.levels import level_of
from tests.lab.conftest import Lab
from tests.lab.test_page import card_of
from tests.lab.test_planning import COUNT, asked, problem, waited


def minds_of(lab: Lab, page: Page) -> list[str]:
    """The minds of the game that is shown."""
    page.wait_for_url("**/game/*")
    game_id = re.sub(r".*/game/([0-9a-f-]+).*", r"\1", page.url)
    return [seat["mind"] for seat in lab.client.get(f"/api/games/{game_id}").json()["seats"]]


def choose(card: Locator, text: str) -> None:
    """Choose a level or a side among those that are shown."""
    card.locator(".radios label", has_text=text).click()


def test_a_game_is_started_by_level_and_side_and_continued(lab: Lab, page: Page) -> None:
    page.goto("/")
    kalah = card_of(page, "Kalah")
    choose(kalah, "Medium")
    choose(kalah, "Second")
    kalah.get_by_role("button", name="Play", exact=True).click()
    mind = level_of(load_game("kalah"), "medium").mind
    assert minds_of(lab, page) == [mind, "human"]
    page.locator(".board [data-move]").first.wait_for()  # the mind has moved
    address = page.url
    page.get_by_role("link", name="Ludoteca").click()
    expect(kalah.get_by_role("radio", name="Medium")).to_be_checked()
    expect(kalah.get_by_role("radio", name="Second")).to_be_checked()
    latest = page.locator(".continued-game").first
    expect(latest).to_contain_text("You against alphabeta")
    expect(latest.locator("svg")).to_be_visible()
    expect(latest).to_contain_text("Your move")
    latest.click()
    page.wait_for_url(f"{address.partition('/game/')[0]}/game/{address.partition('/game/')[2].partition('/')[0]}*")


def test_a_school_is_chosen_and_introduced(lab: Lab, page: Page) -> None:
    page.goto("/")
    azul = card_of(page, "Azul")
    school = azul.get_by_label("Opponent's school")
    expect(azul.locator(".school-about")).to_have_text(re.compile("^Greedy search: takes the move"))
    azul.locator("[name=azul-level]").select_option("Medium")
    expect(azul.locator(".school-about")).to_have_text(re.compile("^Monte Carlo tree search"))
    school.select_option("random")
    expect(azul.locator(".school-about")).to_have_text("Random play: any legal move, all equally likely.")
    azul.locator("[name=azul-side]").select_option("Second")
    azul.get_by_role("button", name="Play", exact=True).click()
    assert minds_of(lab, page) == ["random", "human"]


def test_filters_of_records_are_in_the_address(lab: Lab, page: Page) -> None:
    body = {"game": "agricola_planning", "minds": ["random", "random"], "seed": 1}
    game_id = lab.client.post("/api/games", json=body).json()["id"]
    while not lab.client.get(f"/api/games/{game_id}").json()["over"]:
        page.wait_for_timeout(50)
    page.goto("/records?game=agricola_planning&over=true")
    expect(page.locator("select[name=filter_game]")).to_have_value("agricola_planning")
    expect(page.locator("tbody tr").first).to_contain_text(re.compile(r"player [12] won|draw"))
    page.locator("select[name=filter_mind]").select_option("agenda")
    expect(page.get_by_text("No game matches.")).to_be_visible()
    assert page.url.endswith("/records?game=agricola_planning&over=true&mind=agenda")
    page.reload()
    expect(page.locator("select[name=filter_mind]")).to_have_value("agenda")
    expect(page.get_by_text("No game matches.")).to_be_visible()
    page.locator("select[name=filter_mind]").select_option("")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download").first.click()
    assert re.fullmatch(r"agricola_planning-[0-9a-f-]+\.jsonl", waiting.value.suggested_filename)


def test_a_record_that_is_refused_is_not_saved(lab: Lab, page: Page) -> None:
    lab.client.post("/api/games", json={"game": "azul", "minds": ["human", "human"], "seed": 1})
    page.goto("/records?game=azul&mind=human&over=false")
    page.get_by_role("link", name="Download").first.click()
    expect(page.locator("#toast")).to_contain_text("over")


def test_a_planning_result_is_opened_by_its_address(lab: Lab, page: Page) -> None:
    run = asked(lab, "", 201, domain=COUNT, problem=problem(), seconds=20)["id"]
    waited(lab, run)
    page.goto(f"/plans?run={run}")
    expect(page.locator(".plan-of .total")).to_have_text("4")
    expect(page.locator("[name=game]")).to_have_value("")
    expect(page.locator(".size")).to_contain_text("trip")
    expect(page).to_have_url(re.compile(f"run={run}"))
    page.goto("/plans?run=abc")
    expect(page.locator(".notice")).to_contain_text("abc")
    expect(page).not_to_have_url(re.compile("run="))


def test_a_page_shows_its_outline_before_its_data(page: Page) -> None:
    """The answers of the lab are held back: the page is not blank meanwhile."""
    held: list[Route] = []
    page.route("**/api/catalogue?*", lambda route: held.append(route))
    for path in ("/", "/records", "/plans", "/society"):
        before = len(held)
        page.goto(path)
        expect(page.locator("main .bone").first).to_be_visible()
        expect(page.locator("main")).to_have_attribute("aria-busy", "true")
        while len(held) == before:
            page.wait_for_timeout(20)
    held[-1].continue_()
    expect(page.get_by_role("heading", name="Society")).to_be_visible()
    expect(page.locator("main .bone")).to_have_count(0)
