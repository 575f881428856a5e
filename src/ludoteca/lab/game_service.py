"""All games of the lab: started, found in the store, uploaded, deleted, resumed after a restart."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from functools import partial

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.verify import game_of
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.record import parse_record
from ludoteca.games import load_game
from ludoteca.lab.errors import NotFound
from ludoteca.lab.ids import new_id
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.mind_workers import MindWorkerPool
from ludoteca.lab.store import Store
from ludoteca.minds import pinned

_MOST_IN_MEMORY = 500  # games; beyond that, finished ones are read from the store when they are asked for


class GameService:
    """The games under way, and those in the store."""

    def __init__(self, store: Store, workers: MindWorkerPool) -> None:
        self.store = store
        self._workers = workers
        self._games: dict[str, LiveGame] = {}

    async def resume_unfinished(self) -> None:
        """Continue the games that were interrupted by a restart."""
        for game_id in self.store.unfinished():
            # A game or a mind may be gone since: such a game stays as it is.
            with contextlib.suppress(LudotecaError):
                await self.find(game_id).start()

    async def start(
        self, game_name: str, options: Mapping[str, object], minds: Sequence[str], seed: int | None, limit: float
    ) -> LiveGame:
        """Start a new game; raises `BadInput`."""
        game = load_game(game_name, options)
        if len(minds) != len(game.seats):
            raise BadInput("arena.match.seats", game=game.name, seats=len(game.seats), minds=len(minds))
        minds = [pinned(mind, game) for mind in minds]
        live = self._live_game(new_id(), game, minds, secrets.randbelow(1 << 31) if seed is None else seed, limit)
        self.store.create(live.id, live.runner.header)
        self._add(live)
        await live.start()
        return live

    def find(self, game_id: str) -> LiveGame:
        """A game by its id; raises `NotFound`."""
        if game_id not in self._games:
            record = self.store.record(game_id)
            if record is None:
                raise NotFound("lab.no_such_game", id=game_id)
            header = record.header
            live = self._live_game(game_id, game_of(record), header.minds, header.seed, header.limit or DEFAULT_LIMIT)
            live.restore(record)
            self._add(live)
        return self._games[game_id]

    def upload(self, text: str) -> LiveGame:
        """Store a record and open it as a game; raises `BadInput` when it is no legal record."""
        record = parse_record(text)
        header = record.header
        live = self._live_game(new_id(), game_of(record), header.minds, header.seed, header.limit or DEFAULT_LIMIT)
        live.restore(record)
        self.store.save_record(live.id, record)
        self._add(live)
        return live

    async def delete(self, game_id: str) -> None:
        """Delete a game for good; raises `NotFound`."""
        live = self._games.pop(game_id, None)
        if live is not None:
            await live.close()
        if not self.store.delete(game_id):
            raise NotFound("lab.no_such_game", id=game_id)

    async def close(self) -> None:
        """Pause all games; after a restart they go on from there."""
        for live in self._games.values():
            await live.pause()

    def _live_game(self, game_id: str, game: Game, minds: Sequence[str], seed: int, limit: float) -> LiveGame:
        return LiveGame(game_id, game, minds, seed, limit, self._workers, partial(self.store.update, game_id))

    def _add(self, live: LiveGame) -> None:
        finished = [game_id for game_id, other in self._games.items() if other.result is not None]
        for game_id in finished[: max(0, len(self._games) - _MOST_IN_MEMORY)]:
            del self._games[game_id]
        self._games[live.id] = live
