"""Decision lists induced from choices: greedy sequential covering with a beam search for each rule.

A rule takes, of the moves that meet its conditions, the one with the greatest or the least measure, and among equals by
a second one. The first rule that finds a move decides; the last one has no conditions. A rule is chosen by how many
more choices it gets right than the last rule would where it decides; `focus` weighs how often it decides: with 0 the
rule comes first that gains most choices, with 1 the one that is right most often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.training.move_table import Bools, Condition, Doubles, MoveTable, Preference

_BEAM = 4
_MOST_CONDITIONS = 3
_MOST_RULES = 10
_LEAST_SUPPORT = 0.01  # of all positions
_FEWEST = 30  # positions that support a rule
_CHANCE = 0.5  # what chance can gain grows with the root of the positions
_LEAST_ADVANTAGE = 0.7
_SCALE = 1024.0  # above all measures: the second preference decides among equals only


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with what it was induced from: where it decided, and where it chose as the network does."""

    conditions: tuple[Condition, ...]
    preferences: tuple[Preference, ...]
    support: int
    agreement: int


@dataclass(frozen=True, slots=True)
class _Decided:
    """Where a rule decides, and where it chooses the move that was chosen."""

    covered: Bools
    right: Bools

    def advantage(self, other: Bools, focus: float) -> float:
        """How many more choices it gets right than another rule where it decides, by a power of their number."""
        gained = int(self.right.sum()) - int((other & self.covered).sum())
        return float(gained / max(1, int(self.covered.sum())) ** focus)


Orders = Mapping[Preference, Doubles]
"""The rows of a table in the order of each preference; minus infinity where the measure is not told."""
_Candidate = tuple[tuple[Condition, ...], tuple[Preference, ...], _Decided]


def _orders(table: MoveTable, preferences: Sequence[Preference]) -> Orders:
    return {preference: _ordered(table, preference) for preference in preferences}


def _ordered(table: MoveTable, preference: Preference) -> Doubles:
    values = table.measures[preference.measure]
    return np.where(np.isnan(values), -np.inf, values if preference.greatest else -values)


def _combined(orders: Orders, preferences: Sequence[Preference]) -> Doubles:
    """The order by one preference, and among equals by the next."""
    total = orders[preferences[0]]
    for preference in preferences[1:]:
        total = total * _SCALE + orders[preference]
    return total


def _decide(table: MoveTable, meets: Bools | None, ordered: Doubles) -> _Decided:
    """What a rule decides: of the moves that meet its conditions the first with the highest order."""
    order = ordered if meets is None else np.where(meets, ordered, -np.inf)
    best = np.maximum.reduceat(order, table.starts)
    rows = np.flatnonzero((order == best[table.position_of]) & (order > -np.inf))
    places = table.position_of[rows]
    first = rows[np.concatenate([[True], places[1:] != places[:-1]])] if len(rows) else rows
    right = np.zeros(table.positions, bool)
    right[table.position_of[first]] = table.chosen[first]
    return _Decided(best > -np.inf, right)


def _meets(table: MoveTable, conditions: Sequence[Condition]) -> Bools | None:
    """The moves that meet all conditions; None for all moves. A condition that no move of the table knows fails."""
    if not conditions:
        return None
    nowhere = np.zeros(len(table.chosen), bool)
    met: Bools = np.logical_and.reduce([table.conditions.get(condition, nowhere) for condition in conditions])
    return met


def induce(table: MoveTable, focus: float = 0.75) -> list[Rule]:
    """A decision list for the choices of a table."""
    preferences = [Preference(measure, greatest) for measure in table.measures for greatest in (True, False)]
    least, rules, rest = max(_FEWEST, round(_LEAST_SUPPORT * table.positions)), list[Rule](), table
    while rest.positions:
        orders = _orders(rest, preferences)
        last = _with_second(rest, orders, ((), (_best_default(rest, orders),), None))
        found = None
        if len(rules) < _MOST_RULES - 1:
            found = _best_rule(rest, orders, last[2].right, least, focus)
        conditions, chosen, decided = found or last
        rules.append(Rule(tightest(conditions), chosen, int(decided.covered.sum()), int(decided.right.sum())))
        if found is None:
            break
        rest = rest.part(~decided.covered)
    return rules


