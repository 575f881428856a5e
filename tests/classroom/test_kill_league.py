"""Workers of a class that are killed lose nothing."""

from __future__ import annotations

from scripts.kill_league import run


def test_killed_workers_lose_no_game_hand_in_or_grade() -> None:
    run(kills=2, students=2, games=2, pits=2)
