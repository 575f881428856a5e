"""API: executions, how the program of a mind runs at a position, step by step."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from ludoteca.arena.game_runner import seen_position
from ludoteca.arena.questions import situation
from ludoteca.core.errors import BadInput
from ludoteca.games import load_game
from ludoteca.lab.api.common import Language
from ludoteca.lab.api.games import Games, StartFrom, found_ply
from ludoteca.lab.api.knowledge import NewTrial
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.knowledge_files import knowledge_schools, school_of
from ludoteca.lab.knowledge_trials import refuse_unusable
from ludoteca.lab.responses.execution import ExecutionView, execution_view
from ludoteca.minds.shared.knowledge import Knowledge, first_turn
from ludoteca.minds.shared.stepping import Turn, execution_of

router = APIRouter(prefix="/executions")
_MOST_BEFORE = 1_000_000  # steps before the first one that is shown


async def _threads(request: Request) -> BackgroundThreads:
    threads: BackgroundThreads = request.app.state.executions
    return threads


class NewExecution(NewTrial):
    """A knowledge file to step through: at a position of a stored game, or at the first turn of a seat."""

    start: StartFrom | None = None
    first: Annotated[int, Field(ge=0, le=_MOST_BEFORE, description="The number of steps to leave out.")] = 0


@router.post("")
async def step_through(
    games: Games, threads: Annotated[BackgroundThreads, Depends(_threads)], new: NewExecution, lang: Language = "en"
) -> ExecutionView:
    """The steps of a knowledge file, recorded while it chooses a move; nothing is stored."""
    school = knowledge_schools()[school_of(new.name)]
    refuse_unusable(school)
    if school.stepper is None:
        raise BadInput("core.no_stepper")
    turns, seed = await _turns(games, new)
    position, history = turns[-1]
    mind, knowledge = school.with_defaults(), Knowledge(new.name, new.text)
    make_player = partial(mind.make_player, position.game, position.turn or 0, seed, knowledge)
    found = await threads.run(partial(execution_of, make_player, turns[-1], new.first, turns[:-1]))
    return execution_view(school.stepper, position, len(history), found, lang)


async def _turns(games: Games, new: NewExecution) -> tuple[list[Turn], int]:
    """The turns of the seat to move up to the position, and the seed of its player."""
    if new.start is None:
        game = load_game(new.game, new.options)
        if new.seat >= len(game.seats):
            raise BadInput("lab.no_such_seat", game=game.name, seats=len(game.seats))
        position, history = first_turn(game, new.seat)
        return [(position.seen_by(new.seat, 0), history)], 0
    live = await games.find(new.start.game)
    if live.game.name != new.game:
        raise BadInput("lab.start.other_game", id=new.start.game, game=live.game.name, given=new.game)
    played, ply = live.runner, found_ply(live, new.start.ply)
    found = situation(played, ply)
    earlier = [number for number in range(ply) if played.positions[number].turn == found.seat]
    turns = [(seen_position(played.positions[at], played.header.seed, at), played.history[:at]) for at in earlier]
    return [*turns, (found.position, found.history)], found.seed
