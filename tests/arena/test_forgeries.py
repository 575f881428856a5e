"""Records that were forged with care: each is found out, or at least not called true."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import result_without
from ludoteca.arena.replay import game_of, replay
from ludoteca.arena.verify import Report, verify
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import Message, say
from ludoteca.core.record import Forfeit, Record, Result, Turn
from ludoteca.core.verdicts import Verdict
from ludoteca.exam.mind_exam import played
from ludoteca.games import load_game
from tests import needs

GAME = load_game("kalah", {"pits": 4, "seeds": 3})
TOO_SLOW = Message("child.too_slow", {"seconds": 10.25})


@cache
def honest(mind: str = "greedy") -> Record:
    return played(GAME, [mind, "random"], limit=10)


def relabelled(record: Record, mind: str) -> Record:
    header = dataclasses.replace(record.header, minds=(mind, *record.header.minds[1:]))
    return dataclasses.replace(record, header=header)


def with_turns(record: Record, change: Callable[[Turn], Turn]) -> Record:
    """A record in which the first seat's choices are changed."""
    changed = (change(turn) if turn.seat == "south" and not turn.opening else turn for turn in record.turns)
    return dataclasses.replace(record, turns=tuple(changed))


def forfeited(record: Record, moves: int, seat: str, reason: Message) -> Record:
    """A record cut off after some moves, with a forfeit."""
    position = list(replay(record, game_of(record)))[moves][0].position
    result = result_without([GAME.seats.index(seat)], position.scores())
    winner = GAME.seats[result.index(1.0)]
    end = Result(position.scores(), result, winner, Forfeit(seat, reason))
    return dataclasses.replace(record, turns=record.turns[:moves], result=end)


def keys(report: Report) -> set[str]:
    return {message.key.removeprefix("arena.") for _, message in report.problems}


def remarks(report: Report) -> set[str]:
    assert report.problems == []
    assert report.verdict is Verdict.UNCHECKABLE
    return {message.key.removeprefix("arena.verify.") for _, message in report.unchecked}


def turn_of(record: Record, seat: str) -> int:
    return next(n for n, turn in enumerate(record.turns) if turn.seat == seat and n > 3)


@pytest.mark.parametrize("seat", ["south", "north"])
def test_a_win_stolen_by_a_forged_forfeit(seat: str) -> None:
    record = honest()
    forged = forfeited(record, turn_of(record, seat), seat, TOO_SLOW)
    report = verify(forged)
    assert keys(report) == {"verify.no_fault"}
    assert report.verdicts[Verdict.FALSE] == 1
    assert "but the mind plays" in say(report.problems[0][1])
    other = forfeited(record, turn_of(record, seat), {"south": "north", "north": "south"}[seat], TOO_SLOW)
    assert keys(verify(other)) == {"verify.forfeit_turn"}


@pytest.mark.parametrize("mind", ["crashing", "cheating"])
def test_a_fault_that_happens_again_is_reproduced(mind: str) -> None:
    record = played(GAME, [mind, "random"])
    assert record.result is not None
    assert record.result.forfeit is not None
    report = verify(record)
    assert report.problems == report.unchecked == []
    assert report.verdict is Verdict.REPRODUCED
    forfeit = dataclasses.replace(record.result.forfeit, reason=TOO_SLOW)
    other = dataclasses.replace(record, result=dataclasses.replace(record.result, forfeit=forfeit))
    assert remarks(verify(other)) == {"forfeit"}


def chosen_by_a_person(turn: Turn) -> Turn:
    return dataclasses.replace(turn, why=Explanation(Reason(Message("minds.human.chosen"))))


def test_a_person_may_resign_but_has_no_faults() -> None:
    record = with_turns(relabelled(honest(), "human"), chosen_by_a_person)
    resigned = forfeited(record, turn_of(record, "north"), "south", Message("minds.human.resigned"))
    assert remarks(verify(resigned)) == {"person"}
    crashed = forfeited(record, turn_of(record, "south"), "south", TOO_SLOW)
    assert keys(verify(crashed)) == {"verify.forfeit_person"}


def test_a_mind_relabelled_as_a_person() -> None:
    forged = relabelled(honest(), "human")
    report = verify(forged)
    assert keys(report) == {"judgement.person"}
    assert report.verdicts[Verdict.FALSE] > len([turn for turn in forged.turns if turn.seat == "south"])
    # Without the mind's reasons it could be a person's game; that is not called true either.
    assert remarks(verify(with_turns(forged, chosen_by_a_person))) == {"person"}
    counted = with_turns(forged, lambda turn: with_why(chosen_by_a_person(turn), effort=1000, value=0.5))
    assert keys(verify(counted)) == {"judgement.person"}


def with_why(turn: Turn, **changes: object) -> Turn:
    why = dataclasses.replace(turn.why, **changes)  # type: ignore[arg-type]
    return dataclasses.replace(turn, why=why)


def test_another_budget_in_seconds() -> None:
    record = honest("montecarlo:seconds=0.02")
    assert remarks(verify(record)) == {"timed"}
    assert remarks(verify(relabelled(record, "montecarlo:seconds=5"))) == {"timed"}


def test_another_budget_in_counts_hidden_behind_the_clock() -> None:
    record = honest("montecarlo:simulations=60")
    forged = relabelled(record, "montecarlo:simulations=3000")
    assert "verify.other_reason" in keys(verify(forged))
    slow = with_turns(forged, lambda turn: dataclasses.replace(turn, seconds=9.0))
    assert remarks(verify(slow)) == {"cut_short"}


