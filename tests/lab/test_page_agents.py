"""Agents and queens on the page: a person among them, a program edited and played, a society."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.lab.conftest import Lab
from tests.lab.editing import wait_for_text, write


def begun(lab: Lab, *minds: str, **more: object) -> str:
    answer = lab.client.post("/api/games", json={"game": "queens", "minds": minds, "seed": 2, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_person_blocks_two_agents(lab: Lab, page: Page) -> None:
    """A whole game: every turn of the blocker's is a click, the agents say what they meant to do."""
    page.goto(f"/game/{begun(lab, 'agentspeak', 'agentspeak', 'human')}")
    expect(page.locator(".status")).to_contain_text("Your move (blocker)")
    expect(page.locator(".intentions .stack > li")).to_have_count(2)
    expect(page.locator(".intentions .lines li.now code").last).to_have_text('play("queen a1")')
    page.locator('[data-move="block c3"]').click()
    expect(page.locator("#block-2-2")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("Your move (blocker)")
    for _ in range(20):
        page.locator('[data-move="pass"], .status strong').first.wait_for()
        if page.locator(".status strong").count():
            break
        moves = page.locator(".player output").inner_text()
        page.locator('[data-move="pass"]').click()
        expect(page.locator(".player output")).not_to_have_text(moves)
    expect(page.locator(".status strong")).to_contain_text("wins")


def test_lines_of_attack_show_on_hover_and_focus(lab: Lab, page: Page) -> None:
    page.goto(f"/game/{begun(lab, 'human', 'random', 'random')}")
    cell = page.locator('[data-move="queen d5"]')
    lines = page.locator("#cell-3-4 + path.lines")
    expect(lines).not_to_be_visible()
    cell.hover()
    expect(lines).to_be_visible()
    page.mouse.move(0, 0)
    expect(lines).not_to_be_visible()
    cell.focus()
    expect(lines).to_be_visible()
    cell.click()
    queen = page.locator("#queen-3-4")
    expect(queen).to_be_visible()
    expect(queen.locator("title")).to_contain_text("white")


def test_blocks_and_holes_are_put_in_two_steps(lab: Lab, page: Page) -> None:
    page.goto(f"/game/{begun(lab, 'random', 'random', 'human', options={'variant': 'holes'})}")
    page.locator("[data-pick=hole]").click()
    page.locator("[data-drop]").first.click()
    expect(page.locator("[id^=hole-]")).to_have_count(1)


def test_an_agent_is_edited_tried_and_played(page: Page) -> None:
    page.goto("/write/queens/blocker.asl")
    page.get_by_role("button", name="Copy and change").click()
    page.wait_for_url("**/write/queens/mine*.asl")
    wait_for_text(page, "Save the blocks")
    write(page, "// Always the same corner.\n+!move <-\n    blok(0, 0).\n-!move <- pass.\n")
    page.locator("select[name=seat]").select_option("2")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".found .notice")).to_contain_text("did you mean block/2?")
    write(page, "// Always the same corner.\n+!move <-\n    block(7, 0).\n// It is taken.\n-!move <- pass.\n")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".found h2")).to_have_text("At the start it would play block h1")
    expect(page.locator(".found .intentions .lines code").first).to_have_text("block(7, 0)")
    page.get_by_role("button", name="Save").click()
    page.locator("select[name=rival]").select_option("greedy")
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/game/*")
    page.locator(".status strong").wait_for()
    expect(page.locator("#block-7-0")).to_be_visible()
    assert "forfeits" not in (page.locator(".status").text_content() or "")


def test_a_society_is_a_film(page: Page) -> None:
    """The game's own agents talk: messages are arrows, every step has its board, and the address leads to a step."""
    page.goto("/society")
    page.locator("input[name=society-n]").fill("1")
    page.get_by_role("button", name="Run the agents").click()
    film = page.locator(".film")
    expect(film.locator(".mail text").first).to_contain_text("about_to(2, 2,")
    expect(film.locator(".film-doings")).to_contain_text("white puts a queen on c3")
    assert page.url.endswith("/society?game=queens&seed=0&n=1")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(film.locator("output")).to_have_text(re.compile(r"^2 / \d+"))
    expect(film.locator(".film-doings")).to_contain_text("from white, tell: about_to(2, 2,")
    page.wait_for_url("**/society?game=queens&seed=0&n=1&step=1")
    page.reload()
    expect(film.locator("output")).to_have_text(re.compile(r"^2 / \d+"))
    film.get_by_role("button", name="Play").click()
    expect(film.locator("output")).to_have_text(re.compile(r"^(\d+) / \1$"))
    film.get_by_text("All steps side by side").click()
    table = page.locator("table.society")
    expect(table.locator("th")).to_have_count(5)
    table.locator("a.source").first.click()
    page.wait_for_url("**/write/queens/society.asl?line=*")


class TestApi:
    def test_a_society_is_told_in_both_languages(self, lab: Lab) -> None:
        body = {"game": "queens", "options": {"n": 1}, "agents": [None, "player.asl"]}
        life = lab.client.post("/api/societies?lang=es", json=body).json()
        assert life["seats"][:2] == ["blanco", "negro"]
        assert life["files"] == ["society.asl", "player.asl", "blocker.asl"]
        assert life["moves"][0] == "queen c3"
        assert len(life["boards"]) == len(life["moves"]) + 1 and life["boards"][0].startswith("<svg")
        sent = life["rows"][0]["sent"]
        assert [(one["sender"], one["to"]) for one in sent] == [(0, 1), (0, 2)]
        assert any("se propone" in line["sentence"] for row in life["rows"] for cell in row["agents"] for line in cell)

    def test_bad_requests_are_refused_with_a_reason(self, lab: Lab) -> None:
        for body in (
            {"game": "nowhere"},
            {"game": "openspiel"},
            {"game": "queens", "agents": ["../../../etc/passwd"]},
            {"game": "queens", "agents": ["player.asl"] * 4},
            {"game": "queens", "options": {"n": 99}},
        ):
            answer = lab.client.post("/api/societies", json=body)
            assert answer.status_code == 422, body
            assert answer.json()["error"]

    def test_a_program_that_cannot_be_read_is_named(self, lab: Lab) -> None:
        lab.client.put("/api/knowledge/queens/broken.asl", json={"text": "+!move <- queen("})
        answer = lab.client.post("/api/societies", json={"game": "queens", "agents": ["broken.asl"]})
        assert answer.status_code == 422
        assert "broken.asl, line 1: syntax error" in answer.json()["error"]

    def test_knowledge_is_tried_at_the_seat_it_is_for(self, lab: Lab) -> None:
        body = {"game": "queens", "name": "mine.asl", "text": "+!move <- pass.", "seat": 2}
        assert lab.client.post("/api/knowledge/try", json=body).json()["why"]["move"] == "pass"
        assert lab.client.post("/api/knowledge/try", json={**body, "seat": 3}).status_code == 422
