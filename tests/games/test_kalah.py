"""Tests of the rules and pictures of Kalah, also against an independent implementation (OpenSpiel)."""

from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import PlayedMove, Position, find_move
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition

OPTIONS = st.fixed_dictionaries(
    {
        "pits": st.integers(1, 12),
        "seeds": st.integers(1, 12),
        "capture": st.sampled_from(["opposite", "empty"]),
        "sweep": st.booleans(),
        "lap": st.sampled_from(["full", "store"]),
        "pie": st.booleans(),
    }
)


def board(
    south: list[int], north: list[int], stores: tuple[int, int] = (0, 0), turn: int = 0, **options: object
) -> KernelPosition:
    """A position with these seeds in the pits, each row from its owner's left."""
    game = Kalah({"pits": len(south), **options})
    rows = game.start(0).states()
    state = rows[0]
    state.pits[0, : len(south)], state.pits[1, : len(north)] = south, north
    state.stores[:] = stores
    state.half = (sum(south) + sum(north) + sum(stores)) // 2
    state.turn = turn
    return KernelPosition(game, rows.tobytes())


def rows(position: Position) -> tuple[list[int], list[int], tuple[int, int]]:
    assert isinstance(position, KernelPosition)
    state: Any = position.state
    width = state.width
    south, north = ([int(seeds) for seeds in state.pits[seat, :width]] for seat in (0, 1))
    return south, north, (int(state.stores[0]), int(state.stores[1]))


def play(position: Position, *texts: str) -> Position:
    for text in texts:
        position = position.after(find_move(position, text))
    return position


def kinds(position: Position, text: str) -> list[str]:
    return [event.key.rpartition(".")[2] for event in position.events(find_move(position, text))]


def test_a_move_sows_to_the_right() -> None:
    after = play(board([4, 0, 0, 0], [1, 1, 1, 1]), "1")
    assert rows(after) == ([0, 1, 1, 1], [1, 1, 1, 1], (1, 0))


def test_sowing_passes_the_own_store_and_the_opponents_pits_but_not_its_store() -> None:
    after = play(board([0, 9], [1, 1]), "2")
    # Store, north 1 and 2, south 1 and 2, store, north 1 and 2, south 1: nine seeds, none for north's store.
    assert rows(after) == ([2, 1], [3, 3], (2, 0))


def test_the_last_seed_in_the_own_store_moves_again() -> None:
    position = board([0, 2, 0, 1], [1, 1, 1, 1])
    assert play(position, "4").turn == 0
    assert kinds(position, "4") == ["sown", "extra_turn"]


def test_the_last_seed_in_an_own_empty_pit_captures_the_opposite_ones() -> None:
    position = board([1, 0, 0, 2], [0, 0, 5, 1])
    after = play(position, "1")
    assert rows(after) == ([0, 0, 0, 2], [0, 0, 0, 1], (6, 0))
    assert after.turn == 1
    assert kinds(position, "1") == ["sown", "captured"]


def test_the_emptied_pit_counts_as_empty_when_the_last_seed_comes_round_to_it() -> None:
    after = play(board([5, 1], [1, 1], pits=2), "1")
    assert rows(after) == ([0, 2], [2, 0], (4, 0))


def test_nothing_opposite_is_no_capture_unless_single_seeds_are_banked() -> None:
    seeds = ([1, 0, 0, 2], [1, 1, 0, 1])
    assert rows(play(board(*seeds), "1")) == ([0, 1, 0, 2], [1, 1, 0, 1], (0, 0))
    assert rows(play(board(*seeds, capture="empty"), "1")) == ([0, 0, 0, 2], [1, 1, 0, 1], (1, 0))


def test_a_last_seed_in_an_opponents_empty_pit_captures_nothing() -> None:
    assert rows(play(board([1, 2], [0, 3]), "2")) == ([1, 0], [1, 3], (1, 0))


def test_an_empty_row_ends_the_game_and_the_rest_is_swept() -> None:
    position = board([0, 0, 1], [2, 3, 1], (5, 4))
    after = play(position, "3")
    assert after.turn is None
    assert after.scores() == (6, 10)
    assert after.result() == (0.0, 1.0)
    assert kinds(position, "3") == ["sown", "swept"]


def test_without_the_sweep_seeds_left_do_not_count() -> None:
    after = play(board([0, 0, 1], [2, 3, 1], (5, 4), sweep=False), "3")
    assert (after.turn, after.scores(), after.result()) == (None, (6, 4), (1.0, 0.0))


