"""Games under way in the lab: people move when they like, minds when it is their turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import Fault, ProcessSeat, Seat
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, Position, find_move, keeps_secrets
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.core.record import Forfeit, Line, Record, Result
from ludoteca.core.seeds import derive
from ludoteca.lab.mind_workers import MindWorker, MindWorkers
from ludoteca.lab.suggested_minds import adviser_for
from ludoteca.minds import load_mind

PERSON = "human"


class PersonSeat(Seat):
    """A person's place: the page brings the moves. Also kept free for a mind of an old record that is here no more."""

    def join(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, position: Position, history: Sequence[Move], seconds: float, effort: int | None = None) -> Choice:
        raise AssertionError("a person is not asked")

    def close(self) -> None:
        pass


class _Superseded(Exception):
    """A question nobody wants answered any more."""


class LiveGame:
    """One game: its table, the mind that is thinking, and those who want to know of every change."""

    def __init__(
        self,
        game_id: str,
        game: Game,
        minds: Sequence[str],
        seed: int,
        limit: float,
        thinkers: MindWorkers,
        keep: Callable[[Sequence[Line]], None],
    ) -> None:
        self.id = game_id
        self.game = game
        self._keep = keep
        self._thinkers: dict[int, MindWorker] = {}
        self._absent: set[int] = set()
        seats: list[Seat] = []
        for number, mind in enumerate(minds):
            if mind == PERSON or not _plays(mind, game):
                if mind != PERSON:
                    self._absent.add(number)
                seats.append(PersonSeat(mind))
                continue
            thinker = self._thinkers[number] = thinkers.least_busy()
            thinker.seats += 1
            seat = ProcessSeat(mind, thinker.process)
            seat.expect(game, number, derive(seed, "player", number))
            seats.append(seat)
        self._pool = thinkers
        self.table = GameRunner(game, seats, seed, limit)
        self.result: Result | None = None
        self.thinking: int | None = None
        self.changes = 0
        self.changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._asking = False  # our question is the one its thinker is busy with
        self._line = 0  # counts takebacks: an answer thought of before one is not wanted after it

    @property
    def keeps_secrets(self) -> bool:
        """Whether there is anything left in the game that its players must not know."""
        return self.result is None and keeps_secrets(self.table.game)

    @property
    def people(self) -> list[int]:
        seats = range(len(self.table.seats))
        return [number for number in seats if number not in self._thinkers and number not in self._absent]

    def restore(self, record: Record) -> None:
        """Stand where a recorded game stood."""
        self.table.resume(record.turns)
        self.table.header = record.header
        self.result = record.result

    async def begin(self) -> None:
        """Keep the game, and let the minds go on where it is their turn."""
        await self._tell()
        self._go_on()

    async def move(self, text: str) -> None:
        """A person's move; raises `IllegalMove`, or `BadInput` when it is not a person's turn."""
        seat = self.table.position.turn
        if self.result is None and seat is not None and seat in self._absent:
            raise BadInput("lab.absent")
        if self.result is None and seat is not None and seat in self._thinkers:
            raise BadInput("lab.not_your_turn")
        if self.result is not None:
            raise BadInput("core.move.over", given=text)
        move = find_move(self.table.position, text)
        self.table.make(Choice(move, Explanation(Reason(Message("minds.human.chosen")))), 0.0)
        await self._after_move()
        self._go_on()

    async def undo(self) -> None:
        """Take back to where a person last chose."""
        if self._absent:
            raise BadInput("lab.absent")
        if not self.people:
            raise BadInput("lab.nobody_to_undo")
        if not self.table.take_back(self.people):
            raise BadInput("lab.nothing_to_undo")
        self._line += 1
        self.hurry()
        self.result = None
        await self._tell()
        self._go_on()

    async def resign(self) -> None:
        """The person to move gives up; or, while a mind thinks, the only person there is."""
        if self.result is not None:
            raise BadInput("lab.over")
        turn = self.table.position.turn
        quitters = [seat for seat in self.people if seat == turn] or self.people[:1]
        if not quitters:
            raise BadInput("lab.nobody_to_resign")
        self._line += 1
        self.hurry()
        forfeit = Forfeit(self.game.seats[quitters[0]], Message("minds.human.resigned"))
        self.result = self.table.result(forfeit)
        await self._tell()
        self._go_on()

    async def hint(self) -> Choice:
        """What a search would play here."""
        position = self.table.position
        if self.result is not None or position.turn is None:
            raise BadInput("lab.over")
        seat = position.turn
        thinker = self._pool.least_busy()
        adviser = ProcessSeat(adviser_for(self.game), thinker.process)
        adviser.expect(self.game, seat, derive(self.table.seed, "hint"))
        seen = position.seen_by(seat, derive(self.table.seed, "hint", len(self.table.history)))
        history = list(self.table.history)
        try:
            return await thinker.run(lambda: adviser.choose(seen, history, 10.0))
        except Fault as fault:
            raise BadInput(fault.message.key, **fault.message.args) from None
        finally:
            await thinker.run(lambda: _leave(adviser))

    def hurry(self) -> None:
        """Ask the mind that is thinking to answer now."""
        if self._asking and self.thinking is not None:
            self._thinkers[self.thinking].process.interrupt()

    async def pause(self) -> None:
        """Think no further: the lab is closing, or the game is; what is kept stays as it is."""
        self._line += 1
        self.hurry()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def close(self) -> None:
        """Nobody wants this game any more."""
        await self.pause()
        await self._let_go()
        for thinker in self._thinkers.values():
            thinker.seats -= 1
        self._thinkers.clear()

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._think())

    async def _think(self) -> None:
        """Let minds move until it is a person's turn or the game is over."""
        while True:
            await self._move_minds()
            await self._announce()
            if self.result is not None:
                await self._let_go()
            # Somebody may have moved or taken back meanwhile, and found us still here.
            if self.result is not None or self.table.position.turn not in self._thinkers:
                return

    async def _move_minds(self) -> None:
        while self.result is None and (seat := self.table.position.turn) in self._thinkers:
            line, self.thinking = self._line, seat
            await self._announce()
            try:
                choice, seconds = await self._thinkers[seat].run(self._question(line))
            except _Superseded:
                continue
            except Fault as fault:
                if line == self._line:
                    self.result = self.table.result(Forfeit(self.game.seats[seat], fault.message))
                    self.thinking = None
                    await self._tell()
                continue
            finally:
                self.thinking = None
            if line == self._line:
                self.table.make(choice, seconds)
                await self._after_move()

    def _question(self, line: int) -> Callable[[], tuple[Choice, float]]:
        """What a thinker is to do: ask for a move in the position as it is now, unless that has passed by then."""
        position, history = self.table.position, list(self.table.history)

        def ask() -> tuple[Choice, float]:
            if line != self._line:
                raise _Superseded
            self._asking = True
            try:
                return self.table.ask(position, history)
            finally:
                self._asking = False

        return ask

    async def _after_move(self) -> None:
        if self.table.position.turn is None:
            self.result = self.table.result()
        await self._tell()

    async def _tell(self) -> None:
        lines: list[Line] = [self.table.header, *self.table.turns]
        self._keep([*lines, self.result] if self.result is not None else lines)
        await self._announce()

    async def _let_go(self) -> None:
        """The minds' players are not needed any more; an undo would seat them anew."""
        for seat, thinker in self._thinkers.items():
            hosted = self.table.seats[seat]
            assert isinstance(hosted, ProcessSeat)
            await thinker.run(partial(_leave, hosted))

    async def _announce(self) -> None:
        self.changes += 1
        async with self.changed:
            self.changed.notify_all()


def _plays(mind: str, game: Game) -> bool:
    try:
        load_mind(mind, game)
    except BadInput:
        return False
    return True


def _leave(seat: ProcessSeat) -> None:
    with contextlib.suppress(Fault):
        seat.leave()
