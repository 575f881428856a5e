"""Reviews: grades never contradict the solver, every reason is checked, and a grade within the noise is withheld."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.arena.game_runner import OPENING
from ludoteca.arena.judgement import judge, reasons_of
from ludoteca.arena.replay import Replayed
from ludoteca.arena.review import Grade, Review, ReviewedMove, review
from ludoteca.arena.review.comparison import Comparison, Withheld
from ludoteca.arena.review.exact_grader import ExactGrader
from ludoteca.arena.review.grading import POINTS, chances, grade_of_proof, margins
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, Argument, Message, can_say, quoted, say, unquoted
from ludoteca.core.record import Record, Turn, from_data, header_of, to_json
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel import bind as binding
from ludoteca.rules.kernel.solver import endgame_table
from tests.rules.minimax import margin


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder for tables."""
    kept, tables = binding.cache_folder, tmp_path_factory.mktemp("endgames")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(endgame_table, "cache_folder", lambda kind: tables if kind == "endgames" else kept(kind))
        yield tables


def random_record(name: str, seed: int, most: int = 1000, opening: int = 0, **options: object) -> Record:
    """A game of random moves, at most so many; the first ones are an opening."""
    game, chance = load_game(name, options), random.Random(seed)
    position, turns = game.start(derive(seed, "game")), list[Turn]()
    while position.turn is not None and len(turns) < most:
        move = chance.choice(list(position.moves))
        turns.append(Turn(game.seats[position.turn], move.text, OPENING, opening=len(turns) < opening))
        position = position.after(move)
    return Record(header_of(game, seed, ("random",) * len(game.seats), "test"), tuple(turns), None)


def positions_of(record: Record) -> list[Position]:
    return Replayed(record, load_game(record.header.game, record.header.options)).positions


@pytest.fixture(scope="module")
def small() -> list[tuple[Record, Review]]:
    records = [random_record("kalah", seed, pits=3, seeds=2) for seed in range(12)]
    records += [random_record("kalah", seed, pits=3, seeds=2, lap="store", sweep=False) for seed in range(4)]
    return [(record, review(record)) for record in records]


def test_no_grade_contradicts_the_solver(small: list[tuple[Record, Review]]) -> None:
    """The values are those of plain minimax over the referee's positions."""
    for record, found in small:
        assert found.exact
        assert found.complete
        positions = positions_of(record)
        for move, before, after in zip(found.moves, positions[:-1], positions[1:], strict=True):
            sign = 1 - 2 * move.seat
            best, played = sign * margin(before), sign * margin(after)
            assert (move.best_value, move.played_value) == (best, played)
            assert move.best is not None
            assert sign * margin(before.after(find_move(before, move.best))) == best
            assert (move.grade is Grade.BEST) == (best == played)
            assert move.cost == best - played
            if best > 0 > played:
                assert move.grade is Grade.BLUNDER
            elif (best > 0) != (played > 0) or (best < 0) != (played < 0):
                assert move.grade in (Grade.MISTAKE, Grade.BLUNDER)


@given(st.integers(-48, 48), st.integers(0, 96), st.integers(0, 96))
def test_a_higher_cost_never_has_a_better_grade(best: int, cost: int, more: int) -> None:
    order, scale = list(Grade), margins(48)
    less, higher = (order.index(grade_of_proof(best, best - each, scale)) for each in (cost, cost + more))
    assert less <= higher


def errors(small: list[tuple[Record, Review]]) -> Iterator[tuple[Position, ReviewedMove, Explanation]]:
    for record, found in small:
        positions = positions_of(record)
        for move in found.moves:
            if move.is_error:
                assert move.why is not None
                yield positions[move.number - 1], move, move.why


def test_every_reason_is_checked_and_none_is_false(small: list[tuple[Record, Review]]) -> None:
    seen = set[str]()
    for _, move, why in errors(small):
        reasons = list(reasons_of(str(move.best), why))
        assert len(reasons) == len(move.verdicts)
        assert Verdict.FALSE not in move.verdicts
        for (_, reason), verdict in zip(reasons, move.verdicts, strict=True):
            assert can_say(reason.claim)
            if reason.claim.key.startswith("minds.compare") and verdict is Verdict.TRUE:
                seen.add(reason.claim.key.removeprefix("minds.compare."))
    assert {"best", "proven", "gives_up", "allows", "gain", "line", "then"} <= seen


def test_a_corrupted_reason_is_found_false(small: list[tuple[Record, Review]]) -> None:
    """Every argument of a comparison is changed once: in an event, in a margin, in a line."""
    refused = set[tuple[str, str]]()
    told = set[tuple[str, str]]()
    for position, move, why in errors(small):
        best, (against,) = find_move(position, str(move.best)), why.rejected
        for claim in (each.claim for _, each in reasons_of(move.move, Explanation(against.reason))):
            name = claim.key.removeprefix("minds.compare.")
            for argument, value in claim.args.items():
                told.add((name, argument))
                lie = Message(claim.key, {**claim.args, argument: corrupted(value)})
                (_, judged) = judge(position, best, with_claim(why, move.move, lie), "review")
                assert judged.verdict is not Verdict.TRUE, (claim, lie)
                if judged.verdict is Verdict.FALSE:
                    refused.add((name, argument))
    assert told - refused == set()


