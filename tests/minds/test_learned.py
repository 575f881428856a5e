"""The learned mind: the same numbers twice, explanations that are checked, and weights that are wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.core.verdicts import Claim, checker_of, trace_defects
from ludoteca.games import load_game
from ludoteca.minds.learned.probes import Probe, Probes, probes_file, read_probes
from ludoteca.minds.learned.trace import NetworkSearch, SeenConcept
from ludoteca.minds.learned.trace.reference import Reference
from ludoteca.minds.learned.weights import Network, new_network, read_network
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from tests.explained import explained
from tests.games.test_kalah import board

MIND = "learned:simulations=80"


def kalah(**options: Any) -> KernelGame:
    game = load_game("kalah", {"pits": 3, "seeds": 3, **options})
    assert isinstance(game, KernelGame)
    return game


def choose(game: KernelGame, position: KernelPosition, mind: str = MIND) -> Choice:
    return load_mind(mind, game).join(game, 0, 5).choose(position, [], Clock(60))


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
        "numbers": replace(trace, moves=(*moves[:-1], replace(moves[-1], value=0.4, proven=True))),
    }
    for kind, lie in lies.items():
        found = trace_defects(replace(claim, why=replace(first.why, trace=lie)))
        assert kind == "proven" or (found and found[0].key.endswith(f".{kind}")), kind
        assert found != [], kind


def test_playouts_are_those_of_the_file_unless_another_number_is_given(tmp_path: Path) -> None:
    game, file = kalah(), tmp_path / "k.npz"
    shipped = load_mind(MIND, game).network(game)  # type: ignore[attr-defined]
    network = replace(shipped, playouts=8)
    network.save(file)
    assert read_network(file, "kalah").digest == network.digest != shipped.digest
    minds = f"{MIND},file={file}", f"{MIND},playouts=8", MIND, f"{MIND},file={file},playouts=0"
    traces = [choose(game, game.start(0), mind).why.trace for mind in minds]
    by_file, by_number, without, taken_away = (trace.moves for trace in traces if isinstance(trace, NetworkSearch))
    assert by_file == by_number != without == taken_away


def test_what_is_said_of_all_moves_is_held_against_all_of_them() -> None:
    game = kalah()
    choice = choose(game, game.start(0))
    trace = choice.why.trace
    assert isinstance(trace, NetworkSearch)
    claim = Claim(choice.why.reason.claim, game.start(0), choice.move, choice.move, choice.why, MIND)
    checker = checker_of(claim.message.key)
    assert checker is not None and checker(claim) is True
    visits = max(move.visits for move in trace.moves) + 1
    often = replace(trace, moves=(trace.moves[0], replace(trace.moves[1], visits=visits), *trace.moves[2:]))
    total = {**claim.message.args, "total": sum(move.visits for move in often.moves)}
    message = replace(claim.message, args=total)
    assert checker(replace(claim, message=message, why=replace(choice.why, trace=often))) is False
    lost = replace(trace, moves=(replace(trace.moves[0], value=0.0, proven=True), *trace.moves[1:]))
    args = {"total": sum(move.visits for move in trace.moves), "prior": claim.message.args["prior"]}
    like_every_other = replace(claim, message=Message("minds.learned.proven.lost", args))
    checker = checker_of("minds.learned.proven.lost")
    assert checker is not None
    assert checker(replace(like_every_other, why=replace(choice.why, trace=lost))) is False


def test_the_result_of_a_decided_game_is_checked() -> None:
    position = board([1, 0, 0, 2], [0, 1, 12, 1], (40, 2))
    assert isinstance(position, KernelPosition)
    choice = choose(position.game, position)
    claim = Claim(choice.why.reason.claim, position, choice.move, choice.move, choice.why, MIND)
    assert choice.why.value == 1.0 and trace_defects(claim) == []
    assert trace_defects(replace(claim, why=replace(choice.why, value=0.6)))


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


def test_damaged_files_are_refused_and_never_crash(tmp_path: Path) -> None:
    network = new_network([kalah()], 4, 0, (), {}, (0.0, 1.0, 1.0), seed=1)
    good, lot, file, read = network.to_bytes(), random.Random(7), tmp_path / "weights.npz", 0
    for number in range(300):
        damaged = bytearray(good)
        for _ in range(lot.choice((1, 3, 20))):
            damaged[lot.randrange(len(damaged))] = lot.randrange(256)
        file.write_bytes(damaged if number % 3 else good[: lot.randrange(len(good))])
        with suppress(BadInput):
            read_network(file, "kalah")
            read += 1
    assert read < 100
    buffer = BytesIO()
    np.savez_compressed(buffer, header=np.zeros(1 << 27, np.uint8))  # small until it is unpacked
    for content in (buffer.getvalue(), with_header(good, nested=0).replace(b'"nested": 0', b'"nested": [')):
        file.write_bytes(content)
        with pytest.raises(BadInput):
            read_network(file, "kalah")


def probes_of(network: Network, options: Mapping[str, Any]) -> Probes:
    """Two probes with figures of our own, the first good enough to be told."""
    told = Probe("extra_turn", 0.4, accuracy=0.95, untrained=0.8, precision=0.9)
    known = replace(told, concept="capture", accuracy=0.95, untrained=0.93)
    weights = np.full((network.hidden_units, 2), 0.01, np.float32)
    return Probes("kalah", network.digest, options, (told, known), weights, np.zeros(2, np.float32))


def test_probes_are_bound_to_their_network(tmp_path: Path) -> None:
    game = kalah()
    network, other = (new_network([game], 8, 1, (), {"pit": 4}, (0.0, 1.0, 1.0), seed=seed) for seed in (1, 2))
    file = tmp_path / "mine.npz"
    network.save(file)
    assert read_probes(probes_file(file), network) is None
    probes = probes_of(network, game.values)
    probes.save(probes_file(file))
    again = read_probes(probes_file(file), network)
    assert again is not None
    assert again.digest == probes.digest
    assert [probe.concept for probe in again.told] == ["extra_turn"], "selectivity counts"
    mind: Any = load_mind(f"learned:file={file}", game)
    assert mind.probes(game).digest == probes.digest
    assert load_mind(f"learned:file={file}", game).refuses(game) is None
    other.save(file)
    with pytest.raises(BadInput, match=f"for the network {network.digest}, not for {other.digest}: train them again"):
        load_mind(f"learned:file={file}", game)
    good = probes.to_bytes()
    for told, content in {
        "version 99": with_header(good, format=99),
        "are for azul": with_header(good, game="azul"),
        "not a complete file": good[:300],
        "not finite": replace(probes, biases=np.full(2, np.inf, np.float32)).to_bytes(),
        "not a complete": with_header(good, probes=[{"concept": "capture", "accuracy": "high"}]),
    }.items():
        probes_file(file).write_bytes(content)
        with pytest.raises(BadInput, match=told):
            read_probes(probes_file(file), network)


def test_concepts_are_read_from_the_network_and_checked() -> None:
    game = kalah(pits=6, seeds=4)
    position = game.start(0)
    choice = choose(game, position)
    trace = choice.why.trace
    assert isinstance(trace, NetworkSearch)
    seen = {each.concept: each for each in trace.concepts}
    assert seen["extra_turn"].holds
    assert seen["extra_turn"].probability > 0.9
    told = [reason.claim for reason in choice.why.reason.because if ".sees." in reason.claim.key]
    assert told
    for message in told:
        checker = checker_of(message.key)
        claim = Claim(message, position, choice.move, choice.move, choice.why, MIND)
        assert checker is not None
        assert checker(claim) is True
        assert trace_defects(claim) == []
        lie = replace(message, args={**message.args, "probability": 0.51})
        assert checker(replace(claim, message=lie)) is False
        other = "wrongly" if message.key.endswith("rightly") else "rightly"
        assert checker_of(f"minds.learned.sees.{other}")(claim) is False  # type: ignore[misc]
    first = trace.concepts[0]
    false = {
        "concept": replace(first, holds=not first.holds),
        "probability": replace(first, probability=round(first.probability - 0.1, 3)),
        "untold": SeenConcept("capture", 0.9, False),
    }
    claim = Claim(choice.why.reason.claim, position, choice.move, choice.move, choice.why, MIND)
    for kind, seen_falsely in false.items():
        why = replace(choice.why, trace=replace(trace, concepts=(seen_falsely,)))
        found = trace_defects(replace(claim, why=why))
        assert found, kind
        assert found[0].key.endswith(f".{kind}")
    stale = replace(choice.why, trace=replace(trace, probes="00000000"))
    assert trace_defects(replace(claim, why=stale)) is None, "other probes than today's cannot be checked"


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
