"""Records with corrupted explanations are reported on or refused; the page and the terminal show them."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.judgement import judge_played
from ludoteca.arena.replay import game_of, replay
from ludoteca.arena.seat import LocalSeat
from ludoteca.arena.verify import verify
from ludoteca.cli.output import console, show_turn
from ludoteca.core.errors import BadInput
from ludoteca.core.record import Record, parse_record, to_json, to_line
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.lab.responses.game import Drawing, ShownPosition, position_view
from tests import needs

MINDS = [
    ("kalah", "greedy"),
    ("kalah", "montecarlo:simulations=20"),
    ("kalah", "alphabeta:depth=2"),
    pytest.param("kalah", "prolog", marks=needs.prolog),
    ("kalah", "clips"),
    ("kalah", "agentspeak"),
    ("agricola_planning", "planner:states=200"),
    ("agricola_classic", "agenda"),
]
_SEED, _OPENING, _MOVES = 5, 2, 4


@cache
def lines_of(name: str, mind: str) -> tuple[Any, ...]:
    """The beginning of an honest record as JSON; its version is another one, so that no mind is asked again."""
    game = load_game(name)
    seats = [LocalSeat(each, game) for each in (mind, *["random"] * (len(game.seats) - 1))]
    runner = GameRunner(game, seats, _SEED)
    for number, seat in enumerate(seats):
        seat.join(game, number, derive(_SEED, "player", number))
    runner.open(_OPENING)
    while runner.position.turn != 0:
        runner.make(*runner.ask(runner.position, runner.history))
    for _ in range(_MOVES):
        runner.make(*runner.ask(runner.position, runner.history))
    for seat in seats:
        seat.close()
    return tuple(map(to_json, (dataclasses.replace(runner.header, version="0.0.0"), *runner.turns)))


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in some JSON data with each of its keys."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


ODD_VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    10**30,
    1e300,
    "",
    "x",
    "{x}",
    "[/red]",
    "9",
    [],
    [[]],
    {},
    {"key": "core.mind_name"},
]


def corrupted(data: st.DataObject, lines: tuple[Any, ...]) -> tuple[int, str]:
    """The number of a move and a record in which values of its explanation were changed, repeated or removed."""
    copied = copy.deepcopy(list(lines))
    number = data.draw(st.integers(1, len(copied) - 1))
    move = copied[number]
    for _ in range(data.draw(st.integers(1, 3))):
        found = list(places(move["why"]))
        if not found:
            break
        container, key = data.draw(st.sampled_from(found))
        match data.draw(st.sampled_from(["odd", "other", "remove", "more"])):
            case "odd":
                container[key] = copy.deepcopy(data.draw(st.sampled_from(ODD_VALUES)))
            case "other":
                other, there = data.draw(st.sampled_from(list(places(copied[1:]))))
                container[key] = copy.deepcopy(other[there])
            case "remove":
                del container[key]
            case "more" if isinstance(container[key], int | float) and not isinstance(container[key], bool):
                container[key] += 1
            case "more" if isinstance(container[key], list):
                container[key] = container[key] * 2
            case _:
                pass
    return number, "".join(json.dumps(line) + "\n" for line in copied)


def shown(record: Record, only: int | None = None) -> None:
    """Draw every position of a record, or the one after a move, for the page and for the terminal."""
    game = game_of(record)
    for number, (played_move, turn) in enumerate(replay(record, game), 1):
        if only not in (None, number):
            continue
        after = played_move.position.after(played_move.move)
        position_view(ShownPosition(game, number, after, played_move, turn.why, False), Drawing("es"))
        judged = judge_played(record.header, number - 1, played_move, turn.why, 9.0)
        with console.capture():
            show_turn(number, played_move, turn, judged, turn.seat)


@pytest.mark.parametrize(("name", "mind"), MINDS)
def test_an_honest_record_has_nothing_false_in_it(name: str, mind: str) -> None:
    record = parse_record("".join(f"{to_line(line)}\n" for line in lines_of(name, mind)))
    report = verify(record)
    assert report.problems == []
    assert report.verdict is Verdict.UNCHECKABLE
    shown(record)


@pytest.mark.parametrize(("name", "mind"), MINDS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_corrupted_explanation_crashes_nothing(name: str, mind: str, data: st.DataObject) -> None:
    number, text = corrupted(data, lines_of(name, mind))
    try:
        record = parse_record(text)
    except BadInput:
        return
    report = verify(record)
    assert report.moves == len(record.turns)
    assert report.verdict in (Verdict.FALSE, Verdict.UNCHECKABLE)
    shown(record, number)
