"""Agents that mean harm, or do it: each loses its game, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.seat import MindProcess
from ludoteca.child.sandbox import Isolation
from ludoteca.games import load_game
from ludoteca.minds import agentspeak
from ludoteca.minds.agentspeak import engine
from ludoteca.minds.agentspeak.mind import AgentSpeak
from tests.minds.hostile import LEVELS, check_game, hostile_files, surprises

STEPS = {"": 10_000, "slow": 250_000}


def mind(cost: str = "") -> AgentSpeak:
    return AgentSpeak({**AgentSpeak.with_defaults().values, "steps": STEPS[cost]})


@pytest.mark.parametrize("level", LEVELS)
def test_hostile_agents_do_no_harm(level: Isolation, tmp_path: Path) -> None:
    assert len(hostile_files("agentspeak")) > 40
    assert surprises(agentspeak, engine, mind, load_game("queens", {"n": 1}), level, tmp_path) == {}


@pytest.mark.parametrize("file", ["endless_plan.asl", "deep_rules.asl", "memory.asl", "injection.asl", "empty.asl"])
def test_it_loses_its_game_and_nothing_else_happens(file: str, minds: MindProcess) -> None:
    check_game(minds, load_game("queens", {"n": 1}), f"agentspeak:steps={STEPS['']}", file)
