"""Vectors for learners: they tell apart what facts tell apart, keep secrets, and are the same from compiled rules."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from copy import deepcopy
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Fact, Move, Position
from ludoteca.games import load_game
from ludoteca.rules.encoding import Encoding, encoding_of, relative_seats
from ludoteca.rules.kernel.batches import vectors
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from tests.games.azul_reference import COLOURS, Board

GAMES = [
    ("kalah", {"pits": 4, "seeds": 3, "pie": True}),
    ("azul", {"players": 3}),
    ("queens", {"n": 1, "variant": "holes"}),
    ("queens", {"n": 1}),
]


def position_of(name: str, options: dict[str, object], choices: list[int]) -> Position:
    """The position of a game in which each number selects a move."""
    position: Position = load_game(name, options).start(0)
    for number in choices:
        if position.turn is not None:
            position = position.after(position.moves[number % len(position.moves)])
    return position


def told_in(encoding: Encoding, position: Position, seat: int) -> set[Fact]:
    """The facts that a vector is to tell: those of its features, without zeros and what a feature leaves out."""
    told = set()
    for fact in (*position.facts(), Fact("me", (position.game.seats[seat],))):
        for feature in encoding.features:
            is_told = feature.relation == fact.relation and not feature.follows
            if is_told and (feature.number is None or fact.args[feature.number] != 0):
                kept = {*feature.keys, feature.number}
                told.add(Fact(fact.relation, tuple(arg if n in kept else "_" for n, arg in enumerate(fact.args))))
    return told


def moves_by_class(encoding: Encoding, position: Position) -> dict[int, list[Move]]:
    """The moves of a position by the number that encodes them: those that are alike have the same."""
    found = defaultdict(list)
    for move in position.moves:
        found[int(encoding.class_of(position, move))].append(move)
    return found


@settings(max_examples=12)
@given(st.sampled_from(GAMES), st.lists(st.integers(0, 99), max_size=30), st.integers(0, 2))
def test_a_vector_tells_the_facts_and_nothing_else(
    given_game: tuple[str, dict[str, object]], choices: list[int], seat: int
) -> None:
    position = position_of(*given_game, choices)
    encoding, seat = encoding_of(position.game), seat % len(position.game.seats)
    vector = encoding.vector(position, seat)
    assert set(encoding.facts(vector, seat)) == told_in(encoding, position, seat)
    for seed in (1, 2):
        assert np.array_equal(vector, encoding.vector(position.seen_by(seat, seed), seat))
    for similar in islice(position.game.similar(position), 40):  # differs in few facts
        assert not np.array_equal(vector, encoding.vector(similar, seat)), repr(similar)


def test_seats_are_as_the_observer_sees_them() -> None:
    position = position_of("azul", {"players": 3}, [3, 1, 4, 1, 5])
    encoding = encoding_of(position.game)
    views = [dict(zip(encoding.names, encoding.vector(position, seat).tolist(), strict=True)) for seat in range(3)]
    assert position.turn is not None
    assert [view["turn(own)"] for view in views] == [float(seat == position.turn) for seat in range(3)]
    lines = [name for name in encoding.names if name.startswith("line(own")]
    assert any(views[0][name] for name in lines)
    for name in lines:
        assert views[0][name] == views[2][name.replace("own", "second")] == views[1][name.replace("own", "third")]


def test_numbers_of_moves() -> None:
    position = position_of("kalah", {"pits": 4, "seeds": 3, "pie": True}, [0])
    encoding = encoding_of(position.game)
    assert encoding.actions == ("1", "2", "3", "4", "swap")
    assert encoding.mask(position).tolist() == [1, 1, 1, 1, 1]
    assert encoding.move(position, 4).text == "swap"
    assert encoding.codes.tolist() == [0, 1, 2, 3, position.moves[-1].code]
    for number in (7, -1):
        with pytest.raises(IllegalMove):
            encoding.move(position, number)


def test_a_game_without_an_encoding_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding_of.cache_clear()
    game = load_game("kalah")
    assert isinstance(game, KernelGame)
    monkeypatch.setattr(type(game), "module", classmethod(lambda cls, name: None))
    with pytest.raises(BadInput, match=r"no encoding\.py"):
        encoding_of(game)
    with pytest.raises(BadInput, match=r"no vector\.py"):
        vectors(game, game.start(0).states(), np.zeros(1, np.int64))


@pytest.mark.parametrize(("name", "options"), [("kalah", {"pie": True}), ("azul", {}), ("queens", {"n": 1})])
def test_compiled_vectors_are_those_of_the_facts(name: str, options: dict[str, object]) -> None:
    game = load_game(name, options)
    assert isinstance(game, KernelGame)
    chance, positions, seats = random.Random(1), list[KernelPosition](), list[int]()
    position = game.start(1)
    while position.turn is not None:
        position = position.after(chance.choice(position.moves))
        positions.append(position)
        seats.append(chance.randrange(len(game.seats)))
    states = game.start(0).states(len(positions))
    for number, position in enumerate(positions):
        states[number] = position.states()[0]
    expected = [encoding_of(game).vector(*pair) for pair in zip(positions, seats, strict=True)]
    assert np.array_equal(vectors(game, states, np.array(seats)), np.array(expected))


@pytest.mark.parametrize(
    ("name", "options"),
    [("azul", {}), ("azul", {"players": 3}), ("queens", {"n": 1}), ("queens", {"variant": "holes"})],
)
def test_symmetries_leave_the_game_the_same(name: str, options: dict[str, object]) -> None:
    """A position set up from the image of its facts has the image of its vector, also after the image of a move."""
    game, chance = load_game(name, options), random.Random(5)
    encoding = encoding_of(game)
    symmetries = list(game.module("encoding").symmetries(game))  # type: ignore[attr-defined]
    position = position_of(name, options, [chance.randrange(99) for _ in range(3)])
    for number in {0, len(symmetries) // 2, len(symmetries) - 1}:
        symmetry, (components, classes) = symmetries[number], (images[number + 1] for images in encoding.images)
        facts = [symmetry.fact(fact) for fact in position.facts()]
        image = game.position(facts)
        assert image.turn == position.turn is not None
        assert np.array_equal(encoding.vector(image, 0), encoding.vector(position, 0)[components])
        moves, of_image = moves_by_class(encoding, position), moves_by_class(encoding, image)
        image_of = {int(encoding.classes[classes[at]]): int(number) for at, number in enumerate(encoding.classes)}
        assert {image_of[number] for number in moves} == of_image.keys()
        alone = [number for number, alike in moves.items() if len(alike) == len(of_image[image_of[number]]) == 1]
        assert alone
        for number in alone[:: max(1, len(alone) // 9)]:
            (move,), (moved,) = moves[number], of_image[image_of[number]]
            after = encoding.vector(position.after(move), 0)[components]
            assert np.array_equal(encoding.vector(image.after(moved), 0), after)


def test_an_exchange_of_factories_says_nothing_new_of_the_moves() -> None:
    """The classes of moves of Azul are by what is taken to which line: factories with the same offer are alike."""
    position = load_game("azul").start(3)
    encoding = encoding_of(position.game)
    taken = {(*move.text.split()[1:], position.move_facts(move)[0].args[3]) for move in position.moves}
    assert len({encoding.class_of(position, move) for move in position.moves}) == len(taken) < len(position.moves)


def test_counts_are_those_of_the_facts() -> None:
    position = position_of("azul", {}, [7 * n % 23 for n in range(70)])
    counted = components(position, 0)
    rows = [fact.args[1] for fact in position.facts() if fact.relation == "wall" and fact.args[0] == "south"]
    assert rows and all(counted[f"number of wall(own, {row}, _, _)"] == rows.count(row) for row in rows)
    encoding, facts = encoding_of(position.game), list(position.facts())
    facts.remove(next(fact for fact in facts if fact.relation == "wall"))
    left = dict(zip(encoding.names, encoding.vector_of(facts, 0).tolist(), strict=True))
    changed = [name for name in counted if left[name] != counted[name] and "wall" in name]
    assert len(changed) == 4, "the fact, and its row, column and colour"


def components(position: Position, seat: int) -> dict[str, float]:
    """The components of a position's vector by name."""
    encoding = encoding_of(position.game)
    return dict(zip(encoding.names, encoding.vector(position, seat).tolist(), strict=True))


