"""The conformance exam, for every game and every mind of ours; and minds that misbehave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.child.limits import Limits
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.exam.game_exam import GAME_CHECKS, examine_game
from ludoteca.exam.mind_exam import MIND_CHECKS, introduction, playable_games, played, run_check
from ludoteca.games import game_names, load_game
from ludoteca.minds.schools import mind_names, school

HOSTILE = {path.name for path in (Path(__file__).parent.parent / "hostile" / "minds").iterdir() if path.is_dir()}
MINDS = [
    name
    for name in mind_names()
    if name not in HOSTILE | {"program"} and not school(name).at_terminal  # a program has no default
]


@pytest.mark.parametrize("name", game_names())
def test_every_game_passes_the_exam(name: str) -> None:
    results = list(examine_game(load_game(name)))
    assert len(results) == len(GAME_CHECKS)
    assert [(say(result.check), str(result.problem)) for result in results if not result.passed] == []


def pairs() -> Iterator[tuple[str, str]]:
    """Every mind with every game it plays."""
    for mind in MINDS:
        for game in playable_games(mind):
            yield game.name, mind


@pytest.mark.parametrize("check", list(MIND_CHECKS))
@pytest.mark.parametrize(("name", "mind"), list(pairs()))
def test_every_mind_passes_the_exam_in_every_game_it_plays(check: str, name: str, mind: str) -> None:
    result = run_check(check, mind, load_game(name))
    assert result.passed, str(result.problem)


@pytest.mark.parametrize("mind", MINDS)
def test_every_mind_introduces_itself_and_plays_some_game(mind: str) -> None:
    introduction(mind)
    assert playable_games(mind)


FAULTS = {
    "slow": "no answer within",
    "crashing": "RuntimeError: I have had enough",
    "dying": "SIGABRT",
    "cheating": '"all of them" is not a legal move here',
    "eating": "ran out of memory",
    "mumbling": "Unknown message key",
    "rambling": "too large: a text has 2,100,000 characters; at most 2,000 are allowed",
}


# Every fault in one game, and one of them in every game.
@pytest.mark.parametrize(
    ("name", "mind"),
    [*(("kalah", mind) for mind in FAULTS), *((name, "crashing") for name in game_names() if name != "kalah")],
)
def test_a_hostile_mind_loses_its_game_and_nothing_else_happens(name: str, mind: str) -> None:
    game = load_game(name)
    others = ["random"] * (len(game.seats) - 1)
    limits = Limits(memory=1 << 30, open_files=None, file_size=None, confined=False)
    record = played(game, [mind, *others], limit=0.5 if mind == "slow" else 60, limits=limits)
    assert record.result is not None
    assert record.result.forfeit is not None
    assert record.result.forfeit.seat == game.seats[0]
    assert FAULTS[mind] in say(record.result.forfeit.reason)
    assert all(say(record.result.forfeit.reason, language) for language in LANGUAGES)
    assert record.result.result[0] == 0
    assert record.result.winner != game.seats[0]


def test_what_a_mind_prints_is_not_taken_for_its_answer() -> None:
    record = played(load_game("kalah"), ["chatty", "random"])
    assert record.result is not None
    assert record.result.forfeit is None
