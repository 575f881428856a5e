"""Matches in the lab: a game counts when it is kept, a failed write stops the match, and reading it is always safe."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from ludoteca.arena.seat import MindProcess
from ludoteca.arena.tournament.settings import Settings
from ludoteca.lab.api.matches import MatchView, match_view
from ludoteca.lab.match_service import BackgroundMatch, MatchService
from ludoteca.lab.store import Store
from ludoteca.lab.store_thread import StoreThread
from tests.lab.conftest import run_async

SMALL = {"pits": 3, "seeds": 2}
GAMES = 12


def settings(*minds: str, games: int = GAMES) -> Settings:
    return Settings("kalah", SMALL, minds, games, 2)


def with_matches(path: Path, work: Callable[[MatchService, StoreThread], Awaitable[None]]) -> None:
    """Do some work with a match service, which is closed afterwards."""

    async def run() -> None:
        store = StoreThread(Store(path))
        matches = MatchService(store, lambda _owner: MindProcess())
        try:
            await matches.load()
            await work(matches, store)
        finally:
            await matches.close()
            store.close()

    run_async(run())


async def limit_pages(store: StoreThread, pages: int) -> None:
    """Allow the database so many pages, or as many as it has."""
    await store.run(lambda store: store._db.execute(f"PRAGMA max_page_count = {pages}").fetchone())


async def ended(match: BackgroundMatch) -> None:
    """Wait for the end of a match, and look at it all the time."""
    while match.running:
        view = match_view(match, "en")
        assert view.games == sum(cell.games for cell in view.cells)
        await asyncio.sleep(0.01)


def test_a_match_without_room_stops_with_the_reason_and_is_resumed(tmp_path: Path) -> None:
    async def play(matches: MatchService, store: StoreThread) -> None:
        match = await matches.start(settings("greedy", "random"))
        await limit_pages(store, 1)
        await ended(match)
        view = match_view(match, "en")
        assert "There is no room left on the disk" in str(view.fault)
        assert not view.finished
        kept = await store.run(lambda store: store.entries(match=match.id))
        assert view.games == kept[1] < GAMES, "a game counts when it is kept"
        await limit_pages(store, 100_000)
        match.resume()
        await ended(match)
        view = match_view(match, "en")
        assert (view.fault, view.finished, view.games) == (None, True, GAMES)

    with_matches(tmp_path / "lab.sqlite", play)


def test_a_match_is_as_it_was_after_a_restart(tmp_path: Path) -> None:
    before: list[MatchView] = []

    async def play(matches: MatchService, store: StoreThread) -> None:
        first = await matches.start(settings("greedy", "random", "prolog", games=2))
        second = await matches.start(settings("random", "crashing", games=1))
        await ended(first)
        await ended(second)
        before.extend(match_view(match, "en") for match in matches.all())
        assert [view.id for view in before] == [second.id, first.id], "the latest first"
        assert "I have had enough" in before[0].forfeits[0].reason
        damage = "UPDATE games SET result = '7' WHERE id = (SELECT max(id) FROM games WHERE match = ?)"
        await store.run(lambda store: store._db.execute(damage, (first.id,)))

    async def look(matches: MatchService, store: StoreThread) -> None:
        second, first = (match_view(match, "en") for match in matches.all())
        assert second == before[0]
        assert (first.games, first.finished) == (5, False), "a game that cannot be read is played again"
        match = matches.find(first.id)
        match.resume()
        await ended(match)
        assert match_view(match, "en") == before[1]
        await matches.delete(first.id)
        assert [match.id for match in matches.all()] == [second.id]
        assert (await store.run(lambda store: store.entries()))[1] == 1

    with_matches(tmp_path / "lab.sqlite", play)
    with_matches(tmp_path / "lab.sqlite", look)
