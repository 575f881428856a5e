from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.golden import golden_files, read, written


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: f"{path.parent.name}:{path.stem}")
def test_a_golden_game_is_played_as_it_always_was(path: Path) -> None:
    game, options, seed, moves = read(path)
    assert list(written(game, options, seed, moves)) == path.read_text(encoding="utf-8").splitlines()
