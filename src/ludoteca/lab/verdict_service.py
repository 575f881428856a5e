"""Verdicts on the reasons of a move: worked out when somebody reads them, in a thread, and kept for a while."""

from __future__ import annotations

from functools import partial

from ludoteca.arena.judgement import Judged, judge_played
from ludoteca.core.game import PlayedMove
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.kept_results import KeptResults
from ludoteca.lab.live_game import LiveGame

_MOST_KEPT = 512  # explanations
_MOST_WAITING = 64
_SECONDS = 2.0  # for one explanation; what is left then is not checked


class VerdictService:
    """Judges explanations of games; no mind is asked."""

    def __init__(self) -> None:
        self._threads = BackgroundThreads("verdicts", 1, _MOST_WAITING)
        self._judged: KeptResults[tuple[str, str, int], list[Judged]] = KeptResults(_MOST_KEPT)

    async def verdicts(self, live: LiveGame, ply: int) -> list[Judged]:
        """The verdicts on the reasons of the move before a position, and on its trace; none at the start."""
        if ply == 0:
            return []
        runner = live.runner
        played, why = PlayedMove(runner.positions[ply - 1], runner.history[ply - 1]), runner.turns[ply - 1].why
        work = partial(judge_played, runner.header, ply - 1, played, why, _SECONDS)
        return await self._judged.get((live.id, live.branch, ply), work, self._threads)

    def close(self) -> None:
        self._threads.close()
