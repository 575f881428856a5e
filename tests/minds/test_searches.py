"""Tests of the search minds and the solver: proven values against plain minimax, budgets, and explanations."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.arena.judgement import judge
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.mind import Choice
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.games.kalah import Kalah
from ludoteca.minds.montecarlo import MonteCarloPlayer
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.search.trace import SearchTree
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.solve import SolvedPosition, solve
from tests.games.test_kalah import board


def solution(options: dict[str, object], memory: int = 16) -> SolvedPosition:
    game = Kalah(options)
    return solve(MarginSearch(game.kernel_for("alphabeta"), memory), game.start(0))


def chosen(mind: str, position: Position, history: Sequence[Move] = (), seconds: float = 60) -> Choice:
    player = load_mind(mind, position.game).join(position.game, position.turn or 0, 1)
    return player.choose(position, history, Clock(seconds))


def minimax(position: Position) -> int:
    """South's final margin with best play, by plain minimax over the referee's positions."""
    saved = position.save()
    if saved not in _KNOWN:
        _KNOWN[saved] = _minimax(position)
    return _KNOWN[saved]


_KNOWN: dict[str, int] = {}


def _minimax(position: Position) -> int:
    if position.turn is None:
        south, north = position.scores()
        return int(south - north)
    values = [minimax(position.after(move)) for move in position.moves]
    return max(values) if position.turn == 0 else min(values)


@pytest.mark.parametrize(
    "options",
    [
        {"pits": pits, "seeds": seeds, "capture": capture, "sweep": sweep}
        for pits, seeds in ((1, 1), (1, 5), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (2, 5))
        for capture in ("opposite", "empty")
        for sweep in (True, False)
    ]
    + [
        {"pits": 2, "seeds": 4, "lap": "store"},
        {"pits": 3, "seeds": 2, "pie": True},
        {"pits": 2, "seeds": 3, "pie": True},
    ],
)
def test_the_solver_agrees_with_plain_minimax(options: dict[str, object]) -> None:
    start = Kalah(options).start(0)
    found = solution(options, memory=1)
    assert found.proven
    assert found.low == found.high == minimax(start)
    assert set(found.best) == {move.text for move in start.moves if minimax(start.after(move)) == found.low}


@pytest.mark.parametrize("capture", ["opposite", "empty"])
def test_kalah_6_3_is_won_by_two(capture: str) -> None:
    found = solution({"pits": 6, "seeds": 3, "capture": capture}, memory=256)
    assert found.proven
    assert found.low == found.high == 2


@settings(max_examples=30, deadline=None)
@given(choices=st.lists(st.integers(0, 5), max_size=12))
def test_alphabeta_plays_a_best_move_and_proves_it(choices: list[int]) -> None:
    position: Position = Kalah({"pits": 3, "seeds": 2}).start(0)
    for index in choices:
        if position.turn is not None:
            position = position.after(position.moves[index % len(position.moves)])
    if position.turn is None:
        return
    choice = chosen("alphabeta:depth=60", position)
    assert choice.why.reason.claim.key == "minds.alphabeta.proven"
    assert minimax(position.after(choice.move)) == minimax(position)
    sign = 1 if position.turn == 0 else -1
    assert choice.why.reason.claim.args["margin"] == sign * minimax(position)


def test_bounds_of_rejected_moves_hold() -> None:
    position = Kalah({"pits": 3, "seeds": 3}).start(0)
    choice = chosen("alphabeta:depth=60", position)
    for rejected in choice.why.rejected:
        margin = rejected.reason.claim.args["margin"]
        assert isinstance(margin, int)
        assert minimax(position.after(find_move(position, rejected.move))) <= margin


@pytest.mark.parametrize("mind", ["montecarlo:simulations=2000", "alphabeta:depth=4"])
def test_an_obvious_capture_is_taken_and_explained(mind: str) -> None:
    position = board([1, 0, 0, 2], [0, 0, 12, 1], (10, 12))
    choice = chosen(mind, position)
    assert choice.move.text == "1"
    assert any(reason.claim.key == "games.kalah.event.captured" for reason in choice.why.reason.because)


def test_montecarlo_maximizes_the_margin_once_it_has_won() -> None:
    # South has more than half of all seeds; capturing the twelve opposite still improves the margin.
    position = board([1, 0, 0, 2], [0, 1, 12, 1], (40, 2))
    choice = chosen("montecarlo:simulations=500", position)
    assert choice.move.text == "1"
    assert choice.why.reason.claim.key == "minds.montecarlo.margin_left"


def test_montecarlo_can_count_points_and_cut_simulations_as_the_mancala_document_does() -> None:
    """With a cutoff of one seed a sowing that reaches the store is worth that seed, and any other nothing."""
    choice = chosen("montecarlo:simulations=60,cutoff=1,reward=points", Kalah({}).start(0))
    trace = choice.why.trace
    assert isinstance(trace, SearchTree) and trace.max_points == 48
    assert {one.move: one.value for one in trace.branches if one.visits} | {"1": 0, "2": 0} == {
        "1": 0, "2": 0, "3": 0.021, "4": 0.021, "5": 0.021, "6": 0.021,
    }  # fmt: skip
    assert choice.why.value is None  # points say nothing of the chance to win
    position: Position = Kalah({"lap": "store", "sweep": False}).start(0)
    mind = "montecarlo:simulations=100,cutoff=24,reward=points"
    while position.turn is not None:
        choice = chosen(mind, position)
        judged = judge(position, choice.move, choice.why, mind)
        assert {one.verdict for one in judged} == {Verdict.TRUE}
        position = position.after(choice.move)
    with pytest.raises(BadInput, match="max_score"):
        load_mind("montecarlo:reward=points", load_game("queens"))
    with pytest.raises(BadInput, match="compiled"):
        load_mind("montecarlo:cutoff=3", load_game("agricola_classic"))


def test_montecarlo_keeps_its_tree_while_the_history_continues() -> None:
    game: Game = Kalah({})
    mind = load_mind("montecarlo:simulations=500", game)
    player = mind.join(game, 0, 1)
    assert isinstance(player, MonteCarloPlayer)
    start = game.start(0)
    first = player.choose(start, [], Clock(60))
    position, history = start.after(first.move), [first.move]
    while position.turn != 0:
        history.append(position.moves[0])
        position = position.after(position.moves[0])
    again = player.choose(position, history, Clock(60))
    kept = sum(branch.visits or 0 for branch in getattr(again.why.trace, "branches", ()))
    assert kept > 500
    assert again.why.effort == 500
    other = start.after(find_move(start, "2"))
    elsewhere = player.choose(other, [find_move(start, "2")], Clock(60))
    assert sum(branch.visits or 0 for branch in getattr(elsewhere.why.trace, "branches", ())) <= 500


@pytest.mark.parametrize("mind", ["montecarlo:seconds=0.2", "alphabeta:seconds=0.2"])
def test_a_timed_choice_is_reproduced_from_its_effort(mind: str) -> None:
    position = Kalah({}).start(0)
    choice = chosen(mind, position)
    assert choice.why.effort is not None
    player = load_mind(mind, position.game).join(position.game, 0, 1)
    assert player.choose(position, [], Clock(60, choice.why.effort)) == choice


@pytest.mark.parametrize("mind", ["montecarlo:simulations=1000000000", "alphabeta:depth=100"])
def test_a_mind_with_a_large_budget_stops_in_time(mind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()  # at the clock, which goes on by a hundredth of a second at each
    monkeypatch.setattr("ludoteca.core.clock.running_time", lambda: next(looks) / 100)
    position = Kalah({}).start(0)
    clock = Clock(2)
    player = load_mind(mind, position.game).join(position.game, 0, 1)
    player.choose(position, [], clock)
    assert clock.left > 0


def test_a_forced_move_is_played_at_any_budget() -> None:
    position = board([0, 0, 1], [1, 2, 3])
    for mind in ("montecarlo:simulations=1", "alphabeta:depth=1", "greedy", "random"):
        assert chosen(mind, position).move.text == "3"


@pytest.mark.parametrize("moves", [1, 2, 5, 11])
def test_a_position_without_gains_can_be_searched(moves: int) -> None:
    position = board([0, 0, 0, 0, 0, moves], [0, 0, 0, 0, 0, 1], (40, 2))
    for mind in ("montecarlo:simulations=50", "alphabeta:depth=8"):
        chosen(mind, position)


def test_a_proven_value_comes_with_a_move_that_reaches_it() -> None:
    """An unproven result of a shallower search must not replace the proven move."""
    position = board([0, 0, 0, 6], [0, 2, 0, 2], (10, 12), turn=1, seeds=4)
    choice = chosen("alphabeta:depth=10", position)
    assert choice.why.reason.claim.key == "minds.alphabeta.proven"
    assert minimax(position.after(choice.move)) == minimax(position) == 0


@settings(max_examples=60, deadline=None)
@given(choices=st.lists(st.integers(0, 5), max_size=14), depth=st.integers(2, 14))
def test_proven_values_are_true_at_any_depth(choices: list[int], depth: int) -> None:
    position: Position = Kalah({"pits": 3, "seeds": 3}).start(0)
    for index in choices:
        if position.turn is not None:
            position = position.after(position.moves[index % len(position.moves)])
    if position.turn is None:
        return
    choice = chosen(f"alphabeta:depth={depth}", position)
    if choice.why.reason.claim.key != "minds.alphabeta.proven":
        return
    sign = 1 if position.turn == 0 else -1
    value = sign * minimax(position)
    assert choice.why.reason.claim.args["margin"] == value == sign * minimax(position.after(choice.move))
    for rejected in choice.why.rejected:
        bound = rejected.reason.claim.args["margin"]
        assert isinstance(bound, int)
        assert sign * minimax(position.after(find_move(position, rejected.move))) <= bound


def test_a_stopped_solver_returns_valid_bounds() -> None:
    game = Kalah({})
    search = MarginSearch(game.kernel_for("alphabeta"), 16)
    search.should_continue = lambda: False
    found = solve(search, game.start(0))
    assert not found.proven
    assert (found.low, found.high) == (-48, 48)
