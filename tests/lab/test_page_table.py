"""The page of the table of schools: ratings with colours, their reasons, and games worth seeing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ludoteca.arena.school_table.reading import read_tables
from tests.lab.conftest import Lab
from tests.lab.test_page_home import minds_of


def test_the_table_leads_to_a_game_and_to_the_knowledge(lab: Lab, page: Page) -> None:
    table = read_tables()["kalah"]
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/table")
    rows = page.locator(".schools tbody tr")
    rows.first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    row = rows.filter(has=page.get_by_role("rowheader", name="random", exact=True))
    assert int(row.locator("[data-level]").first.get_attribute("data-level") or 0) < 0
    expect(page.locator("#kalah .order tbody tr")).to_have_count(len(table.schools))
    expect(page.locator("#kalah .cost-chart circle")).to_have_count(len(table.schools))
    expect(page.locator(".schools .none").first).not_to_have_text("–")  # the reason is said, too
    expect(row.get_by_role("link")).to_have_count(0)
    knowledge = page.get_by_role("link", name="Knowledge of prolog in Kalah: player.pl").first
    expect(knowledge).to_have_attribute("href", "/write/kalah/player.pl")
    page.get_by_role("button", name="Watch a game of random in Kalah").first.click()
    watched = next(one.watch for one in table.schools if one.school == "random")
    assert watched is not None
    assert minds_of(lab, page) == list(watched.minds)
    expect(page.locator(".moves button").nth(table.opening)).to_be_visible()
    assert lab.client.post("/api/table/kalah/human/game").status_code == 404
