"""Positions set up from facts, the sentences that refuse facts, and similar positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position, find_move
from ludoteca.core.i18n import say
from ludoteca.exam.sampling import random_positions
from ludoteca.games import open_game
from ludoteca.rules.kernel.game import KernelPosition
from tests.games.queens_positions import game as queens_after
from tests.games.queens_reference import lines

Facts = list[Fact]
VARIANTS: list[tuple[str, Mapping[str, object]]] = [
    ("kalah", {}),
    ("kalah", {"pits": 3, "seeds": 2, "pie": True}),
    ("kalah", {"pits": 1, "seeds": 3, "sweep": False, "pie": True}),
    ("kalah", {"pits": 4, "seeds": 5, "capture": "empty", "lap": "store"}),
    ("queens", {}),
    ("queens", {"n": 1, "blocker_goal": "total"}),
    ("queens", {"n": 3, "variant": "holes"}),
    ("azul", {}),
    ("azul", {"players": 3}),
    ("azul", {"players": 4}),
]
WITHOUT_FACTS: list[tuple[str, Mapping[str, object]]] = [
    ("agricola_classic", {}),
    ("agricola_classic", {"scenario": "5"}),
    ("agricola_planning", {}),
    ("agricola_planning", {"problem": "5"}),
]


def seen(position: Position) -> tuple[object, ...]:
    """Everything of a position that can be seen."""
    return set(position.facts()), position.turn, position.moves, position.scores()


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_position_of_random_games_is_set_up_from_its_facts(name: str, options: Mapping[str, object]) -> None:
    game = open_game(name, options)
    for seed in range(2):
        for position in random_positions(game, seed):
            assert seen(game.position(position.facts())) == seen(position)


def test_the_order_of_facts_does_not_matter() -> None:
    position = list(random_positions(open_game("azul", {}), 1))[20]
    facts = list(position.facts())
    random.Random(1).shuffle(facts)
    assert position.game.position(facts) == position.game.position(position.facts())


def test_what_facts_do_not_tell_follows_a_fixed_rule() -> None:
    for name in ("azul", "queens"):
        position = list(random_positions(open_game(name, {}), 2))[5]
        twins = [position.game.position(position.seen_by(0, seed).facts()) for seed in (1, 2)]
        assert twins[0] == twins[1]
    for position in random_positions(open_game("queens", {}), 2):
        free = sum(fact.relation == "free" for fact in position.facts())
        assert sum(position.game.position(position.facts()).expected_scores()) == 64 - free


# Refusals


def without(*relation_and_args: str | int) -> Callable[[Facts], Facts]:
    """Leaves out the facts that begin like this."""
    relation, *args = relation_and_args
    return lambda facts: [fact for fact in facts if (fact.relation, *fact.args[: len(args)]) != (relation, *args)]


def with_facts(*more: tuple[str | int, ...]) -> Callable[[Facts], Facts]:
    return lambda facts: [*facts, *(Fact(str(relation), args) for relation, *rest in more for args in [tuple(rest)])]


def instead(*changes: tuple[tuple[str | int, ...], tuple[str | int, ...]]) -> Callable[[Facts], Facts]:
    """Replaces facts; what replaces them comes last."""

    def edit(facts: Facts) -> Facts:
        for old, new in changes:
            facts = with_facts(new)(without(*old)(facts))
        return facts

    return edit


def queens_position(*texts: str, **options: object) -> Facts:
    return list(queens_after(*texts, **options).facts())


def added_queen(x: int, y: int) -> Callable[[Facts], Facts]:
    return with_facts(("queen", x, y), ("placed", "black", x, y))


KALAH_REFUSALS = [
    (without("pit", "south", 3), "The fact pit(south, 3, …) is missing.", "Falta el hecho pit(south, 3, …)."),
    (with_facts(("turn", "south")), "The fact turn(south) is given twice.", "El hecho turn(south) se da dos veces."),
    (with_facts(("turn", "north")), "turn(south) and turn(north) cannot both hold.", "turn(south) y turn(north) no"),
    (
        with_facts(("over",)),
        "turn(south) and over() cannot both hold.",
        "turn(south) y over() no pueden darse a la vez.",
    ),
    (without("turn"), "No seat is to move: give the fact turn with one of south, north", "No le toca a nadie: da"),
    (with_facts(("rook", 3)), "rook(3) is not a fact of a position", "rook(3) no es un hecho de una posición"),
    (with_facts(("sows", "3", 3, 4)), "sows(3, 3, 4) is not a fact of a position", "sows(3, 3, 4) no es un hecho"),
    (with_facts(("pit", "south", 3)), "pit(south, 3) is not a fact of a position", "pit(south, 3) no es un hecho"),
    (with_facts(("pit", "south", 7, 4)), "In pit(south, 7, 4), pit must be a whole number from 1 to 6.", "de 1 a 6."),
    (
        with_facts(("pit", "west", 1, 4)),
        "In pit(west, 1, 4), seat must be one of these: south, north.",
        "uno de estos:",
    ),
    (
        instead((("store", "south"), ("store", "south", 3))),
        "There are 51 seeds on the board; this game has 48.",
        "son 48.",
    ),
    (
        instead((("pit", "south", 1), ("pit", "south", 1, 3))),
        "There are 47 seeds on the board; this game has 48.",
        "Hay 47 semillas en el tablero; en esta partida son 48.",
    ),
    (instead((("store", "south"), ("store", "south", -1))), "seeds must be a whole number from 0 to 48.", "de 0 a 48."),
    (
        instead((("pit", "south", 1), ("pit", "south", 1, "4"))),
        "seeds must be a whole number from 0 to 48.",
        "de 0 a 48.",
    ),
    (with_facts(("pit", "south", 1, 3)), "pit(south, 1, 4) and pit(south, 1, 3) cannot both hold.", "no pueden darse"),
    (with_facts(("swap_offered",)), "The swap cannot be on offer", "No se puede ofrecer el cambio de lado"),
    (
        instead((("turn",), ("over",))),
        "No row is empty: the game is not over, and a seat must be to move.",
        "Ninguna fila está vacía: la partida no ha terminado",
    ),
    (
        instead(
            *((("pit", "south", pit), ("pit", "south", pit, 0)) for pit in range(1, 7)),
            (("store", "south"), ("store", "south", 24)),
        ),
        "A row is empty: the game is over, and no seat is to move.",
        "Una fila está vacía: la partida ha terminado",
    ),
]
QUEENS_REFUSALS = [
    (added_queen(4, 1), "The queen on e2 is seen by another queen.", "La reina de e2 está a la vista de otra reina."),
    (with_facts(("queen", 3, 2)), "The fact placed(…, 3, 2) is missing.", "Falta el hecho placed(…, 3, 2)."),
    (with_facts(("block", 1, 1)), "queen(1, 1) and block(1, 1) cannot both hold.", "no pueden darse a la vez"),
    (with_facts(("queen", 8, 1)), "In queen(8, 1), x must be a whole number from 0 to 7.", "de 0 a 7."),
    (without("free", 2, 3), "The fact free(2, 3) is missing.", "Falta el hecho free(2, 3)."),
    (with_facts(("free", 1, 2)), "The fact free(1, 2) contradicts the others.", "El hecho free(1, 2) contradice"),
    (instead((("size",), ("size", 12))), "The fact size(12) contradicts the others.", "El hecho size(12) contradice"),
    (instead((("turn",), ("turn", "white"))), "it is the turn of black.", "el turno es del negro."),
    (instead((("turn",), ("over",))), "the game is not over: a seat must be to move.", "la partida no ha terminado"),
    (
        with_facts(("block", 6, 6), ("placed", "blocker", 6, 6), ("block", 7, 6), ("placed", "blocker", 7, 6)),
        "The third seat has 2 pieces on the board; by this turn it can have placed at most 1.",
        "El tercer asiento tiene 2 piezas en el tablero",
    ),
    (with_facts(("hole", 6, 6), ("placed", "blocker", 6, 6)), "There are holes only in the variant holes.", "agujeros"),
    (
        with_facts(*(fact for x in (2, 4, 6) for fact in (("queen", x, 7), ("placed", "white", x, 7)))),
        "There are 4 white queens and 0 black queens: white has as many as black, or one more.",
        "Hay 4 reinas blancas y 0 reinas negras",
    ),
    (
        with_facts(*(fact for x in (2, 3, 4, 5) for fact in (("queen", x, 7), ("placed", "white", x, 7)))),
        "A player has 5 queens on the board; at most 4 can be placed.",
        "Un jugador tiene 5 reinas en el tablero",
    ),
]
AZUL_REFUSALS = [
    (without("bag", "red"), "The fact bag(red, …) is missing.", "Falta el hecho bag(red, …)."),
    (instead((("lid", "red"), ("lid", "red", 2))), "There are 22 tiles of the colour red in all; there", "color rojo"),
    (
        without("marker_in_centre"),
        "The starting marker must be in one place: in the centre, or on the floor of s",
        "sitio",
    ),
    (with_facts(("floor", "south", 1, "marker")), "No tile has been taken in this round: south can have", "ningún"),
    (with_facts(("floor", "south", 2, "marker")), "The floor of south has a gap: it fills from space 1 on.", "hueco"),
    (instead((("turn",), ("turn", "north"))), "With 0 factories empty and the starting marker in the centre it", "sur"),
    (instead((("turn",), ("over",))), "The game is not over: it ends with a full row", "La partida no ha terminado"),
    (instead((("line", "south", 1), ("line", "south", 1, "none", 1))), "contradicts the others.", "contradice a los"),
    (instead((("round_number",), ("round_number", 0))), "round must be a whole number from 1 to 50.", "de 1 a 50."),
    (without("starts_next"), "The fact starts_next(…) is missing.", "Falta el hecho starts_next(…)."),
    (without("pattern", 1, 1), "The fact pattern(1, 1, blue) is missing.", "Falta el hecho pattern(1, 1, blue)."),
    (instead((("score", "north"), ("score", "north", -2))), "points must be a whole number from 0 to", "número entero"),
    (
        with_facts(("tiles", 6, "red", 1)),
        "In tiles(6, red, 1), source must be one of these: centre, 1, 2",
        "uno de estos",
    ),
]


def refusal(game: Game, facts: Sequence[Fact]) -> BadInput:
    with pytest.raises(BadInput) as refused:
        game.position(facts)
    return refused.value


def assert_refused(facts: Facts, edit: Callable[[Facts], Facts], name: str, said: str, dicho: str) -> None:
    game = open_game(name, {})
    game.position(facts)
    error = refusal(game, edit(facts))
    assert said in say(error.message)
    assert dicho in say(error.message, "es")


@pytest.mark.parametrize(("edit", "said", "dicho"), KALAH_REFUSALS)
def test_kalah_refuses(edit: Callable[[Facts], Facts], said: str, dicho: str) -> None:
    assert_refused(list(open_game("kalah", {}).start(0).facts()), edit, "kalah", said, dicho)


@pytest.mark.parametrize(("edit", "said", "dicho"), QUEENS_REFUSALS)
def test_queens_refuses(edit: Callable[[Facts], Facts], said: str, dicho: str) -> None:
    assert_refused(queens_position("queen b2", "pass"), edit, "queens", said, dicho)


@pytest.mark.parametrize(("edit", "said", "dicho"), AZUL_REFUSALS)
def test_azul_refuses(edit: Callable[[Facts], Facts], said: str, dicho: str) -> None:
    assert_refused(list(open_game("azul", {}).start(3).facts()), edit, "azul", said, dicho)


def test_queens_refuses_a_turn_before_the_first_queen_and_after_the_last_free_cell() -> None:
    begun = instead((("turn",), ("turn", "blocker")))(queens_position())
    assert "it is the turn of white." in str(refusal(open_game("queens", {}), begun))
    *_, ended = random_positions(open_game("queens", {}), 1)
    facts = instead((("over",), ("turn", "white" if ended.scores()[0] == ended.scores()[1] else "black")))
    assert "the game is over: no seat is to move." in str(refusal(ended.game, facts(list(ended.facts()))))


def later_azul() -> list[Position]:
    """Positions of a later round."""
    positions = random_positions(open_game("azul", {}), 3)
    return [position for position in positions if Fact("round_number", (3,)) in position.facts()]


def test_azul_refuses_tiles_where_the_rules_put_none() -> None:
    game, facts = open_game("azul", {}), list(later_azul()[1].facts())
    walls = [fact for fact in facts if fact.relation == "wall"]
    assert walls
    seat, row, _, colour = walls[0].args
    spare = next(fact for fact in facts if fact.relation == "line" and fact.args[:2] == (seat, row))
    assert spare.args[2:] == ("none", 0)
    count = next(fact.args[1] for fact in facts if fact.relation == "lid" and fact.args[0] == colour)
    box = "lid" if int(count) > 0 else "bag"
    held = next(int(fact.args[1]) for fact in facts if fact.relation == box and fact.args[0] == colour)
    edit = instead((("line", seat, row), ("line", seat, row, colour, 1)), ((box, colour), (box, colour, held - 1)))
    assert f"Line {row} of {seat} cannot hold 1 tile of the colour {colour}." in str(refusal(game, edit(facts)))
    too_soon = instead((("round_number",), ("round_number", 1)))(facts)
    assert f"Row {row} of the wall of {seat} has" in str(refusal(game, too_soon))


def test_azul_refuses_a_factory_that_is_neither_full_nor_empty() -> None:
    game = open_game("azul", {})
    facts = list(game.start(3).facts())
    colour, count = next(fact.args[1:] for fact in facts if fact.relation == "tiles" and int(fact.args[2]) > 1)
    factory = next(fact.args[0] for fact in facts if fact.relation == "tiles" and fact.args[1:] == (colour, count))
    bag = next(int(fact.args[1]) for fact in facts if fact.relation == "bag" and fact.args[0] == colour)
    edit = instead(
        (("tiles", factory, colour), ("tiles", factory, colour, int(count) - 1)),
        (("bag", colour), ("bag", colour, bag + 1)),
    )
    said = str(refusal(game, edit(facts)))
    assert said == f"Factory {factory} has 3 tiles; while there are tiles in the bag it has 4, or none."


def test_azul_knows_the_marker_that_found_no_space_on_a_full_floor() -> None:
    start = open_game("azul", {}).start(3)
    assert isinstance(start, KernelPosition)
    s = start.fields()
    taken = [colour for colour in range(5) for _ in range(int(s.tiles[1:5, colour].sum()))]
    s.tiles[1:5] = 0
    s.floor[0], s.floor[1, :4] = [colour + 1 for colour in taken[:7]], [colour + 1 for colour in taken[7:11]]
    s.fallen[:2] = 7, 4
    for colour in taken[11:]:
        s.tiles[0, colour] += 1
    position = KernelPosition.of_fields(start.game, s)
    assert seen(start.game.position(position.facts())) == seen(position)
    after = find_and_play(position, next(move.text for move in position.moves if move.text.startswith("centre")))
    assert not any(fact.args[-1:] == ("marker",) or fact.relation == "marker_in_centre" for fact in after.facts())
    assert seen(start.game.position(after.facts())) == seen(after)


def test_a_game_that_cannot_set_up_positions_says_so() -> None:
    game = open_game("agricola_classic", {})
    error = refusal(game, game.start(0).facts())
    assert str(error) == "agricola_classic cannot do this: its folder has no setup.py with position_of."
    assert "su carpeta no tiene un setup.py con position_of" in say(error.message, "es")


# Similar positions

KEYS = {"pit": 2, "store": 1, "tiles": 2, "line": 2, "wall": 3, "bag": 1, "lid": 1, "goods": 2, "lies": 2}
KEYS |= {"field": 2, "stock": 2, "cells": 2, "fences": 1, "actions": 1, "full_pastures": 1, "sown_fields": 1}
DERIVED = ("free", "placed", "queens_left", "pieces_left")


def contents(position: Position) -> dict[tuple[str | int, ...], object]:
    """What lies at each place: the facts by their relation and what they are about."""
    found: dict[tuple[str | int, ...], object] = {}
    floors: dict[str | int, list[str | int]] = {}
    owners = {fact.args[1:]: fact.args[0] for fact in position.facts() if fact.relation == "placed"}
    for fact in position.facts():
        if fact.relation == "floor":
            floors.setdefault(fact.args[0], []).append(fact.args[2])
        elif fact.relation in ("queen", "block", "hole"):
            found["cell", *fact.args] = fact.relation, owners[fact.args]
        elif fact.relation not in DERIVED:
            keys = KEYS.get(fact.relation, len(fact.args))
            found[fact.relation, *fact.args[:keys]] = fact.args[keys:]
    return {**found, **{("floor", seat): things for seat, things in floors.items()}}


def changed_places(one: Position, other: Position) -> int:
    """The number of places with other contents."""
    before, after = contents(one), contents(other)
    return sum(before.get(place) != after.get(place) for place in before.keys() | after.keys())


def sampled(name: str, options: Mapping[str, object]) -> Iterator[Position]:
    """Some positions of a random game."""
    positions = list(islice(random_positions(open_game(name, options), 5), 60))
    return (position for position in positions[:: max(1, len(positions) // 4)] if position.turn is not None)


@pytest.mark.parametrize(("name", "options"), [*VARIANTS, *WITHOUT_FACTS])
def test_similar_positions_are_distinct_and_the_same_seat_is_to_move(name: str, options: Mapping[str, object]) -> None:
    for position in sampled(name, options):
        before = seen(position)
        found = list(islice(position.game.similar(position), 40))
        assert all(similar.turn == position.turn and similar.moves for similar in found)
        assert len({frozenset(other.facts()) for other in (position, *found)}) == len(found) + 1
        assert seen(position) == before


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_similar_positions_can_be_set_up_and_played(name: str, options: Mapping[str, object]) -> None:
    chance = random.Random(1)
    for position in sampled(name, options):
        for similar in islice(position.game.similar(position), 0, 100, 10):
            assert seen(position.game.position(similar.facts())) == seen(similar)
            for _ in range(3):
                if similar.turn is not None:
                    similar = similar.after(chance.choice(list(similar.moves)))
                    assert seen(position.game.position(similar.facts())) == seen(similar)


@pytest.mark.parametrize(("name", "options"), [*VARIANTS, *WITHOUT_FACTS])
def test_positions_with_one_change_come_first_nearest_first(name: str, options: Mapping[str, object]) -> None:
    for position in sampled(name, options):
        distances = [changed_places(position, other) for other in islice(position.game.similar(position), 60)]
        falls = [number for number in range(1, len(distances)) if distances[number] < distances[number - 1]]
        if name == "azul":  # where two changes may be of the same place, and nearer together than each alone
            falls = [number for number in falls if number < 30]
        assert len(falls) <= 1, distances  # where those with two changes begin


@pytest.mark.parametrize(("name", "options"), [*VARIANTS, *WITHOUT_FACTS])
def test_nothing_is_similar_to_a_finished_game(name: str, options: Mapping[str, object]) -> None:
    if name != "agricola_classic":  # a whole game takes long
        *_, last = random_positions(open_game(name, options), 1)
        assert list(last.game.similar(last)) == []


def test_all_positions_of_kalah_that_differ_in_two_places_come_first_then_those_in_three() -> None:
    game = open_game("kalah", {"pits": 2, "seeds": 2})
    position = find_and_play(game.start(0), "2")
    places = [fact for fact in position.facts() if fact.relation in ("pit", "store")]
    boards = [
        dict(zip((fact.args[:-1] for fact in places), seeds, strict=True))
        for seeds in product(range(9), repeat=len(places))
        if sum(seeds) == 8
    ]
    own = {fact.args[:-1]: fact.args[-1] for fact in places}
    expected: dict[int, set[tuple[int, ...]]] = {2: set(), 3: set()}
    for board in boards:
        different = sum(board[place] != own[place] for place in own)
        rows = [
            sum(seeds for place, seeds in board.items() if len(place) == 2 and place[0] == seat) for seat in game.seats
        ]
        if different in expected and all(rows):
            expected[different].add(tuple(board.values()))
    found = [
        tuple(int(fact.args[-1]) for fact in other.facts() if fact.relation in ("pit", "store"))
        for other in islice(game.similar(position), len(expected[2]) + len(expected[3]))
    ]
    assert set(found[: len(expected[2])]) == expected[2]
    assert set(found[len(expected[2]) :]) == expected[3]


def test_the_smallest_changes_of_kalah_move_one_seed() -> None:
    position = open_game("kalah", {}).start(0)
    for similar in islice(position.game.similar(position), 100):
        changes = [
            int(fact.args[-1]) - int(old.args[-1])
            for fact, old in zip(similar.facts(), position.facts(), strict=True)
            if fact != old
        ]
        assert sorted(changes) == [-1, 1]


def find_and_play(position: Position, *texts: str) -> Position:
    for text in texts:
        position = position.after(find_move(position, text))
    return position


def pieces_of(position: Position) -> frozenset[Fact]:
    return frozenset(fact for fact in position.facts() if fact.relation in ("placed", "block"))


def test_one_change_on_the_smallest_board_of_queens_finds_every_board_the_rules_allow() -> None:
    position = queens_after("queen b2", "block c2", n=1)
    white, block = (1, 1), (2, 1)
    cells = [(x, y) for x in range(4) for y in range(4)]

    def board(queen: tuple[int, int], blocks: Sequence[tuple[int, int]]) -> frozenset[Fact]:
        facts = [Fact("placed", ("white", *queen))]
        facts += [fact for cell in blocks for fact in (Fact("block", cell), Fact("placed", ("blocker", *cell)))]
        return frozenset(facts)

    moved_queens = {board(cell, [block]) for cell in cells if cell not in (white, block)}
    moved_blocks = {board(white, [cell]) for cell in cells if cell not in (white, block)}
    expected = {board(white, [])} | moved_queens | moved_blocks
    free_cells = [len(set(cells) - {cell, block} - set(lines(cell, 4, {block}))) for cell in cells if cell != block]
    assert all(free_cells)  # so that no board ends the game
    found = [pieces_of(other) for other in islice(position.game.similar(position), len(expected))]
    assert set(found) == expected


def test_a_block_that_hides_a_queen_cannot_be_moved_away() -> None:
    position = queens_after("queen a1", "block d4", "queen f6", "pass")
    hidden = {(x, x) for x in range(1, 5)}
    for similar in position.game.similar(position):
        blocks = {fact.args for fact in similar.facts() if fact.relation == "block"}
        queens = {fact.args for fact in similar.facts() if fact.relation == "queen"}
        if changed_places(position, similar) > 2:
            break
        assert blocks & hidden or queens != {(0, 0), (5, 5)}


def test_similar_positions_keep_what_facts_do_not_tell() -> None:
    position = later_azul()[2]
    for similar in islice(position.game.similar(position), 50):
        assert isinstance(similar, KernelPosition) and isinstance(position, KernelPosition)
        assert (similar.state.rng == position.state.rng).all()
    for position in sampled("queens", {}):
        for similar in islice(position.game.similar(position), 50):
            free = sum(fact.relation == "free" for fact in similar.facts())
            assert sum(similar.expected_scores()) == 64 - free
