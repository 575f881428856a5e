"""Matches and tournaments in the lab, played in the background, stopped and resumed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from pydantic import ValidationError

from ludoteca.arena.game_worker import GameTask, GameWorker
from ludoteca.arena.seat import MindProcess
from ludoteca.arena.tournament.outcome import Outcome, outcome_of
from ludoteca.arena.tournament.schedule import Pairing
from ludoteca.arena.tournament.settings import Settings, pinned_settings
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.core.errors import BadInput, LudotecaError, NotFound
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import Record, from_line, to_line
from ludoteca.games import load_game
from ludoteca.lab.ids import new_id
from ludoteca.lab.store_thread import StoreThread

MOST_GAMES = 10_000  # of each group of minds
MOST_ROUNDS = 100
_MOST_MINDS = 12
_KEY = 24  # digits of a game's key in its id

NewProcess = Callable[[str | None], MindProcess]
"""Makes a process for a mind of an owner's match."""


class StoredGames:
    """Keeps the games of a match in the lab's store; used by the thread that plays them.

    A game is counted when it is safe in the store. `games` are those that were played before, without their moves.
    """

    def __init__(
        self, store: StoreThread, match_id: str, games: Mapping[str, Record], owner: str | None = None
    ) -> None:
        self._store = store
        self._match_id = match_id
        self._owner = owner
        self.ids: dict[tuple[int, tuple[str, ...]], str] = {}
        self._outcomes: dict[tuple[int, tuple[str, ...]], Outcome] = {}
        for game_id, record in games.items():
            with suppress(BadInput):  # a stored game that cannot be one of the match is played again
                game = (record.header.seed, record.header.minds)
                self._outcomes[game], self.ids[game] = outcome_of(record), game_id

    def finished(self, seed: int, minds: tuple[str, ...], key: Callable[[], str]) -> Outcome | None:
        """The outcome of a game; in one match, seed and minds say which it is."""
        return self._outcomes.get((seed, minds))

    def keep(self, task: GameTask, record: Record) -> None:
        """Store a game; raises `StoreError`, and then the match ends and the game is not counted."""
        game_id = f"{self._match_id}-{task.key[:_KEY]}"
        self._store.call(lambda store: store.save_record(game_id, record, self._match_id, self._owner))
        self.ids[task.seed, task.minds] = game_id


