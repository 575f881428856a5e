"""Tests of the drawings of Queens and blocks in the terminal and as SVG."""

from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from ludoteca.core.game import PlayedMove, Position, find_move
from ludoteca.games.queens import Queens
from tests.games.queens_positions import game

SVG = "{http://www.w3.org/2000/svg}"
OPTIONS: list[dict[str, object]] = [{"n": 1}, {}, {"variant": "holes"}, {"n": 3, "variant": "holes"}]


def frames(options: dict[str, object], seed: int = 3) -> Iterator[tuple[Position, PlayedMove | None]]:
    """The positions of a random game, each with the move that led there."""
    position: Position = Queens(options).start(0)
    rng, last = random.Random(seed), None
    yield position, last
    while position.turn is not None:
        last = PlayedMove(position, rng.choice(list(position.moves)))
        position = position.after(last.move)
        yield position, last


def attributes(picture: ET.Element, name: str) -> list[str]:
    return [value for element in picture.iter() if (value := element.get(name)) is not None]


def drawn(position: Position, last: PlayedMove | None = None, narrow: bool = False) -> ET.Element:
    return ET.fromstring(position.game.svg(position, last, "en", narrow))


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
class TestPicture:
    def test_it_offers_every_move_and_no_other(self, options: dict[str, object], narrow: bool) -> None:
        for position, last in frames(options):
            picture = drawn(position, last, narrow)
            steps = {
                f"{pick} {drop}"
                for pick in attributes(picture, "data-pick")
                for drop in attributes(picture, "data-drop")
            }
            assert {*attributes(picture, "data-move"), *steps} == {move.text for move in position.moves}

    def test_ids_are_unique_and_facts_are_true(self, options: dict[str, object], narrow: bool) -> None:
        for position, last in frames(options):
            picture = drawn(position, last, narrow)
            ids, shown = attributes(picture, "id"), attributes(picture, "data-fact")
            assert len(ids) == len(set(ids))
            facts = {str(fact) for fact in position.facts()}
            assert set(shown) <= facts
            kinds = ("queen(", "block(", "hole(", "free(", "queens_left(", "pieces_left(")
            assert {fact for fact in facts if fact.startswith(kinds)} <= set(shown)


def test_a_queen_and_a_free_cell_carry_their_lines() -> None:
    picture = drawn(game("queen b2", "block d4", n=1))
    queens = picture.findall(f".//{SVG}g[@id='queen-1-1']")
    (title,) = (title.text for title in queens[0].iter(f"{SVG}title"))
    assert title == "queen on b2: white"
    assert len(picture.findall(f".//{SVG}path[@class='lines']")) == 1 + 4
    board = next(group for group in picture.iter(f"{SVG}g") if group.get("transform"))
    things = list(board)
    lines = things[things.index(queens[0]) + 1]
    # Eight ways, up to the edge; the diagonal to the upper right ends before the block.
    assert lines.get("class") == "lines"
    assert (lines.get("d") or "").count("M") == 8
    assert "l1 -1" in (lines.get("d") or "")


def test_the_last_move_is_marked_unless_it_was_a_pass() -> None:
    for position, last in frames({}, seed=8):
        marks = drawn(position, last).findall(f".//{SVG}rect[@class='last']")
        assert len(marks) == int(last is not None and last.move.text != "pass")


def test_the_picture_of_the_largest_board_is_small() -> None:
    for position in (Queens({"n": 8, "variant": "holes"}).start(0), game("queen p16", n=8, variant="holes")):
        assert len(list(drawn(position).iter())) <= 5 * 32 * 32
        assert len(position.game.svg(position)) < 500_000


@pytest.mark.parametrize("n", [1, 2, 7, 8])
def test_the_terminal_aligns_columns_and_shows_counts(n: int) -> None:
    from rich.console import Console

    position = game("queen a1", n=n)
    last = PlayedMove(Queens({"n": n}).start(0), find_move(Queens({"n": n}).start(0), "queen a1"))
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(position.game.terminal(position, last, "es"))
    lines = console.export_text().splitlines()
    side = 4 * n
    assert lines[0].startswith(f"{side:>2} ")
    assert lines[side - 1].startswith(" 1 ♕◂")
    letters = lines[side : side + (1 if n < 7 else 2)]
    # A dot of a free cell in column x stands above the last letter of that column.
    for x in range(side):
        names = [line[3 + 2 * x] for line in letters if len(line) > 3 + 2 * x]
        assert "".join(names).strip() == (chr(ord("a") + x) if x < 26 else "a" + chr(ord("a") + x - 26))
    assert lines[-1].startswith(f"blanco 1/{2 * n}   negro 0/{2 * n}   ▶ bloqueador 0/{n}   ")
    assert lines[-1].endswith("casillas libres")


def test_the_terminal_counts_the_third_seats_pieces() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=io.StringIO())
    position = game("queen a1", "block c2")
    console.print(position.game.terminal(position))
    assert "blocker 1/2" in console.export_text()
