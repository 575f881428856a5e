"""Ways to make an honest explanation false, on its JSON data.

Each takes the data, another explanation of the same mind and game from another position, the facts of the position,
and a random generator; it changes the data in place, or leaves it as it is where there is nothing of its kind.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Data = dict[str, Any]
Facts = Sequence[Data]
Corruption = Callable[[Data, Data, Facts, random.Random], None]

_TAKEN = "minds.line"  # the key of an expected line


def _reasons(reason: Data) -> Iterator[Data]:
    """A reason and those behind it."""
    yield reason
    for below in reason.get("because", ()):
        yield from _reasons(below)


def _parts(data: Any, name: str) -> list[Data]:
    """Every object within data that has a member of that name."""
    found, pending = [], [data]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            if name in value:
                found.append(value)
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return found


def _trace(why: Data, kind: str) -> Data:
    """The trace if it is of a kind, else an empty one."""
    trace: Data = why.get("trace") or {}
    return trace if trace.get("kind") == kind else {}


def _other_number(value: float, lot: random.Random) -> float:
    step = lot.choice((-3, -2, 2, 3))
    return value + step if isinstance(value, int) else round(value + step / 10, 4)


def _changed_fact(fact: Data, facts: Facts, lot: random.Random) -> Data | None:
    """A fact that does not hold, made from one that does."""
    for place in lot.sample(range(len(fact["args"])), len(fact["args"])):
        if isinstance(fact["args"][place], int):
            args = [*fact["args"]]
            args[place] = _other_number(args[place], lot)
            changed = {**fact, "args": args}
            if changed not in facts:
                return changed
    return None


# Reasons


def another_moves_reason(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    if why.get("rejected"):
        why["reason"] = copy.deepcopy(lot.choice(why["rejected"])["reason"])


def rejected_swapped(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """The reasons against two moves in each other's place, if they say different things."""
    rejected = why.get("rejected", [])
    pairs = [(one, two) for one in rejected for two in rejected if one["reason"]["claim"] != two["reason"]["claim"]]
    if pairs:
        one, two = lot.choice(pairs)
        one["reason"], two["reason"] = two["reason"], one["reason"]


