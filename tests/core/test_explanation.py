"""The limits of an explanation: what is too large is refused, and what can be cut is cut with a mark."""

from __future__ import annotations

import pytest

from ludoteca.core.explanation import (
    MOST_BYTES,
    MOST_REASONS,
    Explanation,
    Reason,
    Rejected,
    Source,
    check_explanation,
    claims_of,
    cut_to_limits,
    shortened,
)
from ludoteca.core.i18n import Message
from ludoteca.core.record import Turn, from_line, to_json, to_line
from ludoteca.core.society import Note
from ludoteca.core.strict_json import DEEPEST, LONGEST_TEXT, Refused
from ludoteca.core.traces import Trace
from ludoteca.minds.agentspeak.trace import Alternative, Deed, Intended, Intentions
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.shared.search.trace import Branch, SearchTree
from ludoteca.rules.planning.plan_steps import PlanStep
from ludoteca.rules.production.firing import Activation, Change, Firing
from ludoteca.rules.production.trace import RuleFirings

CHOSEN = Reason(Message("minds.human.chosen"))
LONG = Reason(Message("core.mind_name", {"given": "é" * 900}))
TEXT = "ñ" * 150


def size(value: object) -> int:
    return len(to_line(value).encode())


def test_an_explanation_within_the_limits_is_not_touched() -> None:
    why = Explanation(CHOSEN, tuple(Rejected(str(move), CHOSEN) for move in range(100)))
    assert cut_to_limits(why) is why
    check_explanation(to_json(why))


@pytest.mark.parametrize("reason", [CHOSEN, LONG])
def test_rejected_moves_beyond_the_limits_are_counted(reason: Reason) -> None:
    why = cut_to_limits(Explanation(LONG, tuple(Rejected(str(move), reason) for move in range(5_000))))
    check_explanation(to_json(why))
    assert why.rejected_omitted is not None and why.rejected_omitted > 1000
    assert len(why.rejected) + why.rejected_omitted == 5_000
    assert size(why) > 0.9 * MOST_BYTES or len(list(claims_of(why))) == MOST_REASONS


def wide_proof(levels: int) -> ProofStep:
    return ProofStep(TEXT, "rule", because=tuple(wide_proof(levels - 1) for _ in range(5)) if levels else ())


PLAN = Intended(TEXT, TEXT, None, None, (Alternative(TEXT, None, True, True),) * 9, (TEXT,) * 6, ())
STEP = Deed(TEXT, None, None, 0, 1, "done", (TEXT,) * 6, PLAN)
AGENT = Intended(TEXT, TEXT, None, None, (), (), (STEP,) * 200)
FIRED = Firing(Activation("rule", Source("a.clp", 3), 0, (TEXT,) * 30), (Change("+", TEXT),) * 600)
LARGE: list[tuple[Trace, str]] = [
    (SearchTree((Branch(TEXT, "south", 0.5, visits=3),) * 3000, (TEXT,) * 400), '"branches_omitted":'),
    (PlanMade("astar", "plan", (PlanStep(TEXT, TEXT, 1.0, 2.0),) * 3000, 9.0, None, 7), '"steps_omitted":'),
    (Proof(wide_proof(5)), '"goal":"…","how":"more"'),
    (RuleFirings((FIRED,) * 50, (3, 20, 49), (FIRED.activation,) * 90), '"firings_omitted":'),
    (Intentions((AGENT,) * 30, (), (Note(Message("core.mind_name", {"given": TEXT}), None, "prints"),) * 900), "… +"),
]


@pytest.mark.parametrize(("trace", "mark"), LARGE, ids=lambda value: getattr(value, "kind", None))
def test_every_trace_is_cut_with_a_mark(trace: Trace, mark: str) -> None:
    assert size(trace) > MOST_BYTES
    why = cut_to_limits(Explanation(CHOSEN, (Rejected("3", CHOSEN),), trace))
    check_explanation(to_json(why))
    assert mark in to_line(why)
    assert why.rejected == (Rejected("3", CHOSEN),)
    turn = Turn("south", "1", why)
    assert from_line(Turn, to_line(turn)) == turn


def test_firings_that_the_choice_rests_on_are_kept_and_all_others_counted() -> None:
    trace = RuleFirings(tuple(Firing(Activation(f"r{n}", None, 0), number=n) for n in range(100)), (3, 50, 99))
    cut = trace.cut(4)
    assert [firing.number for firing in cut.firings] == [3, 50, 96, 97, 98, 99]
    assert [cut.firings[place].number for place in cut.support] == [3, 50, 99]
    assert cut.firings_omitted == 94


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Explanation(Reason(CHOSEN.claim, because=(CHOSEN,) * MOST_REASONS)), "has 2,001 reasons; at most 2,000"),
        (Explanation(Reason(CHOSEN.claim, because=(LONG,) * 300)), "at most 262,144 are allowed"),
        (Explanation(Reason(Message("core.mind_name", {"given": "x" * (LONGEST_TEXT + 1)}))), "2,001 characters"),
        (Explanation(CHOSEN, value=float("nan")), "infinite or NaN"),
        (Explanation(CHOSEN, effort=10**400), "a number is larger"),
    ],
)
def test_what_cannot_be_cut_is_refused(why: Explanation, said: str) -> None:
    with pytest.raises(Refused) as caught:
        check_explanation(to_json(cut_to_limits(why)))
    assert said in str(caught.value.message)


def test_reasons_nested_too_deep_are_refused() -> None:
    reason = CHOSEN
    for _ in range(DEEPEST // 2):
        reason = Reason(CHOSEN.claim, because=(reason,))
    with pytest.raises(Refused, match="nested more than 100 deep"):
        check_explanation(to_json(Explanation(reason)))


@pytest.mark.parametrize("most", [10, 20, 99])
def test_a_long_text_is_shortened_to_the_limit(most: int) -> None:
    text = shortened("abc" * 1000, most)
    kept, _, cut = text.partition("… +")
    assert len(text) <= most
    assert len(kept) + int(cut) == 3000
    assert shortened("abc", most) == "abc"
