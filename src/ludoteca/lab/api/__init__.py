"""The JSON and WebSocket API of the lab, described by /api/openapi.json."""

from __future__ import annotations

from fastapi import APIRouter

from ludoteca.lab.api import (
    catalogue,
    classroom,
    executions,
    games,
    inference,
    knowledge,
    lessons,
    matches,
    places,
    plans,
    puzzles,
    societies,
)
from ludoteca.lab.api.common import REFUSALS

router = APIRouter(prefix="/api", responses=REFUSALS)
for part in (
    catalogue,
    classroom,
    games,
    matches,
    knowledge,
    executions,
    societies,
    inference,
    places,
    plans,
    puzzles,
    lessons,
):
    router.include_router(part.router)
