"""The learned mind: the same numbers twice, explanations that are checked, and weights that are wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.mind import Choice
from ludoteca.core.verdicts import Claim, trace_defects
from ludoteca.games import load_game
from ludoteca.minds import load_mind
from ludoteca.minds.learned.trace import NetworkSearch
from ludoteca.minds.learned.trace.reference import Reference
from ludoteca.minds.learned.weights import new_network, read_network
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from tests.explained import explained

MIND = "learned:simulations=80"


def kalah(**options: Any) -> KernelGame:
    game = load_game("kalah", {"pits": 3, "seeds": 3, **options})
    assert isinstance(game, KernelGame)
    return game


def choose(game: KernelGame, position: KernelPosition, mind: str = MIND) -> Choice:
    return load_mind(mind, game).join(game, 0, 5).choose(position, [], Clock(60))


@pytest.mark.compiled
def test_the_same_seed_and_budget_give_the_same_choice_and_a_true_explanation() -> None:
    game = kalah()
    first, again = (choose(game, game.start(0)) for _ in range(2))
    assert first == again
    assert first.why.effort == 80
    trace = first.why.trace
    assert isinstance(trace, NetworkSearch)
    assert sum(move.visits for move in trace.moves) == 79  # the first simulation looks at the position itself
    claim = Claim(first.why.reason.claim, game.start(0), first.move, first.move, first.why, MIND)
    assert trace_defects(claim) == []
    reference = Reference(load_mind(MIND, game).network(game), game.start(0))  # type: ignore[attr-defined]
    assert trace.first_sight == pytest.approx(reference.value(), abs=0.001)
    moves = trace.moves
    lies = {
        "prior": replace(trace, moves=(replace(moves[0], prior=round(moves[0].prior - 0.1, 3)), *moves[1:])),
        "first_sight": replace(trace, first_sight=round(1 - trace.first_sight + 0.1, 3)),
        "first": replace(trace, moves=(moves[1], moves[0], *moves[2:])),
        "fact": replace(trace, facts=tuple(replace(fact, without=0.123) for fact in trace.facts)),
        "proven": replace(trace, moves=(*moves[:-1], replace(moves[-1], value=1.0, proven=True))),
    }
    for kind, lie in lies.items():
        found = trace_defects(replace(claim, why=replace(first.why, trace=lie)))
        assert kind == "proven" or (found and found[0].key.endswith(f".{kind}")), kind
        assert found != [], kind


@pytest.mark.compiled
def test_what_rules_prove_is_exact() -> None:
    claims = explained(MIND, "kalah", "pits=3,seeds=3", most=40)
    proven = [claim for claim in claims if ".proven." in claim.message.key]
    assert proven, "near the end of a game the search proves the result"
    assert all(trace_defects(claim) in ([], None) for claim in claims)
    assert any(trace_defects(claim) == [] for claim in proven)


def test_weights_that_are_wrong_are_told_in_one_sentence(tmp_path: Path) -> None:
    network = new_network([kalah()], 8, 1, (), {"pit": 4}, (0.0, 1.0, 1.0), seed=1)
    good = network.to_bytes()
    file = tmp_path / "weights.npz"
    network.save(file)
    assert read_network(file, "kalah").digest == network.digest
    broken = {
        "unreadable": good[: len(good) // 2],
        "not_numbers": replace(
            network, arrays={**network.arrays, "value_bias": np.full(4, np.nan, np.float32)}
        ).to_bytes(),
        "version": with_header(good, format=99),
        "other_game": good,
    }
    for kind, content in broken.items():
        file.write_bytes(content)
        with pytest.raises(BadInput) as error:
            read_network(file, "azul" if kind == "other_game" else "kalah")
        assert error.value.message.key == f"minds.learned.refusal.file.{kind}"
        assert "weights.npz" in str(error.value)
    for wrong in ({"hidden": 9}, {"hidden": "many"}, {"codes": "x"}, {"inputs": 7}):
        file.write_bytes(with_header(good, **wrong))
        with pytest.raises(BadInput, match="not a complete file of weights"):
            read_network(file, "kalah")
    names = [["tower(own, 1)" if each.name == "turn(own)" else each.name, each.bins, 1.0] for each in network.inputs]
    file.write_bytes(with_header(good, inputs=names))
    with pytest.raises(BadInput, match="another encoding of kalah"):
        load_mind(f"learned:file={file}", kalah())
    with pytest.raises(BadInput, match="There is no file"):
        load_mind(f"learned:file={tmp_path / 'none.npz'}", kalah())


def with_header(content: bytes, **changes: Any) -> bytes:
    with np.load(BytesIO(content)) as archive:
        arrays = dict(archive)
    header = {**json.loads(arrays["header"].tobytes()), **changes}
    buffer = BytesIO()
    np.savez(buffer, **{**arrays, "header": np.frombuffer(json.dumps(header).encode(), np.uint8)})
    return buffer.getvalue()


def test_it_says_what_it_was_trained_for() -> None:
    with pytest.raises(BadInput, match=r"not trained for pits=8, only for: 3, 4, 5 and 6|not trained for pits=8"):
        load_mind("learned", kalah(pits=8))
    with pytest.raises(BadInput, match="cannot be learned"):
        load_mind("learned", load_game("agricola_planning"))
