"""Training on a CPU: it reaches nearly perfect play on a small board, repeats itself, and can be continued."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.games import load_game
from ludoteca.minds.learned.network_tree import Evaluator, NetworkTree
from ludoteca.minds.learned.weights import Network
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.search.trace.exact_values import ExactSearch
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.training.__main__ import main as training_main
from ludoteca.training.config import Config, read_config, small_config
from ludoteca.training.learn import Lesson
from ludoteca.training.learner import NumpyLearner
from ludoteca.training.loop import Limit, Run, checkpoints, network_of, restore
from ludoteca.training.panel import Panel
from ludoteca.training.self_play import Samples, SelfPlay
from tests.command_line import ludoteca


def small_kalah() -> tuple[KernelGame, Config]:
    game = load_game("kalah", {"pits": 3, "seeds": 2})
    assert isinstance(game, KernelGame)
    return game, replace(small_config(game, 1), panel=(), warm_up=500, simulations=16, hidden=48)


def positions(game: KernelGame, n: int) -> list[KernelPosition]:
    """Undecided positions with a choice, from random games."""
    lot, found = random.Random(3), dict[KernelPosition, None]()
    while len(found) < n:
        position = game.start(0)
        while position.turn is not None and not game.rules.is_decided(position.state):
            if len(position.moves) > 1:
                found[position] = None
            position = position.after(lot.choice(position.moves))
    return list(found)[:n]


def perfect_share(game: KernelGame, network: Network, simulations: int) -> float:
    """How often the network's move gives as good a result as any, by a search to the end of the game."""
    evaluator, right, asked = Evaluator(game, network), 0, positions(game, 120)
    for position in asked:
        tree = NetworkTree(evaluator, 1.0, 1, 4000)
        tree.set_root(position, [])
        tree.run(simulations)
        assert position.turn is not None
        search = ExactSearch(position, position.turn, 10**6)
        results = {move.code: search.outcome(position.after(move))[0] for move in position.moves}
        right += results[tree.moves()[0].move] == max(results.values())
    return right / len(asked)


def test_a_network_learns_to_play_a_small_board_nearly_perfectly() -> None:
    game, config = small_kalah()
    before = perfect_share(game, config.network(), 1)
    network = Lesson(game, 1, config).learn(Limit(positions=6000), lambda progress: None)
    assert perfect_share(game, network, 1) >= before + 0.08, "at first sight, without any search"
    assert perfect_share(game, network, 32) >= 0.95


def test_a_run_repeats_itself_and_goes_on(tmp_path: Path) -> None:
    _, config = small_kalah()
    config = replace(config, games=16, blocks_of_games=4, batch=32, warm_up=64)

    def train(folder: Path, most: int) -> Network:
        folder.mkdir(exist_ok=True)
        network = network_of(config, folder)
        learner = NumpyLearner(config, network)
        restore(learner, folder)
        run = Run(config, learner, SelfPlay(config, network, 2), folder)
        return run.train(Limit(positions=most), lambda progress: None)

    one, other = train(tmp_path / "one", 300), train(tmp_path / "other", 300)
    assert all(np.array_equal(one.arrays[name], other.arrays[name]) for name in one.arrays)
    train(tmp_path / "one", 500)
    *_, before, after = checkpoints(tmp_path / "one")
    assert before.steps < after.steps
    assert 300 <= before.positions < 500 <= after.positions
    with pytest.raises(BadInput, match="other settings"):
        network_of(replace(config, hidden=8), tmp_path / "one")


