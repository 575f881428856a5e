"""A teacher and two students in three browsers: they join, write, are kept apart, and play by link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.classroom.conftest import ClassLab
from tests.lab.conftest import opened
from tests.lab.editing import wait_for_text, write


@contextmanager
def browser_of(browser: Browser, class_lab: ClassLab, **options: object) -> Iterator[Page]:
    yield from opened(browser, class_lab.address, **options)


@pytest.fixture
def pages(browser: Browser, class_lab: ClassLab) -> Iterator[list[Page]]:
    """The browsers of the teacher, two students, and somebody who watches."""
    with ExitStack() as stack:
        yield [stack.enter_context(browser_of(browser, class_lab)) for _ in range(4)]


def join(page: Page, class_lab: ClassLab, name: str) -> None:
    page.goto(f"/join/{class_lab.code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the class").click()
    expect(page.locator("#link")).to_have_value(re.compile(r"/\?token="))
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.get_by_role("link", name="Go to the class").click()
    expect(page.get_by_role("link", name=f"Class {name}", exact=True)).to_be_visible()


def test_a_class_in_the_browser(pages: list[Page], class_lab: ClassLab) -> None:
    teacher, ana, bob, watcher = pages
    teacher.goto("/class")
    teacher.get_by_label("Your personal link").fill(f"{class_lab.address}?token={class_lab.teacher}")
    teacher.get_by_role("button", name="Open the lab").click()
    expect(teacher.get_by_role("link", name="Class Prof. Ruiz")).to_be_visible()
    for page, name in ((ana, "Ana P"), (bob, "Bob P"), (watcher, "Eva Fernández-Villaverde y Rodríguez")):
        join(page, class_lab, name)
    the_header_is_one_row(watcher)

    for page, words in ((ana, "% by Ana"), (bob, "% by Bob")):
        page.goto("/write/kalah/same.pl")
        wait_for_text(page, "choose")
        write(page, f"{words}\nchoose(M) :- legal(M).\n")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("same.pl")
    ana.goto("/write")
    expect(ana.get_by_role("link", name="same.pl")).to_have_count(1)

    tab = ana.context.new_page()
    tab.goto("/write/kalah/same.pl")
    wait_for_text(tab, "by Ana")
    write(tab, "% newer\nchoose(M) :- legal(M).\n")
    ana.goto("/write/kalah/same.pl")
    wait_for_text(ana, "by Ana")
    tab.get_by_role("button", name="Save", exact=True).click()
    expect(tab.locator("#toast")).to_contain_text("same.pl")
    write(ana, "% older\nchoose(M) :- legal(M).\n")
    ana.get_by_role("button", name="Save", exact=True).click()
    expect(ana.get_by_role("alert").filter(has_text="saved meanwhile")).to_be_visible()
    ana.get_by_role("button", name="Take the newer one").click()
    wait_for_text(ana, "newer")

    teacher.goto("/class")
    row = teacher.get_by_role("row").filter(has_text="Bob P")
    row.get_by_role("link", name="kalah/same.pl").click()
    expect(teacher.locator(".cm-content")).to_contain_text("by Bob")
    expect(teacher.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    shelf = teacher.url.partition("shelf=")[2]
    ana.goto(f"/write/kalah/same.pl?shelf={shelf}")
    expect(ana.locator("#page")).to_contain_text("There is no such shelf")

    play_by_link(ana, bob, watcher)


def the_header_is_one_row(page: Page) -> None:
    """In Spanish, with a long name, where the navigation would have the least room."""
    page.get_by_role("button", name="ES", exact=True).click()
    for width in (1280, 1441, 1501, 1701):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".top").evaluate("top => top.offsetHeight") < 70, width
    page.get_by_role("button", name="EN", exact=True).click()
    page.set_viewport_size({"width": 1280, "height": 800})


def play_by_link(first: Page, second: Page, watcher: Page) -> None:
    first.goto("/")
    first.locator(".card.large").get_by_role("button", name="Invite by link").click()
    invitation = first.locator(".copy-field input")
    expect(invitation).to_have_value(re.compile(r"/game/[0-9a-f]+\?seat=[0-9a-f]+"))
    link = invitation.input_value()
    watcher.goto(link.partition("?")[0])
    expect(watcher.locator("#page")).to_contain_text("You are watching")
    second.goto(link)
    second.get_by_role("button", name="Sit down and play").click()
    expect(first.locator(".copy-field")).to_have_count(0)
    expect(first.locator(".scores")).to_contain_text("Bob P")
    playable = ".board [data-move]"
    expect(first.locator(playable).first).to_be_visible()
    expect(second.locator(playable)).to_have_count(0)
    first.locator(playable).first.click()
    for page in (first, second, watcher):
        expect(page.locator("output")).to_have_text("1 / 1")
    expect(watcher.locator(playable)).to_have_count(0)
