"""The page of learning: a run is started, a checkpoint chosen on the curve, asked what it would play, and played."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.lab.conftest import Lab
from tests.waiting import eventually

SLOW = 600_000  # milliseconds: a process is started with low priority, and may have to wait for its turns


def test_a_class_watches_it_learn_asks_it_and_plays_it(lab: Lab, page: Page) -> None:
    eventually(
        lambda: [run["state"] for run in lab.client.get("/api/learning").json()], lambda all_: "running" not in all_
    )
    page.goto("/learning")
    page.get_by_label("Board").select_option("Kalah(3, 3)")
    page.get_by_label("Time").select_option("20,000 positions each")
    page.get_by_role("button", name="Start learning").click()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_enabled(timeout=SLOW)  # until then, an earlier run may be shown
    chart = page.locator(".chart.learning", has_text="Against greedy")
    expect(chart.locator(".dot.seat-1")).not_to_have_count(0, timeout=SLOW)
    expect(chart.locator(".dot.seat-0").nth(2)).to_be_visible(timeout=SLOW)
    stop.click()
    expect(page.get_by_text("Stopped.")).to_be_visible(timeout=SLOW)
    expect(page.locator(".learning-status")).to_contain_text(
        re.compile(r"Linear TD.* s · \d+ games · [\d,]+ positions")
    )
    chart.locator(".dot.seat-0").nth(1).click()
    then = page.locator(".learning-card").first
    chosen = then.locator("select").evaluate("select => select.selectedOptions[0].textContent")
    assert chosen.startswith("Linear TD(λ) · ")
    page.get_by_role("button", name="pit 2").click()
    expect(page.get_by_text("North to move.")).to_be_visible()
    page.get_by_role("button", name="Ask both").click()
    for card in page.locator(".learning-card").all():
        expect(card.locator("h3")).to_have_text(re.compile(r"Would play: pit \d \(\d+ %\)"), timeout=SLOW)
        expect(card.locator(".picture table")).to_contain_text("first sight")
    page.reload()
    expect(page.locator(".chart.learning .dot.chosen")).not_to_have_count(0)
    then.get_by_role("button", name="Play against it").click()
    page.wait_for_url("**/game/*")
    page.locator('.board [data-move="2"]').click()
    expect(page.locator(".moves")).to_contain_text("2")
