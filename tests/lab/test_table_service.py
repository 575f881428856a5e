"""Tests of the endgame tables that a lab builds in the background."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.lab.table_service import TableService
from tests.waiting import PATIENCE


def test_a_process_builds_them_until_the_lab_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path))
    service = TableService(patience=0)
    assert service.started.wait(PATIENCE)
    service.close()
    assert service.join(PATIENCE)
    assert not list(tmp_path.rglob("*.table"))


def test_a_lab_that_closes_soon_starts_none() -> None:
    service = TableService(patience=PATIENCE)
    service.close()
    assert service.join(PATIENCE / 2)
    assert not service.started.is_set()