class BackgroundMatch:
    """A match: its settings, the games so far, and the task that plays the rest. It belongs to the event loop.

    `games` are those that were played before, by id.
    """

    def __init__(
        self,
        match_id: str,
        settings: Settings,
        store: StoreThread,
        new_process: NewProcess,
        games: Mapping[str, Record],
        owner: str | None = None,
    ) -> None:
        self.id = match_id
        self.owner = owner
        self.settings = settings
        self.fault: Message | None = None
        self._new_process = new_process
        self._games = StoredGames(store, match_id, games, owner)
        self.tournament = Tournament(settings, load_game(settings.game, settings.options), self._games)
        self._should_run = False
        self._pool: GamePool | None = None
        self._task: asyncio.Task[None] | None = None

    def game_id(self, pairing: Pairing) -> str | None:
        """The id of a game in the store."""
        minds = tuple(self.settings.minds[mind] for mind in pairing.minds)
        return self._games.ids.get((pairing.seed, minds))

    @property
    def finished(self) -> bool:
        return self.tournament.finished

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def resume(self) -> None:
        """Play the games that are left."""
        self._should_run, self.fault = True, None
        if not self.running:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop after the games that are finished; a game under way is dropped."""
        self._should_run = False
        if self._pool is not None:
            self._pool.stop()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._should_run and not self.finished:
                self._pool = LocalPool(lambda: GameWorker(lambda: self._new_process(self.owner)))
                await asyncio.to_thread(self.tournament.play, self._pool)
        except LudotecaError as error:
            self.fault = error.message
        except Exception as error:
            self.fault = Message("lab.match.broken", {"kind": type(error).__name__, "text": str(error)})


class MatchService:
    """All matches of the lab, the earliest first."""

    def __init__(self, store: StoreThread, new_process: NewProcess) -> None:
        self._store = store
        self._new_process = new_process
        self._matches: dict[str, BackgroundMatch] = {}
        self._unreadable: dict[str, BadInput] = {}
        self._owners: dict[str, str | None] = {}  # of those that cannot be read

    async def load(self) -> None:
        """Read the matches from the store; they stay stopped until they are resumed.

        One that cannot be read, or whose game is gone, is only found by its id, with the reason.
        """
        for match_id, settings, owner in await self._store.run(lambda store: store.matches()):
            try:
                self._matches[match_id] = await self._opened(match_id, _stored(match_id, settings), owner)
            except LudotecaError as error:
                why = quoted(error.message)
                self._unreadable[match_id] = BadInput("lab.store.bad_match", id=match_id, why=why)
                self._owners[match_id] = owner

    async def _opened(self, match_id: str, settings: Settings, owner: str | None) -> BackgroundMatch:
        games = await self._store.run(lambda store: store.finished_games(f"{match_id}-"))
        new_process = self._new_process
        return await asyncio.to_thread(BackgroundMatch, match_id, settings, self._store, new_process, games, owner)

    async def start(self, settings: Settings, owner: str | None = None) -> BackgroundMatch:
        """Start a new match; raises `BadInput` or `StoreError`."""
        settings = await asyncio.to_thread(lambda: _pinned(_checked(settings)))
        new_process = self._new_process
        match = await asyncio.to_thread(BackgroundMatch, new_id(), settings, self._store, new_process, {}, owner)
        await self._store.run(lambda store: store.save_match(match.id, to_line(settings), owner))
        self._matches[match.id] = match
        match.resume()
        return match

    def owner(self, match_id: str) -> str | None:
        """To whom a match belongs; also one that cannot be read."""
        match = self._matches.get(match_id)
        return self._owners.get(match_id) if match is None else match.owner

    def find(self, match_id: str) -> BackgroundMatch:
        """A match by its id; raises `NotFound`, or `BadInput` if it cannot be read."""
        if match_id in self._unreadable:
            raise self._unreadable[match_id]
        if match_id not in self._matches:
            raise NotFound("lab.no_such_match", id=match_id)
        return self._matches[match_id]

    def all(self) -> list[BackgroundMatch]:
        """All matches that can be read, the latest first."""
        return list(reversed(self._matches.values()))

    async def delete(self, match_id: str) -> None:
        """Stop a match, and delete it with its games; raises `NotFound` or `StoreError`."""
        if match_id not in self._unreadable:
            await self.find(match_id).stop()
        await self._store.run(lambda store: store.delete_match(match_id))
        self._matches.pop(match_id, None)
        self._unreadable.pop(match_id, None)

    async def close(self) -> None:
        for match in self._matches.values():
            await match.stop()


def _stored(match_id: str, line: str) -> Settings:
    """The settings of a stored match; raises `BadInput`."""
    try:
        settings: Settings = from_line(Settings, line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadInput("core.record.bad_field", path=match_id, line=1, field=field, reason=first["msg"]) from None
    return _checked(settings)


def _checked(settings: Settings) -> Settings:
    """Settings that can be played; raises `BadInput`."""
    game = load_game(settings.game, settings.options)
    if not len(game.seats) <= len(settings.minds) <= _MOST_MINDS:
        raise BadInput("lab.match.minds", fewest=len(game.seats), most=_MOST_MINDS)
    if not 1 <= settings.games <= MOST_GAMES:
        raise BadInput("lab.match.games", most=MOST_GAMES)
    return settings


def _pinned(settings: Settings) -> Settings:
    """The settings with all options, and with the minds' knowledge files pinned to their text."""
    return pinned_settings(settings, load_game(settings.game, settings.options))
