from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence

import pytest

from ludoteca.arena.game_runner import GameRunner, result_without
from ludoteca.arena.seat import ProcessSeat, Question, Seat
from ludoteca.arena.verify import verify
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, TakeBack
from ludoteca.core.record import Line, Record, Result, to_line
from ludoteca.core.seeds import derive
from ludoteca.games.kalah import Kalah


class Scripted(Seat):
    """Plays from a list; the word undo takes a move back; at the end of the list, the first legal move."""

    def __init__(self, *words: str) -> None:
        super().__init__("random")
        self.words = list(words)
        self.seen: list[tuple[str, ...]] = []

    def join(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, asked: Question) -> Choice:
        self.seen.append(tuple(move.text for move in asked.history))
        word = self.words.pop(0) if self.words else asked.position.moves[0].text
        if word == "undo":
            raise TakeBack
        return Choice(find_move(asked.position, word), Explanation(Reason(Message("minds.human.chosen"))))

    def close(self) -> None:
        pass


def test_a_move_taken_back_is_as_if_it_had_not_been() -> None:
    south, north = Scripted("1", "undo", "2"), Scripted("1")
    kept: list[Sequence[Line]] = []
    record = GameRunner(Kalah({}), [south, north], 1).play(record=kept.append)
    assert record.line[0] == "2"
    assert south.seen[:3] == [(), ("1", "1"), ()]
    assert isinstance(kept[-1][-1], Result)
    assert [getattr(line, "text", "") for line in kept[-1][1:-1]] == list(record.line)


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    record = GameRunner(Kalah({}), [Scripted("undo", "3"), Scripted()], 1).play()
    assert record.line[0] == "3"


def test_an_opening_leaves_the_game_to_the_minds() -> None:
    table = GameRunner(Kalah({"pits": 1, "seeds": 1}), [Scripted(), Scripted()], 1)
    table.open(10)
    assert table.position.turn is not None


def test_the_others_are_ranked_when_one_drops_out() -> None:
    assert result_without([1], (3, 99, 5)) == (0.0, 0.0, 1.0)
    assert result_without([1], (5, 99, 5)) == (0.5, 0.0, 0.5)


def test_a_game_with_moves_taken_back_can_be_verified() -> None:
    """The search keeps its tree from move to move: after an undo it sits down anew, and the record says so."""
    south, north = Scripted("1", "2", "undo", "3", "4"), ProcessSeat("montecarlo:simulations=300")
    try:
        record = GameRunner(Kalah({"pits": 4, "seeds": 3}), [south, north], 1).play()
    finally:
        north.close()
    assert [turn.anew for turn in record.turns if turn.seat == "north"].count(True) == 1
    header = dataclasses.replace(record.header, minds=("human", north.mind))
    report = verify(dataclasses.replace(record, header=header))
    assert report.problems == []
    assert report.derived == sum(turn.seat == "north" for turn in record.turns)


def test_a_mind_in_a_hurry_answers_at_once() -> None:
    game, seat = Kalah({}), ProcessSeat("montecarlo:seconds=60")
    try:
        seat.join(game, 0, 1)
        answered = threading.Event()

        def hurry() -> None:
            while not answered.wait(0.5):  # the question may not have arrived yet
                seat.process.interrupt()

        hurrying = threading.Thread(target=hurry)
        hurrying.start()
        started = time.monotonic()
        choice = seat.choose(Question(game.start(0), [], 100))
        answered.set()
        hurrying.join()
        assert time.monotonic() - started < 55, "it has 60 seconds"
        assert choice.why.effort
        assert seat.interrupted
        assert GameRunner(game, [seat, seat], 1).prepare(choice, 0.5).turn.interrupted
        seat.choose(Question(game.start(0), [], 0.1))
        assert not seat.interrupted
    finally:
        seat.close()


@pytest.mark.parametrize("mind", ["montecarlo:simulations=10000000", "alphabeta:depth=120"])
def test_a_game_in_which_a_mind_with_a_budget_in_counts_was_interrupted_can_be_verified(mind: str) -> None:
    game, hurried = Kalah({}), ProcessSeat(mind)
    runner = GameRunner(game, [hurried, Scripted("1")], 1, 30)
    timer = threading.Timer(1.0, hurried.process.interrupt)
    try:
        hurried.join(game, 0, derive(1, "player", 0))
        timer.start()
        runner.make(*runner.ask(runner.position, []))
    finally:
        timer.cancel()
        hurried.close()
    header = dataclasses.replace(runner.header, minds=(mind, "human"))
    report = verify(Record(header, tuple(runner.turns), None))
    assert report.problems == []
    assert report.derived == 1
    assert (1, "arena.verify.interrupted") in [(number, message.key) for number, message in report.unchecked]
    uninterrupted = dataclasses.replace(runner.turns[0], interrupted=False)
    assert runner.turns[0].interrupted
    assert to_line(uninterrupted) != to_line(runner.turns[0])
