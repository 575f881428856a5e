"""Agents that mean harm, or do it: each loses its game, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat, Seat
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.record import Result
from ludoteca.games import load_game

AGENTS = Path(__file__).parent.parent / "hostile" / "agents"
# What is said of each when it loses; None: it is harmless, and its game goes on.
SAID = {
    "endless_plan.asl": "no end in sight",
    "endless_events.asl": "no end in sight",
    "endless_range.asl": "no end in sight",
    "endless_wait.asl": "no ",
    "belief_flood.asl": "more than 200,000 beliefs",
    "answer_flood.asl": "more than 200,000 beliefs",
    "intention_flood.asl": "intentions at once",
    "message_flood.asl": "there is no agent called black",
    "deep_goals.asl": "goals within goals",
    "deep_rules.asl": "too deep",
    "deep_terms.asl": "too deep",
    "memory.asl": "memory",
    "power.asl": "the result of a sum is too large",
    "false_actions.asl": "is not a legal move here",
    "print_flood.asl": None,
    "include.asl": "is not allowed",
    "injection.asl": None,
}


def result_of(game: Game, mind: str) -> Result:
    host = MindProcess()
    seats: list[Seat] = [ProcessSeat(mind, host), *(ProcessSeat("random", host) for _ in game.seats[1:])]
    try:
        record = GameRunner(game, seats, 1, 6).play()
    finally:
        for seat in seats:
            seat.close()
    assert record.result is not None
    return record.result


def test_every_agent_here_is_tried() -> None:
    assert {path.name for path in AGENTS.iterdir()} == set(SAID)


@pytest.mark.parametrize("name", sorted(SAID))
def test_it_loses_its_game_and_nothing_else_happens(name: str) -> None:
    game, said = load_game("queens", {"n": 1}), SAID[name]
    result = result_of(game, f"agentspeak:file={AGENTS / name},steps=250000")
    if said is None:
        assert result.forfeit is None
        return
    assert result.forfeit is not None
    assert result.forfeit.seat == "white"
    assert said in say(result.forfeit.reason)
    assert all(say(result.forfeit.reason, language) for language in LANGUAGES)
