"""Matches in the lab: round robins of minds that are played in the background, stopped and resumed."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pydantic import ValidationError

from ludoteca.arena.match import Match
from ludoteca.arena.match_results import Figures, MatchResults, Pairing, Settings, pairings
from ludoteca.arena.seat import MindProcess
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.options import Value
from ludoteca.core.record import Record, from_line, to_line
from ludoteca.games import load_game
from ludoteca.lab.errors import NotFound
from ludoteca.lab.ids import new_id
from ludoteca.lab.store_thread import StoreThread
from ludoteca.minds import pinned

MOST_GAMES = 10_000  # of each pair
_MOST_MINDS = 12

NewProcess = Callable[[], MindProcess]
"""Makes a process for a mind."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The settings of a match: so many games for each group of minds that fills the seats of the game."""

    game: str
    options: Mapping[str, Value]
    minds: tuple[str, ...]
    games: int
    opening: int
    time: float
    seed: int

    def pair_settings(self, pair: tuple[int, ...]) -> Settings:
        """The settings of the games between some of the minds, given by their numbers."""
        minds = tuple(self.minds[number] for number in pair)
        return Settings(self.game, self.options, minds, self.games, self.opening, self.time, self.seed)

    @property
    def pairs(self) -> list[tuple[int, ...]]:
        """All groups of as many minds as the game has seats."""
        seats = len(load_game(self.game, self.options).seats)
        return list(itertools.combinations(range(len(self.minds)), seats))


class StoredGames:
    """Keeps the games of one pair in the lab's store; used by the thread that plays them.

    A game is counted when it is safe in the store. The results belong to the event loop, which adds it.
    """

    def __init__(
        self, store: StoreThread, match_id: str, pair: int, settings: Settings, games: Mapping[str, Record]
    ) -> None:
        self._store = store
        self._match_id = match_id
        self._prefix = f"{match_id}-{pair + 1}-"
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self.results = MatchResults(settings, self._of_this_pair(games))

    def finished(self) -> dict[int, Record]:
        """The games kept so far, without their moves: no figure that the lab shows needs them."""
        return self._of_this_pair(self._store.call(lambda store: store.finished_games(self._prefix)))

    def _of_this_pair(self, games: Mapping[str, Record]) -> dict[int, Record]:
        """The games of this pair by number; a stored game that is none of this match is played again."""
        named = {pairing: games.get(self.name(pairing)) for pairing in pairings(self._settings)}
        return {
            pairing.number: record
            for pairing, record in named.items()
            if record is not None and _is_game_of(record, pairing, self._settings)
        }

    def keep(self, pairing: Pairing, record: Record) -> None:
        """Store a game; raises `StoreError`, and then the match ends and the game is not counted."""
        self._store.call(lambda store: store.save_record(self.name(pairing), record, self._match_id))
        self._loop.call_soon_threadsafe(self.results.add, pairing, record)

    def name(self, pairing: Pairing) -> str:
        """The id of a game."""
        return f"{self._prefix}{pairing.number + 1}"


class BackgroundMatch:
    """A match: its settings, the results so far, and the task that plays the rest. It belongs to the event loop.

    `games` are those that were played before, by id.
    """

    def __init__(
        self,
        match_id: str,
        settings: RoundRobin,
        store: StoreThread,
        new_process: NewProcess,
        games: Mapping[str, Record],
    ) -> None:
        self.id = match_id
        self._new_process = new_process
        self.settings = settings
        self.pairs = settings.pairs
        self.seats = len(self.pairs[0])
        self.fault: Message | None = None
        self._games = [
            StoredGames(store, match_id, number, settings.pair_settings(pair), games)
            for number, pair in enumerate(self.pairs)
        ]
        self._should_run = False
        self._match: Match | None = None
        self._task: asyncio.Task[None] | None = None

    def figures(self) -> list[tuple[tuple[int, ...], Figures]]:
        """The figures of each pair."""
        return [(pair, games.results.figures()) for pair, games in zip(self.pairs, self._games, strict=True)]

    def fault_of(self, mind: int) -> tuple[Message, str] | None:
        """The reason of a mind's last forfeit and the id of the game, if there is one."""
        for pair, games in zip(self.pairs, self._games, strict=True):
            for loser, reason, pairing in reversed(games.results.forfeits):
                if pair[loser] == mind:
                    return reason, games.name(pairing)
        return None

    @property
    def finished(self) -> bool:
        return not self._unfinished()

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
        if self._match is not None:
            self._match.stop()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._should_run and (left := self._unfinished()):
                await asyncio.to_thread(self._play, left[0])
        except LudotecaError as error:
            self.fault = error.message
        except Exception as error:
            self.fault = Message("lab.match.broken", {"kind": type(error).__name__, "text": str(error)})

    def _unfinished(self) -> list[int]:
        return [n for n, games in enumerate(self._games) if len(games.results.numbers) < self.settings.games]

    def _play(self, number: int) -> None:
        """Play the games of a pair; called in a thread."""
        settings = self.settings.pair_settings(self.pairs[number])
        self._match = match = Match(settings, 1, self._games[number], self._new_process)
        if self._should_run:
            match.play()


