"""The JSON and WebSocket API of the lab, described by /api/openapi.json."""

from __future__ import annotations

from fastapi import APIRouter

from ludoteca.lab.api import catalogue, games, inference, knowledge, lessons, matches, plans, puzzles, societies
from ludoteca.lab.api.common import REFUSALS

router = APIRouter(prefix="/api", responses=REFUSALS)
for part in (catalogue, games, matches, knowledge, societies, inference, plans, puzzles, lessons):
    router.include_router(part.router)
