"""Tests of the checkers of traces: honest traces have no defects, corrupted ones are refused, and none crashes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ludoteca.core.i18n import LANGUAGES, can_say, say
from ludoteca.core.verdicts import Claim, trace_defects
from tests import needs
from tests.explained import defects_after, explained, trace_data, with_trace

Data = dict[str, Any]
Change = Callable[[Data], object]

SMALL_KALAH, SMALL_QUEENS = "pits=4,seeds=3", "n=5"
PLAYED = [
    pytest.param("prolog", "kalah", "", 30, marks=needs.prolog),
    pytest.param("prolog", "azul", "", 8, marks=needs.prolog),
    pytest.param("prolog:file=document.pl", "azul", "", 24, marks=needs.prolog),
    ("clips", "kalah", "", 12),
    ("clips", "azul", "", 8),
    ("clips", "queens", "", 12),
    ("clips", "agricola_classic", "", 4),
    ("agenda", "agricola_classic", "", 6),
    ("agenda:strategy=lex", "agricola_classic", "", 3),
    ("agenda:strategy=random", "agricola_classic", "", 3),
    ("agentspeak", "kalah", "", 30),
    ("agentspeak", "queens", "", 9),
    ("agentspeak:file=document.asl", "queens", "", 6),
    ("planner", "kalah", "", 12),
    ("planner", "agricola_planning", "", 5),
    ("planner", "azul", "", 3),
    ("planner", "queens", "", 4),
    ("montecarlo:simulations=60", "kalah", SMALL_KALAH, 40),
    ("montecarlo:simulations=60", "azul", "", 24),
    ("montecarlo:simulations=60", "queens", SMALL_QUEENS, 5),
    ("montecarlo:simulations=2", "agricola_classic", "", 3),
    ("montecarlo:simulations=6", "agricola_planning", "", 4),
    ("alphabeta:depth=4", "kalah", SMALL_KALAH, 40),
    ("alphabeta:depth=3", "queens", SMALL_QUEENS, 5),
    ("alphabeta:nodes=60", "agricola_planning", "", 4),
    ("alphabeta:nodes=600", "azul", "", 8),
    ("alphabeta:nodes=600", "azul", "players=3", 3),
]


@pytest.mark.parametrize(("mind", "game", "options", "most"), PLAYED)
def test_an_honest_trace_has_no_defects_unless_of_another_move(mind: str, game: str, options: str, most: int) -> None:
    claims = [claim for claim in explained(mind, game, options, most) if claim.why.trace is not None]
    found = [trace_defects(claim) for claim in claims]
    assert [say(message) for messages in found for message in messages or ()] == []
    assert [] in found  # confirmed, not just not refuted
    pairs = [(one, other) for one, other in pairwise(claims) if one.chosen != other.chosen]
    assert pairs
    for one, other in pairs[:4]:
        assert trace_defects(replace(one, why=replace(one.why, trace=other.why.trace)))
        move = next(move for move in one.position.moves if move != one.chosen)
        assert trace_defects(replace(one, chosen=move, move=move))


def test_a_search_by_an_agent_is_confirmed() -> None:
    """The second interpreter searches again, at every move of a player."""
    assert {str(trace_defects(claim)) for claim in explained("agentspeak", "queens", "", 9)} == {"[]"}


def test_a_trace_of_another_school_or_game_is_refused() -> None:
    kalah = [explained(mind, "kalah")[0] for mind in ("clips", "agentspeak", "planner")]
    for claim in kalah:
        assert trace_defects(replace(claim, mind="greedy"))
    azul, queens = explained("clips", "azul", "", 8)[0], explained("agentspeak", "queens", "", 6)[0]
    assert trace_defects(replace(kalah[0], why=azul.why))
    assert trace_defects(replace(kalah[1], why=queens.why))


def test_a_defect_is_said_in_both_languages() -> None:
    claim = explained("clips", "kalah")[0]
    found, *_ = trace_defects(with_trace(claim, {**trace_data(claim), "firings": []})) or []
    assert "firings" in say(found) and "disparos" in say(found, "es")


def test_a_trace_whose_knowledge_is_not_there_is_not_checked(tmp_path: Any) -> None:
    path = tmp_path / "mine.clp"
    path.write_text("(defrule any (legal (move ?m)) => (assert (choose (move ?m))))")
    (claim, *_) = explained(f"clips:file={path}", "kalah", most=1)
    assert trace_defects(claim) == []
    assert trace_defects(replace(claim, mind=f"clips:file={path},digest=00000000")) is None
    path.unlink()
    assert trace_defects(claim) is None


@pytest.mark.parametrize(
    ("mind", "suffix", "text"),
    [
        pytest.param("prolog", ".pl", ":- dynamic n/1.\nn(0).\nchoose(M) :- retract(n(N)), K is N + 1, assertz(n(K)), "
                     "legal(M), sows(M, P, _), P > N mod 3.\n", marks=needs.prolog),
        pytest.param("prolog", ".pl", "choose(M) :- findall(A, legal(A), As), random_member(M, As).\n",
                     marks=needs.prolog),
        ("clips", ".clp", "(deffacts f (n 0))\n(defrule count (declare (salience 5)) (turn) ?f <- (n ?n) (not (done))"
         " => (retract ?f) (assert (n (+ ?n 1)) (done)))\n(defrule any ?d <- (done) (legal (move ?m)) =>"
         " (retract ?d) (assert (choose (move ?m))))"),
        ("agentspeak", ".asl", "turns(0).\n+!move : turns(N) & legal(M) <- -+turns(N + 1); play(M).\n"),
        ("agentspeak", ".asl", "+!move <- .findall(M, legal(M), L); .random(L, M); play(M).\n"),
        ("agentspeak", ".asl", "+store(north, N) <- +came(N).\n+!move : legal(M) & came(N) <- .print(N); play(M).\n"),
    ],
)  # fmt: skip
def test_knowledge_with_a_memory_or_chance_is_never_refuted(mind: str, suffix: str, text: str, tmp_path: Any) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_text(text)
    found = [trace_defects(claim) for claim in explained(f"{mind}:file={path}", "kalah", most=6)]
    assert all(not messages for messages in found)
    assert None in found


# What the checkers refuse, kind by kind


def put(*path: str | int, to: Any) -> Change:
    """A change of one value."""

    def change(data: Data) -> None:
        *way, last = path
        place: Any = data
        for step in way:
            place = place[step]
        place[last] = to(place[last]) if callable(to) else to

    return change


def swap(place: Sequence[str | int], one: int, other: int) -> Change:
    """Two members of a list in each other's place."""

    def change(data: Data) -> None:
        members: Any = data
        for step in place:
            members = members[step]
        members[one], members[other] = members[other], members[one]

    return change


