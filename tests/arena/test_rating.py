"""Ratings: closed forms, evalica's figures, any order of the games, and intervals that hold what they promise."""

from __future__ import annotations

import itertools
import json
import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.arena.rating import ELO, RatedGame, Ratings, fit_ratings

EVALICA = json.loads((Path(__file__).parent / "data" / "evalica.json").read_text())


def mirrored(first: int, second: int, wins: float, losses: float) -> list[RatedGame]:
    """The results of two minds, the same from both seats."""
    return [RatedGame((first, second), (wins, losses)), RatedGame((second, first), (losses, wins))]


@pytest.mark.parametrize(("wins", "losses"), [(30, 10), (7, 7), (99, 1), (12.5, 3.5)])
def test_two_minds_have_the_closed_form(wins: float, losses: float) -> None:
    fitted = fit_ratings(2, mirrored(0, 1, wins, losses), prior=0)
    difference = fitted.minds[0].value - fitted.minds[1].value
    assert difference == pytest.approx(400 * math.log10(wins / losses), abs=0.2)
    assert fitted.seats[0].value == 0
    expected = wins / (wins + losses)
    error = ELO / 2 / math.sqrt(2 * (wins + losses) * expected * (1 - expected))
    if min(wins, losses) > 5:
        assert fitted.minds[0].high - fitted.minds[0].low == pytest.approx(2 * 1.96 * error, rel=0.06)


@pytest.mark.parametrize("case", EVALICA["cases"])
def test_the_ratings_are_those_of_evalica(case: dict[str, list[list[int]] | list[float]]) -> None:
    wins, draws, ratings = case["wins"], case["draws"], case["ratings"]
    games = []
    for row, column in itertools.combinations(range(len(wins)), 2):
        shares = [wins[a][b] + draws[a][b] / 2 for a, b in ((row, column), (column, row))]  # type: ignore[index]
        games += mirrored(row, column, *shares)
    fitted = fit_ratings(len(wins), games, prior=0)
    assert [mind.value for mind in fitted.minds] == pytest.approx(ratings, abs=0.1)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.permutations(range(4)), st.integers(0, 5)), max_size=25),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_games_changes_nothing(drawn: list[tuple[list[int], int]], lot: random.Random) -> None:
    third, half = 1 / 3, 1 / 2
    results = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (third,) * 3, (half, half, 0), (0, 0, 0)]
    games = [RatedGame(tuple(minds[:3]), tuple(map(float, results[result]))) for minds, result in drawn]
    shuffled = lot.sample(games, len(games))
    assert fit_ratings(4, shuffled, seats=3) == fit_ratings(4, games, seats=3)


def test_an_advantage_of_the_first_seat_is_no_strength() -> None:
    games = [RatedGame((0, 1), (1.0, 0.0)), RatedGame((1, 0), (1.0, 0.0))] * 20
    fitted = fit_ratings(2, games)
    assert [mind.value for mind in fitted.minds] == [0, 0]
    assert fitted.seats[0].low > 100


def test_a_mind_that_lost_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    few, many = (fit_ratings(2, mirrored(0, 1, 0, games)).minds[0] for games in (2, 50))
    assert -1000 < many.value < few.value < 0
    assert many.value - many.low > 300
    assert many.value - many.low > 2 * (many.high - many.value), "how weak it is, the games do not say"
    nothing = fit_ratings(3, []).minds
    assert {mind.value for mind in nothing} == {0}
    assert nothing[0].high - nothing[0].low > 1000


def test_a_game_that_nobody_won_says_nothing() -> None:
    games = mirrored(0, 1, 3, 2)
    assert fit_ratings(2, [*games, RatedGame((0, 1), (0.0, 0.0))]) == fit_ratings(2, games)


def test_a_mind_can_be_the_zero() -> None:
    games = mirrored(0, 1, 3, 2) + mirrored(1, 2, 3, 2)
    fitted = fit_ratings(3, games, zero=2).minds
    assert (fitted[2].low, fitted[2].value, fitted[2].high) == (0, 0, 0)
    assert fitted[0].value > fitted[1].value > 0


def simulated(lot: random.Random, minds: int, seats: int, games: int) -> tuple[list[float], Ratings]:
    """True strengths, and the ratings after games that were drawn from them."""
    strengths, advantages = [lot.gauss(0, 1) for _ in range(minds)], [0.4] + [0.0] * (seats - 1)
    played = []
    for group in itertools.combinations(range(minds), seats):
        for number in range(games):
            turned = group[number % seats :] + group[: number % seats]
            chances = [math.exp(strengths[mind] + advantages[seat]) for seat, mind in enumerate(turned)]
            winner = lot.choices(range(seats), chances)[0]
            played.append(RatedGame(turned, tuple(float(seat == winner) for seat in range(seats))))
    return strengths, fit_ratings(minds, played, seats)


@pytest.mark.parametrize(("minds", "seats", "games"), [(4, 2, 6), (5, 3, 3)])
def test_the_intervals_hold_95_of_100_true_strengths(minds: int, seats: int, games: int) -> None:
    lot, held, total = random.Random(7), 0, 0
    for _ in range(100):
        strengths, fitted = simulated(lot, minds, seats, games)
        mean = sum(strengths) / minds
        held += sum(r.low <= ELO * (s - mean) <= r.high for r, s in zip(fitted.minds, strengths, strict=True))
        held += fitted.seats[0].low <= ELO * 0.4 * (1 - 1 / seats) <= fitted.seats[0].high
        total += minds + 1
    assert 0.93 <= held / total <= 0.98
