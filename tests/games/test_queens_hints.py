"""Tests of the hints of Queens and blocks."""

from __future__ import annotations

import pytest

from ludoteca.core.clock import Clock
from ludoteca.minds.schools import load_mind
from tests.games.queens_positions import game, play, random_game


def test_the_expected_score_counts_cells_taken_away() -> None:
    position = game("queen b2", n=1)
    assert position.expected_scores() == (12, 0, 0)
    assert play(position, "block d1").expected_scores() == (12, 0, 1)
    assert play(position, "block c3").expected_scores() == (12, 0, -1)
    assert play(position, "pass", "queen d1").expected_scores() == (12, 3, 0)


def test_greedy_prefers_a_move_that_wins() -> None:
    position = game("queen b2", "pass", "queen d1", n=1)
    player = load_mind("greedy", position.game).join(position.game, position.state.turn, 0)
    choice = player.choose(position, [], Clock(5))
    assert choice.move.text == "block c4"
    assert choice.why.reason.claim.key == "minds.greedy.wins"
    assert all(one.reason.claim.key == "minds.greedy.no_win" for one in choice.why.rejected)


@pytest.mark.parametrize("options", [{"n": 1}, {"variant": "holes"}], ids=str)
def test_the_move_order_is_the_number_of_cells_taken_away(options: dict[str, object]) -> None:
    for seed in range(3):
        for position, _ in random_game(options, seed):
            s = position.state
            for move in position.moves:
                taken = s.free - position.after(move).state.free
                assert position.game.hints.move_order(s, move.code) == taken


def test_win_estimates_and_priors_are_in_range() -> None:
    for position, _ in random_game({}, 4):
        hints = position.game.hints
        assert all(0 <= hints.win_estimate(position.state, seat) <= 1 for seat in range(3))
        assert all(hints.prior(position.state, move.code) > 0 for move in position.moves)