PROGRAM = """% Twice as many.
choose(Move) :- sows(Move, Pit, _), good(Pit, Most), \\+ bad(Pit), Most > 3, !.
choose(Move) :- legal(Move).
good(Pit, Most) :- me(Me), pit(Me, Pit, Seeds), Most is Seeds + 1.
bad(Pit) :- Pit > 99.
bad(Pit) :- Pit =:= 1.
"""


@needs.prolog
@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (put("root", "because", 1, "because", 1, "goal", to="pit(south, 2, 9)"), "other_goal"),  # a fact invented
        (put("root", "because", 2, "goal", to="bad(1)"), "other_goal"),  # a negation of something else
        (put("root", "because", 3, "goal", to="4 > 3"), "other_goal"),  # a comparison of other numbers
        (put("root", "because", 1, "because", 2, "goal", to="6 is 4+1"), "other_goal"),  # arithmetic
        (put("root", "source", "line", to=3), "words"),  # a source line moved
        (put("root", "because", 1, to=lambda step: {**step, "source": {**step["source"], "line": 5}}), "no_clause"),
        (put("root", "because", 0, "how", to="rule"), "kind"),
        (put("root", "because", to=lambda steps: steps[:2] + steps[3:]), "kind"),  # a step dropped
    ],
)
def test_a_corrupted_proof_is_refused(change: Change, kind: str, tmp_path: Any) -> None:
    path = tmp_path / "mine.pl"
    path.write_text(PROGRAM)
    claim = next(each for each in explained(f"prolog:file={path}", "kalah", most=1))
    assert trace_defects(claim) == []
    assert defects_after(claim, change) == [kind]


