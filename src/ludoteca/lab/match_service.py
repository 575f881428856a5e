"""Matches in the lab: round robins of minds that are played in the background, stopped and resumed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.arena.match import Match
from ludoteca.arena.match_results import Figures, MatchResults, Pairing, Settings
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import Message
from ludoteca.core.options import Value
from ludoteca.core.record import Record, from_line, to_line
from ludoteca.games import load_game
from ludoteca.lab.errors import NotFound
from ludoteca.lab.ids import new_id
from ludoteca.lab.store_thread import StoreThread
from ludoteca.minds import pinned

_MOST_MINDS = 12


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
    """Keeps the games of one pair in the lab's store.

    The match calls it from its thread.
    """

    def __init__(self, store: StoreThread, match_id: str, pair: int) -> None:
        self._store = store
        self._match_id = match_id
        self._prefix = f"{match_id}-{pair + 1}-"
        self._records = {
            int(name.removeprefix(self._prefix)) - 1: record
            for name, record in store.call(lambda store: store.games_of_match(match_id)).items()
            if name.startswith(self._prefix)
        }

    def finished(self) -> dict[int, Record]:
        return dict(self._records)

    def keep(self, pairing: Pairing, record: Record) -> None:
        name = f"{self._prefix}{pairing.number + 1}"
        self._store.call(lambda store: store.save_record(name, record, self._match_id))
        self._records[pairing.number] = record


class BackgroundMatch:
    """A match: its settings, the games played so far, and the task that plays the rest."""

    def __init__(self, match_id: str, settings: RoundRobin, store: StoreThread) -> None:
        self.id = match_id
        self.settings = settings
        self.pairs = settings.pairs
        self.seats = len(self.pairs[0])
        self.fault: Message | None = None
        self._stores = [StoredGames(store, match_id, number) for number in range(len(self.pairs))]
        self._results = [
            MatchResults(settings.pair_settings(pair), store_of_pair.finished())
            for pair, store_of_pair in zip(self.pairs, self._stores, strict=True)
        ]
        self._should_run = False
        self._match: Match | None = None
        self._task: asyncio.Task[None] | None = None

    def figures(self) -> list[tuple[tuple[int, ...], Figures]]:
        """The figures of each pair. The match's thread may add a record meanwhile, so they are computed from a copy."""
        copies = [MatchResults(results.settings, dict(results.records)) for results in self._results]
        return [(pair, results.figures()) for pair, results in zip(self.pairs, copies, strict=True)]

    def fault_of(self, mind: int) -> Message | None:
        """The reason of a mind's last forfeit, if there is one."""
        for pair, results in zip(self.pairs, self._results, strict=True):
            if mind not in pair:
                continue
            for record in reversed(list(results.records.values())):
                forfeit = record.result.forfeit if record.result is not None else None
                if (
                    forfeit is not None
                    and record.header.minds[record.header.seats.index(forfeit.seat)] == (self.settings.minds[mind])
                ):
                    return forfeit.reason
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
        return [n for n, results in enumerate(self._results) if len(results.records) < self.settings.games]

    def _play(self, number: int) -> None:
        settings = self.settings.pair_settings(self.pairs[number])
        self._match = match = Match(settings, 1, self._stores[number])
        self._results[number] = match.results
        if self._should_run:
            match.play()


class MatchService:
    """All matches of the lab."""

    def __init__(self, store: StoreThread) -> None:
        self._store = store
        self._matches: dict[str, BackgroundMatch] = {}

    async def load(self) -> None:
        """Read the matches from the store; they stay stopped until they are resumed."""
        for match_id, settings, _ in await self._store.run(lambda store: store.matches()):
            with contextlib.suppress(LudotecaError):  # its game may be gone
                self._matches[match_id] = BackgroundMatch(match_id, from_line(RoundRobin, settings), self._store)

    def start(self, settings: RoundRobin) -> BackgroundMatch:
        """Start a new match; raises `BadInput`."""
        settings = _checked(settings)
        match_id = new_id()
        match = self._matches[match_id] = BackgroundMatch(match_id, settings, self._store)
        self._store.call(lambda store: store.save_match(match_id, to_line(settings)))
        match.resume()
        return match

    def find(self, match_id: str) -> BackgroundMatch:
        """A match by its id; raises `NotFound`."""
        if match_id not in self._matches:
            raise NotFound("lab.no_such_match", id=match_id)
        return self._matches[match_id]

    def all(self) -> list[BackgroundMatch]:
        """All matches, the latest first."""
        return [
            self._matches[match_id]
            for match_id, _, _ in self._store.call(lambda store: store.matches())
            if match_id in self._matches
        ]

    async def delete(self, match_id: str) -> None:
        """Stop a match, and delete it with its games."""
        await self.find(match_id).stop()
        del self._matches[match_id]
        await self._store.run(lambda store: store.delete_match(match_id))

    async def close(self) -> None:
        for match in self._matches.values():
            await match.stop()


def _checked(settings: RoundRobin) -> RoundRobin:
    """Settings that can be played, with the minds' knowledge files pinned to their text; raises `BadInput`."""
    game = load_game(settings.game, settings.options)
    if not len(game.seats) <= len(settings.minds) <= _MOST_MINDS:
        raise BadInput("lab.match.minds", fewest=len(game.seats), most=_MOST_MINDS)
    return replace(settings, minds=tuple(pinned(mind, game) for mind in settings.minds))
