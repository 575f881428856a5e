"""The editor of the page: marks, completion, keys, versions, files, and a way out for the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lab.conftest import Lab, opened
from tests.lab.editing import wait_for_exact_text, write, written


@pytest.fixture
def desk(page: Page) -> Page:
    """A page with a new file for Kalah, on which nothing is blocked by the content security policy."""
    page.add_init_script(
        "addEventListener('securitypolicyviolation', event => { throw new Error(event.violatedDirective) })"
    )
    page.goto("/write/kalah/edited.pl")
    expect(page.locator(".problems")).to_have_text("No errors were found.")
    return page


def test_a_mistake_is_marked_while_typing_and_a_relation_is_completed(desk: Page) -> None:
    write(desk, "choose(Move) :-\n    ")
    desk.keyboard.type("leagl(Move).")
    expect(desk.locator(".problems")).to_contain_text("did you mean the game's legal/1?")
    expect(desk.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(desk.locator(".cm-lintRange-error")).to_have_text("leagl(Move).")
    desk.locator(".cm-lintRange-error").hover()
    expect(desk.locator(".cm-tooltip-lint")).to_contain_text("did you mean the game's legal/1?")
    write(desk, "choose(Move) :-\n    ")
    desk.keyboard.type("extra")
    option = desk.locator(".cm-tooltip-autocomplete li[aria-selected]")
    expect(option).to_contain_text("extra_turn(Move, Seat)")
    expect(desk.locator(".cm-completionInfo")).to_have_text("the move ends in the store: the seat moves again")
    desk.keyboard.press("Tab")
    wait_for_exact_text(desk, "choose(Move) :-\n    extra_turn(Move, Seat)")
    desk.keyboard.type(".")
    expect(desk.locator(".problems")).to_contain_text("variable used only once: Seat")
    expect(desk.locator(".cm-lint-marker-warning")).to_have_count(1)
    expect(desk.locator(".cm-lint-marker-error")).to_have_count(0)


def test_keys_save_try_and_lead_out_and_what_is_printed_is_shown(desk: Page) -> None:
    first = "choose(Move) :-\n    legal(Move),\n    format(\"I look at ~w~n\", [Move]),\n    Move == '2'.\n"
    write(desk, first)
    desk.keyboard.press("Control+s")
    expect(desk.locator("#toast")).to_have_text("edited.pl is saved.")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".found h2").last).to_have_text("At the start it would play 2")
    expect(desk.locator(".found .printed")).to_have_text("I look at 1\nI look at 2")
    desk.locator(".cm-content").press("Control+Home")
    desk.keyboard.press("Tab")
    assert written(desk).startswith("    choose")
    desk.keyboard.press("Shift+Tab")
    assert written(desk) == first
    desk.keyboard.press("Escape")
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("button", name="Try it")).to_be_focused()


def test_a_version_is_compared_and_restored(desk: Page) -> None:
    first, second = "choose(Move) :- legal(Move).\n", "% Another.\nchoose(Move) :- sows(Move, _, _).\n"
    for text in (first, second):
        write(desk, text)
        desk.get_by_role("button", name="Save").click()
        expect(desk.locator("#toast")).to_have_class("shown")
    desk.get_by_text("History").click()
    older = desk.locator(".versions-list li").nth(1)
    older.get_by_role("button", name="Differences").click()
    expect(desk.locator(".differences .cm-changedLine").first).to_have_text("% Another.")
    expect(desk.locator(".differences .cm-deletedChunk")).to_contain_text("legal(Move)")
    older.get_by_role("button", name="Restore").click()
    wait_for_exact_text(desk, first)
    desk.reload()
    wait_for_exact_text(desk, first)


def test_a_file_is_downloaded_and_uploaded(desk: Page, tmp_path: Path) -> None:
    write(desk, "choose('1').\n")
    with desk.expect_download() as started:
        desk.get_by_role("button", name="Download").click()
    path = tmp_path / started.value.suggested_filename
    started.value.save_as(path)
    assert (path.name, path.read_text()) == ("edited.pl", "choose('1').\n")
    path.write_bytes(b"choose('2').\r\n")
    with desk.expect_file_chooser() as chooser:
        desk.get_by_role("button", name="Upload").click()
    chooser.value.set_files(path)
    wait_for_exact_text(desk, "choose('2').\n")
    path.write_bytes(b"\xff\xfe\x00")
    with desk.expect_file_chooser() as chooser:
        desk.get_by_role("button", name="Upload").click()
    chooser.value.set_files(path)
    expect(desk.locator("#toast")).to_have_text("The file is not a text in UTF-8.")
    assert written(desk) == "choose('2').\n"


@pytest.fixture
def narrow(browser: Browser, lab: Lab) -> Iterator[Page]:
    size = {"width": 360, "height": 740}
    yield from opened(browser, lab.address, viewport=size, locale="es-ES", color_scheme="dark")


def test_every_language_is_coloured_on_a_narrow_screen(narrow: Page) -> None:
    stressed = {
        "kalah/player.pl": ":-",
        "azul/player.clp": "defrule",
        "queens/blocker.asl": "<-",
        "agricola_planning/domain.pddl": ":requirements",
    }
    for file, word in stressed.items():
        narrow.goto(f"/write/{file}")
        token = narrow.locator(".cm-line span").get_by_text(word, exact=True).first
        expect(token).to_have_css("font-weight", "600")
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 360
    narrow.locator(".cm-content").press("Control+f")
    expect(narrow.get_by_placeholder("Buscar")).to_be_focused()


def test_a_program_of_two_files_has_tabs_and_an_error_in_one_leads_to_it(desk: Page) -> None:
    write(desk, "% By the helper.\n:- include(helper).\n\nchoose(Move) :- good(Move).\n")
    expect(desk.locator(".problems")).to_contain_text('there is no file "helper.pl" beside this one')
    desk.keyboard.press("Control+s")
    desk.get_by_role("link", name="helper.pl: not written yet").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("helper.pl")
    wait_for_exact_text(desk, "% Any legal move.\nchoose(Move) :-\n    legal(Move).\n")
    write(desk, "good(Move) :-\n    leagl(Move).\n")
    desk.keyboard.press("Control+s")
    tabs = desk.get_by_role("navigation", name="Files of this program")
    expect(tabs.get_by_role("link")).to_have_text(["edited.pl", "helper.pl"])
    expect(desk.locator(".problems")).to_contain_text("did you mean the game's legal/1?")
    tabs.get_by_role("link", name="edited.pl").click()
    expect(desk.locator(".problems a")).to_have_text("helper.pl:2")
    expect(desk.locator(".cm-lint-marker-error")).to_have_count(0)
    desk.locator(".problems a").click()
    expect(desk.locator(".cm-here")).to_have_text("    leagl(Move).")
    write(desk, "good(Move) :-\n    legal(Move).\n")
    expect(desk.locator(".problems")).to_have_text("No errors were found.")
    desk.keyboard.press("Control+s")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".found h2").last).to_have_text("At the start it would play 1")
    expect(desk.locator(".found .source", has_text="helper.pl:1").first).to_be_visible()
    desk.get_by_role("button", name="Step through").click()
    desk.locator(".steps li", has_text="good").first.click()
    expect(desk.locator(".step-file")).to_have_text("edited.pl")
    desk.locator(".steps li", has_text="legal").first.click()
    expect(desk.locator(".step-file")).to_have_text("helper.pl")
    expect(desk.locator(".program mark")).to_have_text("legal(Move)")