@needs.prolog
def test_a_proof_by_a_clause_that_an_earlier_one_cuts_off_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "mine.pl"
    path.write_text(PROGRAM)
    claim = next(each for each in explained(f"prolog:file={path}", "kalah", most=1))
    by_the_second = {
        "kind": "proof",
        "root": {
            "goal": f"choose('{claim.chosen.text}')",
            "how": "rule",
            "source": {"file": "mine.pl", "line": 3},
            "because": [{"goal": f"legal('{claim.chosen.text}')", "how": "given"}],
        },
    }
    found, *_ = trace_defects(with_trace(claim, by_the_second)) or []
    assert found.key.endswith(".earlier")
    assert "line 3" in say(found)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (put("firings", 3, "activation", "rule", to="choose-the-best"), "rule"),  # a rule replaced
        (put("firings", 3, "activation", "source", "line", to=lambda line: line + 1), "source"),  # a line moved
        (put("firings", 3, "activation", "salience", to=5), "salience"),
        (put("firings", 3, "activation", "matched", 0, to='(legal (move "9"))'), "matched"),  # a fact invented
        (put("firings", -1, "changes", 0, "element", to='(choose (move "9") (because ""))'), "changes"),
        (put("firings", to=lambda firings: firings[:2] + firings[3:]), "count"),  # a firing dropped
        (swap(["firings"], 2, 3), "order"),  # firings in another order
        (put("support", to=lambda support: support[1:]), "support"),
        (put("agenda_omitted", to=lambda number: number + 1), "agenda_count"),
    ],
)
def test_corrupted_firings_are_refused(change: Change, kind: str) -> None:
    claim = explained("clips", "kalah")[0]
    assert kind in (defects_after(claim, change) or ())


def test_firings_numbered_in_another_order_are_refused() -> None:
    claim = explained("clips", "kalah")[0]
    data = trace_data(claim)
    firings = data["firings"]
    firings[2], firings[3] = {**firings[3], "number": 3}, {**firings[2], "number": 4}
    assert trace_defects(with_trace(claim, data))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (put("firings", 0, "activation", "text", to="pass"), "other_move"),
        (put("firings", 0, "activation", "bindings", 0, 1, to="x"), "bindings"),
        (put("firings", 0, "activation", "matched", 0, to="[nothing]"), "agenda"),
        (put("agenda", to=lambda agenda: agenda[1:]), "agenda_count"),
        (swap(["agenda"], 0, 1), "agenda"),
        (put("agenda", 0, "source", "line", to=1), "agenda"),
    ],
)
def test_a_corrupted_agenda_is_refused(change: Change, kind: str) -> None:
    claim = explained("agenda", "agricola_classic", "", 6)[0]
    assert kind in (defects_after(claim, change) or ())


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (put("stack", 0, "plan", to="+!move : true"), "plan"),  # a plan replaced
        (put("stack", 0, "source", "line", to=lambda line: line + 1), "plan"),  # a line moved
        (put("stack", 0, "event", to="+!win"), "event"),
        (put("stack", 0, "beliefs", to=["rich(me)"]), "beliefs"),  # a belief invented
        (put("stack", 0, "alternatives", 0, "applicable", to=lambda held: not held), "alternatives"),
        (put("stack", 0, "steps", 0, "now", to="sow(99)"), "instance"),
        (put("stack", 0, "steps", 0, "count", to=2), "progress"),
        (put("stack", to=lambda stack: stack * 2), "stack"),
        (put("notes", -1, "claim", "args", "text", to="sow(99)"), "notes"),
    ],
)
def test_a_corrupted_intention_is_refused(change: Change, kind: str) -> None:
    claim = explained("agentspeak", "kalah", "", 30)[0]
    assert kind in (defects_after(claim, change) or ())


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (put("stack", 0, "steps", 0, "below", "steps", 2, "count", to=lambda count: count - 1), "progress"),
        (put("stack", 0, "steps", 0, "below", "event", to="+!walk"), "event"),
        (put("stack", 0, "steps", to=lambda steps: [steps[1], steps[0], *steps[2:]]), "step"),  # steps exchanged
        (put("stack", 0, "steps", 2, "now", to=".max([cell(99, 0, 0)], cell(99, 0, 0))"), "instance"),
    ],
)
def test_corrupted_steps_of_an_intention_are_refused(change: Change, kind: str) -> None:
    claim = explained("agentspeak:file=document.asl", "queens", "", 6)[1]
    assert kind in (defects_after(claim, change) or ())


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (swap(["steps"], 0, -1), "inapplicable"),  # steps exchanged
        (put("steps", 0, "action", to="(sow-again pit-9 round-0)"), "no_action"),
        (put("steps", 0, "cost", to=7), "cost"),
        (put("steps", 0, "source", "line", to=lambda line: line + 1), "words"),  # a line moved
        (put("steps", 0, "said", "args", "pit", to=9), "words"),
        (put("steps", to=lambda steps: steps[:-1]), "goal"),
        (put("cost", to=lambda cost: cost + 1), "total"),
        (put("bound", to=lambda bound: bound + 1), "bound"),
        (put("status", to="plan"), "status"),
        (put("planner", to="an oracle"), "maker"),
    ],
)
def test_a_corrupted_plan_is_refused(change: Change, kind: str) -> None:
    claim = explained("planner", "kalah", "", 12)[0]
    assert kind in (defects_after(claim, change) or ())


