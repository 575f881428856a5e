"""Hostile knowledge in CLIPS: it cannot leave its process, forge an answer, or stop a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.seat import MindProcess
from ludoteca.child import Isolation
from ludoteca.games import load_game
from ludoteca.minds import clips
from ludoteca.minds.clips import Clips, engine
from tests.minds.hostile import LEVELS, check_game, hostile_files, surprises

FIRINGS = 2000


def mind(_: str = "") -> Clips:
    return Clips({**Clips.with_defaults().values, "firings": FIRINGS})


@pytest.mark.parametrize("level", LEVELS)
def test_hostile_knowledge_does_no_harm(level: Isolation, tmp_path: Path) -> None:
    assert len(hostile_files("clips")) > 80
    assert surprises(clips, engine, mind, load_game("kalah"), level, tmp_path) == {}


@pytest.mark.parametrize(
    "file", ["endless_loop.clp", "endless_recursion.clp", "endless_list.clp", "floods.clp", "forges.clp", "empty.clp"]
)
def test_it_loses_its_game_and_nothing_else_happens(file: str, minds: MindProcess) -> None:
    check_game(minds, load_game("kalah", {"pits": 3, "seeds": 2}), f"clips:firings={FIRINGS}", file, 1.0)
