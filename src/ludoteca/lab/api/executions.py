"""API: executions, how the program of a mind runs at a position, step by step."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from pydantic import Field

from ludoteca.core.errors import BadInput
from ludoteca.lab.api.common import Language, Who
from ludoteca.lab.api.knowledge import Files, NewTrial
from ludoteca.lab.api.places import Games, find_place
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.knowledge_files import knowledge_schools, school_of
from ludoteca.lab.knowledge_trials import refuse_unusable
from ludoteca.lab.player_names import names_at
from ludoteca.lab.responses.execution import ExecutionView, execution_view
from ludoteca.minds.shared.stepping import execution_of

router = LabRouter("/executions")
_MOST_BEFORE = 1_000_000  # steps before the first one that is shown


async def _threads(request: Request) -> BackgroundThreads:
    threads: BackgroundThreads = request.app.state.executions
    return threads


class NewExecution(NewTrial):
    """A knowledge file to step through in a position, or in the first turn of a seat."""

    digest: Annotated[
        str | None, Field(pattern="^[0-9a-f]{8}$", description="Of the program as a game was started with it.")
    ] = None
    first: Annotated[int, Field(ge=0, le=_MOST_BEFORE, description="The number of steps to leave out.")] = 0


@router.post("")
async def step_through(
    games: Games,
    files: Files,
    threads: Annotated[BackgroundThreads, Depends(_threads)],
    who: Who,
    new: NewExecution,
    lang: Language = "en",
) -> ExecutionView:
    """The steps of a knowledge file, recorded while it chooses a move; nothing is stored."""
    school = knowledge_schools()[school_of(new.name)]
    refuse_unusable(school)
    if school.stepper is None:
        raise BadInput("core.no_stepper")
    place = await find_place(games, new)
    turn, mind = place.turn, school.with_defaults()
    for knowledge in await asyncio.to_thread(files.programs, place.game.name, new.name, new.text, new.digest):
        make_player = partial(mind.make_player, place.game, turn.seat, turn.seed, knowledge)
        found = await threads.run(partial(execution_of, make_player, turn, new.first, place.earlier), who.owner)
        if found.steps:
            break
    names = names_at(place, who, lang)
    return execution_view(school.stepper, turn.position, len(turn.history), found, knowledge.texts, lang, names)