class MatchService:
    """All matches of the lab, the earliest first."""

    def __init__(self, store: StoreThread, new_process: NewProcess) -> None:
        self._store = store
        self._new_process = new_process
        self._matches: dict[str, BackgroundMatch] = {}
        self._unreadable: dict[str, BadInput] = {}

    async def load(self) -> None:
        """Read the matches from the store; they stay stopped until they are resumed.

        One that cannot be read, or whose game is gone, is only found by its id, with the reason.
        """
        for match_id, settings in await self._store.run(lambda store: store.matches()):
            try:
                self._matches[match_id] = await self._opened(match_id, _stored(match_id, settings))
            except LudotecaError as error:
                why = quoted(error.message)
                self._unreadable[match_id] = BadInput("lab.store.bad_match", id=match_id, why=why)

    async def _opened(self, match_id: str, settings: RoundRobin) -> BackgroundMatch:
        games = await self._store.run(lambda store: store.finished_games(f"{match_id}-"))
        return BackgroundMatch(match_id, settings, self._store, self._new_process, games)

    async def start(self, settings: RoundRobin) -> BackgroundMatch:
        """Start a new match; raises `BadInput` or `StoreError`."""
        settings = await asyncio.to_thread(lambda: _pinned(_checked(settings)))
        match = BackgroundMatch(new_id(), settings, self._store, self._new_process, {})
        await self._store.run(lambda store: store.save_match(match.id, to_line(settings)))
        self._matches[match.id] = match
        match.resume()
        return match

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


def _stored(match_id: str, line: str) -> RoundRobin:
    """The settings of a stored match; raises `BadInput`."""
    try:
        settings: RoundRobin = from_line(RoundRobin, line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadInput("core.record.bad_field", path=match_id, line=1, field=field, reason=first["msg"]) from None
    return _checked(settings)


def _checked(settings: RoundRobin) -> RoundRobin:
    """Settings that can be played; raises `BadInput`."""
    game = load_game(settings.game, settings.options)
    if not len(game.seats) <= len(settings.minds) <= _MOST_MINDS:
        raise BadInput("lab.match.minds", fewest=len(game.seats), most=_MOST_MINDS)
    if not 1 <= settings.games <= MOST_GAMES:
        raise BadInput("lab.match.games", most=MOST_GAMES)
    return settings


def _pinned(settings: RoundRobin) -> RoundRobin:
    """The settings with the minds' knowledge files pinned to their text."""
    game = load_game(settings.game, settings.options)
    return replace(settings, minds=tuple(pinned(mind, game) for mind in settings.minds))


def _is_game_of(record: Record, pairing: Pairing, settings: Settings) -> bool:
    """Whether a stored record is that of a game of the match."""
    header, result = record.header, record.result
    minds = tuple(settings.minds[mind] for mind in pairing.minds)
    if result is None or (header.seed, header.minds) != (pairing.seed, minds):
        return False
    sizes = {len(header.seats), len(result.result), len(result.scores)}
    loser = header.seats[0] if result.forfeit is None else result.forfeit.seat
    return sizes == {len(minds)} and loser in header.seats and (result.winner is None or 1.0 in result.result)
