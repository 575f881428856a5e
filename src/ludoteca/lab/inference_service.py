"""Inference sessions: kept in memory, and stepped in threads of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ludoteca.core.errors import NotFound
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.ids import new_id
from ludoteca.lab.inference import InferenceSession, InferenceSessions

T = TypeVar("T")


class InferenceService:
    """All inference sessions of the lab."""

    def __init__(self) -> None:
        self._sessions = InferenceSessions()
        self._threads = BackgroundThreads("inference")

    def start(self, game: str, options: dict[str, object], seed: int, strategy: str) -> InferenceSession:
        """Start a session with a game's rules; raises `BadInput`."""
        return self._sessions.begin(new_id(), game, options, seed, strategy)

    def find(self, session_id: str) -> InferenceSession:
        """A session by its id; raises `NotFound`."""
        session = self._sessions.find(session_id)
        if session is None:
            raise NotFound("lab.inference.no_such", id=session_id)
        return session

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, done in a background thread."""
        return await self._threads.run(work)

    def close(self) -> None:
        self._threads.close()
