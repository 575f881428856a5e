"""Trials: a knowledge file chooses one move in a process of its own, and nothing is stored."""

from __future__ import annotations

from functools import partial

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind, Trial, refuse_untrusted


def refuse_unusable(school: type[KnowledgeMind]) -> None:
    """Raise `BadInput` where knowledge of a school must not be run, or its program is missing."""
    refuse_untrusted()
    missing = school.missing()
    if missing is not None:
        raise BadInput(missing.key, **missing.args)


class KnowledgeTrials:
    """Runs trials in threads of their own."""

    def __init__(self) -> None:
        self._threads = BackgroundThreads("knowledge-trial")

    async def run(self, school: type[KnowledgeMind], game: Game, knowledge: Knowledge, seat: int) -> Trial:
        """The move that knowledge chooses at the start of a game, or what is wrong with it; raises `BadInput`."""
        refuse_unusable(school)
        if seat >= len(game.seats):
            raise BadInput("lab.no_such_seat", game=game.name, seats=len(game.seats))
        return await self._threads.run(partial(school.with_defaults().trial, game, knowledge, seat))

    def close(self) -> None:
        self._threads.close()
