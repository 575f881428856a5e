"""The JSON and WebSocket API of the lab, described by /api/openapi.json."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from ludoteca.lab.api import (
    catalogue,
    classroom,
    coursework,
    executions,
    games,
    inference,
    knowledge,
    league,
    learning,
    lessons,
    matches,
    places,
    plans,
    puzzles,
    school_table,
    societies,
)
from ludoteca.lab.api.common import REFUSALS

router = APIRouter(responses=REFUSALS, dependencies=[Depends(coursework.note_activity)])
for part in (
    catalogue,
    classroom,
    games,
    matches,
    knowledge,
    executions,
    societies,
    learning,
    inference,
    places,
    plans,
    puzzles,
    school_table,
    lessons,
    coursework,
    league,
):
    router.include_router(part.router)