def with_claim(why: Explanation, move: str, claim: Message) -> Explanation:
    """An explanation with one reason against a move, and without reasons behind any."""
    return replace(why, reason=replace(why.reason, because=()), rejected=(Rejected(move, Reason(claim)),))


def corrupted(value: Argument) -> Argument:
    """Another value of the same type: another number, another move, an event with another number."""
    if isinstance(value, tuple):
        if not value[0].startswith(("games.", "minds.")):
            return (*value[:-1], "9")
        message = unquoted(value)
        changed = {name: corrupted(each) for name, each in message.args.items() if not isinstance(each, str)}
        return quoted(Message(message.key, {**message.args, **(changed or {"seat": "games.kalah.seat.nobody"})}))
    return f"{value}9" if isinstance(value, str) else value + 1


def test_values_that_are_not_proven_within_the_limit_have_no_grade() -> None:
    game = Kalah({"pits": 3, "seeds": 3})
    grader, start = ExactGrader(game, lambda: True, most_nodes=0), game.start(0)
    with pytest.raises(Withheld) as withheld:
        grader.compare(start, [], start.moves[0])
    assert withheld.value.message.key == "arena.review.withheld.unproven"


def test_a_difference_within_the_noise_has_no_grade() -> None:
    best, played = Move(0, "1"), Move(1, "2")
    scale = chances(2)
    with pytest.raises(Withheld):
        Comparison(best, 0.5, 0.4, (-0.01, 0.21)).grade(played, scale)
    with pytest.raises(Withheld):
        Comparison(best, 0.5, 0.33, (0.01, 0.33)).grade(played, scale)
    assert Comparison(best, 0.5, 0.49, (-0.01, 0.03)).grade(played, scale) is Grade.GOOD
    assert Comparison(best, 0.5, 0.38, (0.07, 0.17)).grade(played, scale) is Grade.MISTAKE
    assert Comparison(played, 0.5, 0.5, (0.0, 0.0)).grade(played, scale) is Grade.BEST
    assert Comparison(best, 1, -1).grade(played, POINTS) is Grade.BLUNDER


def test_moves_of_an_opening_have_no_grade_and_do_not_count() -> None:
    found = review(random_record("kalah", 3, opening=2, pits=3, seeds=2))
    assert [move.grade for move in found.moves[:2]] == [None, None]
    assert found.moves[0].withheld == Message("arena.review.withheld.opening")
    assert found.moves[0].played_value is not None
    assert all(move.grade is not None for move in found.moves[2:])


def test_a_review_that_is_stopped_keeps_the_moves_that_are_done() -> None:
    record = random_record("kalah", 3, pits=3, seeds=2)
    found = review(record, lambda so_far: len(so_far.moves) < 3)
    assert [move.number for move in found.moves] == [len(record.turns) - 2, len(record.turns) - 1, len(record.turns)]
    assert found.moves == review(record).moves[-3:]


def test_a_game_with_three_seats_is_reviewed_by_search_and_proofs() -> None:
    found = review(random_record("queens", 4, n=1))
    assert found.complete
    assert not found.exact
    assert found.scale.unit == "chance"
    assert any(move.best_value == 1 for move in found.moves)
    for move in found.moves:
        assert Verdict.FALSE not in move.verdicts
        assert (move.grade is None) == (move.withheld is not None)


def test_a_review_is_the_same_again_and_survives_as_json() -> None:
    record = random_record("queens", 4, 3, n=1)
    found = review(record)
    assert found == review(record)
    assert from_data(Review, to_json(found)) == found


def test_a_game_without_compiled_rules_is_reviewed_by_playouts() -> None:
    found = review(random_record("agricola_classic", 2, 2))
    assert found.scale == POINTS
    assert found.complete
    for move in found.moves:
        assert Verdict.FALSE not in move.verdicts
        assert (move.grade is None) == (move.withheld is not None)


def test_accuracy_is_halved_by_every_blunder_and_forced_moves_do_not_count() -> None:
    moves = (
        ReviewedMove(1, 0, "1", Grade.BEST, best_value=4, played_value=4),
        ReviewedMove(2, 0, "1", Grade.BLUNDER, best_value=4, played_value=-6),
        ReviewedMove(3, 0, "1", Grade.BEST, forced=True, best_value=-6, played_value=-6),
        ReviewedMove(4, 1, "1", None, withheld=Message("arena.review.withheld.noise")),
    )
    found = Review(2, 4, POINTS, True, None, moves)
    assert found.accuracy(0) == 75
    assert found.accuracy(1) is None
    assert found.counts(0) == {Grade.BEST: 2, Grade.BLUNDER: 1}


def test_grades_and_reasons_for_none_are_in_both_languages() -> None:
    keys = [f"arena.review.grade.{grade.value}" for grade in Grade]
    keys += [f"arena.review.withheld.{name}" for name in ("noise", "unproven", "decided", "opening", "alone")]
    for language in LANGUAGES:
        assert all(say(Message(key), language) for key in keys)
