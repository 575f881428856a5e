"""The documentation as a site: the one that is built has no dead link, and the lab serves the same, with a search."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Page, expect
from scripts.site import write_site

from ludoteca.core.i18n import phrase
from ludoteca.lab.manual.diagrams import diagram
from ludoteca.lab.manual.sources import sources
from tests.lab.conftest import Lab
from tests.lab.test_page_comfort import AXE, CHECK

ROOT = Path(__file__).parents[2]
ENGLISH_ONLY = phrase("lab.manual.english_only", "es")


def test_the_site_that_is_built_has_no_dead_link_and_needs_no_network(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert write_site(folder) > 100
    shown = {source.file for source in sources().values()}
    written = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md") if ".es." not in path.name}
    assert written <= shown, "a page is missing in docs/navigation.toml"
    pages = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    ids = {path: set(re.findall(r' id="([^"]+)"', text)) for path, text in pages.items()}
    for path, text in pages.items():
        assert not re.search(r'(?:src|stylesheet" href)="https?:', text), path
        for target in re.findall(r'(?:href|src)="([^"]+)"', text):
            if not re.match(r"[a-z]+:", target):
                file, _, anchor = unquote(target).partition("#")
                found = (path.parent / file).resolve() if file else path
                assert found.is_file(), f"{path.relative_to(folder)}: {target}"
                assert not anchor or anchor in ids[found] or "/bench/" in str(found), (
                    f"{path.relative_to(folder)}: {target}"
                )
    for name in ("index", "documents/mancala", "documents/queens", "games/kalah", "lessons/prolog-choices", "checked"):
        assert ENGLISH_ONLY not in pages[folder / "es" / f"{name}.html"], name
    assert ENGLISH_ONLY in pages[folder / "es" / "bench/results.html"]


def test_a_line_of_a_flow_chart_may_chain_edges() -> None:
    drawn = diagram('flowchart BT\n  a["one"] --> b --> c["three"]')
    assert drawn is not None and 'aria-label="one → b; b → three"' in drawn


def test_the_lab_serves_the_documentation_with_a_search(lab: Lab, page: Page) -> None:
    assert lab.client.get("/docs/en/nothing.html").status_code == 404
    assert lab.client.get("/docs/assets/../site.py").status_code == 404
    page.goto("/?lang=en")
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="Ludoteca", level=1)).to_be_visible()
    page.get_by_role("link", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("searchbox").fill("recompensa semillas")
    page.locator(".search li a").filter(has_text="Mancala").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mancala")
    page.evaluate(f"{AXE.read_text()};0")
    assert page.evaluate(CHECK, None) == []
