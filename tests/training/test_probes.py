"""Probes and rules of a network: measured on games held out, repeatable, and rules that play in Prolog as in Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import known_words
from ludoteca.games import load_game
from ludoteca.minds.learned import Learned
from ludoteca.minds.learned.weights import new_network
from ludoteca.minds.schools import load_mind
from ludoteca.rules.concepts import concepts_of
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.training.decision_list import choices, induce
from ludoteca.training.distil import mind_agreement
from ludoteca.training.move_table import move_table
from ludoteca.training.positions import Visited, played_games
from ludoteca.training.probes import train_probes
from ludoteca.training.prolog_rules import program
from ludoteca.training.regression import balanced_accuracy, fit
from tests import needs
from tests.command_line import ludoteca


def small_game() -> KernelGame:
    game = load_game("kalah", {"pits": 3, "seeds": 3})
    assert isinstance(game, KernelGame)
    return game


def test_a_regression_reads_what_is_linear_and_not_what_is_not() -> None:
    chance = np.random.Generator(np.random.PCG64(1))
    features = chance.standard_normal((3000, 12)).astype(np.float32)
    linear = features[:, 0] - 2 * features[:, 5] > 0.3
    parity = (features[:, 1] > 0) ^ (features[:, 2] > 0)
    kept, held = features[:2000], features[2000:]
    assert balanced_accuracy(fit(kept, linear[:2000]).predicts(held), linear[2000:]) > 0.95
    assert balanced_accuracy(fit(kept, parity[:2000]).predicts(held), parity[2000:]) < 0.6


def test_probes_are_measured_on_other_games_and_repeat_themselves() -> None:
    game = small_game()
    network = new_network([game], 16, 1, (), {"pit": 6, "store": 9}, (0.0, 1.0, 1.0), seed=1)
    first, again = (train_probes(network, game, games=24, seed=5) for _ in range(2))
    assert first.digest == again.digest
    assert first.serve(game)
    assert not first.serve(load_game("kalah"))
    assert all(abs(probe.selectivity) < 0.3 for probe in first.probes), "both networks are random"
    with pytest.raises(BadInput, match="declares no concepts"):
        train_probes(network, WithoutConcepts({}), games=1)


class WithoutConcepts(type(small_game())):  # type: ignore[misc]
    """A game without `concepts.py`."""

    @classmethod
    def module(cls, name: str) -> None:
        return None


def by_a_rule(visited: list[Visited]) -> Iterator[Visited]:
    """The same positions with the choices of a rule: the last move that moves again, else the fullest pit."""
    for position in (each.position for each in visited):
        again = [move for move in position.moves if position.after(move).turn == position.turn]
        seeds = {move: position.move_facts(move)[0].args[2] for move in position.moves}
        yield Visited(position, again[-1] if again else max(seeds, key=lambda move: (seeds[move], -int(move.text))))


@needs.prolog
def test_rules_are_found_again_and_play_alike_in_prolog(tmp_path: Path) -> None:
    game = small_game()
    network = new_network([game], 8, 0, (), {}, (0.0, 1.0, 1.0), seed=1)
    visited = list(by_a_rule([each for game in played_games(game, network, 60, 1, 4, 12) for each in game]))
    whole = move_table(visited)
    rules = induce(whole)
    deciding, right = choices(rules, whole)
    assert right.mean() > 0.97
    assert {condition.told.relation.name for condition in rules[0].conditions} >= {"extra_turn"}
    file = tmp_path / "rules.pl"
    file.write_text(program(rules, ["Rules of a test."]))
    some = visited[:40]
    assert mind_agreement(f"prolog:file={file}", game, some) == pytest.approx(right[:40].mean())
    assert deciding.min() >= 0


@needs.prolog
def test_the_distilled_rules_that_ship_play_and_say_why() -> None:
    game = load_game("kalah")
    player = load_mind("prolog:file=distilled.pl", game).join(game, 0, 1)
    try:
        choice = player.choose(game.start(0), [], Clock(60))
    finally:
        player.close()
    words = str(choice.why.reason.claim.args["words"])
    assert "as the network chose in" in words
    assert choice.why.reason.source is not None
    assert choice.why.reason.source.file == "distilled.pl"
    for phrase in words.split(", "):
        assert known_words(phrase, "es") != phrase


def test_the_commands_probe_and_distil_a_file_of_weights(tmp_path: Path) -> None:
    game, options = small_game(), ("--set", "pits=3", "--set", "seeds=3")
    new_network([game], 8, 0, (), {}, (0.0, 1.0, 1.0), seed=1).save(tmp_path / "mine.npz")
    mine = (*options, "--weights", "mine.npz", "--games", "4")
    probed = json.loads(ludoteca("probe", "kalah", *mine, "--json", folder=tmp_path).stdout)
    assert {probe["concept"] for probe in probed["probes"]} == {concept.name for concept in concepts_of(game)}
    mind = load_mind(f"learned:file={tmp_path / 'mine.npz'}", game)
    assert isinstance(mind, Learned) and mind.probes(game) is not None
    distilled = json.loads(ludoteca("distil", "kalah", *mine, "--json", folder=tmp_path).stdout)
    assert (tmp_path / "kalah.pl").read_text(encoding="utf-8") == distilled["text"]
    for words, said in (
        (("distil", "kalah", *mine), "kalah.pl exists already"),
        (("distil", "kalah", "--weights", "none.npz", "--lang", "es"), "No existe el archivo de pesos none.npz."),
        (("probe", "queens", "--weights", "mine.npz"), "The weights in mine.npz are for kalah, not for queens."),
        (("probe", "kalah", "--weights", "mine.npz"), "not trained for pits=6, only for: 3."),
    ):
        refused = ludoteca(*words, folder=tmp_path)
        assert (refused.returncode, said in refused.stderr) == (2, True), refused.stderr
