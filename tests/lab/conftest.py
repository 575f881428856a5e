"""Fixtures: a lab in a process of its own, and a browser."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from ludoteca.minds.shared.knowledge import KNOWLEDGE_FOLDER
from tests.command_line import Running

PAGE_PATIENCE = 300.0  # seconds: a busy machine is no failure
expect.set_options(timeout=1000 * PAGE_PATIENCE)


def run_async(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread of its own: in the main thread, the browser's event loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


class Lab:
    """A lab over a folder: started, asked, killed, started again."""

    def __init__(self, data: Path, *options: str, **environment: str) -> None:
        self.data = data
        self._options = ("--data", str(data), *options) if "--class" not in options else options
        self._environment = {**os.environ, **environment}
        self.start()

    def start(self, port: int = 0) -> None:
        words = ("lab", "--port", str(port), "--json", "--no-tables", *self._options)
        self._running = Running(*words, **self._environment)
        self.address = json.loads(self._running.line())["address"]
        self.client = self.new_client()

    def new_client(self) -> httpx.Client:
        """A client with cookies of its own."""
        return httpx.Client(base_url=self.address, timeout=PAGE_PATIENCE)

    @property
    def port(self) -> int:
        """The port that it listens on, or did when it was killed."""
        return httpx.URL(self.address).port or 80

    def kill(self) -> None:
        self._running.kill()
        self.client.close()


@pytest.fixture(autouse=True)
def environment_as_before() -> Iterator[None]:
    """A lab in this process sets the folder of knowledge files for itself and its children."""
    before = os.environ.get(KNOWLEDGE_FOLDER)
    yield
    if before is None:
        os.environ.pop(KNOWLEDGE_FOLDER, None)
    else:
        os.environ[KNOWLEDGE_FOLDER] = before


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    running = Lab(tmp_path_factory.mktemp("lab"))
    yield running
    running.kill()


@pytest.fixture
def page(browser: Browser, lab: Lab) -> Iterator[Page]:
    """A page on which no error may happen and which asks nobody but the lab."""
    yield from opened(browser, lab.address)


def follow_link(page: Page, address: str) -> None:
    """Go to another page of the lab as a link does: the document and what it has loaded stay."""
    follow = "href => { const link = document.createElement('a'); link.href = href; document.body.append(link);"
    page.evaluate(f"{follow} link.click(); link.remove(); }}", address)
    page.locator("main[aria-busy=false]").wait_for()


def open_why(page: Page) -> None:
    """Open the explanation of the last move, which is folded while a person plays."""
    page.locator(".why-fold:not([open]) > summary").click()


def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    faults: list[str] = []
    size = {"width": 1280, "height": 900}
    context = browser.new_context(**{"base_url": address, "locale": "en-US", "viewport": size, **options})
    context.add_init_script("localStorage.speed ??= 3")
    new = context.new_page()
    new.set_default_timeout(1000 * PAGE_PATIENCE)
    new.on("pageerror", lambda error: faults.append(str(error)))
    new.on(
        "request", lambda request: None if request.url.startswith((address, "data:")) else faults.append(request.url)
    )
    yield new
    context.close()
    assert faults == []
