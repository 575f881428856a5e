"""Takes the screenshots of the README from a running lab."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Page, sync_playwright

from scripts.browser import browser_program

IMAGES = Path(__file__).parent.parent / "docs" / "images"


def main() -> None:
    """Start a lab and take all screenshots."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ludoteca", "lab", "--port", "0", "--data", data, "--json", "--no-tables"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            take(json.loads(process.stdout.readline())["address"])
        finally:
            process.kill()
            process.wait()


def take(address: str) -> None:
    """Play games and matches in the lab at an address, then take a screenshot of each page."""
    with httpx.Client(base_url=address, timeout=60) as client:
        body = {"game": "kalah", "minds": ["montecarlo:simulations=20000", "alphabeta:depth=12"], "seed": 7}
        game = client.post("/api/games", json=body).json()["id"]
        body = {"game": "azul", "minds": ["prolog", "montecarlo:simulations=20000"], "seed": 5}
        azul = client.post("/api/games", json=body).json()["id"]
        body = {"game": "queens", "minds": ["agentspeak", "greedy", "agentspeak"], "seed": 5}
        queens = client.post("/api/games", json=body).json()["id"]
        body = {"game": "agricola_classic", "minds": ["greedy", "greedy"], "seed": 5}
        farm = client.post("/api/games", json=body).json()["id"]
        body = {"game": "kalah", "minds": ["clips", "greedy"], "seed": 7}
        rules = client.post("/api/games", json=body).json()["id"]
        minds = ["random", "greedy", "montecarlo:simulations=1000", "alphabeta:depth=6", "prolog"]
        body = {"game": "kalah", "minds": ["planner", "greedy"], "seed": 7}
        plan = client.post("/api/games", json=body).json()["id"]
        match = client.post("/api/matches", json={"game": "kalah", "minds": minds, "games": 10}).json()["id"]
        waiting = [f"/api/games/{game}", f"/api/games/{azul}", f"/api/games/{queens}"]
        waiting += [f"/api/games/{farm}", f"/api/games/{rules}", f"/api/games/{plan}"]
        while not (
            all(client.get(path).json()["over"] for path in waiting)
            and client.get(f"/api/matches/{match}").json()["finished"]
        ):
            time.sleep(0.5)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), args=["--no-sandbox", "--disable-gpu"])
        wide = browser.new_page(viewport={"width": 1280, "height": 860}, locale="en-US")
        phone = browser.new_page(viewport={"width": 360, "height": 780}, locale="es-ES", color_scheme="dark")
        for page, path, name in (
            (wide, f"game/{game}/9", "why"),
            (wide, f"match/{match}", "match"),
            (wide, f"game/{azul}/28", "proof"),
            (wide, "write/azul/document.pl?line=8", "write"),
            (wide, f"game/{queens}/5", "intention"),
            (wide, "society", "society"),
            (wide, f"game/{farm}/34", "farm"),
            (wide, f"game/{rules}/1", "rules"),
            (wide, "inference", "inference"),
            (wide, f"game/{plan}/1", "plan"),
            (wide, "plans", "planning"),
            (phone, f"game/{azul}/26", "phone"),
        ):
            page.goto(address + path)
            page.locator("main > *").first.wait_for()
            page.wait_for_timeout(700)
            if name == "society":
                page.locator("input[name=society-n]").fill("1")
                page.get_by_role("button", name="Run the agents").click()
                page.locator("table.society").scroll_into_view_if_needed()
            if name == "inference":
                page.get_by_role("button", name="Begin").click()
                page.get_by_role("button", name="Run to the next choice").click()
                page.get_by_role("button", name="take wood from forest").click()
                page.locator(".when").scroll_into_view_if_needed()
                page.wait_for_timeout(500)
                page.evaluate("window.scrollTo(0, document.querySelector('.when').offsetTop - 10)")
            if name == "planning":
                compare_plans(page)
            page.screenshot(path=IMAGES / f"{name}.png")
        browser.close()


def compare_plans(page: Page) -> None:
    """Make a plan, then another with a lower cost of plowing."""
    page.locator("select[name=plans-problem]").select_option("2")
    page.get_by_text("agricola-3-turns").first.wait_for(state="attached")  # the texts may be folded
    page.get_by_role("button", name="Plan", exact=True).click()
    page.get_by_role("heading", name="Plan 1").wait_for()
    page.locator('[name="(cost plowing)"]').fill("1")
    page.locator('[name="(cost plowing)"]').press("Enter")
    page.get_by_text("was 5").wait_for()
    page.get_by_role("button", name="Plan", exact=True).click()
    page.locator(".crossed table").wait_for()
    page.evaluate("window.scrollTo(0, document.querySelector('.comparison').offsetTop - 10)")


if __name__ == "__main__":
    main()