def claim_negated(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """What is said for the chosen move is said of another one, and what is said against that one of the chosen."""
    rejected = [each for each in why.get("rejected", ()) if each["reason"]["claim"] != why["reason"]["claim"]]
    if rejected:
        other = lot.choice(rejected)
        why["reason"], other["reason"] = other["reason"], why["reason"]


def number_changed(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """A number in a claim about the chosen move or another one."""
    said = [*_reasons(why["reason"]), *(each["reason"] for each in why.get("rejected", ()))]
    places = [
        (reason["claim"]["args"], name)
        for reason in said
        for name, value in reason["claim"].get("args", {}).items()
        if isinstance(value, int | float)
    ]
    if places:
        args, name = lot.choice(places)
        args[name] = _other_number(args[name], lot)


def fact_invented(why: Data, _other: Data, facts: Facts, lot: random.Random) -> None:
    """A fact in the evidence that does not hold."""
    evidence = why["reason"].get("evidence")
    made = _changed_fact(lot.choice(evidence or facts), facts, lot) if evidence or facts else None
    if made is not None:
        why["reason"]["evidence"] = [*(evidence or [])[:-1], made]


def evidence_of_another_position(why: Data, other: Data, facts: Facts, _lot: random.Random) -> None:
    strange = [fact for fact in other["reason"].get("evidence", ()) if fact not in facts]
    if strange:
        why["reason"]["evidence"] = [*why["reason"].get("evidence", []), *strange]


def event_changed(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """A number in what a move is said to cause."""
    claims = [reason["claim"] for reason in _reasons(why["reason"]) if reason["claim"]["key"].startswith("games.")]
    places = [(claim, name) for claim in claims for name, value in claim["args"].items() if isinstance(value, int)]
    if places:
        claim, name = lot.choice(places)
        claim["args"] = {**claim["args"], name: _other_number(claim["args"][name], lot)}


def line_changed(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """Two moves of an expected line in each other's place."""
    lines = [reason["claim"]["args"]["line"] for reason in _reasons(why["reason"]) if reason["claim"]["key"] == _TAKEN]
    lines = [line for line in lines if len(set(line)) > 1]
    if lines:
        line = lot.choice(lines)
        other = next(place for place, move in enumerate(line) if move != line[0])
        line[0], line[other] = line[other], line[0]


# Traces


def trace_of_another_position(why: Data, other: Data, _facts: Facts, _lot: random.Random) -> None:
    if why.get("trace") and other.get("trace"):
        why["trace"] = copy.deepcopy(other["trace"])


def source_line_moved(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    places = [part["source"] for part in _parts(why, "source") if isinstance(part["source"], dict)]
    if places:
        lot.choice(places)["line"] += lot.choice((-1, 1))


def clause_replaced(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """A clause, rule, plan or action that is another one of the trace."""
    for name in ("goal", "rule", "plan", "action"):
        parts = [part for part in _parts(why.get("trace"), name) if isinstance(part[name], str)]
        texts = sorted({part[name] for part in parts})
        if len(texts) > 1:
            part = lot.choice(parts)
            part[name] = lot.choice([text for text in texts if text != part[name]])
            return


def trace_fact_invented(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """A fact that a rule matched, or that was given in a proof."""
    for place in (
        *(part["matched"] for part in _parts(_trace(why, "firings"), "matched")),
        *([part] for part in _parts(_trace(why, "proof"), "how") if part["how"] == "given"),
    ):
        if place and isinstance(place[0], str):
            place[0] = f'(legal (move "{lot.randrange(100, 999)}"))'
            return
        if place:
            place[0]["goal"] = f"legal({lot.randrange(100, 999)})"
            return


def firing_dropped(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    firings = _trace(why, "firings").get("firings", [])
    if firings:
        firings.pop(lot.randrange(len(firings)))


def firings_reordered(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """Two firings with each other's number."""
    firings = _trace(why, "firings").get("firings", [])
    if len(firings) > 1:
        place = lot.randrange(len(firings) - 1)
        one, two = firings[place : place + 2]
        one["number"], two["number"] = two["number"], one["number"]
        firings[place : place + 2] = [two, one]


def belief_invented(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    parts = [part for part in _parts(_trace(why, "intentions"), "state") if "text" in part]
    parts += _parts(_trace(why, "intentions"), "alternatives")
    if parts:
        part = lot.choice(parts)
        part["beliefs"] = [*part.get("beliefs", []), f"certain({lot.randrange(100)})"]


def steps_exchanged(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """Two steps of a plan, of an intention or of a proof in each other's place."""
    lists = [part["steps"] for part in _parts(why.get("trace"), "steps")]
    lists += [part["because"] for part in _parts(_trace(why, "proof"), "because")]
    pairs = [(steps, at) for steps in lists for at in range(len(steps) - 1) if steps[at] != steps[at + 1]]
    if pairs:
        steps, at = lot.choice(pairs)
        steps[at], steps[at + 1] = steps[at + 1], steps[at]


def visits_changed(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    branches = [part for part in _parts(_trace(why, "search_tree"), "visits") if part["visits"] is not None]
    if branches:
        branch = lot.choice(branches)
        branch["visits"] = max(1, branch["visits"] // 2) if branch["visits"] > 2 else branch["visits"] + 7


def values_changed(why: Data, _other: Data, _facts: Facts, lot: random.Random) -> None:
    """The value of a branch of a search tree: another margin, or a chance that is 0.3 higher or lower."""
    branches = _parts(_trace(why, "search_tree"), "bound")
    if branches:
        branch = lot.choice(branches)
        change = 0.3 if branch["value"] < 0.5 else -0.3
        branch["value"] = round(branch["value"] + (change if branch.get("visits") is not None else 2), 4)


def expectation_changed(why: Data, _other: Data, _facts: Facts, _lot: random.Random) -> None:
    """The chance to win that the mind expects."""
    if why.get("value") is not None:
        why["value"] = round(abs(why["value"] - 0.4), 4)


CORRUPTIONS: dict[str, Corruption] = {
    "another move's reason": another_moves_reason,
    "reasons against two moves swapped": rejected_swapped,
    "the claim negated": claim_negated,
    "a number changed": number_changed,
    "a fact invented": fact_invented,
    "evidence from another position": evidence_of_another_position,
    "an event changed": event_changed,
    "an expected line changed": line_changed,
    "the trace of another position": trace_of_another_position,
    "a source line moved": source_line_moved,
    "a clause, rule or plan replaced": clause_replaced,
    "a fact invented in the trace": trace_fact_invented,
    "a firing dropped": firing_dropped,
    "firings in another order": firings_reordered,
    "a belief invented": belief_invented,
    "steps exchanged": steps_exchanged,
    "visits changed": visits_changed,
    "values changed": values_changed,
    "the expected result changed": expectation_changed,
}
"""The ways, by name."""
