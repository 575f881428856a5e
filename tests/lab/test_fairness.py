"""One game never stops another: greedy neighbours, full houses, shortages, and people who do not wait for minds."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.game_service import GameService
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.store import Store
from tests.lab.test_api import SMALL
from tests.lab.test_live_game import settled, store, with_games

__all__ = ["store"]
ENDLESS = "montecarlo:simulations=1000000000"


async def thinking(games: GameService, *minds: str) -> LiveGame:
    """A game in which a mind has been asked."""
    live = await games.start("kalah", SMALL, minds, 1, 60.0)
    await settled(live, lambda: (live.thinking is not None and live._asked is not None) or live.over)
    return live


def test_others_play_while_a_mind_thinks_for_ever(store: Store) -> None:
    async def play(games: GameService) -> None:
        greedy = await thinking(games, ENDLESS, "random")
        other = await games.start("kalah", SMALL, ["random", "greedy"], 1, 60.0)
        await settled(other, lambda: other.over)
        assert other.result is not None
        assert other.result.forfeit is None
        assert not greedy.over
        assert not greedy.runner.turns
        await asyncio.wait_for(games.delete(greedy.id), 20)

    with_games(store, play, Capacity(4, 1))


def test_more_games_than_processes(store: Store) -> None:
    """A game without a process waits, says so, and goes on; minds whose process was ended go on from the history."""

    async def play(games: GameService) -> None:
        lives = [await games.start("kalah", SMALL, ["random", "agentspeak"], seed, 60.0) for seed in range(3)]
        noticed: set[str] = set()
        for live in lives:
            while not live.over:
                noticed.update(other.id for other in lives if other.notice is not None)
                await asyncio.wait_for(live.changed_since(live.changes), 60)
            assert live.result is not None
            assert live.result.forfeit is None, live.result
        assert noticed, "somebody had to wait, and said so"

    with_games(store, play, Capacity(1, 1))


def test_undo_resign_and_delete_do_not_wait(store: Store) -> None:
    async def play(games: GameService) -> None:
        live = await games.start("kalah", SMALL, ["human", ENDLESS], 1, 60.0)
        await live.move("1")
        await settled(live, lambda: live._asked is not None)
        await asyncio.wait_for(live.undo(), 20)
        assert not live.runner.turns
        await live.move("1")
        await settled(live, lambda: live.thinking is not None)
        await asyncio.wait_for(live.resign(), 20)
        assert live.result is not None
        await asyncio.wait_for(games.delete(live.id), 20)

    with_games(store, play)


def test_a_shortage_is_nobodys_fault(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit of open files, minds wait instead of losing their games."""
    failures = [OSError(errno.EMFILE, "Too many open files")] * 2
    pipe = os.pipe

    def scarce() -> tuple[int, int]:
        if failures:
            raise failures.pop()
        return pipe()

    monkeypatch.setattr(os, "pipe", scarce)
    monkeypatch.setattr("ludoteca.lab.mind_processes._RETRY", 0.05)

    async def play(games: GameService) -> None:
        live = await games.start("kalah", SMALL, ["random", "random"], 1, 60.0)
        noticed = False
        while not live.over:
            noticed = noticed or live.notice is not None
            await asyncio.wait_for(live.changed_since(live.changes), 60)
        assert noticed
        assert live.result is not None
        assert live.result.forfeit is None

    with_games(store, play)
    assert not failures


def test_idle_processes_end_and_the_game_goes_on(store: Store) -> None:
    async def play(games: GameService) -> None:
        live = await games.start("kalah", SMALL, ["human", "random"], 1, 60.0)
        await live.move("1")
        await settled(live, lambda: live.runner.position.turn == 0 and live.thinking is None)
        assert live._process.process.alive
        await games._processes.end_idle()
        assert not live._process.process.alive
        await live.move(live.runner.position.moves[0].text)
        await settled(live, lambda: live.over or (live.runner.position.turn == 0 and live.thinking is None))
        assert live.result is None or live.result.forfeit is None

    with_games(store, play, Capacity(4, 1, idle_seconds=0.0))


def test_the_largest_limit_is_the_operators(store: Store) -> None:
    async def play(games: GameService) -> None:
        with pytest.raises(BadInput, match="at most 5 s"):
            await games.start("kalah", SMALL, ["random", "random"], 1, 6.0)

    with_games(store, play, Capacity(longest=5.0))


def test_idle_games_leave_memory_and_come_back(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.lab.game_service._MOST_IN_MEMORY", 0)
    monkeypatch.setattr("ludoteca.lab.game_service._TIDYING", 0.0)

    async def play(games: GameService) -> None:
        live = await games.start("kalah", SMALL, ["human", "human"], 1, 60.0)
        await live.move("1")
        games.run()
        while live.id in games._games:
            await asyncio.sleep(0.01)
        again = await games.find(live.id)
        assert again is not live
        assert again.runner.turns == live.runner.turns

    with_games(store, play)
