"""The JSON and WebSocket API of the lab, described by /api/openapi.json."""

from __future__ import annotations

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

PARTS = (
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
)
routes = [route for part in PARTS for route in part.router.routes]
