"""Editing of positions: what each place of the boards takes, and the sentences for what cannot be."""

from __future__ import annotations

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact
from ludoteca.games import load_game
from ludoteca.rules.game_base import GameBase
from ludoteca.rules.position_editor import Edit, can_edit, draft_of, edited, problem_of, tools_of, with_turn


def start(name: str, **options: object) -> tuple[GameBase, tuple[Fact, ...]]:
    game = load_game(name, options)
    assert isinstance(game, GameBase)
    return game, game.start(0).facts()


def changed(game: GameBase, facts: tuple[Fact, ...], *edits: tuple[str, str, bool]) -> tuple[Fact, ...]:
    for place, tool, remove in edits:
        facts = edited(game, facts, Edit(place, tool, remove))
    return facts


def test_seeds_are_placed_and_taken_away() -> None:
    game, facts = start("kalah", pits=3, seeds=2)
    more = changed(game, facts, ("pit south 1", "seed", False), ("store north", "seed", False))
    assert str(problem_of(game, more)) == "There are 14 seeds on the board; this game has 12."
    fewer = changed(game, more, ("pit north 3", "seed", True), ("pit north 3", "seed", True))
    assert problem_of(game, fewer) is None
    assert {"pit(south, 1, 3)", "store(north, 1)", "pit(north, 3, 0)"} <= set(map(str, fewer))
    for place, sentence in (("pit north 3", "nothing of that kind"), ("pit north 9", "no place"), ("", "no place")):
        with pytest.raises(BadInput, match=sentence):
            edited(game, fewer, Edit(place, "seed", True))
    assert game.position(with_turn(game, fewer, "north")).turn == 1
    with pytest.raises(BadInput, match="No seat is to move"):
        with_turn(game, fewer, "west")


def test_the_turn_follows_the_pieces() -> None:
    game, facts = start("queens", variant="holes")
    assert tools_of(game) == ("white_queen", "black_queen", "block", "hole")
    one = edited(game, facts, Edit("c3", "white_queen"))
    assert problem_of(game, one) is None and draft_of(game, one).turn != 0
    seen = edited(game, one, Edit("c7", "black_queen"))
    assert str(problem_of(game, seen)) == "The queen on c7 is seen by another queen."
    assert problem_of(game, edited(game, seen, Edit("c5", "block"))) is None
    with pytest.raises(BadInput, match="nothing that can be placed"):
        edited(game, facts, Edit("c3", "rook"))


def test_tiles_come_from_the_bag_and_go_back() -> None:
    game, facts = start("azul")
    first = changed(game, facts, ("line south 2", "red", False), ("wall north 1 1", "white", False))
    assert {"line(south, 2, red, 1)", "wall(north, 1, 1, blue)"} <= set(map(str, first))  # a space has its colour
    assert str(problem_of(game, first)).startswith("Row 1 of the wall of north has 1 tile; by round 1")
    assert problem_of(game, changed(game, first, ("round", "red", False), ("score north", "red", False))) is None
    with pytest.raises(BadInput, match="one colour"):
        edited(game, first, Edit("line south 2", "blue"))
    back = changed(game, first, ("line south 2", "blue", True), ("wall north 1 1", "blue", True))
    assert set(back) == set(facts)
    marked = changed(game, facts, ("floor north", "marker", False))
    assert {"floor(north, 1, marker)", "starts_next(north)"} <= set(map(str, marked))
    assert set(map(str, changed(game, marked, ("floor north", "blue", True)))) >= {"marker_in_centre()"}
    with pytest.raises(BadInput, match="no place"):
        edited(game, facts, Edit("line south 6", "red"))


def test_a_game_without_an_editor_says_so() -> None:
    game, facts = start("agricola_planning")
    assert not can_edit(game)
    with pytest.raises(BadInput, match=r"its folder has no editing\.py"):
        draft_of(game, facts)
