"""Drawn positions: each is drawn once, in a thread, and kept for a while for everybody who looks at it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial

from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.responses.game import Drawing, PositionView, position_view, shown_position

_MOST_KEPT = 256  # drawn positions, about 50 KiB each
_MOST_WAITING = 1000
_Key = tuple[str, str, int, bool, Drawing]


class DrawingService:
    """Draws positions of games in threads."""

    def __init__(self) -> None:
        self._threads = BackgroundThreads("drawing", 1, _MOST_WAITING)
        self._drawn: OrderedDict[_Key, asyncio.Task[PositionView]] = OrderedDict()

    async def position(self, live: LiveGame, ply: int, drawing: Drawing) -> PositionView:
        """The position of a game after so many moves, drawn."""
        shown = shown_position(live, ply)
        key = live.id, live.branch, ply, shown.playable, drawing
        task = self._drawn.get(key)
        if task is None:
            task = asyncio.create_task(self._threads.run(partial(position_view, shown, drawing)))
            task.add_done_callback(lambda done: self._drop_failed(key, done))
            self._drawn[key] = task
            if len(self._drawn) > _MOST_KEPT:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        return await asyncio.shield(task)

    def close(self) -> None:
        self._threads.close()

    def _drop_failed(self, key: _Key, task: asyncio.Task[PositionView]) -> None:
        """A drawing that failed is tried again when it is next asked for."""
        if task.cancelled() or task.exception() is not None:
            self._drawn.pop(key, None)
