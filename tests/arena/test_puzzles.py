"""Puzzles: what ships is legal and true, answers are explained, and a file that cannot be read says where."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludoteca.arena import puzzles
from ludoteca.arena.puzzles import MoveOutcome, Puzzle, find_puzzle, puzzles_of, set_up
from ludoteca.arena.puzzles.answers import answer, outcome_told, solution, task
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.record import to_line
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.shared.search.trace.exact_values import ExactSearch, TooLarge

FEWEST = {"kalah": 1000, "azul": 100, "queens": 100}
CLEAR = {"kalah": 4, "azul": 3, "queens": 0.5}
PROVEN_AGAIN = 6  # puzzles of each game
POSITIONS = 2_000  # that an independent search looks at for one move


@pytest.fixture(params=FEWEST)
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def sample(game: Game, count: int) -> list[Puzzle]:
    return random.Random(7).sample(list(puzzles_of(game).values()), count)


def played(position: Position, line: Sequence[str]) -> Position:
    for text in line:
        position = position.after(find_move(position, text))
    return position


def test_enough_puzzles_ship_and_each_has_one_clear_best_move(game: Game) -> None:
    shipped = puzzles_of(game)
    assert len(shipped) >= FEWEST[game.name]
    for puzzle in shipped.values():
        best, second = (puzzle.outcomes[move].value for move in (puzzle.best, puzzle.second))
        assert best - second >= CLEAR[game.name], puzzle.id
        assert puzzle.grade >= 1
        assert puzzle.themes


def test_positions_are_reached_and_every_line_is_legal(game: Game) -> None:
    for puzzle in sample(game, 40):
        position, _ = set_up(game, puzzle)
        for outcome in puzzle.outcomes.values():
            played(position, outcome.line)


def test_kalah_has_every_theme_and_difficulty() -> None:
    shipped = list(puzzles_of(load_game("kalah")).values())
    assert set(puzzles.themes_of(shipped)) >= {"capture", "extra_turns", "endgame", "defence"}
    for difficulty in puzzles.DIFFICULTIES:
        assert len(puzzles.chosen(load_game("kalah"), difficulty=difficulty)) >= 50


def test_the_cheapest_values_are_proven_again_by_an_independent_search(game: Game) -> None:
    """A plain search without tables finds the same value of every move."""
    proven = 0
    for puzzle in sorted(puzzles_of(game).values(), key=moves_left):
        try:
            check_values(game, puzzle)
        except TooLarge:
            continue
        proven += 1
        if proven == PROVEN_AGAIN:
            return
    raise AssertionError(f"only {proven} puzzles of {game.name} are cheap enough")


def moves_left(puzzle: Puzzle) -> int:
    """A measure of how many moves are left in the game: the lines of puzzles are cut short."""
    return sum(len(outcome.line) for outcome in puzzle.outcomes.values())


def check_values(game: Game, puzzle: Puzzle) -> None:
    position, _ = set_up(game, puzzle)
    assert position.turn is not None
    for text, outcome in puzzle.outcomes.items():
        after = position.after(find_move(position, text))
        if puzzle.proof == "margin":
            assert ExactSearch(position, position.turn, POSITIONS).outcome(after)[1] == outcome.value, puzzle.id
        else:
            forcing = [
                name for seat, name in enumerate(game.seats) if ExactSearch(after, seat, POSITIONS).forces_win(after)
            ]
            assert forcing == ([] if outcome.winner is None else [outcome.winner]), puzzle.id
            value = {None: 0.5, game.seats[position.turn]: 1.0}.get(outcome.winner, 0.0)
            assert value == outcome.value, puzzle.id


def test_no_reason_of_an_answer_is_false_and_all_of_it_can_be_said(game: Game) -> None:
    for puzzle in sample(game, 4):
        for given in (answer(game, puzzle, puzzle.best), answer(game, puzzle, puzzle.second)):
            assert given.is_right == (given.move.text == puzzle.best)
            judged = (*given.merits, *given.against)
            assert judged
            assert not [each for each in judged if each.verdict is Verdict.FALSE]
            for language in LANGUAGES:
                assert say(task(given.position, puzzle), language)
                assert say(outcome_told(given.position, puzzle, given.move), language) in say(given.verdict(), language)


def test_a_wrong_answer_does_not_give_the_best_move_away(game: Game) -> None:
    puzzle = sample(game, 1)[0]
    given = answer(game, puzzle, puzzle.second)
    told = {each.reason.claim.key for each in given.clues if each.reason is not None}
    assert told
    assert not told & {"minds.compare.gives_up", "minds.compare.differs"}
    found = solution(game, puzzle, puzzle.second)
    assert (found.move.text, found.rival.text) == (puzzle.best, puzzle.second)


def test_a_move_that_is_not_legal_and_an_unknown_puzzle_are_refused() -> None:
    game = load_game("kalah")
    puzzle = next(iter(puzzles_of(game).values()))
    with pytest.raises(BadInput, match="not a legal move"):
        answer(game, puzzle, "9")
    with pytest.raises(BadInput, match='kalah has no puzzle with the id "nothing"'):
        find_puzzle(game, "nothing")
    with pytest.raises(BadInput, match='There is no theme "fork"'):
        puzzles.chosen(game, "fork")


GOOD = Puzzle("a1", 0, ("3",), "6", {"6": MoveOutcome(2, ("6",)), "1": MoveOutcome(0, ("1",))}, "margin", 1, ("quiet",))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "line 2: "),
        (to_line(GOOD), 'the id "a1" is used twice'),
        (to_line(GOOD).replace('"id":"a1"', '"id":"a2"').replace('"best":"6"', '"best":"1"'), "not better than every"),
        (to_line(GOOD).replace('"a1"', '"a2"').replace('"line":["6"]', '"line":["5"]'), "must begin with the move"),
        (to_line(GOOD).replace('"grade":1', '"grade":"deep"'), "grade: "),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(f"{to_line(GOOD)}\n{line}\n")
    with pytest.raises(BadInput, match="line 2") as raised:
        puzzles.read_puzzles(file)
    assert problem in str(raised.value)
    assert str(file) in str(raised.value)