def test_the_game_also_ends_when_the_opponents_row_is_empty() -> None:
    after = play(board([1, 0, 2], [0, 1, 0], (0, 0)), "1")
    assert (after.turn, after.scores()) == (None, (4, 0))


def test_equal_stores_are_a_draw() -> None:
    after = play(board([0, 1], [0, 3], (2, 0)), "2")
    assert after.result() == (0.5, 0.5)


def test_one_lap_only_puts_the_rest_in_the_store_without_a_further_turn() -> None:
    position = board([0, 6], [1, 1], lap="store")
    after = play(position, "2")
    # Store, north 1 and 2, and what is left, three, into the store: no capture, no extra turn.
    assert rows(after) == ([0, 0], [0, 0], (4, 4))
    assert kinds(position, "2") == ["sown", "rest_stored", "swept"]


def test_the_pie_rule_offers_a_swap_at_norths_first_decision_only() -> None:
    game = Kalah({"pie": True})
    first = play(game.start(0), "3", "1")
    assert "swap" in [move.text for move in first.moves]
    south, north, stores = rows(first)
    swapped = play(first, "swap")
    assert rows(swapped) == (north, south, stores[::-1])
    assert swapped.turn == 0
    declined = play(first, "6")
    while declined.turn == 0:
        declined = declined.after(declined.moves[0])
    assert "swap" not in [move.text for move in declined.moves]


def test_an_empty_pit_is_refused_with_a_list_of_legal_moves() -> None:
    with pytest.raises(IllegalMove, match='"1" is not a legal move here; legal: 2, 3'):
        find_move(board([0, 1, 1], [1, 1, 1]), "1")


def test_text_that_is_not_a_saved_position_is_refused() -> None:
    for text in ("", "xyz", "00"):
        with pytest.raises(BadInput, match="not a saved position of kalah"):
            Kalah({}).load(text)


@given(OPTIONS, st.randoms(use_true_random=False))
def test_seeds_are_conserved_in_every_variant(options: dict[str, Any], rng: random.Random) -> None:
    game = Kalah(options)
    position: Position = game.start(0)
    for _ in range(60):
        if position.turn is None:
            break
        position = position.after(rng.choice(list(position.moves)))
        south, north, stores = rows(position)
        assert sum(south) + sum(north) + sum(stores) == 2 * options["pits"] * options["seeds"]
        assert min(*south, *north, *stores) >= 0


def test_the_terminal_shows_seeds_and_the_seat_to_move() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=io.StringIO())
    position = Kalah({}).start(0)
    console.print(position.game.terminal(position, None, "es"))
    text = console.export_text()
    assert "▶ sur" in text
    assert "norte" in text
    assert text.count("4") == 12 + 2


def test_the_picture_draws_every_seed_and_marks_what_can_be_clicked() -> None:
    game = Kalah({})
    start = game.start(0)
    move = find_move(start, "3")
    picture = ET.fromstring(game.svg(start.after(move), PlayedMove(start, move)))
    space = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f".//{space}circle[@class='seed']")) == 48
    clickable = {group.get("data-move") for group in picture.iter(f"{space}g") if group.get("data-move")}
    assert clickable == {move.text for move in start.after(move).moves}
    assert len(picture.findall(f".//{space}circle[@class='last']")) == 1
    ids = [element.get("id") for element in picture.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert start._repr_svg_().startswith("<svg")


def test_a_thousand_random_games_move_for_move_against_open_spiel() -> None:
    """OpenSpiel's mancala is Kalah(6, 4); it leaves the last seeds on the board and counts them in its returns."""
    import pyspiel

    oracle_game = pyspiel.load_game("mancala")
    game = Kalah({})
    rng = random.Random(1)
    for _ in range(1000):
        oracle, ours = oracle_game.new_initial_state(), game.start(0)
        while ours.turn is not None:
            assert not oracle.is_terminal()
            assert oracle.current_player() == ours.turn
            # Its pits are numbered around the board: south's 1 to 6, a store, north's 8 to 13.
            actions = {action - 1 if action < 7 else action - 8: action for action in oracle.legal_actions()}
            assert sorted(actions) == [move.code for move in ours.moves]
            # Its board: north's store, south's pits, south's store, north's pits.
            south, north, stores = rows(ours)
            assert oracle.observation_tensor(0)[:14] == [stores[1], *south, stores[0], *north]
            move = rng.choice(list(ours.moves))
            oracle.apply_action(actions[move.code])
            ours = ours.after(move)
        assert oracle.is_terminal()
        ours_south, ours_north = ours.scores()
        returns = oracle.returns()
        assert (returns[0] > 0, returns[0] == 0) == (ours_south > ours_north, ours_south == ours_north)