def test_a_run_that_is_killed_while_the_panel_plays_has_kept_what_it_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(panel: Panel, network: Network) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Panel, "begin", killed)
    config = replace(small_kalah()[1], games=16, blocks_of_games=4, panel=("random",), panel_seconds=1e9)
    learner = NumpyLearner(config, config.network())
    run = Run(config, learner, SelfPlay(config, learner.network(), 2), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run.train(Limit(positions=200), lambda progress: None)
    assert network_of(config, tmp_path).training["positions"] >= 200


def test_a_network_grows_without_a_change_of_what_it_says(tmp_path: Path) -> None:
    game, config = small_kalah()
    small = config.network()
    small.save(tmp_path / "small.npz")
    grown = network_of(replace(config, blocks=config.blocks + 1), tmp_path, tmp_path / "small.npz")
    assert grown.blocks == small.blocks + 1
    for position in positions(game, 20):
        assert Evaluator(game, grown).value(position) == Evaluator(game, small).value(position)
    fewer = replace(small, inputs=small.inputs[:-1], arrays={**small.arrays, "input": small.arrays["input"][:-1]})
    assert small.inputs[-1].bins == 0 and fewer.context_rows == 1
    fewer.save(tmp_path / "fewer.npz")
    with_input = network_of(config, tmp_path, tmp_path / "fewer.npz").arrays["input"]
    assert not with_input[-2].any(), "it adds nothing"
    assert np.array_equal(np.delete(with_input, -2, axis=0), fewer.arrays["input"])
    grown.save(tmp_path / "grown.npz")
    with pytest.raises(BadInput, match=r"grown\.npz holds .* other settings"):
        network_of(config, tmp_path, tmp_path / "grown.npz")


def test_playouts_are_part_of_what_it_learns_from() -> None:
    """Without training, what a search finds is near the result of the game only if playouts have a part in it."""
    _, config = small_kalah()

    def errors(weight: float) -> float:
        settings = replace(config, games=32, blocks_of_games=2, trust=1.0, playout_weight=weight)
        network, found = settings.network(), list[Samples]()
        self_play, learner = SelfPlay(settings, network, 1), NumpyLearner(settings, network)
        while self_play.finished_games < 60:
            for half in self_play.halves:
                for future in self_play.advance(half):
                    future.result()
                found += self_play.collect(half)
                learner.evaluate(half)
        self_play.close()
        seen = np.concatenate([samples.results for samples in found])  # value and score, of either seat
        return float(np.abs(seen[:, 0] - (1 + np.sign(seen[:, 2] - seen[:, 3])) / 2).mean())

    assert errors(0.5) < errors(0.0) - 0.05


def test_the_command_keeps_what_was_learnt(tmp_path: Path) -> None:
    game, config = small_kalah()
    Lesson(game, 1, config).learn(Limit(positions=1), lambda progress: None)  # compiles, which may take long
    load_mind("greedy", game).prepare(game)
    options = ("--set", "pits=3", "--set", "seeds=2")
    learnt = ludoteca("learn", "kalah", *options, "--positions", "100", "--output", "k.npz", "--json", folder=tmp_path)
    assert learnt.returncode == 0, learnt.stderr
    assert json.loads(learnt.stdout)["positions"] >= 100
    minds = "learned:file=k.npz,simulations=8", "random"
    played = ludoteca("match", "kalah", *minds, *options, "--games", "2", folder=tmp_path)
    assert played.returncode == 0, played.stderr
    refused = ludoteca("learn", "agricola_planning", "--minutes", "0.1", folder=tmp_path)
    assert (refused.returncode, "cannot be learned" in refused.stderr) == (2, True)
    refused = ludoteca("learn", "kalah", "--output", "none/k.npz", folder=tmp_path)
    assert (refused.returncode, "There is no folder" in refused.stderr) == (2, True)


def test_a_configuration_that_is_wrong_is_told(tmp_path: Path) -> None:
    file = tmp_path / "training.toml"
    for text, told in {'game = "kalah"\nheight = 3': "no setting height", "game =": "cannot be read"}.items():
        file.write_text(text)
        with pytest.raises(BadInput, match=told):
            read_config(file)


def test_what_is_wrong_on_the_command_line_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for options, told in {
        "--set height=3": "no setting height",
        "--set games=many": "cannot be read",
        "--begin none.npz": "no file none.npz",
    }.items():
        monkeypatch.setattr("sys.argv", ["training", "kalah", "--folder", str(tmp_path / "run"), *options.split()])
        with pytest.raises(SystemExit, match="2"):
            training_main()
        assert told in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
