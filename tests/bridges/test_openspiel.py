"""OpenSpiel: its algorithms solve our games, and our minds play its games."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator

import pytest

import ludoteca
from ludoteca.core import plugins
from ludoteca.core.errors import BadInput, Unavailable
from ludoteca.core.verdicts import Verdict
from ludoteca.games import game_names, load_game, open_game
from tests import needs

pytestmark = needs.openspiel


def test_every_game_plays_there_as_here() -> None:
    import pyspiel

    from ludoteca.bridges.openspiel import register

    for name in register():
        game = pyspiel.load_game(name)
        state, chance = game.new_initial_state(), random.Random(3)
        ours = game.start.position
        for _ in range(12):
            if ours.turn is None:
                break
            assert state.current_player() == ours.turn
            assert {state.action_to_string(action) for action in state.legal_actions()} == {m.text for m in ours.moves}
            assert state.observation_tensor(0) == game.encoding.vector(state.position, 0).tolist()
            state.apply_action(chance.choice(state.legal_actions()))
            ours = state.position
            copy = state.clone()
            assert (str(copy), copy.history()) == (str(state), state.history())
    with pytest.raises(BadInput, match="out of range"):
        pyspiel.load_game("ludoteca_kalah(pits=99)")


def test_its_algorithms_solve_our_small_boards() -> None:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax

    from ludoteca.bridges.openspiel import register

    register()
    tiny = pyspiel.load_game("ludoteca_kalah(pits=2,seeds=1)")
    solver = cfr.CFRSolver(tiny)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(tiny, solver.average_policy()) < 0.05

    small, rng = pyspiel.load_game("ludoteca_kalah(pits=3,seeds=1)"), np.random.RandomState(1)
    value, best = minimax.alpha_beta_search(small)
    assert np.sign(margin(ludoteca.game("kalah", pits=3, seeds=1).start())) == value
    assert small.encoding.actions[best] in ("1", "2", "3")
    bot = mcts.MCTSBot(small, 1.4, 60, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    chosen = small.encoding.actions[bot.step(small.new_initial_state())]
    after = ludoteca.game("kalah", pits=3, seeds=1).start().after(chosen)
    assert np.sign(margin(after)) == value


def margin(position: ludoteca.Position) -> float:
    """The exact margin, for the seat to move."""
    solved = ludoteca.solve(position)
    assert not isinstance(solved, list)
    return solved.low


def test_chance_is_not_foreseen() -> None:
    import pyspiel

    from ludoteca.bridges.openspiel import register

    register()
    ends = set[str]()
    start = pyspiel.load_game("ludoteca_azul(seed=5)").new_initial_state()
    for _ in range(2):  # the same moves, from copies of one state, until tiles have been drawn
        state = start.clone()
        while "round_number(1)" in str(state):
            state.apply_action(state.legal_actions()[0])
        ends.add(str(state))
    assert len(ends) == 2


def test_our_minds_play_its_games() -> None:
    game = ludoteca.game("openspiel:name=connect_four", parameters="rows=4,columns=5")
    record = ludoteca.play(game, ["greedy", "montecarlo:simulations=30"], seed=2)
    assert record.result is not None and record.data.result is not None
    assert record.data.result.forfeit is None
    assert record.verify().verdict in {Verdict.TRUE, Verdict.REPRODUCED}
    assert len(str(record.positions[-1]).splitlines()) == 4
    assert "<svg" in record.positions[0].svg() and 'data-move="x0"' in record.positions[0].svg()


@pytest.mark.parametrize("name", ["backgammon", "pig", "chess", "chinese_checkers", "yacht"])
def test_dice_come_from_the_seed(name: str) -> None:
    def lines(seed: int) -> Iterator[str]:
        position, chance = load_game("openspiel", {"name": name}).start(seed), random.Random(1)
        for _ in range(8):
            yield repr(position)
            move = chance.choice(position.moves)
            hidden = position.seen_by(0, 7)
            assert (hidden.facts(), hidden.moves) == (position.facts(), position.moves)
            assert position.game.load(position.save()) == position
            position = position.after(move)

    assert list(lines(1)) == list(lines(1))
    if name in ("backgammon", "pig"):
        assert list(lines(1)) != list(lines(2))


def test_what_cannot_be_played_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, why in {
        "goofspiel": "at the same time",
        "kuhn_poker": "do not see everything",
        "catch": "one player",
        "chequers": "did you mean",
        "go(board_size=5)": "There is no",
    }.items():
        with pytest.raises(BadInput, match=why):
            load_game("openspiel", {"name": name})
    with pytest.raises(BadInput, match="Unknown parameter 'size'"):
        open_game("openspiel:name=connect_four,parameters=size=3")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "ludoteca.bridges.openspiel", raising=False)
    plugins._discovered.cache_clear()
    assert "openspiel" not in game_names()
    for attempt in (
        lambda: open_game("openspiel:name=chess"),
        lambda: importlib.import_module("ludoteca.bridges.openspiel"),
    ):
        with pytest.raises(Unavailable, match=r"pip install 'ludoteca\[openspiel\]'"):
            attempt()
    plugins._discovered.cache_clear()
