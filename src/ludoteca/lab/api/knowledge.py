"""Knowledge that people write: tried, kept, read, forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from ludoteca.games import load_game
from ludoteca.lab.api.common import LONGEST, Body, Game, GameName, Language, Settings, rooms_of
from ludoteca.lab.knowledge_files import Shelved, school_of, written_schools
from ludoteca.lab.responses import ToldTrial, told_trial
from ludoteca.minds.shared.knowledge import Knowledge

router = APIRouter(prefix="/knowledge")
_LARGEST = 1 << 18  # characters of knowledge

FileName = Annotated[str, Path(max_length=LONGEST, description="The name of a file of knowledge.")]


class NewText(Body):
    """The text of a file of knowledge."""

    text: Annotated[str, Field(max_length=_LARGEST)]


class Attempt(Body):
    """Knowledge to try: its name tells the school."""

    game: Game
    options: Settings = Field(default_factory=dict)
    name: Annotated[str, Field(max_length=LONGEST, examples=["mine.pl"])]
    text: Annotated[str, Field(max_length=_LARGEST)]
    seat: Annotated[int, Field(ge=0, le=15)] = 0


class Page(BaseModel):
    """Knowledge, whole."""

    game: str
    name: str
    school: str
    mind: str
    own: bool
    text: str


@router.get("")
def list_knowledge(request: Request) -> list[Shelved]:
    """The games' own knowledge, and what people wrote."""
    return rooms_of(request).shelf.all()


@router.post("/try")
async def try_knowledge(request: Request, attempt: Attempt, lang: Language = "en") -> ToldTrial:
    """What knowledge would play first, or what is wrong with it; nothing is kept."""
    school = school_of(attempt.name)
    game = load_game(attempt.game, attempt.options)
    knowledge = Knowledge(attempt.name, attempt.text)
    trial = await rooms_of(request).try_out(written_schools()[school], game, knowledge, attempt.seat)
    return told_trial(game, trial, lang)


@router.get("/{game}/{name}")
def get_knowledge(request: Request, game: GameName, name: FileName) -> Page:
    """One piece of knowledge."""
    item, knowledge = rooms_of(request).shelf.read(game, name)
    return Page(game=item.game, name=item.name, school=item.school, mind=item.mind, own=item.own, text=knowledge.text)


@router.get("/{game}/{name}/starter")
def get_starter(game: GameName, name: FileName) -> NewText:
    """What a new file of that name may begin with: something that plays at once, where the school can play the game."""
    return NewText(text=written_schools()[school_of(name)].starter_text_for(load_game(game)))


@router.put("/{game}/{name}")
def keep_knowledge(request: Request, game: GameName, name: FileName, new: NewText) -> Shelved:
    """Keep knowledge under a name; it can then be chosen as a mind."""
    return rooms_of(request).shelf.keep(game, name, new.text)


@router.delete("/{game}/{name}", status_code=204)
def delete_knowledge(request: Request, game: GameName, name: FileName) -> None:
    """Forget what somebody wrote."""
    rooms_of(request).shelf.delete(game, name)
