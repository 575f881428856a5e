"""The lab as root without bubblewrap: it says what that means, and refuses knowledge that others write."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from ludoteca.child.sandbox import HIGHEST, Isolation, is_root_without_bubblewrap
from ludoteca.cli.lab import root_warning
from ludoteca.lab.app import create_app
from ludoteca.lab.data_folder import DataFolder
from ludoteca.minds.shared.knowledge import TRUST
from tests.lab.conftest import run_async

GOOD = "choose(Move) :-\n    legal(Move).\n"
TRIAL = {"game": "kalah", "name": "mine.pl", "text": GOOD}
GAME = {"game": "kalah", "minds": ["prolog:file=mine.pl", "random"]}


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv(HIGHEST, Isolation.LANDLOCK)
    monkeypatch.delenv(TRUST, raising=False)


def answers(data: Path, *requests: tuple[str, str, object]) -> list[httpx.Response]:
    """What a lab in this process answers."""
    found = list[httpx.Response]()

    async def ask(app: FastAPI) -> None:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client,
        ):
            for method, path, body in requests:
                found.append(await client.request(method, path, json=body))

    with closing(DataFolder(data)) as folder:
        run_async(ask(create_app(folder)))
    return found


SAVE = ("PUT", "/api/knowledge/kalah/new.pl", {"text": GOOD})


def test_knowledge_of_others_is_refused(tmp_path: Path) -> None:
    written = tmp_path / "knowledge" / "kalah" / "mine.pl"
    written.parent.mkdir(parents=True)
    written.write_text(GOOD)  # at a time when it was not refused
    *refusals, spanish, own = answers(
        tmp_path,
        SAVE,
        ("POST", "/api/knowledge/try", TRIAL),
        ("POST", "/api/games", GAME),
        ("PUT", "/api/knowledge/kalah/new.pl?lang=es", {"text": GOOD}),
        ("GET", "/api/knowledge/kalah/player.pl", None),
    )
    assert [answer.status_code for answer in refusals] == [422, 422, 422]
    assert all("--trust-knowledge" in answer.json()["error"] for answer in refusals)
    assert "funciona como root sin bubblewrap" in spanish.json()["error"]
    assert own.json()["own"] is True
    assert [path.name for path in written.parent.iterdir()] == ["mine.pl"]


def test_it_is_accepted_if_the_operator_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TRUST, "1")
    assert [answer.status_code for answer in answers(tmp_path, SAVE)] == [200]


def test_the_operator_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "it is refused" in root_warning()
    assert "Landlock" in root_warning()
    monkeypatch.setenv(TRUST, "1")
    assert "refused" not in root_warning()
    assert is_root_without_bubblewrap()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert not is_root_without_bubblewrap()
