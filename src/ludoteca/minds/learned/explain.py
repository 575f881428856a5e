"""Explains the choice of a network: what it saw at first sight, what the search changed, and which facts carry it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.mind import Choice
from ludoteca.minds.learned.network_tree import Evaluator, NetworkTree, NodeStats
from ludoteca.minds.learned.probes import Probes
from ludoteca.minds.learned.trace import FactWeight, NetworkSearch, SearchedMove, SeenConcept
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, line_texts
from ludoteca.rules.concepts import concept_key, concepts_of
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.game import KernelPosition

_RESULTS = {1.0: "won", 0.0: "lost"}  # any other result is a draw
_FACTS = 3  # that carry the value, in the reasons
_CONCEPTS = 3  # that the network sees, in the reasons
_LEAST = 0.01  # by which the value must change without a fact for it to be told
_UNTOLD = ("turn", "over")  # what never changes by itself


@dataclass(frozen=True, slots=True)
class Considered:
    """A move in the tree, with the numbers as sentences and the trace give them."""

    move: Move
    stats: NodeStats

    @property
    def prior(self) -> float:
        return round(self.stats.prior, 3)

    @property
    def value(self) -> float:
        return self.stats.result if self.stats.result is not None else round(self.stats.value, 3)

    def args(self) -> dict[str, Argument]:
        """Visits, value and prior in percent, for a message."""
        return {"visits": self.stats.visits, "value": percent(self.value), "prior": percent(self.prior)}


def percent(share: float) -> float:
    """A share as sentences give it."""
    return round(100 * share, 1)


def explain(position: KernelPosition, tree: NetworkTree, probes: Probes | None, simulations: int) -> Choice:
    """The choice of the best move of a tree, with its explanation."""
    by_code = {move.code: move for move in position.moves}
    best, *others = moves = [Considered(by_code[stats.move], stats) for stats in tree.moves()]
    line = line_texts(position, [best.move.code, *tree.principal_variation(best.stats.node)])
    first_sight = round(tree.evaluator.value(position), 3)
    facts = weights_of_facts(position, tree.evaluator, first_sight)
    concepts = () if probes is None else seen_concepts(position, tree.evaluator, probes)
    because = [*consequences(position, best.move)]
    if others:
        because.append(Reason(Message("minds.learned.first_sight", {"value": percent(first_sight)})))
        because += [_carried_by(weight, first_sight) for weight in facts]
        because += [_sees(position, seen) for seen in concepts if seen.probability > 0.5][:_CONCEPTS]
    because.append(expected_line(line))
    reason = Reason(_claim(moves, tree), changed_facts(position, best.move), because=tuple(because))
    rejected = tuple(Rejected(other.move.text, _rejection(position, tree, other)) for other in others)
    shown = tuple(
        SearchedMove(each.move.text, each.prior, each.stats.visits, each.value, each.stats.result is not None)
        for each in moves
    )
    trace = NetworkSearch(tree.evaluator.network.digest, first_sight, shown, line, facts)
    if probes is not None:
        trace = replace(trace, concepts=concepts, probes=probes.digest)
    value = best.value if tree.decided_result is None else tree.decided_result
    return Choice(best.move, Explanation(reason, rejected, trace, effort=simulations, value=value))


def _claim(moves: Sequence[Considered], tree: NetworkTree) -> Message:
    """The statement about the chosen move: a proven result, or whether the search changed the first choice."""
    best = moves[0]
    if len(moves) == 1:
        return Message("minds.only")
    args = {**best.args(), "total": sum(each.stats.visits for each in moves)}
    if tree.decided_result is not None:
        return Message("minds.learned.margin_left", args)
    if best.stats.result is not None:
        return Message(f"minds.learned.proven.{_RESULTS.get(best.stats.result, 'drawn')}", args)
    favourite = max(moves, key=lambda each: each.prior)
    if favourite.prior <= best.prior:
        return Message("minds.learned.confirmed", args)
    other: dict[str, Argument] = {"other": favourite.move.text, "other_prior": percent(favourite.prior)}
    return Message("minds.learned.changed", {**args, **other})


def _rejection(position: KernelPosition, tree: NetworkTree, other: Considered) -> Reason:
    """The reason why another move was not chosen."""
    line = line_texts(position, [other.move.code, *tree.principal_variation(other.stats.node)])
    because = (expected_line(line),) if len(line) > 1 else ()
    if other.stats.result is not None:
        outcome = _RESULTS.get(other.stats.result, "drawn")
        return Reason(Message(f"minds.learned.not.{outcome}", {"visits": other.stats.visits}), because=because)
    if other.stats.visits == 0:
        return Reason(Message("minds.learned.not.unvisited", {"prior": percent(other.prior)}))
    return Reason(Message("minds.learned.not.visited", other.args()), because=because)


def weights_of_facts(position: KernelPosition, evaluator: Evaluator, first_sight: float) -> tuple[FactWeight, ...]:
    """The facts that carry the value most: each is removed, and the network evaluates the position again."""
    seat = position.turn
    assert seat is not None
    encoding, found = encoding_of(position.game), []
    facts = position.facts()
    for number, fact in enumerate(facts):
        if fact.relation not in _UNTOLD and encoding.parts(fact, seat):
            vector = encoding.vector_of((*facts[:number], *facts[number + 1 :]), seat)
            found.append(FactWeight(fact, round(evaluator.value(position, vector), 3)))
    found.sort(key=lambda weight: -abs(weight.without - first_sight))
    return tuple(weight for weight in found[:_FACTS] if abs(weight.without - first_sight) >= _LEAST)


def _carried_by(weight: FactWeight, first_sight: float) -> Reason:
    kind = "for" if weight.without < first_sight else "against"
    args: dict[str, Argument] = {"without": percent(weight.without), "value": percent(first_sight)}
    args["fact"] = str(weight.fact)
    return Reason(Message(f"minds.learned.carries.{kind}", args), (weight.fact,))


def seen_concepts(position: KernelPosition, evaluator: Evaluator, probes: Probes) -> tuple[SeenConcept, ...]:
    """What the probes read from the network, most probable first, and whether it is so by the referee."""
    concepts = {concept.name: concept for concept in concepts_of(position.game)}
    layers, found = evaluator.layers(position), []
    for probe in probes.told:
        if probe.concept in concepts:
            probability = round(probes.probability(probe, layers), 3)
            found.append(SeenConcept(probe.concept, probability, concepts[probe.concept].holds(position)))
    return tuple(sorted(found, key=lambda seen: -seen.probability))


def _sees(position: KernelPosition, seen: SeenConcept) -> Reason:
    """What the network sees, rightly or not."""
    key = concept_key(position.game, seen.concept)
    args: dict[str, Argument] = {"concept": key, "probability": round(seen.probability, 2)}
    return Reason(Message(f"minds.learned.sees.{'rightly' if seen.holds else 'wrongly'}", args))
