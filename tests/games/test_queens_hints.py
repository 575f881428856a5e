"""What minds may lean on in Queens and blocks."""

from __future__ import annotations

import pytest

from tests.games.queens_positions import game, play, random_game


def test_the_tally_counts_cells_taken_away() -> None:
    position = game("queen b2", n=1)
    assert position.tally() == (12, 0, 0)
    assert play(position, "block d1").tally() == (12, 0, 1)
    assert play(position, "block c3").tally() == (12, 0, -1)
    assert play(position, "pass", "queen d1").tally() == (12, 3, 0)


def test_and_a_victory_once_there_is_no_free_cell() -> None:
    position = game("queen b2", "pass", "queen d1", n=1)
    white, black, blocker = play(position, "block c4").tally()
    assert blocker > max(white, black) + 1000
    white, black, blocker = play(position, "pass", "queen c4").tally()
    assert white > max(black, blocker) + 1000


@pytest.mark.parametrize("options", [{"n": 1}, {"variant": "holes"}], ids=str)
def test_what_a_move_promises_is_what_it_takes(options: dict[str, object]) -> None:
    for seed in range(3):
        for position, _ in random_game(options, seed):
            s = position.state
            for move in position.moves:
                taken = s.free - position.after(move).state.free
                assert position.game.hints.promise(s, move.code) == taken


def test_shares_and_weights_stay_in_their_range() -> None:
    for position, _ in random_game({}, 4):
        hints = position.game.hints
        assert all(0 <= hints.share(position.state, seat) <= 1 for seat in range(3))
        assert all(hints.weigh(position.state, move.code) > 0 for move in position.moves)