def tightest(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Conditions without those that others of them imply: of several limits of one number the tightest."""
    found: dict[tuple[object, ...], Condition] = {}
    for condition in conditions:
        key = condition.told, condition.kind, condition.place
        known = found.setdefault(key, condition)
        limits = sorted((known, condition), key=lambda each: each.value)
        found[key] = limits[-1] if condition.kind == "at_least" else limits[0]
    return tuple(found.values())


def _best_default(table: MoveTable, orders: Orders) -> Preference:
    """The preference that gets most choices right without any condition, of those that decide most often."""

    def merit(preference: Preference) -> tuple[int, int]:
        decided = _decide(table, None, orders[preference])
        return int(decided.covered.sum()), int(decided.right.sum())

    return max(orders, key=merit)


def _with_second(
    table: MoveTable, orders: Orders, rule: tuple[tuple[Condition, ...], tuple[Preference, ...], object]
) -> _Candidate:
    """A rule with the second preference that gets most choices right, if one helps."""
    conditions, first = rule[0], rule[1][0]
    meets, found = _meets(table, conditions), dict[tuple[Preference, ...], _Decided]()
    for second in (None, *(each for each in orders if each.measure != first.measure)):
        chosen = (first,) if second is None else (first, second)
        found[chosen] = _decide(table, meets, _combined(orders, chosen))
    whole = int(found[first,].covered.sum())
    best = max(
        (chosen for chosen, decided in found.items() if int(decided.covered.sum()) == whole),
        key=lambda chosen: int(found[chosen].right.sum()),
    )
    return conditions, best, found[best]


def _best_rule(table: MoveTable, orders: Orders, default: Bools, least: int, focus: float) -> _Candidate | None:
    """The rule with the greatest advantage, by a beam search over conditions; None if no advantage is large enough."""
    beam: list[tuple[Condition, ...]] = [()]
    best: _Candidate | None = None
    most = -np.inf
    for _ in range(_MOST_CONDITIONS):
        tried: dict[tuple[Condition, ...], tuple[float, _Candidate]] = {}
        for conditions in _longer(beam, table):
            meets = _meets(table, conditions)
            for preference, ordered in orders.items():
                decided = _decide(table, meets, ordered)
                advantage = decided.advantage(default, focus)
                if decided.covered.sum() >= least and advantage > tried.get(conditions, (-np.inf,))[0]:
                    tried[conditions] = advantage, (conditions, (preference,), decided)
        beam = sorted(tried, key=lambda conditions: -tried[conditions][0])[:_BEAM]
        for conditions in beam:
            candidate = _with_second(table, orders, tried[conditions][1])
            advantage = candidate[2].advantage(default, focus)
            if advantage > most and candidate[2].advantage(default, _CHANCE) >= _LEAST_ADVANTAGE:
                best, most = candidate, advantage
    return best


def _longer(beam: Sequence[tuple[Condition, ...]], table: MoveTable) -> Iterator[tuple[Condition, ...]]:
    """The conditions of the beam with one more each, every set of them once."""
    seen = set()
    for conditions in beam:
        for more in table.conditions:
            if more not in conditions and (found := frozenset((*conditions, more))) not in seen:
                seen.add(found)
                yield (*conditions, more)


def choices(rules: Sequence[Rule], table: MoveTable) -> tuple[NDArray[np.int64], Bools]:
    """For each position the number of the rule that decides (-1 for none), and whether it chooses what was chosen."""
    deciding, right = np.full(table.positions, -1), np.zeros(table.positions, bool)
    for number, rule in enumerate(rules):
        if all(preference.measure in table.measures for preference in rule.preferences):
            ordered = _combined(_orders(table, rule.preferences), rule.preferences)
            decided = _decide(table, _meets(table, rule.conditions), ordered)
            new = decided.covered & (deciding < 0)
            deciding[new] = number
            right[new] = decided.right[new]
    return deciding, right
