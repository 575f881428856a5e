"""What a reader does with the editor of the page: write a text, and read it."""

from __future__ import annotations

import re

from playwright.sync_api import Page

_TEXT = "editor => editor.cmTile.root.view.state.doc.toString()"


def write(page: Page, text: str, place: int = 0) -> None:
    """Replace the text of an editor."""
    page.locator(".cm-content").nth(place).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)
    assert written(page, place) == text


def written(page: Page, place: int = 0) -> str:
    """The text of an editor, also of the lines that are out of sight."""
    text: str = page.locator(".cm-content").nth(place).evaluate(_TEXT)
    return text


def wait_for_text(page: Page, pattern: str, place: int = 0) -> None:
    """Wait until a pattern is found in the text of an editor."""
    found = (
        f"([place, pattern]) => new RegExp(pattern).test(({_TEXT})(document.querySelectorAll('.cm-content')[place]))"
    )
    page.locator(".cm-content").nth(place).wait_for()
    page.wait_for_function(found, arg=[place, pattern])


def wait_for_exact_text(page: Page, text: str, place: int = 0) -> None:
    """Wait until an editor has a text."""
    wait_for_text(page, f"^{re.escape(text)}$", place)
