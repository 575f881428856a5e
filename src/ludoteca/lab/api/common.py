"""What all parts of the API share: who is asked, in which language, and what a refusal looks like."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from ludoteca.lab.lab_state import LabState

LONGEST = 200  # characters of a name or a mind
BIGGEST = 2**53 - 1  # the largest number JavaScript keeps exactly


class Refusal(BaseModel):
    """Why a request was refused, in a sentence; what is wrong with a text has its file and its line."""

    error: str
    file: str | None = None
    line: int | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {code: {"model": Refusal} for code in (400, 401, 403, 404, 413, 422)}

Language = Annotated[Literal["en", "es"], Query(description="The language to answer in.")]
Id = Annotated[str, Path(pattern=r"^[0-9a-f-]{1,40}$", description="As in the list of games or matches.")]
GameName = Annotated[str, Path(max_length=LONGEST, description="The name of a game.")]
Game = Annotated[str, Field(max_length=LONGEST, examples=["kalah"])]
Setting = int | float | bool | Annotated[str, Field(max_length=LONGEST)]
Settings = dict[str, Setting]
Mind = Annotated[str, Field(max_length=LONGEST, examples=["human", "montecarlo:simulations=2000"])]


class Body(BaseModel):
    """What is sent to us: nothing but what was asked for."""

    model_config = ConfigDict(extra="forbid")


def rooms_of(request: Request) -> LabState:
    rooms: LabState = request.app.state.rooms
    return rooms
