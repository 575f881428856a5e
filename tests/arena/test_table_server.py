"""Tests of the service that builds endgame tables in the background."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena import table_server
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel import bind as binding
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver import endgame_table
from ludoteca.rules.kernel.solver.endgame_table import cached_table, has_tables


def test_the_usual_tables_are_built_first_and_then_larger_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, asked = binding.cache_folder, list[int]()
    monkeypatch.setattr(endgame_table, "cache_folder", lambda kind: tmp_path if kind == "endgames" else kept(kind))
    for name, left in (("usual_table", 4), ("large_table", 5)):
        sized = {True: left, False: -1}

        def seeds_of(game: KernelGame, sized: dict[bool, int] = sized) -> int:
            asked.append(sized[has_tables(game)])
            return asked[-1]

        monkeypatch.setattr(table_server, name, seeds_of)
    service = table_server.TableService()
    assert service.snapshot() == {"over": False, "built": {}}
    service.build()
    assert service.snapshot() == {"over": True, "built": {"kalah": 5}}
    assert asked.index(4) < asked.index(5)
    assert -1 in asked
    assert cached_table(Kalah({}), 5) is not None
