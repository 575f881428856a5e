"""Checks the trace of a network: moves by the referee, first sight by a second evaluation, proofs by a search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import IllegalMove, LudotecaError
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.one_story import with_story
from ludoteca.core.verdicts import Claim
from ludoteca.minds.learned.probes import Probe, Probes
from ludoteca.minds.learned.trace import NetworkSearch, SearchedMove
from ludoteca.minds.learned.trace.reference import Reference
from ludoteca.minds.learned.weights import Network
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.search.trace.exact_values import ExactSearch, TooLarge
from ludoteca.rules.concepts import concepts_of
from ludoteca.rules.kernel.game import KernelPosition

_CLOSE = 0.002  # single precision against double, and three decimals
_WORDS = "minds.learned.trace.defect"


def defects(trace: NetworkSearch, claim: Claim) -> list[Message] | None:
    """What is wrong with a trace; None when its network is not there, or a proof takes too long to confirm."""
    found = [*_move_defects(trace, claim), *_line_defects(trace, claim), *_number_defects(trace, claim)]
    if found:
        return with_story(found, claim.why, _WORDS)
    network = network_of(trace, claim)
    probes = None if network is None else probes_of(trace, claim)
    if network is not None:
        found = [*_first_sight_defects(trace, claim, network), *_concept_defects(trace, claim, network, probes)]
    complete = network is not None and (probes is not None or not trace.concepts)
    return with_story(found or _proof_defects(trace, claim, complete), claim.why, _WORDS)


def _defect(kind: str, **args: Argument) -> Message:
    return Message(f"{_WORDS}.{kind}", args)


def network_of(trace: NetworkSearch, claim: Claim) -> Network | None:
    """The network of a trace, if the mind of the claim still has it."""
    try:
        mind = load_mind(claim.mind, claim.position.game)
        network: Network = mind.network(claim.position.game)  # type: ignore[attr-defined]
    except (LudotecaError, AttributeError):
        return None
    return network if network.digest == trace.network else None


def _move_defects(trace: NetworkSearch, claim: Claim) -> Iterator[Message]:
    """Moves that are missing, twice or not legal, and another first move than the chosen one."""
    shown = [move.move for move in trace.moves]
    legal = [move.text for move in claim.position.moves]
    wrong = [move for move in shown if move not in legal or shown.count(move) > 1]
    missing = [move for move in legal if move not in shown]
    if wrong or len(missing) != (trace.moves_omitted or 0):
        yield _defect("moves", move=(wrong or missing or shown or [""])[0])
    elif not shown or shown[0] != claim.chosen.text:
        yield _defect("first", move=claim.chosen.text)


def _line_defects(trace: NetworkSearch, claim: Claim) -> Iterator[Message]:
    """An expected line that does not begin with the move, is not the one that is told, or cannot be played."""
    told = [reason.claim.args.get("line") for reason in claim.why.reason.because if reason.claim.key == "minds.line"]
    if trace.expected[:1] != (claim.chosen.text,) or (told and told != [trace.expected]):
        yield _defect("line_start", move=claim.chosen.text)
        return
    position: Position = claim.position
    for number, text in enumerate(trace.expected, 1):
        try:
            position = position.after(find_move(position, text))
        except IllegalMove:
            yield _defect("line", number=number, move=text)
            return


def _number_defects(trace: NetworkSearch, claim: Claim) -> Iterator[Message]:
    """Numbers that cannot be: shares outside 0 to 1, proven results that are none, too few visits, another value."""
    results = {0.0, 1.0, 1.0 / len(claim.position.game.seats)}
    for move in trace.moves:
        possible = 0 <= move.value <= 1 and (move.value in results or not move.proven)
        if not (0 <= move.prior <= 1 and possible and move.visits >= 0):
            yield _defect("numbers", move=move.move)
            return
    effort, total = claim.why.effort, sum(move.visits for move in trace.moves)
    if effort is not None and not trace.moves_omitted and total < effort - 1 and not _settled(trace):
        yield _defect("total", total=total, effort=effort)
    if claim.why.value is not None and trace.moves:
        value = _decided_result(claim) if _is_decided(claim) else trace.moves[0].value
        if claim.why.value != value:
            yield _defect("value", value=value, said=claim.why.value)


def _settled(trace: NetworkSearch) -> bool:
    """Whether a proof may have ended the search early."""
    return any(move.proven for move in trace.moves)


def _is_decided(claim: Claim) -> bool:
    position = claim.position
    return isinstance(position, KernelPosition) and bool(position.game.rules.is_decided(position.state))


def _decided_result(claim: Claim) -> float:
    """The result for the seat that moves, in a position from which it is the same however the game goes on."""
    position = claim.position
    while position.turn is not None:
        position = position.after(position.moves[0])
    return position.result()[claim.seat]


def probes_of(trace: NetworkSearch, claim: Claim) -> Probes | None:
    """The probes of a trace, if they still lie beside the network."""
    try:
        mind = load_mind(claim.mind, claim.position.game)
        probes: Probes | None = mind.probes(claim.position.game)  # type: ignore[attr-defined]
    except (LudotecaError, AttributeError):
        return None
    return probes if probes is not None and probes.digest == trace.probes else None


def _concept_defects(trace: NetworkSearch, claim: Claim, network: Network, probes: Probes | None) -> Iterator[Message]:
    """Concepts that the referee judges otherwise, that may not be told, or that the probes do not give so."""
    assert isinstance(claim.position, KernelPosition)
    declared = {concept.name: concept for concept in concepts_of(claim.position.game)}
    told = {probe.concept: probe for probe in probes.told} if probes is not None else None
    for seen in trace.concepts:
        if seen.concept not in declared or declared[seen.concept].holds(claim.position) != seen.holds:
            yield _defect("concept", concept=seen.concept)
        elif told is not None and probes is not None:
            probe = told.get(seen.concept)
            if probe is None:
                yield _defect("untold", concept=seen.concept)
                continue
            layers = Reference(network, claim.position).layers()
            if abs(seen.probability - probability(probes, probe, layers)) > _CLOSE:
                yield _defect("probability", concept=seen.concept, probability=seen.probability)


def probability(probes: Probes, probe: Probe, layers: NDArray[np.float64]) -> float:
    """The probability that a probe gives to its concept."""
    column = probes.probes.index(probe)
    return float(1.0 / (1.0 + np.exp(-(layers @ probes.weights[:, column] + probes.biases[column]))))


def _first_sight_defects(trace: NetworkSearch, claim: Claim, network: Network) -> Iterator[Message]:
    """Priors, a value or weights of facts that the network does not give when it evaluates the position again."""
    assert isinstance(claim.position, KernelPosition)
    reference = Reference(network, claim.position)
    priors = reference.priors()
    for move in trace.moves:
        if abs(move.prior - priors[move.move]) > _CLOSE:
            yield _defect("prior", move=move.move, prior=move.prior)
            return
    if abs(trace.first_sight - reference.value()) > _CLOSE:
        yield _defect("first_sight", value=trace.first_sight)
    facts = claim.position.facts()
    for weight in trace.facts:
        if weight.fact not in facts or abs(weight.without - reference.value(weight.fact)) > _CLOSE:
            yield _defect("fact", fact=str(weight.fact), without=weight.without)
            return


def _proof_defects(trace: NetworkSearch, claim: Claim, complete: bool) -> list[Message] | None:
    """The first result that is called proven and is not; None when one is not confirmed, or a part was not checked."""
    try:
        for move in trace.moves:
            if move.proven and not _is_confirmed(move, claim):
                return [_defect("proven", move=move.move, value=move.value)]
    except TooLarge:
        return None
    return [] if complete else None


def _is_confirmed(move: SearchedMove, claim: Claim) -> bool:
    """Whether a proven result is right, by a plain search; raises `TooLarge`."""
    after = claim.position.after(find_move(claim.position, move.move))
    search = ExactSearch(claim.position, claim.seat)
    if len(claim.position.game.seats) > 2:
        return move.value < 1 or search.forces_win(after)
    return search.outcome(after)[0] == round(2 * move.value - 1)
