"""Minds that lie about their own moves are caught, although they say the same again when they are asked again."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import pytest

from ludoteca.arena.judgement import judge
from ludoteca.arena.verify import Report, verify
from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation
from ludoteca.core.game import Move
from ludoteca.core.i18n import say
from ludoteca.core.verdicts import Verdict
from ludoteca.exam.mind_exam import MIND_CHECKS, played
from ludoteca.exam.result import run
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind

GAME = load_game("kalah", {"pits": 4, "seeds": 3})


@cache
def report_on(lie: str) -> Report:
    return verify(played(GAME, [f"lying:lie={lie}", "random"]))


def test_the_truth_is_true_without_the_mind() -> None:
    report = report_on("none")
    assert report.problems == report.unchecked == []
    assert report.verdicts[Verdict.TRUE] > report.verdicts[Verdict.REPRODUCED]


LIES = {
    "most": ("claim", "this is not so: leaves the fewest moves"),
    "number": ("claim", "this is not so: leaves the fewest moves"),
    "facts": ("evidence", "pit(south, 1, 99) does not hold here"),
    "line": ("source", "the mind has no rule at mine.pl, line 99"),
    "swap": ("claim", "this is not so: leaves"),
    "trace": ("trace", "the trace has"),
}


@pytest.mark.parametrize("lie", [*LIES])
def test_a_liar_is_caught(lie: str) -> None:
    key, said = LIES[lie]
    report = report_on(lie)
    assert report.verdict is Verdict.FALSE
    assert report.verdicts[Verdict.FALSE] > 0
    found = [message for _, message in report.problems if message.key == f"arena.judgement.{key}"]
    assert said in say(found[0])
    assert say(found[0], "es") != say(found[0], "en")


def test_an_event_is_not_told_more_often_than_it_happens() -> None:
    player, start = load_mind("greedy", GAME).join(GAME, 0, 1), GAME.start(0)
    choice = player.choose(start, [], Clock(20))
    because = choice.why.reason.because
    twice = replace(choice.why, reason=replace(choice.why.reason, because=(*because, *because)))
    assert [is_false(choice.move, why) for why in (choice.why, twice)] == [False, True]


def is_false(move: Move, why: Explanation) -> bool:
    return any(judged.verdict is Verdict.FALSE for judged in judge(GAME.start(0), move, why, "greedy"))


def test_a_claim_without_a_checker_is_reproduced_at_most() -> None:
    report = report_on("unchecked")
    assert report.problems == report.unchecked == []
    assert report.verdict is Verdict.REPRODUCED
    chosen = report.verdicts[Verdict.REPRODUCED] - report_on("none").verdicts[Verdict.REPRODUCED]
    assert chosen > 0


@pytest.mark.parametrize(
    ("lie", "failed", "said"),
    [
        ("none", None, ""),
        ("most", "false", "this is not so: leaves the fewest moves"),
        ("unchecked", "no_checker", "a claim without a checker cannot be said: minds.lying.unchecked"),
    ],
)
def test_a_liar_fails_the_exam(lie: str, failed: str | None, said: str) -> None:
    result = run("mind", "reasons", partial(MIND_CHECKS["reasons"], f"lying:lie={lie}", GAME), game=GAME.name)
    assert (result.problem and result.problem.key) == (failed and f"exam.mind.reasons.{failed}")
    assert said in str(result.problem)
