"""The lab: time to the first board, response time of a click, and response time while fifty games are played."""

from __future__ import annotations

import statistics
import time

from playwright.sync_api import sync_playwright
from scripts.browser import browser_program

from bench.lab_server import LabServer
from bench.measure import Claim

GAMES = 50
REQUESTS = 200


def measure() -> list[Claim]:
    """The claims about the lab."""
    with LabServer() as lab:
        return [*_page(lab), _many_games(lab)]


def _page(lab: LabServer) -> list[Claim]:
    """The time until a new browser shows a board, and the time of a click on it."""
    seen, answered = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), args=["--no-sandbox", "--disable-gpu"])
        for _ in range(5):
            game = lab.begin("human", "human")
            page = browser.new_context().new_page()
            page.goto(f"{lab.address}game/{game}")
            page.locator(".board [data-move]").first.wait_for()
            seen.append(page.evaluate("performance.getEntriesByName('board')[0].startTime"))
            page.locator('.board [data-move="4"]').click()
            page.locator("#count-south-4", has_text="0").wait_for()
            start, end = (f"performance.getEntriesByName('{mark}')[0].startTime" for mark in ("chosen", "answered"))
            answered.append(page.evaluate(f"{end} - {start}"))
            page.context.close()
        browser.close()
    board, click = statistics.median(seen), statistics.median(answered)
    return [
        Claim("time until a board is shown", "< 300 ms", f"{board:.0f} ms", board < 300),
        Claim("response time of a click on the board", "< 100 ms", f"{click:.0f} ms", click < 100),
    ]


def _many_games(lab: LabServer) -> Claim:
    """The response time of the lab while minds play fifty games."""
    games = [lab.begin("montecarlo:seconds=0.5", "montecarlo:seconds=0.5") for _ in range(GAMES)]
    times = []
    for number in range(REQUESTS):
        started = time.perf_counter()
        lab.client.get(f"/api/games/{games[number % GAMES]}/positions/0").raise_for_status()
        times.append(time.perf_counter() - started)
        time.sleep(0.02)
    median, slowest = 1000 * statistics.median(times), 1000 * statistics.quantiles(times, n=20)[-1]
    measured = f"{median:.0f} ms median, {slowest:.0f} ms at the 95th percentile"
    return Claim(
        f"response time while {GAMES} games are played at once",
        "< 1 s at the 95th percentile",
        measured,
        slowest < 1000,
    )
