"""A game under way in the lab: people send moves, minds choose theirs in worker processes."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from functools import partial

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import Fault, ProcessSeat, Seat
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, Position, find_move, keeps_secrets
from ludoteca.core.i18n import Message
from ludoteca.core.loading import GameFault
from ludoteca.core.mind import Choice
from ludoteca.core.record import Forfeit, Record, Result, Turn
from ludoteca.core.seeds import derive
from ludoteca.lab.mind_workers import MindWorker, MindWorkerPool
from ludoteca.minds import load_mind, suggested_mind

HUMAN = "human"
_INTERRUPTS = 40  # before a mind that does not answer is left to its time limit …
_INTERRUPT_PAUSE = 0.05  # … with so many seconds between them: a mind that has just been asked may miss the first

Save = Callable[[int, Sequence[Turn], Result | None], None]
"""Stores the moves from a number on, and the result."""


class HumanSeat(Seat):
    """The seat of a person, whose moves come from the page; also the seat of a mind that is no longer installed."""

    def join(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, position: Position, history: Sequence[Move], seconds: float, effort: int | None = None) -> Choice:
        raise AssertionError("people choose on the page")

    def close(self) -> None:
        pass


class _OutdatedQuestion(Exception):
    """The position that a mind was to be asked about is no longer the current one."""


class LiveGame:
    """One game: its runner, the mind that is choosing, and a signal for everybody who follows it.

    `branch` is another string after every undo and every restart: as long as it stays the same, moves are only added.
    `changes` counts all changes. `scores` are the points after each move, from the start on.
    """

    def __init__(
        self, game_id: str, game: Game, minds: Sequence[str], seed: int, limit: float, pool: MindWorkerPool, save: Save
    ) -> None:
        self.id = game_id
        self.game = game
        self._save = save
        self._pool = pool
        self._workers: dict[int, MindWorker] = {}
        self._missing: set[int] = set()  # seats of minds that are no longer installed
        seats = [self._seat(number, mind, derive(seed, "player", number)) for number, mind in enumerate(minds)]
        self.runner = GameRunner(game, seats, seed, limit)
        self.scores: list[tuple[float, ...]] = [tuple(self.runner.position.scores())]
        self.result: Result | None = None
        self.fault: Message | None = None  # of the game's rules: the game ends without a winner
        self.thinking: int | None = None
        self.branch = _new_branch()
        self.changes = 0
        self._changed = asyncio.Condition()
        self._stored = 0  # moves that the store has
        self._task: asyncio.Task[None] | None = None
        self._asking = False  # the worker is busy with a question of this game
        self._question = 0  # counts undos and resignations: an answer to an earlier question is dropped

    def _seat(self, number: int, mind: str, seed: int) -> Seat:
        if mind == HUMAN or not _can_play(mind, self.game):
            if mind != HUMAN:
                self._missing.add(number)
            return HumanSeat(mind)
        worker = self._workers[number] = self._pool.least_busy()
        worker.players += 1
        seat = ProcessSeat(mind, worker.process)
        seat.expect(self.game, number, seed)
        return seat

    @property
    def over(self) -> bool:
        """Whether no more moves can be made: there is a result, or the rules failed."""
        return self.result is not None or self.fault is not None

    @property
    def keeps_secrets(self) -> bool:
        """Whether the game still hides something from its players."""
        return self.result is None and keeps_secrets(self.game)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        seats = range(len(self.runner.seats))
        return [number for number in seats if number not in self._workers and number not in self._missing]

    def restore(self, record: Record) -> None:
        """Take the moves and the result of a stored record; raises `IllegalMove`."""
        self.runner.resume(record.turns)
        self.runner.header = record.header
        self.scores = [tuple(position.scores()) for position in self.runner.positions]
        self.result = record.result
        self._stored = len(record.turns)

    async def start(self) -> None:
        """Store the game, and ask the mind whose turn it is."""
        await self._store()
        self._continue()

    async def move(self, text: str) -> None:
        """Make a person's move; raises `IllegalMove`, or `BadInput` when it is not a person's turn."""
        if self.over:
            raise BadInput("core.move.over", given=text)
        seat = self.runner.position.turn
        if seat in self._missing:
            raise BadInput("lab.missing_mind")
        if seat in self._workers:
            raise BadInput("lab.not_your_turn")
        try:
            move = find_move(self.runner.position, text)
            self._make(Choice(move, Explanation(Reason(Message("minds.human.chosen")))), 0.0)
        except GameFault as fault:
            self.fault = fault.message
        await self._store()
        self._continue()

    async def undo(self) -> None:
        """Take back all moves since a person last chose, and that choice."""
        if self._missing:
            raise BadInput("lab.missing_mind")
        if not self.people:
            raise BadInput("lab.no_person_to_undo")
        if not self.runner.take_back(self.people):
            raise BadInput("lab.nothing_to_undo")
        del self.scores[len(self.runner.positions) :]
        self.branch = _new_branch()
        self._question += 1
        self.interrupt()
        self.result = self.fault = None
        await self._store()
        self._continue()

    async def resign(self) -> None:
        """Resign for the person to move or, while a mind is choosing, for the first person."""
        if self.over:
            raise BadInput("lab.over")
        turn = self.runner.position.turn
        resigning = [seat for seat in self.people if seat == turn] or self.people[:1]
        if not resigning:
            raise BadInput("lab.no_person_to_resign")
        self._question += 1
        self.interrupt()
        self.result = self.runner.result(Forfeit(self.game.seats[resigning[0]], Message("minds.human.resigned")))
        await self._store()
        self._continue()

    async def hint(self) -> Choice:
        """The move that a searching mind would make here."""
        position = self.runner.position
        if self.over or position.turn is None:
            raise BadInput("lab.over")
        seat = position.turn
        worker = self._pool.least_busy()
        adviser = ProcessSeat(suggested_mind(self.game, "adviser"), worker.process)
        adviser.expect(self.game, seat, derive(self.runner.seed, "hint"))
        seen = position.seen_by(seat, derive(self.runner.seed, "hint", len(self.runner.history)))
        history = list(self.runner.history)
        try:
            return await worker.run(lambda: adviser.choose(seen, history, 10.0))
        except Fault as fault:
            raise BadInput(fault.message.key, **fault.message.args) from None
        finally:
            await worker.run(lambda: _leave(adviser))

    def interrupt(self) -> None:
        """Ask the mind that is choosing to answer now."""
        if self._asking and self.thinking is not None:
            self._workers[self.thinking].process.interrupt()

    async def changed_since(self, changes: int) -> None:
        """Wait until there is a change after the first so many."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.changes != changes)

    async def pause(self) -> None:
        """Stop asking minds; the stored game is left as it is."""
        self._question += 1
        self.interrupt()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def close(self) -> None:
        """Stop asking minds, and give the workers back."""
        self._question += 1
        for _ in range(_INTERRUPTS):
            if not self._asking:
                break
            self.interrupt()
            await asyncio.sleep(_INTERRUPT_PAUSE)
        await self.pause()
        await self._close_players()
        for worker in self._workers.values():
            worker.players -= 1
        self._workers.clear()

    def _continue(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Let minds move until it is a person's turn or the game is over."""
        while True:
            await self._move_minds()
            await self._announce()
            if self.over:
                await self._close_players()
            # A person may have moved or undone meanwhile, and seen that this task was still running.
            if self.over or self.runner.position.turn not in self._workers:
                return

    async def _move_minds(self) -> None:
        while not self.over and (seat := self.runner.position.turn) in self._workers:
            question, self.thinking = self._question, seat
            await self._announce()
            try:
                choice, seconds = await self._workers[seat].run(self._ask(question))
                if question == self._question:
                    self._make(choice, seconds)
            except _OutdatedQuestion:
                continue
            except Fault as fault:
                if question == self._question:
                    self.result = self.runner.result(Forfeit(self.game.seats[seat], fault.message))
            except GameFault as fault:
                if question == self._question:
                    self.fault = fault.message
            finally:
                self.thinking = None
            if question == self._question:
                await self._store()

    def _ask(self, question: int) -> Callable[[], tuple[Choice, float]]:
        """The work of a worker: ask for a move in the current position, unless that has changed by then."""
        position, history = self.runner.position, list(self.runner.history)

        def ask() -> tuple[Choice, float]:
            if question != self._question:
                raise _OutdatedQuestion
            self._asking = True
            try:
                return self.runner.ask(position, history)
            finally:
                self._asking = False

        return ask

    def _make(self, choice: Choice, seconds: float) -> None:
        """Make a legal move; raises `GameFault` when the rules fail, and then the move is not made."""
        runner, made = self.runner, len(self.runner.turns)
        try:
            runner.make(choice, seconds)
            self.scores.append(tuple(runner.position.scores()))
            if runner.position.turn is None:
                self.result = runner.result()
        except GameFault:
            del runner.turns[made:], runner.history[made:], runner.positions[made + 1 :], self.scores[made + 1 :]
            raise

    async def _store(self) -> None:
        """Store what has changed since the last time, and announce it."""
        start = min(self._stored, len(self.runner.turns))
        self._save(start, self.runner.turns[start:], self.result)
        self._stored = len(self.runner.turns)
        await self._announce()

    async def _close_players(self) -> None:
        """Close the minds' players in the workers; an undo lets them join again."""
        for seat, worker in self._workers.items():
            hosted = self.runner.seats[seat]
            assert isinstance(hosted, ProcessSeat)
            await worker.run(partial(_leave, hosted))

    async def _announce(self) -> None:
        self.changes += 1
        async with self._changed:
            self._changed.notify_all()


def _new_branch() -> str:
    return secrets.token_hex(4)


def _can_play(mind: str, game: Game) -> bool:
    try:
        load_mind(mind, game)
    except BadInput:
        return False
    return True


def _leave(seat: ProcessSeat) -> None:
    with contextlib.suppress(Fault):
        seat.leave()
