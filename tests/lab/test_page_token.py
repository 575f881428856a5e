"""The form for the token, in a browser."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.lab.conftest import Lab, opened

TOKEN = "correct-horse-battery-staple"


def test_the_token_is_entered_in_a_form(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_TOKEN", TOKEN)
    lab = Lab(tmp_path, "--host", "0.0.0.0")
    base = lab.address.partition("?")[0]
    try:
        with contextlib.contextmanager(opened)(browser, base) as page:
            page.goto("/games/7")
            page.get_by_label("Token").fill("wrong")
            page.get_by_role("button", name="Open the lab").click()
            expect(page.get_by_text("This is not the token of this lab.")).to_be_visible()
            page.get_by_role("link", name="Español").click()
            page.get_by_label("Clave").fill(TOKEN)
            page.get_by_role("button", name="Abrir el laboratorio").click()
            expect(page.locator("nav")).to_be_visible()
            expect(page).to_have_url(base)
        with contextlib.contextmanager(opened)(browser, base) as page:
            page.goto(lab.address)
            expect(page.locator("nav")).to_be_visible()
            expect(page).to_have_url(base)
    finally:
        lab.kill()
