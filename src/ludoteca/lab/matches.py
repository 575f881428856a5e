"""Matches in the lab: every mind against every other, in the background, to be stopped and gone on with."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.arena.match import Match
from ludoteca.arena.match_results import Figures, MatchResults, Pairing, Settings
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import Message
from ludoteca.core.options import Value
from ludoteca.core.record import Record
from ludoteca.games import load_game
from ludoteca.lab.store import Store
from ludoteca.minds import pinned

_MOST_MINDS = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: so many games for each pair of minds."""

    game: str
    options: Mapping[str, Value]
    minds: tuple[str, ...]
    games: int
    opening: int
    time: float
    seed: int

    def settings(self, pair: tuple[int, ...]) -> Settings:
        minds = tuple(self.minds[number] for number in pair)
        return Settings(self.game, self.options, minds, self.games, self.opening, self.time, self.seed)

    @property
    def pairs(self) -> list[tuple[int, ...]]:
        """Who meets whom: all groups of as many minds as the game has seats."""
        seats = len(load_game(self.game, self.options).seats)
        return list(itertools.combinations(range(len(self.minds)), seats))


class StoreKeeper:
    """Keeps a pair's games in the lab's store: called by the match's thread, it reads and writes in the lab's."""

    def __init__(self, store: Store, contest: str, pair: int) -> None:
        self._store = store
        self._contest = contest
        self._prefix = f"{contest}-{pair + 1}-"
        self._loop = asyncio.get_running_loop()
        self._records = {
            int(name.removeprefix(self._prefix)) - 1: record
            for name, record in store.games_of_match(contest).items()
            if name.startswith(self._prefix)
        }

    def finished(self) -> dict[int, Record]:
        return dict(self._records)

    def keep(self, pairing: Pairing, record: Record) -> None:
        self._records[pairing.number] = record
        name = f"{self._prefix}{pairing.number + 1}"
        self._loop.call_soon_threadsafe(self._store.keep, name, record.lines, self._contest)


class LabMatch:
    """A plan, how far it has come, and whether it is going on."""

    def __init__(self, contest_id: str, plan: Plan, store: Store) -> None:
        self.id = contest_id
        self.plan = plan
        self.pairs = plan.pairs
        self.seats = len(self.pairs[0])
        self.fault: Message | None = None
        self._keepers = [StoreKeeper(store, contest_id, number) for number in range(len(self.pairs))]
        self._standings = [
            MatchResults(plan.settings(pair), keeper.finished())
            for pair, keeper in zip(self.pairs, self._keepers, strict=True)
        ]
        self._wanted = False
        self._match: Match | None = None
        self._task: asyncio.Task[None] | None = None

    def figures(self) -> list[tuple[tuple[int, ...], Figures]]:
        return [(pair, standing.figures()) for pair, standing in zip(self.pairs, self._standings, strict=True)]

    def fault_of(self, mind: int) -> Message | None:
        """Why a mind last forfeited a game, if it did."""
        for pair, standing in zip(self.pairs, self._standings, strict=True):
            if mind not in pair:
                continue
            for record in reversed(standing.records.values()):
                forfeit = record.result.forfeit if record.result is not None else None
                if (
                    forfeit is not None
                    and record.header.minds[record.header.seats.index(forfeit.seat)] == (self.plan.minds[mind])
                ):
                    return forfeit.reason
        return None

    @property
    def finished(self) -> bool:
        return not self._unfinished()

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Play what is left; a match that is just being stopped is not."""
        self._wanted, self.fault = True, None
        if not self.running:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Keep what is finished; games under way are given up."""
        self._wanted = False
        if self._match is not None:
            self._match.stop()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._wanted and (left := self._unfinished()):
                await asyncio.to_thread(self._play, left[0])
        except LudotecaError as error:
            self.fault = error.message
        except Exception as error:
            self.fault = Message("lab.match.broken", {"kind": type(error).__name__, "text": str(error)})

    def _unfinished(self) -> list[int]:
        return [n for n, standing in enumerate(self._standings) if len(standing.records) < self.plan.games]

    def _play(self, number: int) -> None:
        settings = self.plan.settings(self.pairs[number])
        self._match = match = Match(settings, 1, self._keepers[number])
        self._standings[number] = match.results
        if self._wanted:
            match.play()


def checked(plan: Plan) -> Plan:
    """A plan that can be played, its minds' names made to last; raises `BadInput`."""
    game = load_game(plan.game, plan.options)
    if not len(game.seats) <= len(plan.minds) <= _MOST_MINDS:
        raise BadInput("lab.match.minds", fewest=len(game.seats), most=_MOST_MINDS)
    return replace(plan, minds=tuple(pinned(mind, game) for mind in plan.minds))
