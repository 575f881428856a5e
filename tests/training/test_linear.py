"""Linear TD(λ): its values approach the results of best play, its choices get better, and it is kept as a network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludoteca.arena.judgement import judge
from ludoteca.core.clock import Clock
from ludoteca.core.explanation_text import details, headline
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.learned.network_tree import Evaluator
from ludoteca.minds.learned.weights import Network, read_network
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.search.trace.exact_values import ExactSearch
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.training.config import small_config
from ludoteca.training.learn import LINEAR, Lesson, mind_of
from ludoteca.training.linear import LinearRun
from ludoteca.training.loop import Limit, Progress
from tests.training.test_training import perfect_share, positions, small_kalah


def value_error(game: KernelGame, network: Network) -> float:
    """The mean difference between the value of a position and its result with best play."""
    evaluator, found = Evaluator(game, network), list[float]()
    for position in positions(game, 120):
        assert position.turn is not None
        result = ExactSearch(position, position.turn, 10**6).outcome(position)[0]
        found.append(abs(evaluator.value(position) - (result + 1) / 2))
    return float(np.mean(found))


def test_its_values_approach_best_play_and_its_choices_get_better() -> None:
    game, config = small_kalah()
    lesson = Lesson(game, 1, config, LINEAR)
    blank = lesson.network()
    network = lesson.learn(Limit(positions=12_000), lambda progress: None)
    assert value_error(game, network) < 0.8 * value_error(game, blank)
    assert perfect_share(game, network, 1) >= perfect_share(game, blank, 1) + 0.1, "at first sight"
    assert network.training["learner"] == LINEAR and network.training["positions"] >= 12_000


def test_it_is_kept_as_a_network_that_computes_the_same_sums(tmp_path: Path) -> None:
    game = load_game("queens", {"n": 1})
    assert isinstance(game, KernelGame)
    run = LinearRun(replace(small_config(game, 3), panel=()))
    for _ in range(10):
        run.step(0.0)
    network = run.network()
    network.save(tmp_path / "linear.npz")
    kept, position = read_network(tmp_path / "linear.npz", "queens"), game.start(0)
    assert (kept.blocks, kept.digest) == (0, network.digest)
    assert Evaluator(game, kept).value(position) == pytest.approx(run.values(position.states()[0])[0], abs=1e-6)
    name = mind_of(str(tmp_path / "linear.npz"), 8)
    choice = load_mind(name, game).join(game, 0, 1).choose(position, [], Clock(60))
    verdicts = [judged.verdict for judged in judge(position, choice.move, choice.why, name, Clock(60))]
    assert verdicts and Verdict.FALSE not in verdicts
    for language, wrong in (("en", "network"), ("es", "la red")):
        lines = [headline(choice.why, language), *details(choice.why, game, language)]
        words = "\n".join(line for line in lines if isinstance(line, str))
        assert wrong not in words, "a linear function is no network"


def test_a_lesson_repeats_itself_and_measures_its_checkpoints() -> None:
    game, config = small_kalah()
    config = replace(config, panel=("random", "greedy"), panel_games=2)

    def curve(stop_after: int = 10**9) -> list[Progress]:
        lesson, found = Lesson(game, 1, config, LINEAR, checkpoints=3), list[Progress]()

        def note(progress: Progress) -> None:
            found.append(progress)
            if progress.positions >= stop_after:
                lesson.stop()

        lesson.learn(Limit(positions=400), note)
        return [replace(each, seconds=0.0) for each in found if each.panel]

    first = curve()
    assert first == curve()
    assert [each.positions >= least for each, least in zip(first, (0, 44, 177, 400), strict=True)] == [True] * 4
    assert {score.games for each in first for score in each.panel} == {4}
    assert 100 <= curve(stop_after=100)[-1].positions < 400