def boards_of(position: Position) -> list[Board]:
    """The boards of a position of Azul in the independent implementation, from the facts."""
    boards = {seat: Board() for seat in position.game.seats}
    for relation, args in ((fact.relation, fact.args) for fact in position.facts()):
        match relation, args:
            case "score", (seat, int(points)):
                boards[str(seat)].score = points
            case "wall", (seat, int(row), int(column), _):
                boards[str(seat)].wall.add((row - 1, column - 1))
            case "line", (seat, int(line), colour, int(count)):
                boards[str(seat)].lines[line - 1] = [str(colour)] * count
            case "floor", (seat, _, thing):
                boards[str(seat)].floor.append(str(thing))
    return list(boards.values())


def points_of(board: Board, row: int, colour: str) -> int:
    """What a tile would score on a board; 0 where there is one."""
    if (row, (COLOURS.index(colour) + row) % 5) in board.wall:
        return 0
    after = deepcopy(board)
    after.place(row, colour)
    return after.score - board.score


@pytest.mark.parametrize("players", [2, 3])
def test_what_follows_from_a_position_of_azul_is_what_the_independent_rules_make_of_it(players: int) -> None:
    chance, position = random.Random(players), load_game("azul", {"players": players}).start(players)
    seen = Counter[str]()
    while position.turn is not None:
        seat = chance.randrange(players)
        told, boards = components(position, seat), boards_of(position)
        boards = boards[seat:] + boards[:seat]
        begun = [[line if len(line) <= row else [] for row, line in enumerate(board.lines)] for board in boards]
        for board in boards:
            board.settle()
        for name, board, lines in zip(relative_seats(position.game.seats), boards, begun, strict=True):
            points = {(row, colour): points_of(board, row, colour) for row in range(5) for colour in COLOURS}
            assert told[f"points_now({name})"] == board.score
            assert told[f"bonus_now({name})"] == board.bonus()
            assert told[f"ends_now({name})"] == (board.rows() > 0)
            assert all(
                told[f"tile_points({name}, {row + 1}, {colour})"] == points[row, colour] for row, colour in points
            )
            for row, line in enumerate(lines):
                assert told[f"line_points({name}, {row + 1})"] == sum(points[row, colour] for colour in line)
            seen.update(bonus=board.bonus(), ends=board.rows(), lines=sum(map(len, lines)))
        standings = [board.score + board.bonus() for board in boards]
        assert told["lead(own)"] == max(-30, min(30, standings[0] - max(standings[1:]))) + 30
        assert told["offers()"] == sum(fact.relation == "tiles" for fact in position.facts())
        position = position.after(chance.choice(position.moves))
    assert all(seen[what] for what in ("bonus", "ends", "lines"))
