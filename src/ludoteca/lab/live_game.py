"""A game under way in the lab: people send moves, minds choose theirs in the game's own process."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial

from ludoteca.arena.game_runner import GameRunner, PreparedMove
from ludoteca.arena.seat import Fault, ProcessSeat, Question, Seat
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, find_move, keeps_secrets
from ludoteca.core.i18n import Message
from ludoteca.core.loading import GameFault
from ludoteca.core.mind import Choice
from ludoteca.core.record import Forfeit, Record, Result, Turn
from ludoteca.core.seeds import derive
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.game_words import GameWords
from ludoteca.lab.link_seats import LinkSeats
from ludoteca.lab.mind_processes import GameProcess, MindProcesses
from ludoteca.lab.stored_game import Undo
from ludoteca.lab.thinking_scheduler import Share
from ludoteca.minds.human import person_choice
from ludoteca.minds.schools import load_mind
from ludoteca.storage.errors import StoreError

HUMAN = "human"
_GRACE = 1.0  # seconds a mind has to answer after an interrupt, before its process is ended
_INTERRUPT_AGAIN = 0.1  # seconds: a mind that is still joining does not hear the first interrupt
_STORE_RETRY = 2.0  # seconds until a mind's move that the store had no room for is tried again

Keep = Callable[[int, Sequence[Turn], Result | None, Sequence[Undo]], Awaitable[None]]
"""Stores the moves from a number on, the result and what was undone; if it raises `StoreError`, nothing has changed."""


class HumanSeat(Seat):
    """The seat of a person, whose moves come from the page; also the seat of a mind that is no longer installed."""

    def join(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, asked: Question) -> Choice:
        raise AssertionError("people choose on the page")

    def close(self) -> None:
        pass


class _OutdatedQuestion(Exception):
    """The position that a mind was to be asked about is no longer the current one."""


@dataclass(frozen=True, slots=True)
class _Next:
    """A move about to be made, with the points and the result after it."""

    prepared: PreparedMove
    scores: tuple[float, ...]
    result: Result | None


class LiveGame:
    """One game: its runner, the mind that is choosing, and a signal for everybody who follows it.

    `branch` is another string after every undo and every restart: as long as it stays the same, moves are only added.
    `changes` is the number of the newest change; numbers only grow, after a restart too. `scores` are the points after
    each move, from the start on. Every change is kept in the store first and made then; only looking needs no lock.
    """

    def __init__(
        self,
        game_id: str,
        game: Game,
        minds: Sequence[str],
        seed: int,
        limit: float,
        processes: MindProcesses,
        threads: BackgroundThreads,
        keep: Keep,
        new_change: Callable[[], int],
        share: Share | None = None,
    ) -> None:
        self.id = game_id
        self.game = game
        self.owner: str | None = None  # the member of the class to whom it belongs
        self.link = LinkSeats()
        self._keep = keep
        self._processes = processes
        self._threads = threads
        self._process = GameProcess(share)
        self._minds: set[int] = set()  # their seats
        self._missing: set[int] = set()  # seats of minds that are no longer installed
        seats = [self._seat(number, mind, derive(seed, "player", number)) for number, mind in enumerate(minds)]
        self.runner = GameRunner(game, seats, seed, limit)
        self.scores: list[tuple[float, ...]] = [tuple(self.runner.position.scores())]
        self.words = GameWords()
        self.result: Result | None = None
        self.fault: Message | None = None  # of the game's rules: the game ends without a winner
        self._undone: list[Undo] = []  # for redo, until another move is made
        self.trouble: Message | None = None  # why a mind's move cannot be kept just now
        self.thinking: int | None = None
        self.followers = 0  # open sockets
        self.branch = _new_branch()
        self._new_change = new_change
        self.changes = new_change()
        self._changed = asyncio.Event()
        self._changing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()
        self._asked: object | None = None  # the question that the process is busy with
        self._question = 0  # counts undos and resignations: an answer to an earlier question is dropped

    def _seat(self, number: int, mind: str, seed: int) -> Seat:
        if mind == HUMAN or not _can_play(mind, self.game):
            if mind != HUMAN:
                self._missing.add(number)
            return HumanSeat(mind)
        self._minds.add(number)
        seat = ProcessSeat(mind, self._process.process)
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
        return [number for number in seats if number not in self._minds and number not in self._missing]

    @property
    def idle(self) -> bool:
        """Whether nobody follows the game and no mind is choosing."""
        return self.followers == 0 and (self._task is None or self._task.done()) and not self._changing.locked()

    @property
    def notice(self) -> Message | None:
        """Why the game does not go on just now, when that is the lab's own shortage."""
        return self.trouble or (Message("lab.busy") if self._process.waits_for_room else None)

    def restore(self, record: Record, undone: Sequence[Undo] = ()) -> None:
        """Take the moves and the result of a stored record, and what was undone; raises `IllegalMove`."""
        self.runner.resume(record.turns)
        self._undone = list(undone)
        self.runner.header = record.header
        self.scores = [tuple(position.scores()) for position in self.runner.positions]
        self.result = record.result
        for ply, move in enumerate(self.runner.history):
            self.words.move(ply, self.runner.positions[ply], move)
        if self.result is not None:
            self.words.end(self.runner.position)

    def start(self) -> None:
        """Ask the mind whose turn it is."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def move(self, text: str, person: str = "") -> None:
        """Make a person's move; raises `IllegalMove`, `BadInput` when it is not a person's turn, or `StoreError`.

        In a game by link everybody moves for their own seat only: `Forbidden`.
        """
        async with self._changing:
            if self.over:
                raise BadInput("core.move.over", given=text)
            seat = self.runner.position.turn
            if seat not in self._minds:
                self.link.check_turn(person, seat)
            if seat in self._missing:
                raise BadInput("lab.missing_mind")
            if seat in self._minds:
                raise BadInput("lab.not_your_turn")
            try:
                await self._make(await self._threads.run(partial(self._next_by_person, text)))
            except GameFault as fault:
                self.fault = fault.message
        self.announce()
        self.start()

    async def undo(self) -> None:
        """Take back all moves since a person last chose, and that choice."""
        async with self._changing:
            if self.link:
                raise BadInput("lab.link.no_undo")
            if self._missing:
                raise BadInput("lab.missing_mind")
            if not self.people:
                raise BadInput("lab.no_person_to_undo")
            moves = self.runner.last_choice(self.people)
            if moves is None:
                raise BadInput("lab.nothing_to_undo")
            undone = [*self._undone, Undo(moves, tuple(self.runner.turns[moves:]), self.result)]
            await self._keep(moves, (), None, undone)
            self._undone = undone
            self.runner.cut(moves)
            del self.scores[moves + 1 :]
            self.branch = _new_branch()
            self.result = self.fault = None
            self._drop_question()
        self.announce()
        self.start()

    @property
    def redoable(self) -> int:
        """How many moves a redo would make again."""
        return len(self._undone[-1].turns) if self._undone else 0

    async def redo(self) -> None:
        """Make the moves again that were undone last."""
        async with self._changing:
            if not self._undone:
                raise BadInput("lab.nothing_to_redo")
            *rest, undone = self._undone
            made = await self._threads.run(partial(self._made_before, undone.turns))
            await self._keep(undone.start, undone.turns, undone.result, rest)
            for prepared, scores in made:
                self.runner.add(prepared)
                self.scores.append(scores)
            self.result = undone.result
            self._undone = rest
        self.announce()
        self.start()

    async def resign(self, person: str = "") -> None:
        """Resign for the person to move or, while a mind is choosing, for the first person; by link, for oneself."""
        async with self._changing:
            if self.over:
                raise BadInput("lab.over")
            seated = self.link.check_seated(person)
            turn = self.runner.position.turn if seated is None else seated
            resigning = [seat for seat in self.people if seat == turn] or self.people[:1]
            if not resigning:
                raise BadInput("lab.no_person_to_resign")
            await self._end(Forfeit(self.game.seats[resigning[0]], Message("minds.human.resigned")))
            self._drop_question()
        self.announce()

    def interrupt(self) -> None:
        """Ask the mind that is choosing to answer now, or as soon as it has been asked."""
        if self.thinking is not None:
            self._in_background(self._interrupt_until_answered(len(self.runner.turns), self._question))

    async def _interrupt_until_answered(self, ply: int, question: int) -> None:
        while self.thinking is not None and (len(self.runner.turns), self._question) == (ply, question):
            if self._asked is not None:
                self._process.process.interrupt()
            await asyncio.sleep(_INTERRUPT_AGAIN)

    async def changed_since(self, changes: int) -> None:
        """Wait until there is a change after that number."""
        while self.changes == changes:
            await self._changed.wait()

    def announce(self) -> None:
        """Number a change, and wake everybody who waits for one."""
        self.changes = self._new_change()
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def close(self) -> None:
        """Stop asking minds and end their process; the stored game is left as it is."""
        self._question += 1
        for task in (*self._background, *((self._task,) if self._task is not None else ())):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._processes.end(self._process)

    async def _run(self) -> None:
        """Let minds move until it is a person's turn or the game is over."""
        while True:
            while self._minds_turn:
                await self._let_choose()
            self.announce()
            if self.over:
                await self._processes.end(self._process)  # an undo lets the minds join again
            # A person may have undone meanwhile, and seen that this task was still running.
            if not self._minds_turn:
                return

    @property
    def _minds_turn(self) -> bool:
        return not self.over and self.runner.position.turn in self._minds

    async def _let_choose(self) -> None:
        """Ask the mind whose turn it is, and make its move or end the game by its fault."""
        question, seat = self._question, self.runner.position.turn
        assert seat is not None
        self.thinking = seat
        self.announce()
        try:
            choice, seconds = await self._processes.run(self._process, self._ask(question), self.announce)
            made = await self._threads.run(partial(self._next, choice, seconds))
        except _OutdatedQuestion:
            pass
        except Fault as fault:
            forfeit = Forfeit(self.game.seats[seat], fault.message)
            await self._change_in_the_end(question, lambda: self._end(forfeit))
        except GameFault as fault:
            if question == self._question:
                self.fault = fault.message
        else:
            await self._change_in_the_end(question, lambda: self._make(made))
        finally:
            self.thinking = None

    async def _change_in_the_end(self, question: int, change: Callable[[], Awaitable[None]]) -> None:
        """Make a change, as soon as the store has room, unless the question was dropped meanwhile."""
        while question == self._question:
            async with self._changing:
                if question != self._question:
                    break
                try:
                    await change()
                except StoreError as error:
                    self.trouble = error.message
                else:
                    self.trouble = None
                    return
            self.announce()
            await asyncio.sleep(_STORE_RETRY)
        self.trouble = None

    def _ask(self, question: int) -> Callable[[], tuple[Choice, float]]:
        """Work for a thread: ask for a move in the current position, unless that has changed by then."""
        position, history, token = self.runner.position, list(self.runner.history), object()

        def ask() -> tuple[Choice, float]:
            if question != self._question:
                raise _OutdatedQuestion
            self._asked = token
            try:
                return self.runner.ask(position, history)
            finally:
                self._asked = None

        return ask

    def _drop_question(self) -> None:
        """Let the mind that is choosing stop: its answer is no longer wanted."""
        self._question += 1
        if self._asked is not None:
            self._process.process.interrupt()
            self._in_background(self._end_if_still_busy(self._asked))

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _end_if_still_busy(self, asked: object) -> None:
        await asyncio.sleep(_GRACE)
        if self._asked is asked:
            await self._processes.end(self._process)

    def _next_by_person(self, text: str) -> _Next:
        position = self.runner.position
        return self._next(person_choice(position, find_move(position, text)), 0.0)

    def _next(self, choice: Choice, seconds: float) -> _Next:
        """Work out a legal move; raises `GameFault` when the rules fail."""
        prepared = self.runner.prepare(choice, seconds)
        self.words.move(len(self.runner.turns), self.runner.position, choice.move)
        over = prepared.position.turn is None
        result = self.runner.result(position=prepared.position) if over else None
        if over:
            self.words.end(prepared.position)
        return _Next(prepared, tuple(prepared.position.scores()), result)

    def _made_before(self, turns: Sequence[Turn]) -> list[tuple[PreparedMove, tuple[float, ...]]]:
        """Moves that were undone, each with the points after it; they are put into words again."""
        position, made = self.runner.position, []
        for ply, prepared in enumerate(self.runner.recorded(turns), len(self.runner.turns)):
            self.words.move(ply, position, prepared.move)
            position = prepared.position
            made.append((prepared, tuple(position.scores())))
        self.words.end(position)
        return made

    async def _make(self, made: _Next) -> None:
        """Keep a move, then make it."""
        await self._keep(len(self.runner.turns), (made.prepared.turn,), made.result, ())
        self.runner.add(made.prepared)
        self.scores.append(made.scores)
        self.result = made.result
        self._undone.clear()

    async def _end(self, forfeit: Forfeit) -> None:
        """End the game by a forfeit: keep its result, then set it."""
        result = self.runner.result(forfeit)
        await self._threads.run(partial(self.words.end, self.runner.position))
        await self._keep(len(self.runner.turns), (), result, ())
        self.result = result
        self._undone.clear()


def _new_branch() -> str:
    return secrets.token_hex(4)


def _can_play(mind: str, game: Game) -> bool:
    try:
        load_mind(mind, game)
    except BadInput:
        return False
    return True
