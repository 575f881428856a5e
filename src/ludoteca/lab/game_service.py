"""All games of the lab: started, found in the store, uploaded, deleted, resumed after a restart."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ludoteca.arena.game_runner import DEFAULT_LIMIT, TAKEN_OVER, GameRunner
from ludoteca.arena.replay import game_of, referee, started
from ludoteca.core.errors import BadInput, LudotecaError, NotFound
from ludoteca.core.game import Fact, Game
from ludoteca.core.record import Record, Result, Turn, parse_record
from ludoteca.games import load_game
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.ids import new_id
from ludoteca.lab.link_seats import LinkSeats
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.mind_processes import MindProcesses
from ludoteca.lab.places import Place
from ludoteca.lab.store_thread import StoreThread
from ludoteca.lab.stored_game import StoredGame, Undo
from ludoteca.minds.schools import pinned

_MOST_IN_MEMORY = 120  # games; beyond that, idle ones are dropped and read from the store when they are asked for
_TIDYING = 30.0  # seconds between two looks for idle games
_log = logging.getLogger(__name__)
_MOST_WAITING = 1000  # requests that wait for the rules of a game

Allowed = Callable[[str, Game], str]
"""The full name of a mind that somebody named; raises `BadInput` where that is somebody else's."""


def any_mind(name: str, game: Game) -> str:
    return name


@dataclass(frozen=True, slots=True)
class Starter:
    """Who starts a game, what it may be played by, and whether the other people are invited by link."""

    owner: str | None = None
    allowed: Allowed = any_mind
    by_link: bool = False
    person: str = ""
    name: str = ""


NOBODY = Starter()