def test_a_plan_that_is_not_optimal_is_no_proof() -> None:
    claims = explained("planner", "kalah", "", 12)
    claim = next(each for each in claims if trace_data(each)["cost"] > 1 and len(each.position.moves) > 1)
    data = trace_data(claim)
    data["bound"] = data["cost"] - 1
    data["cost"] = data["cost"] - 1
    assert trace_defects(with_trace(claim, data))


@pytest.mark.parametrize(
    ("mind", "change", "kind"),
    [
        ("montecarlo:simulations=60", put("branches", 0, "visits", to=1), "children"),
        ("montecarlo:simulations=60", put("branches", -1, "visits", to=99), "order"),
        ("montecarlo:simulations=60", put("branches", 0, "value", to=0.001), "mean"),
        ("montecarlo:simulations=60", put("branches", 0, "value", to=1.5), "value"),
        ("montecarlo:simulations=60", put("branches", 0, "bound", to="exact"), "bound"),
        ("montecarlo:simulations=60", put("branches", 0, "seat", to="nobody"), "seat"),
        ("montecarlo:simulations=60", put("branches", to=lambda branches: branches[:-1]), "missing"),
        ("montecarlo:simulations=60", put("branches", 0, "children", 0, "move", to="99"), "line_tree"),
        ("montecarlo:simulations=60", put("branches", 0, "children", 0, "visits", to=1000), "children"),
        ("montecarlo:simulations=60", put("branches", 0, "children", 0, "value", to=1 - 1e-9), "mean"),
        ("montecarlo:simulations=60", put("branches", 0, "rest", "visits", to=lambda visits: visits + 1), "children"),
        ("montecarlo:simulations=60", put("branches", 0, "rest", "value", to=1 - 1e-9), "mean"),
        ("montecarlo:simulations=60", put("branches", 0, "rest", to=None), "children"),
        ("montecarlo:simulations=60", put("expected", to=lambda line: line[:-1] or line * 2), "line_told"),
        ("alphabeta:depth=4", put("expected", 0, to="99"), "line_start"),
        ("alphabeta:depth=4", put("branches", 0, "bound", to="exact"), "bounds"),
        ("alphabeta:depth=4", put("branches", 1, "value", to=99), "order"),
        ("alphabeta:depth=4", swap(["branches"], 0, 1), "first"),
    ],
)
def test_a_corrupted_search_tree_is_refused(mind: str, change: Change, kind: str) -> None:
    claim = explained(mind, "kalah", SMALL_KALAH, 40)[0]
    assert kind in (defects_after(claim, change) or ())


