"""The page, in a real browser, as people use it."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

from tests.lab.conftest import PAGE_PATIENCE, Lab, follow_link, open_why, opened
from tests.lab.editing import wait_for_text, write


def begin(page: Page, south: str, north: str, pits: int = 3, seeds: int = 2) -> None:
    """Set up a small game with the form."""
    page.goto("/")
    card = card_of(page, "Kalah")
    card.get_by_text("Choose seats and options…").click()
    page.locator("select[name=kalah-seat-0]").select_option(south)
    page.locator("select[name=kalah-seat-1]").select_option(north)
    page.locator("input[name=kalah-pits]").fill(str(pits))
    page.locator("input[name=kalah-seeds]").fill(str(seeds))
    card.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")


def card_of(page: Page, game: str) -> Locator:
    """A game on the first page."""
    return page.locator(".card", has=page.get_by_role("heading", name=game))


def until(page: Page, expression: str) -> None:
    """Wait until something is true on the page. (The page's own policy forbids Playwright's way of doing this.)"""
    end = time.monotonic() + PAGE_PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(10)


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
    expect(page.locator(".why h2")).to_contain_text("Why greedy (north) chose this")
    expect(page.locator(".why .reason")).not_to_be_visible()
    open_why(page)
    expect(page.locator(".why .reason")).to_contain_text("expected margin")
    expect(page.locator(".why .rejected li").first).to_be_visible()
    expect(page.locator(".board .lit")).not_to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".player output")).to_have_text("0 / 0")
    play_on(page)
    assert "wins" in result(page) or "draw" in result(page)
    assert page.locator(".chart polyline").count() >= 2


WATCH_SEEDS = """() => {
    window.moved = [];
    const moving = ({ target }) => target.style.transform;
    const note = (records) => moved.push(records.filter(moving).map(({ target }) => target.id));
    const watched = { attributes: true, attributeFilter: ["style"], subtree: true };
    new MutationObserver(note).observe(document.querySelector(".board"), watched);
}"""


def test_seeds_travel_one_by_one(page: Page, lab: Lab) -> None:
    """Every step of the animation is seen by an observer on the board, however busy the machine is."""
    page.goto("/")
    page.evaluate("localStorage.speed = 1")
    card_of(page, "Kalah").get_by_role("button", name="Two people").click()
    page.locator('.board [data-move="4"]').wait_for()
    page.evaluate(WATCH_SEEDS)
    page.locator('.board [data-move="4"]').click()
    expect(page.locator(".player output")).to_have_text("1 / 1")
    expect(page.locator("#count-south-4")).to_have_text("0")
    expect(page.locator("#count-south-5")).to_have_text("5")
    game_id = page.url.partition("/game/")[2].partition("/")[0]
    position = lab.client.get(f"/api/games/{game_id}/positions/1", params={"animation": True}).json()
    steps = [sorted(step["shifts"]) for step in position["animation"] if step["shifts"]]
    assert len(steps) >= 4
    assert [sorted(set(ids)) for ids in page.evaluate("moved") if ids] == steps


def test_one_click_is_one_request(page: Page) -> None:
    """The change that the socket brings has the position: besides the move, only verdicts on what is read are asked."""
    begin(page, "human", "random", 6, 4)
    page.locator(".board [data-move]").first.wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.partition('/api')[2]}"))
    clicks = 0
    while clicks < 4 and not page.locator(".status strong").count():
        moves = page.locator(".player output").inner_text()
        page.locator(".board [data-move]").first.click()
        clicks += 1
        expect(page.locator(".player output")).not_to_have_text(moves)
        page.locator(".board [data-move], .status strong").first.wait_for()  # the mind has answered
    names = [request.split("/")[-1] for request in asked]
    assert [name for name in names if name != "verdicts?lang=en"] == ["moves?lang=en"] * clicks


def test_reasons_carry_their_verdicts(page: Page, lab: Lab) -> None:
    small = {"game": "kalah", "minds": ["greedy", "greedy"], "options": {"pits": 3, "seeds": 2}, "seed": 1}
    path = f"/api/games/{lab.client.post('/api/games', json=small).json()['id']}"
    while not lab.client.get(path).json()["over"]:
        page.wait_for_timeout(50)
    lines = lab.client.get(f"{path}/record").text.splitlines()
    move = json.loads(lines[1])
    move["why"]["reason"]["evidence"] = [{"relation": "pit", "args": ["south", 1, 99]}]
    forged = "\n".join([lines[0], json.dumps(move), *lines[2:]])
    game = lab.client.post("/api/records", json={"record": forged}).json()["id"]
    page.goto(f"/game/{game}/1")
    false = page.get_by_role("img", name="False: pit(south, 1, 99) does not hold here")
    expect(false).to_have_text("✗")
    expect(false).to_have_attribute("title", "False: pit(south, 1, 99) does not hold here")
    expect(page.locator(".why .reason .problem")).to_have_text("pit(south, 1, 99) does not hold here")
    expect(page.locator(".why .because").get_by_role("img", name="Checked: true").first).to_have_text("✓")
    expect(page.locator(".verdicts")).to_contain_text("✗ 1 false")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdicts")).to_contain_text("✗ 0 false")
    expect(false).to_have_count(0)


def test_a_lost_connection_is_opened_again(page: Page, lab: Lab) -> None:
    """Moves that were made meanwhile arrive with the new connection, and so does an undo."""
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/live?*", connect)
    begin(page, "human", "human", 6, 4)
    page.locator(".board [data-move]").first.wait_for()
    path = f"/api/games/{page.url.partition('/game/')[2].partition('/')[0]}"
    expect(page.locator(".status")).to_contain_text("South to move")
    sockets[-1].close(code=1001)
    assert lab.client.post(f"{path}/moves", json={"move": "1"}).status_code == 200
    expect(page.locator(".player output")).to_have_text("1 / 1")
    expect(page.locator(".board [data-move]").first).to_be_visible()
    assert lab.client.post(f"{path}/undo").json()["moves"] == 0
    expect(page.locator(".player output")).to_have_text("0 / 0")
    expect(page.locator(".status")).to_contain_text("South to move")
    assert len(sockets) == 2


def test_broken_plugins_and_faults_of_rules_are_shown(page: Page) -> None:
    """The page shows what the API reports; here, the answers of the lab are given a report."""

    def report(route: Route, **more: object) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), **more})

    broken = {"kind": "game", "name": "halma", "sentence": "halma/rules.py, line 3: invalid syntax."}
    page.route("**/api/catalogue?*", lambda route: report(route, broken=[broken]))
    page.goto("/")
    expect(page.locator(".notice li")).to_have_text("halma/rules.py, line 3: invalid syntax.")
    fault = {"fault": "rules.py, line 7", "over": True, "turn": None}
    page.route(re.compile(r"/api/games/[0-9a-f]+\?"), lambda route: report(route, **fault))
    page.route_web_socket("**/live?*", lambda socket: None)
    card_of(page, "Kalah").get_by_role("button", name="Two people").click()
    expect(page.locator(".play .notice")).to_contain_text("without a winner. rules.py, line 7")
    expect(page.locator(".board svg")).to_be_visible()
    expect(page.locator(".board [data-move]")).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)


def test_two_minds_are_watched_to_the_end_with_the_slider(page: Page) -> None:
    page.goto("/")
    card_of(page, "Kalah").get_by_role("button", name="Watch the machine play itself").click()
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


def test_a_move_is_asked_about(page: Page, lab: Lab) -> None:
    body = {"game": "kalah", "minds": ["greedy", "human"], "seed": 1}
    game = lab.client.post("/api/games", json=body).json()["id"]
    while not lab.client.get(f"/api/games/{game}").json()["turns"]:
        page.wait_for_timeout(50)
    page.goto(f"/game/{game}/1")
    open_why(page)
    page.get_by_text("Ask back").click()
    moves = page.get_by_label("About the move")
    other = moves.input_value()
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator(".answer h3")).to_have_text(f"Not pit {other}, because")
    expect(page.locator(".answer")).to_contain_text("greedy chooses")
    page.get_by_role("button", name="What would change your mind?").click()
    expect(page.locator(".answer h3")).to_have_text(f"Here greedy would choose pit {other}")
    expect(page.locator(".answer code").first).to_contain_text("pit(south")
    expect(page.locator(".changed-board svg")).to_be_visible()
    expect(page.locator(".changed-board [data-move]")).to_have_count(0)


def test_a_hint_lights_up_and_a_person_resigns(page: Page) -> None:
    begin(page, "human", "human", 6, 4)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint h2")).to_contain_text("A hint")
    expect(page.locator(".board .hinted")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    page.locator(".confirm").get_by_role("button", name="Resign").click()
    expect(page.locator(".status strong")).to_contain_text("North wins. South forfeits the game: resigned.")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".status")).to_contain_text("South to move")


def test_a_tournament_shows_ratings_and_its_cells_lead_to_games(page: Page, lab: Lab) -> None:
    page.goto("/matches")
    page.locator("select[name=game]").select_option("kalah")
    page.get_by_role("button", name="Add a mind").click()
    for number, mind in enumerate(("greedy", "random", "crashing")):
        page.locator(f"select[name=mind-{number}]").select_option(mind)
    expect(page.locator("input[name=rounds]")).to_be_disabled()
    page.locator("select[name=format]").select_option("swiss")
    page.locator("input[name=rounds]").fill("3")
    page.locator("input[name=games]").fill("2")
    page.get_by_role("button", name="Begin the match").click()
    expect(page.locator(".status")).to_contain_text("6 / 6 · finished")
    expect(page.locator(".ranking tbody th").last).to_have_text("crashing")
    expect(page.locator(".ratings circle")).to_have_count(3)
    expect(page.locator(".notice")).to_contain_text("I have had enough")
    with page.expect_download() as saved:
        page.get_by_role("link", name="CSV").click()
    assert saved.value.path().read_text().startswith("rank,mind,rating")
    page.locator(".cross tbody tr").nth(0).locator("a").first.click()
    expect(page.locator("h1")).to_have_text("The games of greedy and random")
    expect(page.locator(".pair-games tbody tr")).to_have_count(2)
    page.locator(".pair-games tbody a").first.click()
    expect(page.locator(".board svg").first).to_be_visible()


def test_a_match_is_stopped_and_resumed(page: Page, lab: Lab) -> None:
    page.goto("/matches")
    page.get_by_role("button", name="Add a mind").click()
    page.locator("select[name=mind-2]").select_option("greedy")
    page.get_by_role("button", name="Remove Mind 1").click()
    expect(page.locator(".seats .seat")).to_have_count(2)
    expect(page.locator(".seats .seat > label > span").last).to_have_text("Mind 2")
    expect(page.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    page.reload()
    page.locator("select[name=game]").select_option("kalah")
    page.locator("input[name=games]").fill("10000")
    page.locator("select[name=mind-0]").select_option("greedy")
    page.get_by_role("button", name="Begin the match").click()
    page.wait_for_url("**/match/*")
    match = page.url.rpartition("/")[2]
    try:
        until(page, "parseInt(document.querySelector('.status')?.textContent) >= 2")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".status")).to_contain_text("stopped")
        expect(page.locator(".cross td b").first).to_be_visible()
        stopped = page.locator(".status").inner_text().partition(" ")[0]
        page.reload()
        page.get_by_role("button", name="Resume").click()
        until(page, f"parseInt(document.querySelector('.status')?.textContent) > {stopped}")
        expect(page.locator(".cross .ahead")).to_have_count(1)
        page.goto("/matches")
        expect(page.locator(f'.matches a[href="/match/{match}"]')).to_contain_text("greedy, random")
    finally:
        deleted = lab.client.delete(f"/api/matches/{match}")
    assert deleted.status_code == 204


def test_the_page_speaks_spanish(browser: Browser, lab: Lab) -> None:
    for page in opened(browser, lab.address, locale="es-ES"):
        page.goto("/")
        expect(page.get_by_role("heading", name="Elige un juego")).to_be_visible()
        card_of(page, "Kalah").get_by_role("button", name="Ver a la máquina contra sí misma").click()
        expect(page.locator(".why .reason")).to_contain_text("simulaciones")
        page.goto(f"/game/{page.url.partition('/game/')[2].partition('/')[0]}/1")  # the game goes on; this move stays
        expect(page.locator(".why .reason")).to_contain_text("simulaciones")
        assert page.locator("html").get_attribute("lang") == "es"
        page.get_by_role("button", name="EN", exact=True).click()
        expect(page.locator(".why .reason")).to_contain_text("simulations")
        page.goto("/rules/kalah")
        expect(page.locator(".rules h2").first).to_have_text("Rules")


def test_a_whole_game_by_keyboard_alone(browser: Browser, lab: Lab) -> None:
    for page in opened(browser, lab.address, reduced_motion="reduce"):
        page.goto("/")
        kalah = card_of(page, "Kalah").get_by_role("button", name="Two people")
        kalah.wait_for()
        for _ in range(30):
            page.keyboard.press("Tab")
            if kalah.evaluate("button => button === document.activeElement"):
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
        expect(page.locator(".status")).to_contain_text("Viewing move")


def test_after_the_server_was_killed_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    try:
        for page in opened(browser, lab.address):
            begin(page, "human", "greedy", 4, 3)
            page.locator(".board [data-move]").first.click()
            until(page, "parseInt(document.querySelector('.player output').textContent) >= 2")
            game_id = page.url.partition("/game/")[2].partition("/")[0]  # a move it looks back at may follow
            lab.kill()
            lab.start()
            page.goto(f"{lab.address}game/{game_id}")
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


def test_four_minds_play_azul_and_are_watched(page: Page) -> None:
    page.goto("/")
    card = card_of(page, "Azul")
    card.get_by_text("Choose seats and options…").click()
    page.locator("input[name=azul-players]").fill("4")
    page.locator("input[name=azul-players]").press("Tab")
    expect(page.locator("select[name=azul-seat-3]")).to_be_visible()
    for number, mind in enumerate(("prolog", "greedy", "clips", "random")):
        page.locator(f"select[name=azul-seat-{number}]").select_option(mind)
    card.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".player output")).to_have_text(re.compile(r"^([89]|\d\d+) /"))
    # Back at its first move, the Prolog mind shows its proof.
    page.keyboard.press("Home")
    expect(page.locator(".player output")).to_have_text(re.compile("^0 /"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".why .proof").first).to_be_visible()
    assert page.locator(".legend span").count() >= 4


def test_a_person_plays_azul_in_two_clicks(page: Page) -> None:
    page.goto("/")
    card = card_of(page, "Azul")
    card.get_by_role("button", name="Two people").click()
    page.wait_for_url("**/game/*")
    page.locator("[data-pick] .hit").first.click()
    expect(page.locator("[data-pick].picked")).to_have_count(1)
    assert page.locator("[data-drop].open").count() > 1
    page.keyboard.press("Escape")
    expect(page.locator("[data-drop].open")).to_have_count(0)
    # By keyboard: pick, then the first line that is open.
    page.locator("[data-pick]").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-drop].open").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".player output")).to_have_text("1 / 1")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint h2")).to_contain_text("A hint")
    expect(page.locator("[data-drop].hinted")).to_have_count(1)
    page.locator("[data-drop].hinted .row").click()
    expect(page.locator(".player output")).to_have_text("2 / 2")


def test_a_mind_with_an_error_is_written_mended_and_played(page: Page) -> None:
    page.goto("/write")
    page.locator("select[name=game]").select_option("kalah")
    page.locator("input[name=name]").fill("first")
    page.locator("select[name=school]").select_option(".pl")
    page.get_by_role("button", name="Begin writing").click()
    page.locator(".cm-content").wait_for()
    write(page, "% The pit nearest to my store.\nchoose(Move) :-\n    leagl(Move).\n")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".found .notice")).to_contain_text("did you mean the game's legal/1?")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator(".cm-lintRange-error")).to_have_text("leagl(Move).")
    page.locator("select[name=rival]").select_option("random")
    # Played with its error it loses at once, and the result leads back to the line.
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".status strong")).to_contain_text("first.pl, line 3")
    page.locator(".status a.source").click()
    page.wait_for_url("**/write/kalah/first.pl?line=3&from=*&ply=0")
    expect(page.locator(".cm-here")).to_have_text("    leagl(Move).")
    nearest = "choose(Move) :-\n    sows(Move, Pit, _),\n    \\+ ( sows(_, Other, _), Other > Pit ).\n"
    write(page, f"% The pit nearest to my store.\n{nearest}")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".found h2")).to_have_text("Here it plays: pit 6")
    expect(page.locator(".found .proof code").first).to_have_text("choose('6')")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/game/*")
    page.locator(".status strong").wait_for()
    assert "forfeits" not in result(page)
    # It can now be chosen wherever a mind is.
    page.goto("/matches")
    page.locator("select[name=game]").select_option("kalah")
    page.locator("select[name=mind-0]").select_option("prolog:file=first.pl")


def test_a_games_own_knowledge_is_copied_to_be_changed(page: Page) -> None:
    page.goto("/write/azul/document.pl?line=28")
    expect(page.locator(".cm-content")).to_have_attribute("aria-readonly", "true")
    expect(page.locator(".vocabulary")).to_contain_text("takes(Move, Source, Colour, Count, Line)")
    page.get_by_role("button", name="Copy and change").click()
    page.wait_for_url("**/write/azul/mine*.pl?line=28")
    wait_for_text(page, "A strategy for Azul in six steps")


def test_nothing_scrolls_sideways_at_any_width(browser: Browser, lab: Lab) -> None:
    """Every page, with an explanation and its trace beside the board of every kind of game."""
    games = [
        {"game": "kalah", "minds": ["alphabeta:depth=4", "human"], "seed": 1},
        {"game": "azul", "minds": ["prolog", "human", "random"], "options": {"players": 3}, "seed": 2},
        {"game": "queens", "minds": ["agentspeak", "human", "agentspeak"], "seed": 2},
    ]
    ids = [lab.client.post("/api/games", json=body).json()["id"] for body in games]
    sections = ("/records", "/matches", "/table", "/society", "/learning", "/write")
    pages = ("/", *sections, "/rules/kalah", "/write/azul/player.pl")
    for page in opened(browser, lab.address, color_scheme="dark"):
        page.add_init_script("localStorage['fold-why'] = 'open'")
        page.goto("/rules/azul")
        for path in (*(f"/game/{game_id}" for game_id in ids), *pages, "/write/kalah/mine.pl"):
            follow_link(page, path)
            if path.startswith("/game"):
                page.locator(".why .picture > *").first.wait_for()
            if path == "/society":
                page.locator(".seats select").first.wait_for()
            for width in (360, 768, 1600):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
