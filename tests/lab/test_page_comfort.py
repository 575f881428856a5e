"""Comfort: the keyboard alone, focus that stays, names for what is on the boards, no obstacles that axe-core finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ludoteca.lab.entrance_pages import token_page
from tests.lab.conftest import Lab, follow_link, opened

AXE = Path(__file__).parent / "vendor" / "axe.min.js"

# The name of a button must have the text that is seen on it: axe-core leaves that rule off unless it is asked for.
CHECK = """async (rules) => {
    const options = rules ? { runOnly: rules } : { rules: { "label-content-name-mismatch": { enabled: true } } };
    const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}"""

GAMES = {
    "kalah": {"game": "kalah", "minds": ["alphabeta:depth=4", "human"], "seed": 1},
    "azul": {"game": "azul", "minds": ["prolog", "human"], "seed": 2},
    "queens": {"game": "queens", "minds": ["agentspeak", "human", "agentspeak"], "seed": 2},
    "agricola_classic": {"game": "agricola_classic", "minds": ["clips", "human"], "seed": 3},
    "agricola_planning": {"game": "agricola_planning", "minds": ["human", "human"], "seed": 1},
}


def begun(lab: Lab, game: str, **changes: object) -> str:
    """The address of a new game."""
    answer = lab.client.post("/api/games", json={**GAMES[game], **changes})
    assert answer.status_code == 201, answer.text
    return f"/game/{answer.json()['id']}"


def has_focus(place: Locator) -> bool:
    return bool(place.evaluate("element => element === document.activeElement"))


def tab_into_board(page: Page) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.board') !== null"):
            return
    raise AssertionError("the board is no tab stop")


def walk_to(page: Page, place: Locator) -> None:
    """Press arrow keys until an element of the board has the focus, as one who sees it would."""
    between = """element => {
        const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
        const [x, y] = middle(document.activeElement.getBoundingClientRect());
        const [there, below] = middle(element.getBoundingClientRect());
        return [there - x, below - y];
    }"""
    for _ in range(60):
        if has_focus(place):
            return
        across, down = place.evaluate(between)
        keys = ["ArrowRight" if across > 0 else "ArrowLeft", "ArrowDown" if down > 0 else "ArrowUp"]
        before = page.evaluate_handle("document.activeElement")
        for key in keys if abs(across) > abs(down) else reversed(keys):
            page.keyboard.press(key)
            if page.evaluate("before => before !== document.activeElement", before):
                break
    raise AssertionError("arrow keys do not lead there")


@pytest.fixture(scope="module")
def addresses(lab: Lab) -> list[str]:
    """Every kind of page."""
    match = lab.client.post("/api/matches", json={"game": "kalah", "minds": ["greedy", "random"], "games": 2}).json()
    knowledge = ("/write", "/write/azul/player.pl", "/inference/agricola_classic/ontology.clp")
    student = ("/lessons", "/lessons/prolog-choices", "/lessons/search-minimax", "/setup/azul", "/puzzles/kalah")
    steps = ("/step/kalah/player.pl", "/step/kalah/player.clp")
    others = (
        "/",
        "/records",
        "/matches",
        f"/match/{match['id']}",
        "/table",
        "/rules/kalah",
        "/plans",
        "/society",
        "/inference",
    )
    board = {"game": "kalah", "options": {"pits": 3, "seeds": 3}}
    lab.client.post("/api/learning", json={**board, "positions": 40})
    return [*(begun(lab, game) for game in GAMES), *knowledge, *student, *steps, *others, "/learning", "/nowhere"]


def complete(page: Page, address: str) -> None:
    """Show a page with everything that can be on it, from another page."""
    follow_link(page, address)
    page.locator("h1").wait_for()
    if address.startswith("/game"):
        page.locator(".board [role=button]").first.wait_for()
        if page.locator("[data-pick]").count():
            page.locator("[data-pick]").first.focus()
            page.keyboard.press("Enter")
            page.locator(".board .open[role=button]").first.wait_for()
    if address.startswith("/step"):
        page.locator(".steps [aria-selected]").wait_for()
    if address.startswith("/match/"):  # it has two games, and the links of its table lead to them
        page.get_by_text("2 / 2 · finished").wait_for()
    if address == "/inference":
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator(".agenda tbody tr").first.wait_for()
    if address == "/society":
        page.get_by_role("button", name="Run the agents").click()
        page.locator(".film").wait_for()
    if address == "/learning":
        page.get_by_role("button", name="Ask both").click()
        page.locator(".learning-answer .picture table").nth(1).wait_for()
    for fold in page.locator("main details:not([open]) > summary").all():
        if fold.is_visible():
            fold.click()


def test_axe_finds_nothing_serious_on_any_page(browser: Browser, lab: Lab, addresses: list[str]) -> None:
    """In light and in dark: only colours depend on it."""
    found = {}
    for page in opened(browser, lab.address, reduced_motion="reduce"):
        page.goto("/rules/azul")
        page.evaluate(f"{AXE.read_text()};0")
        for address in [*addresses, "token"]:
            page.emulate_media(color_scheme="light")
            if address == "token":  # a document of its own
                page.set_content(token_page("en").decode())
                page.evaluate(f"{AXE.read_text()};0")
            else:
                complete(page, address)
            found[address, "light"] = page.evaluate(CHECK, None)
            page.emulate_media(color_scheme="dark")
            found[address, "dark"] = page.evaluate(CHECK, ["color-contrast"])
    assert {place: faults for place, faults in found.items() if faults} == {}


ARROWS_REACH = """() => {
    const stops = [...document.querySelectorAll(".board [tabindex]")];
    const reached = new Set(), rest = stops.filter(({ tabIndex }) => tabIndex === 0);
    if (rest.length !== 1) return [`tab stops: ${rest.length}`];
    while (rest.length > 0) {
        const stop = rest.pop();
        if (reached.has(stop)) continue;
        reached.add(stop);
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            stop.focus();
            stop.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            rest.push(document.activeElement);
        }
    }
    const unnamed = stops.filter((stop) => !stop.getAttribute("aria-label") && !stop.querySelector("title"));
    return [...unnamed, ...stops.filter((stop) => !reached.has(stop))].map(({ id }) => id);
}"""


def test_every_board_is_one_tab_stop_and_arrow_keys_reach_everything(browser: Browser, lab: Lab) -> None:
    people = {"kalah": 2, "azul": 2, "queens": 3, "agricola_classic": 2, "agricola_planning": 2}
    games = [begun(lab, game, minds=["human"] * seats) for game, seats in people.items()]
    for page in opened(browser, lab.address):
        page.goto("/rules/azul")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            for address in games:
                follow_link(page, address)
                page.locator(".board [role=button]").first.wait_for()
                assert page.evaluate(ARROWS_REACH) == [], (address, width)


def test_what_is_on_a_board_has_a_spoken_name(browser: Browser, lab: Lab) -> None:
    small = {"minds": ["human", "human"], "options": {"pits": 3, "seeds": 3}}
    address = begun(lab, "kalah", **small)
    for locale, first, other in (
        ("en-US", "pit 1, 3 seeds: moves again", "north"),
        ("es-ES", "hoyo 1, 3 semillas: repite turno", "norte"),
    ):
        for page in opened(browser, lab.address, locale=locale):
            page.goto(address)
            expect(page.get_by_role("button", name=first, exact=True)).to_be_visible()
            north = page.get_by_role("group", name=other, exact=True)
            expect(north.get_by_role("img")).to_have_count(4)  # three pits and a store


def test_agricola_is_played_by_keyboard_alone(browser: Browser, lab: Lab) -> None:
    """Three cards by arrow keys and Enter; the focus stays on the board between the moves."""
    for page in opened(browser, lab.address, reduced_motion="reduce"):
        address = begun(lab, "agricola_classic", minds=["human", "random"])
        page.goto(address)
        page.locator(".board [role=button]").first.wait_for()
        tab_into_board(page)
        expect(page.locator(".focus-ring")).to_be_visible()
        played = []
        for card in ('[data-move="plow at plowland"]', '[data-move^="take "]', '[data-move^="take "]'):
            place = page.locator(card).last
            walk_to(page, place)
            played.append(place.get_attribute("data-move"))
            count = page.locator(".player output").inner_text()
            page.keyboard.press("Enter")
            expect(page.locator(".player output")).not_to_have_text(count)
            expect(page.locator(".status")).to_contain_text("Your move (player 1)")
            expect(page.locator(".focus-ring")).to_be_visible()
        expect(page.locator("#farm-one .soil")).to_have_count(1)
        turns = lab.client.get(f"/api{address.replace('game', 'games')}").json()["turns"]
        assert [turn["text"] for turn in turns if turn["seat"] == 0] == played


def test_azul_is_played_by_keyboard_alone(page: Page, lab: Lab) -> None:
    page.goto(begun(lab, "azul", minds=["human", "human"]))
    picks = page.locator("[data-pick]")
    picks.first.wait_for()
    tab_into_board(page)
    walk_to(page, picks.nth(3))
    page.keyboard.press(" ")
    expect(picks.nth(3)).to_have_attribute("aria-pressed", "true")
    walk_to(page, page.locator("#line-south-3"))
    page.keyboard.press("Escape")
    assert has_focus(picks.nth(3))
    expect(picks.nth(3)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    walk_to(page, page.locator("#line-south-3"))
    page.keyboard.press("Enter")
    expect(page.locator(".player output")).to_have_text("1 / 1")
    expect(page.locator("#line-south-3")).to_have_attribute("aria-label", "line 3, 1 of 3 filled with white")
    assert page.evaluate("document.activeElement.closest('.board') !== null")


def test_the_heading_of_another_page_gets_the_focus(page: Page, lab: Lab) -> None:
    game = begun(lab, "kalah")
    page.goto("/")
    page.locator("h1").wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    page.get_by_role("link", name="Records").click()
    expect(page.get_by_role("heading", name="Records")).to_be_focused()
    page.locator(f'a[href="{game}"]').click()
    expect(page.get_by_role("heading", name="Kalah")).to_be_focused()
    expect(page.locator("nav [aria-current]")).to_have_text("Play")
    page.go_back()
    expect(page.get_by_role("heading", name="Records")).to_be_focused()
    page.get_by_role("button", name="ES", exact=True).click()
    expect(page.get_by_role("button", name="EN", exact=True)).to_be_focused()


def test_the_header_is_one_row_at_any_width(browser: Browser, lab: Lab) -> None:
    for page in opened(browser, lab.address, locale="es-ES"):
        page.goto("/matches")
        page.locator("h1").wait_for()
        for width in (1280, 1266, 1265, 640, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.locator(".top").evaluate("top => top.offsetHeight") < 70, width
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        menu = page.get_by_role("button", name="Menú")
        menu.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Jugar", exact=True)).to_be_focused()
        page.keyboard.press("Escape")
        expect(menu).to_be_focused()
        expect(page.get_by_role("link", name="Jugar", exact=True)).not_to_be_visible()


def test_a_running_match_keeps_the_focus(page: Page, lab: Lab) -> None:
    body = {"game": "kalah", "minds": ["greedy", "random"], "games": 10000}
    match = lab.client.post("/api/matches", json=body).json()["id"]
    try:
        page.goto(f"/match/{match}")
        link = page.get_by_role("link", name="The games of this match")
        link.focus()
        for _ in range(2):
            status = page.locator(".status").inner_text()
            expect(page.locator(".status")).not_to_have_text(status)
        assert has_focus(link)
        page.get_by_role("button", name="Stop").press("Enter")
        expect(page.get_by_role("button", name="Resume")).to_be_focused()
    finally:
        lab.client.delete(f"/api/matches/{match}")
