"""All games and matches of the lab: begun, found again after a restart, let go."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.verify import game_of, replay
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.record import from_line, parse_record, to_line
from ludoteca.games import load_game
from ludoteca.lab.inference import InferenceSession, InferenceSessions
from ludoteca.lab.knowledge_files import KnowledgeFiles
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.matches import LabMatch, Plan, checked
from ludoteca.lab.mind_workers import MindWorkers
from ludoteca.lab.planning_runs import Run, Runs
from ludoteca.lab.store import Store
from ludoteca.minds import pinned
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind, Trial

_MOST_TRIES = 16  # pieces of knowledge being tried at once
_MOST_OPEN = 500  # finished games kept in memory

Result = TypeVar("Result")


class NoSuch(BadInput):
    """There is nothing of that id."""


class LabState:
    """What is going on in the lab."""

    def __init__(self, store: Store, shelf: KnowledgeFiles, thinkers: MindWorkers) -> None:
        self.store = store
        self.shelf = shelf
        self._thinkers = thinkers
        self._games: dict[str, LiveGame] = {}
        self._contests: dict[str, LabMatch] = {}
        self.inference_sessions = InferenceSessions()
        self._tries, self._societies = _Workshop("trial"), _Workshop("society")
        self._inferences = _Workshop("inference")
        self.runs = Runs()
        self._plans = _Workshop("plan")

    async def restore(self) -> None:
        """Go on with the games that a restart broke off; matches wait to be gone on with."""
        for game_id in self.store.unfinished():
            # A game or a mind may have been taken away since: what cannot go on is left as it is.
            with contextlib.suppress(LudotecaError):
                await self.game(game_id).begin()
        for contest_id, plan, _ in self.store.matches():
            with contextlib.suppress(LudotecaError):
                self._contests[contest_id] = LabMatch(contest_id, from_line(Plan, plan), self.store)

    async def begin(
        self, game_name: str, options: Mapping[str, object], minds: Sequence[str], seed: int | None, limit: float
    ) -> LiveGame:
        """A new game; raises `BadInput`."""
        game = load_game(game_name, options)
        if len(minds) != len(game.seats):
            raise BadInput("arena.match.seats", game=game.name, seats=len(game.seats), minds=len(minds))
        minds = [pinned(mind, game) for mind in minds]
        live = self._seated(_new_id(), game, minds, secrets.randbelow(1 << 31) if seed is None else seed, limit)
        await live.begin()
        return live

    def game(self, game_id: str) -> LiveGame:
        """A game under way, or one from the store; raises `NoSuch`."""
        if game_id not in self._games:
            record = self.store.record(game_id)
            if record is None:
                raise NoSuch("lab.no_such_game", id=game_id)
            header = record.header
            live = self._seated(game_id, game_of(record), header.minds, header.seed, header.limit or DEFAULT_LIMIT)
            live.restore(record)
        return self._games[game_id]

    async def upload(self, text: str) -> LiveGame:
        """A record from outside becomes a game of ours, if it is one at all; raises `BadInput`."""
        record = parse_record(text)
        for _ in replay(record, game_of(record)):
            pass
        game_id = _new_id()
        self.store.keep(game_id, record.lines)
        return self.game(game_id)

    async def delete(self, game_id: str) -> None:
        live = self._games.pop(game_id, None)
        if live is not None:
            await live.close()
        if not self.store.delete(game_id):
            raise NoSuch("lab.no_such_game", id=game_id)

    async def try_out(self, kind: type[KnowledgeMind], game: Game, knowledge: Knowledge, seat: int) -> Trial:
        """Let knowledge choose once, in a process of its own."""
        missing = kind.missing()
        if missing is not None:
            raise BadInput(missing.key, **missing.args)
        if seat >= len(game.seats):
            raise BadInput("lab.no_such_seat", game=game.name, seats=len(game.seats))
        return await self._tries.run(partial(kind.with_defaults().trial, game, knowledge, seat))

    async def live_together(self, life: Callable[[], Result]) -> Result:
        """Let a society live, out of the way of games and tries."""
        return await self._societies.run(life)

    def begin_inference(self, game: str, options: dict[str, object], seed: int, strategy: str) -> InferenceSession:
        """Begin an inference session; raises `BadInput`."""
        return self.inference_sessions.begin(_new_id(), game, options, seed, strategy)

    async def inferred(self, work: Callable[[], Result]) -> Result:
        """Let rules fire, out of the way of games."""
        return await self._inferences.run(work)

    def begin_run(self, domain: str, problem: str, planner: str | None, seconds: float) -> Run:
        """Let a planner begin; raises `BadInput` when there are too many at work."""
        return self.runs.begin(_new_id(), domain, problem, planner, seconds)

    async def planned(self, work: Callable[[], Result]) -> Result:
        """Read somebody's problem, out of the way of games."""
        return await self._plans.run(work)

    def begin_contest(self, plan: Plan) -> LabMatch:
        plan = checked(plan)
        contest_id = _new_id()
        contest = self._contests[contest_id] = LabMatch(contest_id, plan, self.store)
        self.store.keep_match(contest_id, to_line(plan))
        contest.go_on()
        return contest

    def contest(self, contest_id: str) -> LabMatch:
        if contest_id not in self._contests:
            raise NoSuch("lab.no_such_match", id=contest_id)
        return self._contests[contest_id]

    def contests(self) -> list[LabMatch]:
        return [self._contests[contest_id] for contest_id, _, _ in self.store.matches() if contest_id in self._contests]

    async def delete_contest(self, contest_id: str) -> None:
        await self.contest(contest_id).stop()
        del self._contests[contest_id]
        self.store.delete_match(contest_id)

    async def close(self) -> None:
        """Stop everything where it is; after a restart it goes on from there."""
        for contest in self._contests.values():
            await contest.stop()
        for live in self._games.values():
            await live.pause()
        self._tries.close()
        self._societies.close()
        self._inferences.close()
        self._plans.close()
        self.runs.close()

    def _seated(self, game_id: str, game: Game, minds: Sequence[str], seed: int, limit: float) -> LiveGame:
        self._forget_old()
        keep = partial(self.store.keep, game_id)
        live = self._games[game_id] = LiveGame(game_id, game, minds, seed, limit, self._thinkers, keep)
        return live

    def _forget_old(self) -> None:
        finished = [game_id for game_id, live in self._games.items() if live.result is not None]
        for game_id in finished[: max(0, len(self._games) - _MOST_OPEN)]:
            del self._games[game_id]


class _Workshop:
    """Threads for what takes a while: games do not wait for it. Raises `BadInput` when there is too much to do."""

    def __init__(self, name: str) -> None:
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix=name)
        self._now = 0

    async def run(self, work: Callable[[], Result]) -> Result:
        if self._now >= _MOST_TRIES:
            raise BadInput("lab.too_many_tries")
        self._now += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._now -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def _new_id() -> str:
    return secrets.token_hex(5)