class GameService:
    """The games under way, and those in the store.

    Positions are worked out in threads, so that other games do not wait for them.
    """

    def __init__(self, store: StoreThread, capacity: Capacity, processes: MindProcesses) -> None:
        self.capacity = capacity
        self.store = store
        self._new_change = itertools.count(store.first_change).__next__
        self._processes = processes
        self._threads = BackgroundThreads("positions", 2, _MOST_WAITING)
        self._games: dict[str, LiveGame] = {}
        self._asked: dict[str, float] = {}  # when each game was last asked for
        self._opening: dict[str, asyncio.Task[LiveGame]] = {}
        self._background: list[asyncio.Task[None]] = []

    def run(self) -> None:
        """Go on with the games that a restart interrupted, and tidy up from time to time."""
        self._background = [asyncio.create_task(self._resume_unfinished()), asyncio.create_task(self._tidy())]

    async def start(
        self,
        game_name: str,
        options: Mapping[str, object],
        minds: Sequence[str],
        seed: int | None,
        limit: float,
        facts: Sequence[Fact] = (),
        starter: Starter = NOBODY,
        opening: int = 0,
    ) -> LiveGame:
        """Start a new game, from the position of some facts if they are given; raises `BadInput`.

        The first moves, as many as `opening` says, are drawn at random from the seed.
        """
        self._check_limit(limit)
        game_id = new_id()

        def make() -> LiveGame:
            chosen = secrets.randbelow(1 << 31) if seed is None else seed
            game = started(load_game(game_name, options), facts)
            live = self._seated(game_id, game, minds, chosen, limit, starter)
            if opening:
                drawn = GameRunner(game, (), chosen)
                drawn.open(opening)
                live.restore(Record(live.runner.header, tuple(drawn.turns), None))
            return live

        return await self._begin(await self._threads.run(make))

    async def practise(
        self, game_id: str, place: Place, minds: Sequence[str], limit: float, starter: Starter = NOBODY
    ) -> LiveGame:
        """Start a game whose opening are the moves of another one before a position; raises `BadInput`."""
        self._check_limit(limit)
        source, new = await self.find(game_id), new_id()
        if place.position.turn is None:
            raise BadInput("lab.over")
        taken = source.runner.turns[: len(place.history)]
        opening = tuple(Turn(turn.seat, turn.text, TAKEN_OVER, opening=True) for turn in taken)

        def make() -> LiveGame:
            live = self._seated(new, place.game, minds, place.seed, limit, starter)
            live.restore(Record(live.runner.header, opening, None))
            return live

        return await self._begin(await self._threads.run(make))

    async def find(self, game_id: str) -> LiveGame:
        """A game by its id; raises `NotFound`."""
        live = self._games.get(game_id) or await self._opened(game_id)
        self._asked[game_id] = time.monotonic()
        return live

    async def _opened(self, game_id: str) -> LiveGame:
        """A game from the store; requests for it at the same time get the same one."""
        if game_id not in self._opening:
            self._opening[game_id] = asyncio.create_task(self._open(game_id))
            self._opening[game_id].add_done_callback(lambda _: self._opening.pop(game_id))
        return await asyncio.shield(self._opening[game_id])

    async def sit_down(self, live: LiveGame, code: str, person: str, name: str) -> None:
        """Give a seat of a game to whom the code of its invitation was sent; raises `NotFound` if it is spent."""
        if not await self.store.run(lambda store: store.sit_down(live.id, code, person, name)):
            raise NotFound("lab.link.spent")
        live.link.sit_down(code, person, name)
        live.announce()

    async def upload(self, text: str, owner: str | None = None, allowed: Allowed = any_mind) -> LiveGame:
        """Store a record and open it as a game; raises `BadInput` when it is no legal record."""
        game_id = new_id()

        def read() -> tuple[Record, LiveGame]:
            record = parse_record(text)
            game = game_of(record)
            referee(record, game)
            for mind in record.header.minds:
                allowed(mind, game)
            return record, self._restored(game_id, StoredGame(game_id, "", (), None, owner=owner), record)

        record, live = await self._threads.run(read)
        await self.store.run(lambda store: store.save_record(game_id, record, owner=owner))
        self._games[game_id] = live
        return live

    async def delete(self, game_id: str) -> None:
        """Delete a game for good; raises `NotFound`."""
        await self.forget([game_id])
        if not await self.store.run(lambda store: store.delete(game_id)):
            raise NotFound("lab.no_such_game", id=game_id)

    async def forget(self, game_ids: Sequence[str]) -> None:
        """Close games that are about to be deleted from the store."""
        for game_id in game_ids:
            live = self._games.pop(game_id, None)
            self._asked.pop(game_id, None)
            if live is not None:
                await live.close()

    async def text(self, game_id: str) -> str:
        """The text of a game's record file."""
        game = await self.store.run(lambda store: store.game(game_id))
        return "" if game is None else await self._threads.run(lambda: game.record().text)

    async def close(self) -> None:
        """Stop all games; after a restart they go on from there."""
        for task in self._background:
            task.cancel()
        for live in self._games.values():
            await live.close()
        self._threads.close()

    def _check_limit(self, limit: float) -> None:
        if limit > self.capacity.longest:
            raise BadInput("lab.limit_too_long", seconds=limit, most=self.capacity.longest)

    def _seated(
        self, game_id: str, game: Game, minds: Sequence[str], seed: int, limit: float, starter: Starter
    ) -> LiveGame:
        """A new game with a mind at each seat; raises `BadInput`."""
        if len(minds) != len(game.seats):
            raise BadInput("arena.seats.mismatch", game=game.name, seats=len(game.seats), minds=len(minds))
        names = [pinned(starter.allowed(mind, game), game) for mind in minds]
        live = self._live_game(game_id, game, names, seed, limit, starter.owner)
        if starter.by_link:
            live.link = LinkSeats.invited(live.people, starter.person, starter.name)
        return live

    async def _begin(self, live: LiveGame) -> LiveGame:
        """Store a new game, and ask the mind whose turn it is."""
        header, opening, seats = live.runner.header, live.runner.turns, live.link.seats
        await self.store.run(lambda store: store.create(live.id, header, opening, live.owner, seats))
        self._games[live.id] = live
        live.start()
        return live

    async def _open(self, game_id: str) -> LiveGame:
        game = await self.store.run(lambda store: store.game(game_id))
        if game is None:
            raise NotFound("lab.no_such_game", id=game_id)
        live = await self._threads.run(lambda: self._restored(game_id, game, game.record()))
        self._games[game_id] = live
        return live

    async def _resume_unfinished(self) -> None:
        for game_id in await self.store.run(lambda store: store.unfinished()):
            try:
                (await self.find(game_id)).start()
            except LudotecaError as error:  # a game or a mind may be gone since: it stays as it is
                _log.warning("%s", error)

    async def _tidy(self) -> None:
        """End the processes of idle games, and drop idle games when there are many."""
        while True:
            await asyncio.sleep(_TIDYING)
            await self._processes.end_idle()
            idle = sorted((self._asked.get(key, 0.0), key) for key, live in self._games.items() if live.idle)
            for asked, key in idle[: max(0, len(self._games) - _MOST_IN_MEMORY)]:
                if time.monotonic() - asked > _TIDYING:
                    await self._games.pop(key).close()
                    self._asked.pop(key, None)

    def _restored(self, game_id: str, stored: StoredGame, record: Record) -> LiveGame:
        header, limit = record.header, record.header.limit or DEFAULT_LIMIT
        live = self._live_game(game_id, game_of(record), header.minds, header.seed, limit, stored.owner)
        live.restore(record, stored.undos())
        live.link = LinkSeats(stored.seats)
        return live

    def _live_game(
        self, game_id: str, game: Game, minds: Sequence[str], seed: int, limit: float, owner: str | None
    ) -> LiveGame:
        keep, share = partial(self._keep, game_id), self._processes.share_of(owner)
        live = LiveGame(
            game_id, game, minds, seed, limit, self._processes, self._threads, keep, self._new_change, share
        )
        live.owner = owner
        return live

    async def _keep(
        self, game_id: str, start: int, turns: Sequence[Turn], result: Result | None, undone: Sequence[Undo]
    ) -> None:
        await self.store.run(lambda store: store.update(game_id, start, turns, result, undone))
