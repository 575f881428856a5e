"""A record that was edited is found out."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable

import pytest

from ludoteca.arena.game_runner import GameRunner, result_without
from ludoteca.arena.replay import game_of, referee, replay
from ludoteca.arena.seat import ProcessSeat
from ludoteca.arena.verify import Report, verify
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact
from ludoteca.core.i18n import Message, say
from ludoteca.core.record import Forfeit, Record, Result, Turn
from ludoteca.core.verdicts import Verdict
from ludoteca.games.kalah import Kalah


@pytest.fixture(scope="module")
def record() -> Record:
    seats = [ProcessSeat("greedy"), ProcessSeat("random")]
    try:
        return GameRunner(Kalah({"pits": 4, "seeds": 3}), seats, 11).play(opening=2)
    finally:
        for seat in seats:
            seat.close()


def edited(record: Record, number: int, change: Callable[[Turn], Turn]) -> Record:
    turns = list(record.turns)
    turns[number] = change(turns[number])
    return dataclasses.replace(record, turns=tuple(turns))


def greedy_turn(record: Record) -> int:
    return next(n for n, turn in enumerate(record.turns) if turn.why.reason.because and not turn.opening)


def problems(record: Record) -> str:
    return " / ".join(say(message) for _, message in verify(record).problems)


def test_a_true_record_is_true(record: Record) -> None:
    report = verify(record)
    assert report.problems == []
    assert report.verdicts[Verdict.TRUE] > 0
    assert report.verdicts[Verdict.FALSE] == report.verdicts[Verdict.UNCHECKABLE] == 0
    assert report.verdict in (Verdict.TRUE, Verdict.REPRODUCED)


def test_where_nothing_was_checked_nothing_is_true() -> None:
    assert Report().verdict is Verdict.UNCHECKABLE
    assert Report(verdicts=Counter({Verdict.TRUE: 3})).verdict is Verdict.TRUE
    assert Report(verdicts=Counter({Verdict.TRUE: 3, Verdict.UNCHECKABLE: 1})).verdict is Verdict.UNCHECKABLE


def test_evidence_that_does_not_hold_is_found(record: Record) -> None:
    def change(turn: Turn) -> Turn:
        reason = dataclasses.replace(turn.why.reason, evidence=(Fact("pit", ("south", 1, 99)),))
        return dataclasses.replace(turn, why=dataclasses.replace(turn.why, reason=reason))

    assert "pit(south, 1, 99) does not hold here" in problems(edited(record, greedy_turn(record), change))


def test_an_event_that_does_not_happen_is_found(record: Record) -> None:
    def change(turn: Turn) -> Turn:
        event = Message("games.kalah.event.captured", {"seat": "games.kalah.seat.south", "pit": 1, "seeds": 9})
        false = dataclasses.replace(turn.why.reason.because[0], claim=event)
        reason = dataclasses.replace(turn.why.reason, because=(false,))
        return dataclasses.replace(turn, why=dataclasses.replace(turn.why, reason=reason))

    assert "the referee does not see this happen" in problems(edited(record, greedy_turn(record), change))


def test_another_reason_is_found(record: Record) -> None:
    def change(turn: Turn) -> Turn:
        reason = dataclasses.replace(turn.why.reason, claim=Message("minds.greedy.gains", {"gain": 40}))
        return dataclasses.replace(turn, why=dataclasses.replace(turn.why, reason=reason))

    assert "gives another reason" in problems(edited(record, greedy_turn(record), change))


def test_an_illegal_move_is_found(record: Record) -> None:
    found = problems(edited(record, 5, lambda turn: dataclasses.replace(turn, text="9")))
    assert '"9" is not a legal move' in found


def test_another_opening_is_found(record: Record) -> None:
    other = {"1": "2"}.get(record.turns[0].text, "1")
    found = verify(edited(record, 0, lambda turn: dataclasses.replace(turn, text=other)))
    assert any(message.key == "arena.verify.opening" for _, message in found.problems)


def test_scores_and_results_that_are_not_right_are_found(record: Record) -> None:
    assert record.result is not None
    scores = dataclasses.replace(record, result=dataclasses.replace(record.result, scores=(99.0, 0.0)))
    assert "the scores at the end are not the recorded ones" in problems(scores)
    turned = dataclasses.replace(record.result, result=record.result.result[::-1], winner=None)
    assert "the result is not the recorded one" in problems(dataclasses.replace(record, result=turned))
    short = dataclasses.replace(record, turns=record.turns[:-1])
    assert "the game is not over" in problems(short)


def test_what_cannot_be_checked_is_marked(record: Record) -> None:
    header = dataclasses.replace(record.header, version="0.0.0")
    report = verify(dataclasses.replace(record, header=header, result=None))
    assert report.problems == []
    marked = {message.key for _, message in report.unchecked}
    assert marked == {"arena.verify.version", "arena.verify.no_result"}


def test_a_mind_with_another_budget_is_found_out() -> None:
    seats = [ProcessSeat("montecarlo:simulations=60"), ProcessSeat("random")]
    try:
        true = GameRunner(Kalah({"pits": 4, "seeds": 3}), seats, 11).play()
    finally:
        for seat in seats:
            seat.close()
    assert verify(true).problems == []
    header = dataclasses.replace(true.header, minds=("montecarlo:simulations=3000", "random"))
    assert verify(dataclasses.replace(true, header=header)).problems != []


def test_a_forfeit_does_not_hide_a_false_result(record: Record) -> None:
    assert record.result is not None
    forfeit = Forfeit("south", Message("minds.human.resigned"))
    for turns in (record.turns, record.turns[:-2]):
        result = dataclasses.replace(record.result, forfeit=forfeit, result=(1.0, 0.0), winner="south")
        found = verify(dataclasses.replace(record, turns=turns, result=result)).problems
        assert {message.key for _, message in found} & {"arena.verify.result", "arena.verify.forfeit_after_end"}


def test_the_referee_accepts_a_true_record_and_one_that_breaks_off(record: Record) -> None:
    referee(record, game_of(record))
    referee(dataclasses.replace(record, turns=record.turns[:3], result=None), game_of(record))
    position = list(replay(record, game_of(record)))[3][0].position
    lost = result_without([0], position.scores())
    forfeit = Result(position.scores(), lost, "north", Forfeit("south", Message("minds.human.resigned")))
    referee(dataclasses.replace(record, turns=record.turns[:3], result=forfeit), game_of(record))


def test_the_referee_names_the_line_of_what_is_not_by_the_rules(record: Record) -> None:
    result, end = record.result, len(record.turns) + 2
    assert result is not None
    resigned = Forfeit("south", Message("minds.human.resigned"))
    false = [
        (edited(record, 4, lambda turn: dataclasses.replace(turn, text="9")), 6, '"9" is not a legal move'),
        (edited(record, 4, lambda turn: dataclasses.replace(turn, text=f" {turn.text}")), 6, "is not a legal move"),
        (edited(record, 4, lambda turn: dataclasses.replace(turn, seat="nobody")), 6, "it is not nobody's turn"),
        (dataclasses.replace(record, turns=(*record.turns, record.turns[0])), end, "The game is over"),
        (dataclasses.replace(record, turns=record.turns[:-1]), end - 1, "the scores at the end"),
    ]
    for changed, said in [
        (dataclasses.replace(result, scores=(99.0, 0.0)), "the scores at the end are not the recorded ones"),
        (dataclasses.replace(result, scores=()), "the scores at the end are not the recorded ones"),
        (dataclasses.replace(result, result=(0.5, 0.5), winner=None), "the result is not the recorded one"),
        (dataclasses.replace(result, winner="nobody"), "the result is not the recorded one"),
        (dataclasses.replace(result, forfeit=resigned), "the record has a forfeit, but the game was over"),
    ]:
        false.append((dataclasses.replace(record, result=changed), end, said))
    position = list(replay(record, game_of(record)))[3][0].position
    early = Result(position.scores(), result.result, result.winner)
    false.append((dataclasses.replace(record, turns=record.turns[:3], result=early), 5, "the game is not over"))
    nobody = dataclasses.replace(early, forfeit=dataclasses.replace(resigned, seat="nobody"))
    false.append((dataclasses.replace(record, turns=record.turns[:3], result=nobody), 5, "does not exist"))
    for wrong, line, said in false:
        with pytest.raises(BadInput) as caught:
            referee(wrong, game_of(wrong), "mine.jsonl")
        assert f"mine.jsonl, line {line}: " in str(caught.value)
        assert said in str(caught.value)
        assert say(caught.value.message, "es") != str(caught.value)


def test_seats_of_another_game_are_refused(record: Record) -> None:
    header = dataclasses.replace(record.header, seats=("white", "black"))
    with pytest.raises(BadInput, match="seats are not those of kalah"):
        verify(dataclasses.replace(record, header=header))
