"""Questions about choices in games: each is asked of a process of its own, so that no game is disturbed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludoteca.arena.questions import THINKING, ChangeSearch, Situation, advice, situation, what_would_change, why_not
from ludoteca.arena.seat import Fault, ProcessSeat
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.mind import Choice
from ludoteca.lab.errors import LabBusy
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.mind_processes import GameProcess, MindProcesses
from ludoteca.lab.places import Place
from ludoteca.minds.schools import suggested_mind

_WAITING = 20.0  # seconds that a question may wait for its turns, beside those of thinking

T = TypeVar("T")


class QuestionService:
    """Asks minds for a hint, why not another move, and what would change their choice."""

    def __init__(self, processes: MindProcesses) -> None:
        self._processes = processes

    async def hint(self, live: LiveGame, moves: int, owner: str | None = None) -> Choice:
        """The move that a searching mind would make after so many moves; raises `BadInput` and `LabBusy`."""
        return await self._advice(lambda mind: situation(live.runner, moves, mind), live.game, owner)

    async def advice(self, place: Place, owner: str | None = None) -> Choice:
        """The move that a searching mind would make in a position; raises `BadInput` and `LabBusy`."""
        turn, game = place.turn, place.game
        position, history, seed = turn.position, turn.history, turn.seed
        return await self._advice(lambda mind: Situation(game, position, history, mind, seed), game, owner)

    async def choices(self, place: Place, minds: Sequence[str], owner: str | None = None) -> list[Choice]:
        """The move that each of some minds would make in a position; raises `BadInput` and `LabBusy`."""
        turn, game = place.turn, place.game

        def choice(process: GameProcess, mind: str) -> Choice:
            asked = Situation(game, turn.position, turn.history, mind, turn.seed)
            return advice(asked, ProcessSeat(mind, process.process))

        return await self._run(lambda process: [choice(process, mind) for mind in minds], THINKING * len(minds), owner)

    async def _advice(self, asked: Callable[[str], Situation], game: Game, owner: str | None) -> Choice:
        def work(process: GameProcess) -> Choice:
            question = asked(suggested_mind(game, "adviser"))
            return advice(question, ProcessSeat(question.mind, process.process))

        return await self._run(work, THINKING, owner)

    async def why_not(
        self, live: LiveGame, moves: int, move: str, mind: str | None, owner: str | None = None
    ) -> tuple[Situation, Choice]:
        """The choice after so many moves, with the reason against a move; raises `BadInput` and `LabBusy`."""

        def work(process: GameProcess) -> tuple[Situation, Choice]:
            asked = situation(live.runner, moves, mind)
            return asked, why_not(asked, move, ProcessSeat(asked.mind, process.process))

        return await self._run(work, THINKING, owner)

    async def what_if(
        self, live: LiveGame, moves: int, move: str, mind: str | None, seconds: float, owner: str | None = None
    ) -> tuple[Situation, ChangeSearch]:
        """The smallest change that makes a mind choose a move; raises `BadInput` and `LabBusy`."""

        def work(process: GameProcess) -> tuple[Situation, ChangeSearch]:
            asked = situation(live.runner, moves, mind)
            return asked, what_would_change(asked, move, seconds, ProcessSeat(asked.mind, process.process))

        return await self._run(work, seconds + THINKING, owner)

    async def _run(self, work: Callable[[GameProcess], T], seconds: float, owner: str | None) -> T:
        process = GameProcess(self._processes.share_of(owner))
        try:
            return await asyncio.wait_for(self._processes.run(process, lambda: work(process)), seconds + _WAITING)
        except Fault as fault:
            raise BadInput(fault.message.key, **fault.message.args) from None
        except TimeoutError:
            raise LabBusy("lab.busy") from None
        finally:
            await self._processes.end(process)
