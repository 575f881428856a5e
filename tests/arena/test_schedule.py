"""Schedules: every mind as often on every seat as can be, and nothing changes for those a change does not concern."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from ludoteca.arena.tournament.schedule import Pairing, planned_games, schedule
from ludoteca.arena.tournament.settings import Format, Settings


def settings(minds: int, games: int, form: Format = "round-robin", rounds: int | None = None) -> Settings:
    names = tuple("abcdefghijklmnopqrstuvwxyz"[:minds])
    return Settings("game", {}, names, games, format=form, rounds=rounds)


def games_of(plan: Settings, seats: int) -> list[Pairing]:
    return [game for games in schedule(plan, seats, lambda mind: -mind) for game in games]


def content(plan: Settings, seats: int) -> set[tuple[int, tuple[str, ...]]]:
    return {(game.seed, tuple(plan.minds[mind] for mind in game.minds)) for game in games_of(plan, seats)}


@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_mind_sits_as_often_on_every_seat_as_the_number_of_games_allows(seats: int, form: Format) -> None:
    for minds, games in itertools.product(range(seats, 9), range(1, seats + 2)):
        plan = settings(minds, games, form)
        played = games_of(plan, seats)
        assert len(played) == planned_games(plan, seats)
        sat = Counter((mind, seat) for game in played for seat, mind in enumerate(game.minds))
        for mind in range(minds):
            often = [sat[mind, seat] for seat in range(seats)]
            fair = 0 if games % seats == 0 else 1
            assert max(often) - min(often) <= fair, (minds, games, mind)


def test_all_orders_around_the_table_come_in_turn() -> None:
    tables = Counter(game.minds for game in games_of(settings(4, 24), 4))
    assert tables == Counter(itertools.permutations(range(4)))


@pytest.mark.parametrize("seats", [2, 3])
def test_an_opening_is_played_from_every_seat(seats: int) -> None:
    games = games_of(settings(seats, 2 * seats), seats)
    assert len({game.seed for game in games}) == 2
    for seed in {game.seed for game in games}:
        for seat in range(seats):
            assert {game.minds[seat] for game in games if game.seed == seed} == set(range(seats))


@pytest.mark.parametrize(("seats", "games"), [(2, 1), (2, 4), (3, 2), (3, 3), (4, 5)])
def test_a_new_mind_changes_no_game_of_the_others(seats: int, games: int) -> None:
    before, after = content(settings(5, games), seats), content(settings(6, games), seats)
    assert before < after
    assert all("f" in minds for _, minds in after - before)


def test_more_games_go_on_from_those_that_there_are() -> None:
    for fewer, more in ((1, 2), (3, 6), (4, 7)):
        assert content(settings(4, fewer), 2) <= content(settings(4, more), 2)


def test_a_gauntlet_is_the_first_mind_against_all_others() -> None:
    games = games_of(settings(5, 2, "gauntlet"), 2)
    assert Counter(mind for game in games for mind in game.minds) == {0: 8, 1: 2, 2: 2, 3: 2, 4: 2}


@pytest.mark.parametrize(("minds", "seats"), [(8, 2), (7, 2), (9, 3), (10, 3)])
def test_in_a_swiss_tournament_similar_scores_meet_and_nobody_meets_twice(minds: int, seats: int) -> None:
    plan = settings(minds, seats, "swiss", rounds=3)
    met: Counter[tuple[int, ...]] = Counter()
    rested: Counter[int] = Counter()
    for games in schedule(plan, seats, lambda mind: -mind):
        groups = {tuple(sorted(game.minds)) for game in games}
        assert len(games) == len(groups) * seats
        met.update(pair for group in groups for pair in itertools.combinations(group, 2))
        rested.update(set(range(minds)) - {mind for group in groups for mind in group})
    assert max(met.values()) == 1
    assert max(rested.values(), default=0) <= 1
    assert met[tuple(range(seats))[:2]] == 1, "the first two of the ranking meet"


def test_when_all_have_met_they_meet_again_with_other_openings() -> None:
    plan = settings(3, 2, "swiss", rounds=6)
    games = games_of(plan, 2)
    assert len(content(plan, 2)) == len(games) == planned_games(plan, 2) == 12