def test_the_only_reply_ends_the_game_so_its_result_is_exact() -> None:
    """A move after which all moves are forced to the end has a result, not an estimate."""
    claims = explained("montecarlo:simulations=60", "kalah", SMALL_KALAH, 40)
    ends = [
        claim
        for claim in claims
        if trace_data(claim)["branches"][0]["bound"] == "exact" and claim.position.after(claim.chosen).turn is not None
    ]
    assert ends
    for claim in ends:
        assert trace_defects(claim) == []
        other = 1 - trace_data(claim)["branches"][0]["value"]
        assert defects_after(claim, put("branches", 0, "value", to=other)) == ["result"]


def test_a_reason_on_a_line_of_the_intention_that_is_not_its_own_is_refused() -> None:
    claim = explained("agentspeak", "kalah", "", 12)[0]
    source = claim.why.reason.source
    (since,) = (reason for reason in claim.why.reason.because if reason.source is not None)
    assert source is not None and source != since.source
    moved = replace(claim.why.reason, source=since.source)
    behind = tuple(replace(each, source=source) if each is since else each for each in claim.why.reason.because)
    for false in (moved, replace(claim.why.reason, because=behind)):
        found = trace_defects(replace(claim, why=replace(claim.why, reason=false)))
        assert [message.key.rpartition(".")[2] for message in found or ()] == ["reason_source"]


def test_a_value_that_is_not_what_was_proven_is_refused() -> None:
    claims = explained("alphabeta:depth=4", "kalah", SMALL_KALAH, 40)
    proven = [claim for claim in claims if trace_data(claim)["branches"][0]["bound"] == "exact"]
    assert proven
    for claim in proven:
        found = defects_after(claim, put("branches", 0, "value", to=lambda value: value + 2))
        assert found == ["proven"] or found is None  # where the search is too large it is not confirmed


def test_a_value_that_takes_too_long_to_confirm_is_not_confirmed() -> None:
    claim = explained("alphabeta:depth=4", "kalah")[0]
    data = trace_data(claim)
    for branch in data["branches"]:
        branch["bound"] = {"estimate": "exact", "estimate_at_most": "at_most"}[branch["bound"]]
    assert trace_defects(with_trace(claim, data)) is None


# No trace crashes a checker


def paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The ways to every value but the kind of the trace."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    below = [way for name, value in items for way in paths(value, (*path, name))]
    return [*([path] if path and path != ("kind",) else []), *below]


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(), st.text(max_size=20), st.just([]),
    st.sampled_from(["choose(", "'", "…", "… +3", "(move", "[", "!", "+!", "99999999999999999999", "\ud800", "\0"]),
)  # fmt: skip
FUZZED = [
    pytest.param("prolog", "kalah", "", marks=needs.prolog),
    ("clips", "kalah", ""),
    ("agenda", "agricola_classic", ""),
    ("agentspeak", "kalah", ""),
    ("planner", "kalah", ""),
    ("montecarlo:simulations=60", "kalah", SMALL_KALAH),
    ("alphabeta:depth=4", "kalah", SMALL_KALAH),
]


@pytest.mark.parametrize(("mind", "game", "options"), FUZZED)
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_a_mutilated_trace_crashes_no_checker(mind: str, game: str, options: str, data: st.DataObject) -> None:
    honest: Claim = explained(mind, game, options, 4)[0]
    trace = trace_data(honest)
    for _ in range(data.draw(st.integers(1, 3))):
        way = data.draw(st.sampled_from(paths(trace)))
        place: Any = trace
        for step in way[:-1]:
            place = place[step]
        if isinstance(place, list) and data.draw(st.booleans()):
            del place[way[-1]]  # type: ignore[arg-type]
        else:
            place[way[-1]] = data.draw(VALUES)
    try:
        changed = with_trace(honest, trace)
    except ValidationError:
        assume(False)
    found = trace_defects(changed)
    assert all(can_say(message) for message in found or ())
    assert all(say(message, language) for message in found or () for language in LANGUAGES)
