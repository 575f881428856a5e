"""A mind is written, mended, tried in a position of a game that it lost, and wins a match."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests import needs
from tests.lab.editing import write, written

RULES = """\
% Move again.
choose(Move) :-
    extra_turn(Move, _).

% Sow many seeds.
choose(Move) :-
    sows(Move, _, Seeds),
    Seeds > Few.
"""
WITHOUT_STOP = RULES.replace("extra_turn(Move, _).", "extra_trun(Move, _)")
MISSPELT = RULES.replace("extra_turn", "extra_trun")
LAST_RULE = """
% Sow from the pit nearest to the store.
choose(Move) :-
    member(Move, ['6', '5', '4', '3', '2', '1']),
    legal(Move).
"""
MENDED = RULES.replace("Few", "4") + LAST_RULE


@needs.prolog
def test_a_mind_is_mended_where_it_lost_and_wins_a_match(page: Page) -> None:
    page.goto("/write/kalah/learner.pl")
    problems = page.locator(".problems")
    for text, sentence in (
        (WITHOUT_STOP, "the full stop is missing at the end of this clause"),
        (MISSPELT, "did you mean the game's extra_turn/2?"),
        (RULES, "variable used only once: Few"),  # a warning, which this student overlooks
    ):
        write(page, text)
        expect(problems).to_contain_text(sentence)
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/game/*")
    lost = page.locator(".status a.source")
    expect(lost).to_have_text("learner.pl:6")
    expect(page.locator(".status")).to_contain_text("forfeits the game")

    lost.click()  # from the fault to its line, with the position beside it
    page.wait_for_url("**/write/kalah/learner.pl?line=6&from=*&ply=*")
    expect(page.locator(".cm-here")).to_have_text("choose(Move) :-")
    expect(page.locator(".trial .where")).to_contain_text("A position of a game · to move: south")
    expect(page.locator(".trial .found .notice").first).to_contain_text("Arguments are not sufficiently instantiated")
    expect(page.locator(".trial .ring")).to_have_count(0)
    write(page, MENDED)
    page.keyboard.press("Control+s")
    expect(page.locator(".trial .found h2")).to_contain_text("Here it plays: pit ")
    expect(page.locator(".trial .ring.better")).to_have_count(1)
    expect(page.locator(".trial .found .mark.true").first).to_be_visible()
    here = page.url
    page.goto("/write")
    page.goto(here)  # a link that can be shared
    expect(page.locator(".trial .found h2")).to_contain_text("Here it plays: pit ")
    assert written(page) == MENDED

    page.goto("/matches")
    page.locator("select[name=game]").select_option("kalah")
    page.locator("select[name=mind-0]").select_option("prolog:file=learner.pl")
    page.locator("input[name=games]").fill("4")
    page.get_by_role("button", name="Begin the match").click()
    expect(page.locator(".status")).to_contain_text("finished")
    winner = page.locator(".ranking tbody tr").first
    expect(winner.locator("th")).to_have_text("prolog:file=learner.pl")
    expect(winner.locator("td").nth(3)).to_have_text("4")  # of four games


def test_a_position_is_set_up_by_mouse_and_keys_and_played(page: Page) -> None:
    page.goto("/write")
    page.get_by_role("link", name="Kalah", exact=True).click()
    verdict, pit = page.locator(".setup-verdict"), page.locator('[data-place="pit south 3"]')
    expect(verdict).to_have_text("This position can be played.")
    pit.click()
    expect(verdict).to_have_text("There are 49 seeds on the board; this game has 48.")
    expect(page.get_by_role("button", name="Play from here")).to_have_count(0)
    page.locator('[data-place="pit south 1"]').click(modifiers=["Shift"])
    expect(verdict).to_have_text("This position can be played.")
    pit.focus()
    for key in ("+", "ArrowLeft", "Delete"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="south: pit 3, 6 seeds")).to_have_count(1)
    expect(page.get_by_role("button", name="south: pit 2, 3 seeds")).to_be_focused()
    page.locator("select[name=turn]").select_option("north")
    page.wait_for_url("**/setup/kalah?setup=*")
    expect(page.locator(".board svg")).to_have_attribute("aria-label", re.compile("to move: north"))
    there = page.get_by_role("link", name="Try a mind here").get_attribute("href")
    assert there is not None and there.startswith("/write?game=kalah&setup=")
    page.reload()  # the address holds the position
    expect(page.get_by_role("button", name="south: pit 3, 6 seeds")).to_have_count(1)
    page.get_by_role("button", name="Play from here").click()
    page.locator("select[name=practice-mind]").select_option("random")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".status")).to_have_text("Your move (north).")
    expect(page.locator("#count-south-3")).to_have_text("6")
