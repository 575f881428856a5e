"""Concepts of the games: true where they should be, on boards that were set up, and with words in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from ludoteca.core.game import Position, read_fact
from ludoteca.core.i18n import LANGUAGES, phrase
from ludoteca.games import load_game
from ludoteca.rules.concepts import concept_key, concepts_of


def holding(position: Position) -> set[str]:
    return {concept.name for concept in concepts_of(position.game) if concept.holds(position)}


def kalah(south: str, north: str, stores: tuple[int, int] = (0, 0)) -> Position:
    """A board of Kalah with south to move; pits count from their owner's left."""
    rows = {"south": south.split(), "north": north.split()}
    facts = [f"pit({seat}, {pit}, {seeds})" for seat, row in rows.items() for pit, seeds in enumerate(row, 1)]
    facts += [f"store({seat}, {seeds})" for seat, seeds in zip(rows, stores, strict=True)]
    game = load_game("kalah", {"pits": len(rows["south"]), "seeds": 2})
    return game.position(map(read_fact, ["turn(south)", *facts]))


@pytest.mark.parametrize(
    ("position", "true", "false"),
    [
        (("0 2 1", "1 2 1", (3, 2)), {"extra_turn", "two_extra_turns", "ahead"}, {"capture", "more_on_board"}),
        (("1 0 3", "0 4 1", (1, 2)), {"capture", "large_capture"}, {"can_end", "ahead", "capture_threatened"}),
        (("4 0 0", "3 0 1", (2, 2)), {"opponent_extra_turn", "row_nearly_empty"}, {"capture", "extra_turn"}),
        (("0 5 0", "1 0 0", (3, 3)), {"capture_threatened", "large_capture_threatened"}, {"extra_turn", "capture"}),
        (("0 0 1", "2 2 2", (3, 2)), {"can_end", "row_nearly_empty"}, {"opponent_row_nearly_empty"}),
    ],
)
def test_kalah(position: Any, true: set[str], false: set[str]) -> None:
    found = holding(kalah(*position))
    assert true <= found, true - found
    assert not false & found


def changed(position: Position, removed: Iterable[str], added: Iterable[str]) -> Position:
    kept = [fact for fact in position.facts() if str(fact) not in set(removed)]
    return position.game.position([*kept, *map(read_fact, added)])


def test_azul() -> None:
    game = load_game("azul", {"players": 2})
    start = game.start(3)
    assert holding(start) == {"exact_fill", "first_next_round", "marker_in_centre"}
    patterns = {fact.args[:2]: fact.args[2] for fact in start.facts() if fact.relation == "pattern"}
    column = [f"wall(south, {row}, 3, {patterns[row, 3]})" for row in range(1, 5)]
    bag = {fact.args[0]: int(fact.args[1]) for fact in start.facts() if fact.relation == "bag"}
    used = [patterns[row, 3] for row in range(1, 5)]
    left = {colour: count - used.count(colour) for colour, count in bag.items()}
    position = changed(
        start,
        ["round_number(1)", *(f"bag({colour}, {count})" for colour, count in bag.items())],
        ["round_number(5)", *column, *(f"bag({colour}, {count})" for colour, count in left.items())],
    )
    assert "column_nearly_complete" in holding(position)
    assert not {"row_nearly_complete", "last_round", "opponent_row_nearly_complete"} & holding(position)


def test_queens() -> None:
    game = load_game("queens", {"n": 1})
    start = game.start(0)
    assert holding(start) == {"even_free_cells", "corner_free", "blocker_goal_open"}
    after = start.after(next(move for move in start.moves if move.text == "queen b2"))
    assert holding(after) == {
        "few_free_cells",
        "even_free_cells",
        "corner_free",
        "white_has_more",
        "blocker_goal_open",
    }


def test_every_concept_has_words() -> None:
    games: Mapping[str, int] = {name: len(concepts_of(load_game(name))) for name in ("kalah", "azul", "queens")}
    assert all(games.values())
    for name in games:
        game = load_game(name)
        for concept in concepts_of(game):
            said = {phrase(concept_key(game, concept.name), language) for language in LANGUAGES}
            assert len(said) == len(LANGUAGES), concept.name
