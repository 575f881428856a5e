"""Checks of knowledge files while they are written, by processes that are kept from one check to the next."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial

from ludoteca.child.errors import ChildError, Crashed
from ludoteca.core.game import Game
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.knowledge_trials import refuse_unusable
from ludoteca.minds.shared.knowledge import Checker, Diagnostic, Knowledge, KnowledgeMind

_SECONDS = 5.0  # for one check
_MOST_KEPT = 8  # processes that wait for the next text
_MOST_CHECKS = 500  # by one process
_IDLE = 300.0  # seconds after which a process ends


@dataclass(slots=True)
class _Kept:
    """A process, how many texts it has checked, and when the last one was."""

    checker: Checker
    checks: int = 0
    used: float = field(default_factory=time.monotonic)


class KnowledgeChecks:
    """Checks texts in threads of their own. The texts of one file share a process; no text is run."""

    def __init__(self) -> None:
        self._threads = BackgroundThreads("knowledge-check")
        self._lock = threading.Lock()
        self._kept: dict[Hashable, _Kept] = {}  # the one used last at the end

    async def run(
        self, school: type[KnowledgeMind], game: Game, knowledge: Knowledge, owner: str | None = None
    ) -> tuple[Diagnostic, ...]:
        """The errors and warnings of a text of somebody; raises `BadInput`."""
        refuse_unusable(school)
        about = (school, game.name, tuple(game.values.items()), knowledge.name, owner)
        start = partial(school.with_defaults().make_checker, game)
        return await self._threads.run(partial(self._check, about, start, knowledge), owner)

    def close(self) -> None:
        self._threads.close()
        with self._lock:
            self._end(len(self._kept))

    def _check(self, about: Hashable, start: Callable[[], Checker], knowledge: Knowledge) -> tuple[Diagnostic, ...]:
        with self._lock:
            kept = self._kept.pop(about, None)
        if kept is None or not kept.checker.alive:
            kept = _Kept(start())
        try:
            return kept.checker.check(knowledge, _SECONDS)
        except ChildError as error:
            if kept.checks and isinstance(error, Crashed):  # perhaps by an earlier text: a new process decides
                return self._check(about, start, knowledge)
            return (Diagnostic(0, error.message),)
        finally:
            self._keep(about, kept)

    def _keep(self, about: Hashable, kept: _Kept) -> None:
        """Keep a process for the next text, and end those that are one too many or were not used for long."""
        kept.checks += 1
        kept.used = time.monotonic()
        with self._lock:
            if about in self._kept or kept.checks >= _MOST_CHECKS or not kept.checker.alive:
                kept.checker.close()
            else:
                self._kept[about] = kept
            idle = sum(kept.used - other.used > _IDLE for other in self._kept.values())
            self._end(max(idle, len(self._kept) - _MOST_KEPT))

    def _end(self, count: int) -> None:
        """End the processes that were used least recently."""
        for about in list(self._kept)[:count]:
            self._kept.pop(about).checker.close()
