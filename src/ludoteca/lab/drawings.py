"""Drawn positions: each is drawn once, in a thread, and kept for a while for everybody who looks at it."""

from __future__ import annotations

from functools import partial

from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.kept_results import KeptResults
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.people import Person
from ludoteca.lab.responses.game import Drawing, PositionView, position_view, shown_position

_MOST_KEPT = 256  # drawn positions, about 50 KiB each
_MOST_WAITING = 1000


class DrawingService:
    """Draws positions of games in threads."""

    def __init__(self) -> None:
        self._requests = BackgroundThreads("drawing", 1, _MOST_WAITING)
        self._followers = BackgroundThreads("drawing-for-sockets", 1, _MOST_WAITING)
        self._drawn: KeptResults[tuple[str, str, int, bool, tuple[str, ...], Drawing], PositionView] = KeptResults(
            _MOST_KEPT
        )

    async def position(
        self, live: LiveGame, ply: int, drawing: Drawing, viewer: Person, followed: bool = False
    ) -> PositionView:
        """The position of a game after so many moves, drawn; requests do not wait for those that are followed."""
        shown = shown_position(live, ply, viewer, drawing.language)
        key = live.id, live.branch, ply, shown.playable, shown.player_names, drawing
        threads = self._followers if followed else self._requests
        return await self._drawn.get(key, partial(position_view, shown, drawing), threads)

    def close(self) -> None:
        self._requests.close()
        self._followers.close()