def test_another_budget_in_counts_hidden_behind_an_interrupt() -> None:
    forged = relabelled(honest("montecarlo:simulations=60"), "montecarlo:simulations=3000")
    hurried = with_turns(forged, lambda turn: dataclasses.replace(turn, interrupted=True))
    assert remarks(verify(hurried)) == {"interrupted"}
    other = with_turns(hurried, lambda turn: with_why(turn, effort=59))
    assert "verify.other_reason" in keys(verify(other))


def test_a_mind_that_counts_no_effort_is_not_asked_again_after_an_interrupt() -> None:
    """Its choice may be another one for lack of time; that is no proof of anything."""
    forged = relabelled(honest("random"), "greedy")
    assert "verify.other_move" in keys(verify(forged))
    hurried = with_turns(forged, lambda turn: dataclasses.replace(turn, interrupted=True))
    report = verify(hurried)
    assert not keys(report) & {"verify.other_move", "verify.other_reason"}
    assert "arena.verify.interrupted_uncounted" in {message.key for _, message in report.unchecked}
    assert report.verdict is not Verdict.TRUE
    same = with_turns(honest(), lambda turn: dataclasses.replace(turn, interrupted=True))
    assert verify(same).unchecked == []


def test_another_limit() -> None:
    record = honest("alphabeta:depth=4")
    assert verify(record).unchecked == []
    assert remarks(verify(relabelled(record, "alphabeta:depth=4,memory=128"))) == {"limits"}


def test_a_budget_of_positions_that_is_reached_is_confirmed() -> None:
    record = honest("alphabeta:nodes=200")
    assert (report := verify(record)).unchecked == [] and report.verdict is Verdict.REPRODUCED
    assert "verify.other_reason" in keys(verify(relabelled(record, "alphabeta:nodes=201")))
    assert remarks(verify(relabelled(honest("alphabeta:depth=4"), "alphabeta:depth=4,nodes=900000000"))) == {"limits"}


@needs.prolog
def test_a_limit_that_would_have_been_reached(tmp_path: Path) -> None:
    slow = "choose(Move) :-\n    count(20000),\n    legal(Move).\ncount(0).\ncount(N) :- N > 0, M is N - 1, count(M).\n"
    mine = tmp_path / "mine.pl"
    mine.write_text(slow, encoding="utf-8")
    from ludoteca.minds.schools import pinned

    record = honest(pinned(f"prolog:file={mine}", GAME))
    assert verify(record).unchecked == []
    name = record.header.minds[0]
    assert keys(verify(relabelled(record, f"{name},inferences=1000"))) == {"verify.fails"}
    assert remarks(verify(relabelled(record, f"{name},inferences=20000000"))) == {"limits"}
    # A digest dropped and the file swapped, for one that does the same.
    mine.write_text(slow + "% Nothing else.\n", encoding="utf-8")
    assert remarks(verify(relabelled(record, f"prolog:file={mine}"))) == {"not_pinned"}


def test_a_move_that_took_longer_than_the_limit() -> None:
    for seconds in (9999.0, -1.0, float("nan")):
        forged = with_turns(honest(), lambda turn, seconds=seconds: dataclasses.replace(turn, seconds=seconds))  # type: ignore[misc]
        assert keys(verify(forged)) == {"verify.seconds"}
    person = with_turns(relabelled(honest(), "human"), chosen_by_a_person)
    patient = with_turns(person, lambda turn: dataclasses.replace(turn, seconds=9999.0))
    assert remarks(verify(patient)) == {"person"}


def test_a_mind_that_is_too_slow_here_makes_no_record_false() -> None:
    slow = relabelled(honest(), "slow")
    turns = tuple(dataclasses.replace(turn, seconds=0.0) for turn in slow.turns)
    report = verify(dataclasses.replace(slow, header=dataclasses.replace(slow.header, limit=0.02), turns=turns))
    assert report.problems == []
    late = [number for number, message in report.unchecked if message.key == "child.too_slow"]
    assert len(late) == len([turn for turn in slow.turns if turn.seat == "south" and not turn.opening])
    assert report.verdict is Verdict.UNCHECKABLE


def test_a_choice_that_passes_for_a_move_of_the_opening() -> None:
    record = honest()
    number = sum(turn.opening for turn in record.turns)
    turns = [*record.turns]
    turns[number] = dataclasses.replace(turns[number], opening=True)
    assert "verify.opening" in keys(verify(dataclasses.replace(record, turns=tuple(turns))))


def test_a_chance_of_winning_above_certainty() -> None:
    forged = with_turns(honest("montecarlo:simulations=60"), lambda turn: with_why(turn, value=1.5))
    assert keys(verify(forged)) == {"verify.value", "verify.other_reason", "judgement.trace"}


def test_reasons_for_moves_that_are_not_legal_or_are_named_twice() -> None:
    def elsewhere(turn: Turn) -> Turn:
        rejected = [dataclasses.replace(other, move="99") for other in turn.why.rejected[:1]]
        return with_why(turn, rejected=(*rejected, *turn.why.rejected[1:]))

    assert "judgement.illegal" in keys(verify(with_turns(honest(), elsewhere)))
    twice = with_turns(honest(), lambda turn: with_why(turn, rejected=turn.why.rejected[:1] * 2))
    assert "judgement.named_twice" in keys(verify(twice))
