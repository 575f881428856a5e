"""Moves with their explanations, played once for all tests, and what is wrong with their traces after a change."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move
from ludoteca.core.record import from_data, to_json
from ludoteca.core.seeds import derive
from ludoteca.core.traces import trace_types
from ludoteca.core.verdicts import Claim, trace_defects
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind

_SECONDS = 60.0


@cache
def explained(mind: str, game: str, options: str = "", most: int = 12, seed: int = 1) -> tuple[Claim, ...]:
    """The first moves of a mind that plays all seats of a game, each with the position that it saw."""
    playing = load_game(game, dict(option.split("=") for option in options.split(",") if option))
    lot = random.Random(seed)
    players = [
        load_mind(mind, playing).join(playing, seat, derive(seed, "player", seat)) for seat in range(len(playing.seats))
    ]
    position, history, claims = playing.start(seed), list[Move](), list[Claim]()
    try:
        while position.turn is not None and len(claims) < most:
            if len(history) < 2:  # so that minds without chance play different games
                move = lot.choice(position.moves)
            else:
                seen = position.seen_by(position.turn, len(history))
                choice = players[position.turn].choose(seen, history, Clock(_SECONDS))
                move = choice.move
                claims.append(Claim(choice.why.reason.claim, seen, move, move, choice.why, mind))
            history.append(move)
            position = position.after(move)
    finally:
        for player in players:
            player.close()
    return tuple(claims)


def trace_data(claim: Claim) -> dict[str, Any]:
    """The trace of a claim as JSON data."""
    data: dict[str, Any] = to_json(claim.why.trace)
    return data


def with_trace(claim: Claim, data: Mapping[str, Any]) -> Claim:
    """A claim with another trace, from JSON data; raises pydantic's `ValidationError`."""
    trace = from_data(trace_types()[data["kind"]].type, data)
    return replace(claim, why=replace(claim.why, trace=trace))


def defects_after(claim: Claim, change: Callable[[dict[str, Any]], object]) -> list[str] | None:
    """The kinds of defects of a trace after a change of its data; the change must change something."""
    data = trace_data(claim)
    change(data)
    changed = with_trace(claim, data)
    assert changed.why.trace != claim.why.trace
    found = trace_defects(changed)
    return None if found is None else [message.key.rpartition(".")[2] for message in found]
