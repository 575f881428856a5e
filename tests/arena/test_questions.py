"""Questions about a choice: why not another move, and what would change the mind; asking disturbs nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.judgement import judge
from ludoteca.arena.questions import Situation, reason_against, reason_for, situation, what_would_change, why_not
from ludoteca.arena.replay import Replayed
from ludoteca.arena.seat import seat_for
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.record import Record
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind

SMALL = {"pits": 3, "seeds": 3}


def played(name: str, *minds: str, **options: int) -> Record:
    game = load_game(name, options)
    seats = [seat_for(mind, game) for mind in minds]
    try:
        return GameRunner(game, seats, 7).play()
    finally:
        for seat in seats:
            seat.close()


def asked_about(record: Record, moves: int, mind: str | None = None) -> Situation:
    return situation(Replayed(record, load_game(record.header.game, record.header.options)), moves, mind)


@pytest.fixture(scope="module")
def kalah() -> Record:
    return played("kalah", "greedy", "alphabeta:depth=3", **SMALL)


def choices(record: Record) -> list[int]:
    """The numbers of moves before each choice between several moves."""
    game = load_game(record.header.game, record.header.options)
    positions = Replayed(record, game).positions
    return [number for number in range(len(record.turns)) if len(positions[number].moves) > 1]


def test_there_is_a_reason_against_every_other_move(kalah: Record) -> None:
    for number in choices(kalah)[:4]:
        asked = asked_about(kalah, number)
        assert asked.chosen is not None
        for move in asked.position.moves:
            choice = why_not(asked, move.text)
            assert choice.move == asked.chosen.move
            assert reason_for(asked, choice) == asked.chosen.why.reason, "the choice itself has one story"
            judged = judge(asked.position, choice.move, choice.why, asked.mind)
            assert [one.problem for one in judged if one.verdict is Verdict.FALSE] == []
            reason = reason_against(choice, move)
            assert (reason is None) == (move == choice.move)
            assert reason is None or all(say(reason.claim, language) for language in LANGUAGES)


def test_a_search_looks_deeper(kalah: Record) -> None:
    number = next(number for number in choices(kalah) if kalah.turns[number].seat == "north")
    asked = asked_about(kalah, number)
    assert asked.chosen is not None
    other = next(move for move in asked.position.moves if move != asked.chosen.move)
    found, known = (reason_against(choice, other) for choice in (why_not(asked, other.text), asked.chosen))
    assert found is not None and known is not None
    assert len(found.because) > len(known.because)


def test_another_mind_answers_for_a_person_and_when_it_is_named(kalah: Record) -> None:
    assert asked_about(kalah, 0, "random").mind == "random"
    people = Record(replace(kalah.header, minds=("human", "human")), kalah.turns, kalah.result)
    asked = asked_about(people, 0)
    assert asked.mind != "human"
    assert asked.chosen is None
    assert why_not(asked, asked.position.moves[0].text).move in asked.position.moves


@pytest.mark.parametrize("mind", ["greedy", "alphabeta:depth=3", "prolog"])
def test_a_change_is_found_and_a_new_player_chooses_the_move_there(kalah: Record, mind: str) -> None:
    asked = asked_about(kalah, choices(kalah)[0], mind)
    game = asked.position.game
    first = load_mind(mind, game).join(game, asked.seat, asked.seed)
    chosen = first.choose(asked.position, asked.history, Clock(60)).move
    first.close()
    other = next(move for move in asked.position.moves if move != chosen)
    found = what_would_change(asked, other.text, 600)
    assert found.change is not None
    assert found.tried >= 1
    change, facts = found.change, asked.position.facts()
    assert change.choice.move.text == other.text
    assert set(change.gone) <= set(facts) and not set(change.new) & set(facts) and change.new
    again = load_mind(mind, game).join(game, asked.seat, asked.seed)
    assert again.choose(change.position, asked.history, Clock(60)).move.text == other.text
    again.close()


def test_where_no_change_helps_all_were_tried() -> None:
    record = played("queens", "random", "random", "random", n=1)
    number = choices(record)[0]
    asked = asked_about(record, number)
    assert asked.chosen is not None
    other = next(move for move in asked.position.moves if move != asked.chosen.move)
    found = what_would_change(asked, other.text, 600)
    assert (found.change is None) == found.complete


def test_derived_facts_are_left_out() -> None:
    record = played("queens", "greedy", "greedy", "greedy", n=2)
    asked = asked_about(record, 2)
    assert asked.chosen is not None
    for other in asked.position.moves:
        if other != asked.chosen.move:
            found = what_would_change(asked, other.text, 600)
            if found.change is not None:
                assert {fact.relation for fact in (*found.change.gone, *found.change.new)} == {"placed"}
                return
    raise AssertionError("no change was found")


def test_questions_that_make_no_sense_are_refused(kalah: Record) -> None:
    with pytest.raises(IllegalMove):
        why_not(asked_about(kalah, 0), "9")
    with pytest.raises(BadInput, match="what it chose"):
        what_would_change(asked_about(kalah, 0), kalah.turns[0].text, 1)
    with pytest.raises(BadInput, match="is over"):
        asked_about(kalah, len(kalah.turns))
    with pytest.raises(BadInput, match="is a person"):
        asked_about(kalah, 0, "human")
    with pytest.raises(BadInput, match="nobody"):
        asked_about(kalah, 0, "nobody")


def test_asking_disturbs_no_game() -> None:
    """A game in which questions are asked after every move is the same as one without."""
    game = load_game("kalah", SMALL)
    records = []
    for curious in (False, True):
        seats = [seat_for("montecarlo:simulations=50", game), seat_for("alphabeta:depth=2", game)]
        runner = GameRunner(game, seats, 3)

        def ask(*_: object, runner: GameRunner = runner, curious: bool = curious) -> None:
            asked = situation(runner, len(runner.turns) - 1)
            if curious and len(asked.position.moves) > 1:
                why_not(asked, asked.position.moves[0].text)

        records.append(runner.play(watch=ask))
        for seat in seats:
            seat.close()
    without, curious_one = ([(turn.text, turn.why) for turn in record.turns] for record in records)
    assert without == curious_one
