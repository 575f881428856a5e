"""The language: what programs written for Jason count on, one thing at a time."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.minds.agentspeak.agent.__main__ import AgentProcess
from tests.waiting import PATIENCE

DEEDS = [("do", 1), ("do", 2), ("rest", 0)]


class Trial:
    """A program run by itself, with the world played by the test."""

    def __init__(self, text: str, others: tuple[str, ...] = (), name: str = "ann") -> None:
        self.process = AgentProcess()
        question: dict[str, Any] = {
            "agent": name, "others": list(others), "seed": 7, "goal": "move", "name": "test.asl",
            "text": text, "relations": [("cell", 2), ("go", 0), ("go", 1)], "actions": DEEDS,
        }  # fmt: skip
        self.diagnostics = self.process.load(**question)["diagnostics"]
        self.time = 0.0
        self.deeds: list[str] = []
        self.notes: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []

    def run(self, *come: list[Any], gone: tuple[list[Any], ...] = (), refused: str | None = None, **more: Any) -> Trial:
        """Tell it what has changed and let it go on, time and all, until it has nothing to do."""
        news = {"come": [[name, False, *args] for name, *args in come], "gone": [[n, False, *a] for n, *a in gone]}
        asked = more.get("asked", False)
        mail = more.get("mail", [])
        while True:
            refusal = refused if self.process.agent.acting is not None else None
            request: dict[str, Any] = {"time": self.time, **news, "asked": asked, "messages": mail, "refusal": refusal}
            answer = self.process.run(**request, steps=100_000, seconds=PATIENCE)
            news, asked, mail = {"come": [], "gone": []}, False, []
            self.notes += answer["journal"]
            self.sent += answer["sent"]
            if answer["acted"] is not None:
                self.deeds.append(" ".join(map(str, answer["acted"])))
            elif answer["next"] is None:
                return self
            else:
                self.time = answer["next"]

    def said(self) -> list[str]:
        return [note["text"] for note in self.notes if note["kind"] == "prints"]

    def failures(self) -> list[tuple[int, str]]:
        return [(note["line"], note["reason"]) for note in self.notes if note["kind"] == "failed"]


def said(body: str, rest: str = "") -> list[str]:
    """What a plan for one goal prints."""
    return Trial(f"!g.\n+!g <- {body}.\n{rest}").run().said()


class TestPlans:
    def test_the_first_applicable_plan_is_taken(self) -> None:
        text = "b(1). !g. +!g : b(2) <- .print(two). +!g : b(1) <- .print(one). +!g <- .print(none)."
        assert Trial(text).run().said() == ["one"]

    def test_results_come_back_through_variables(self) -> None:
        assert said("!twice(4, X); .print(X)", "+!twice(N, M) <- M = 2 * N.") == ["8"]

    def test_a_failed_goal_is_repaired_by_a_plan_for_its_failure(self) -> None:
        assert said("!h; .print(after)", "+!h <- .fail. -!h <- .print(repaired).") == ["repaired", "after"]

    def test_a_repair_may_give_the_result(self) -> None:
        assert said("!h(X); .print(X)", "+!h(X) <- .max([], X). -!h(X) <- X = nothing.") == ["nothing"]

    def test_the_repair_may_stand_further_down(self) -> None:
        assert said("!h", "+!h <- !i. +!i <- ?nobody(X). -!h <- .print(h). ") == ["h"]

    def test_without_repair_the_intention_is_given_up_and_the_others_go_on(self) -> None:
        trial = Trial("!a. !b.\n+!a <- .fail;\n .print(a).\n+!b <- .print(b).").run()
        assert trial.said() == ["b"]
        assert trial.failures() == [(2, "told_to")]

    def test_no_plan_at_all_is_a_failure_too(self) -> None:
        assert said("!nowhere", "-!g <- .print(lost).") == ["lost"]

    def test_test_goals_ask_beliefs_rules_and_then_plans(self) -> None:
        rest = "b(1). double(X, Y) :- b(X) & Y = 2 * X. +?c(X) <- X = plan."
        assert said("?b(X); ?double(X, Y); ?c(Z); .print(X, Y, Z)", rest) == ["12plan"]

    def test_later_goals_are_intentions_of_their_own(self) -> None:
        assert said("!!h; .print(first)", "+!h <- .print(second).") == ["first", "second"]

    def test_intentions_take_turns(self) -> None:
        text = "!a. !b. +!a <- .print(a); .print(a); .print(a). +!b <- .print(b); .print(b); .print(b)."
        assert Trial(text).run().said() == ["a", "a", "b", "a", "b", "b"]

    def test_an_atomic_plan_is_not_interrupted(self) -> None:
        text = "!a. !b. @calm[atomic] +!a <- .print(a); .print(a); !c. +!c <- .print(c). +!b <- .print(b); .print(b)."
        assert Trial(text).run().said() == ["a", "a", "c", "b", "b"]

    def test_beliefs_a_plan_changes_are_events_that_come_first(self) -> None:
        text = "!g. +!g <- +b(1); .print(g); -b(1). +b(X) <- .print(came(X)). -b(X) <- .print(went(X))."
        assert Trial(text).run().said() == ["came(1)", "g", "went(1)"]


class TestBodies:
    def test_for_finds_all_answers_first(self) -> None:
        assert said("for (b(X)) { -b(X); +b(X + 10) }; .findall(X, b(X), L); .print(L)", "b(1). b(2). b(3).") == [
            "[11, 12, 13]"
        ]

    def test_what_a_round_binds_is_forgotten_in_the_next(self) -> None:
        assert said("for (.member(X, [1, 2])) { Y = X; .print(Y) }; Y = free; .print(Y)") == ["1", "2", "free"]

    def test_if_elif_else(self) -> None:
        choose = (
            "+!c(N) <- if (N < 1) { .print(low) } elif (N < 2) { .print(mid) } "
            "else if (N < 3) { .print(high) } else { .print(top) }."
        )
        assert said("for (.range(I, 0, 3)) { !c(I) }", choose) == ["low", "mid", "high", "top"]

    def test_what_a_branch_binds_stays_bound(self) -> None:
        assert said("if (b(X)) { Y = X } else { Y = 0 }; .print(X, Y)", "b(5).") == ["55"]

    def test_while(self) -> None:
        assert said("+n(0); while (n(X) & X < 3) { -+n(X + 1) }; ?n(Y); .print(Y)") == ["3"]

    def test_a_semicolon_before_the_end_does_no_harm(self) -> None:
        assert said("if (true) { .print(a); }; .print(b);\n") == ["a", "b"]

    @pytest.mark.parametrize(
        ("body", "shown"),
        [
            (".range(X, 2, 4); .print(X)", ["2"]),
            (".findall(X, .range(X, 0, 6, 2), L); .print(L)", ["[0, 2, 4, 6]"]),
            (".findall(X, .range(X, 3, 1, -1), L); .print(L)", ["[3, 2, 1]"]),
            (".max([p(2, 9), p(3, 1), p(3, 0)], M); .print(M)", ["p(3, 1)"]),
            (".min([b, 2, a], M); .print(M)", ["2"]),
            (".sort([c(1), b, 3, a, 1], L); .print(L)", ["[1, 3, a, b, c(1)]"]),
            (".count(b(_) & true, N); .print(N)", ["3"]),
            (".findall(X, b(X) & X > 1, L); .print(L)", ["[3, 2]"]),
            (".setof(X, b(X), L); .print(L)", ["[1, 2, 3]"]),
            (".concat([1], [2, 3], L); .length(L, N); .nth(2, L, X); .print(L, N, X)", ["[1, 2, 3]33"]),
            ('.concat("a", b, 1, S); .length(S, N); .print(S, N)', ["ab13"]),
            (".reverse([1, 2], L); .member(2, L); .print(L)", ["[2, 1]"]),
            ("f(1, x) =.. [N, A, _]; .print(N, A)", ["f[1, x]"]),
            ("T =.. [g, [7], []]; .print(T)", ["g(7)"]),
            ("[H|R] = [1, 2, 3]; .print(H, R)", ["1[2, 3]"]),
            ("X = 7 div 2; Y = 7 mod 2; Z = 7 / 2; .print(X, Y, Z, 2 ** 3)", ["313.58"]),
            ('.print("¿qué tal?", " ñ")', ["¿qué tal? ñ"]),
            (".abolish(b(_)); .count(b(_), N); .print(N)", ["0"]),
            ("-+b(9); .findall(X, b(X), L); .print(L)", ["[3, 2, 9]"]),
            ("-b(4); .print(fine)", ["fine"]),
            (".my_name(N); .print(N)", ["ann"]),
            ('.substring("b", "abcb", P); .print(P)', ["1"]),
        ],
    )
    def test_what_can_be_called(self, body: str, shown: list[str]) -> None:
        assert said(body, "b(1). b(3). b(2).") == shown

    def test_comparisons_are_of_any_terms(self) -> None:
        assert said('if (a < b & 2 < a & p(1) < p(2) & "x" \\== x & not true == 1) { .print(yes) }') == ["yes"]

    def test_a_wildcard_is_not_everything_at_once(self) -> None:
        assert said("if (pair(_)) { .print(wrong) } else { .print(right) }", "a(1). b(2). pair(X) :- a(X) & b(X).") == [
            "right"
        ]


class TestBeliefs:
    def test_they_keep_their_order(self) -> None:
        beliefs = " ".join(f"b({n})." for n in (5, 3, 9, 1, 7))
        assert said(".findall(X, b(X), L); .print(L)", beliefs) == ["[5, 3, 9, 1, 7]"]

    def test_any_argument_finds_them(self) -> None:
        facts = " ".join(f"edge({a}, {b}, {a * b})." for a in range(6) for b in range(6))
        assert said(".findall(A, edge(A, 2, _), L); .findall(B, edge(3, B, 9), M); .print(L, M)", facts) == [
            "[0, 1, 2, 3, 4, 5][3]"
        ]

    def test_percepts_come_and_go_and_are_not_a_plan_s_to_forget(self) -> None:
        trial = Trial(
            "+cell(X, Y) <- .print(came(X)); -cell(X, Y); .count(cell(_, _), N); .print(N)."
            "-cell(X, _) <- .print(went(X))."
        )
        trial.run(["cell", 1, 2])
        trial.run(gone=(["cell", 1, 2],))
        assert trial.said() == ["came(1)", "1", "went(1)"]

    def test_a_plan_can_ask_for_the_source(self) -> None:
        text = "+go(X)[source(percept)] <- .print(seen(X)). +go(X)[source(self)] <- .print(own(X)). !g. +!g <- +go(1)."
        assert sorted(Trial(text).run(["go", 2]).said()) == ["own(1)", "seen(2)"]

    def test_what_two_sources_say_stays_until_both_take_it_back(self) -> None:
        text = "go(1). !g. +!g <- .wait({-go(1)}, 10, T); .count(go(1), N); .print(N)."
        trial = Trial(text).run(["go", 1])
        trial.run(gone=(["go", 1],))
        assert trial.said() == ["1"]


class TestTime:
    def test_waiting_costs_no_time_of_ours(self) -> None:
        trial = Trial("!g. +!g <- .wait(3600000); .print(later).").run()
        assert trial.said() == ["later"]
        assert trial.time == 3_600_000

    def test_an_event_ends_a_wait_and_says_how_long_it_was(self) -> None:
        trial = Trial("!g. !h. +!g <- .wait({+go(X)}, 1000, T); .print(X, T). +!h <- .wait(250); +go(4).").run()
        assert trial.said() == ["4250"]

    def test_time_is_up_quietly_with_a_third_argument_and_fails_without(self) -> None:
        trial = Trial(
            "!g. !h. +!g <- .wait({+go(_)}, 100, T); .print(T). +!h <- .wait({+go(_)}, 50). -!h <- .print(late)."
        )
        assert trial.run().said() == ["late", "100"]

    def test_a_sum_in_what_is_waited_for_fails_where_it_stands(self) -> None:
        text = "!g.\n+!g : cell(S, _) <-\n .wait({+go(1 mod S)}).\n+!move <- rest."
        trial = Trial(text).run(["cell", 0, 0])
        assert trial.run(["go", 3]).failures() == [(3, "zero")]
        asked = Trial("!g.\n+!g <-\n .send(bob, askOne, q(X), Y mod 0, 10).", ("bob",)).run()
        assert asked.failures() == [(3, "unbound")]

    def test_an_event_may_be_waited_for_forever(self) -> None:
        trial = Trial("!g. +!g <- .wait({+go(_)}); .print(at_last).").run()
        assert trial.said() == []
        assert trial.run(["go", 1]).said() == ["at_last"]

    def test_an_event_may_be_written_as_a_string(self) -> None:
        assert Trial('!g. +!g <- .wait("+go(X)", 100, T); .print(T).').run().said() == ["100"]

    def test_sooner_comes_first_whatever_the_order_of_plans(self) -> None:
        text = "!a. !b. +!a <- .wait(20); .print(a). +!b <- .wait(10); .print(b)."
        assert Trial(text).run().said() == ["b", "a"]


class TestActing:
    def test_the_plan_goes_on_when_the_world_has_answered(self) -> None:
        trial = Trial("!g. +!g <- do(1); .print(done).").run()
        assert trial.deeds == ["do 1"]
        assert trial.said() == ["done"]

    def test_a_refused_action_fails_in_the_plan(self) -> None:
        trial = Trial("!g. +!g <- do(1); .print(done). -!g <- .print(refused).").run(refused="no")
        assert trial.said() == ["refused"]

    def test_it_is_asked_for_a_move_if_it_has_a_plan_for_that(self) -> None:
        assert Trial("+!move <- do(3).").run(asked=True).deeds == ["do 3"]
        assert Trial("+go(X) <- do(X).").run(["go", 2], asked=True).deeds == ["do 2"]

    def test_dropped_intentions_are_gone(self) -> None:
        text = "!a. !b. +!a <- .wait(10); .print(a). +!b <- .drop_intention(a); .print(b)."
        assert Trial(text).run().said() == ["b"]

    def test_goals_can_be_taken_for_reached_or_failed(self) -> None:
        base = "!a. !b. +!a <- !c; .print(a). +!c <- .wait(10); .print(c). -!a <- .print(sorry). "
        assert Trial(base + "+!b <- .succeed_goal(c).").run().said() == ["a"]
        assert Trial(base + "+!b <- .fail_goal(c).").run().said() == ["sorry"]

    def test_an_agent_knows_what_it_is_about(self) -> None:
        text = "!a. !b. +!a <- .wait(10). +!b <- if (.intend(a) & not .intend(c) & .desire(a)) { .print(yes) }."
        assert Trial(text).run().said() == ["yes"]


class TestMail:
    def mail(self, performative: str, content: str, number: int = 0) -> list[dict[str, Any]]:
        return [{"from": "bob", "performative": performative, "content": content, "number": number}]

    def test_what_is_told_is_believed_of_its_source(self) -> None:
        trial = Trial("+price(X)[source(bob)] <- .print(X).", others=("bob",))
        assert trial.run(mail=self.mail("tell", "price(3)")).said() == ["3"]
        trial.run(mail=self.mail("untell", "price(3)"))
        assert trial.process.agent.beliefs.count == 0

    def test_what_is_asked_for_becomes_a_goal(self) -> None:
        trial = Trial("+!hurry(X)[source(S)] <- .print(X, S).", others=("bob",))
        assert trial.run(mail=self.mail("achieve", "hurry(now)")).said() == ["nowbob"]

    def test_messages_are_sent(self) -> None:
        trial = Trial('!g. +!g <- .send(bob, tell, b(1, "x y")); .broadcast(achieve, go).', others=("bob", "eve")).run()
        assert [(sent["to"], sent["performative"], sent["content"]) for sent in trial.sent] == [
            ("bob", "tell", 'b(1, "x y")'),
            ("bob", "achieve", "go"),
            ("eve", "achieve", "go"),
        ]

    def test_questions_are_answered(self) -> None:
        trial = Trial("b(1). b(2).", others=("bob",))
        trial.run(mail=self.mail("askOne", "b(_)", 5) + self.mail("askAll", "b(_)", 6) + self.mail("askOne", "c", 7))
        assert [sent["content"] for sent in trial.sent] == ["b(1)", "all(b(1), b(2))", "nothing"]

    def test_a_plan_waits_for_the_answer(self) -> None:
        trial = Trial("!g. +!g <- .send(bob, askOne, b(X), A); .print(A).", others=("bob",)).run()
        assert trial.said() == []
        assert trial.run(mail=self.mail("answer_one", "b(4)", 1)).said() == ["b(4)"]

    def test_nobody_can_be_written_to_who_is_not_there(self) -> None:
        trial = Trial("!g. +!g <- .send(zoe, tell, b).", others=("bob",)).run()
        assert trial.failures() == [(1, "no_agent")]


class TestComplaints:
    @pytest.mark.parametrize(
        ("text", "line", "kind"),
        [
            ("+!g <- do(1)\n+!h <- do(2).", 1, "syntax.missing_stop"),
            ("+!g <- do(1)\n+b : c <- do(2).", 1, "syntax.missing_stop"),
            ("+!g <- do(1) do(2).", 1, "syntax.in_body"),
            ("+!g <-\n  do(1", 2, "syntax.end"),
            ("+!g <- do(1).\n% no comment\n", 2, "syntax.comment"),
            ("b(1)\nc(2).\n", 2, "syntax.stop"),
            ("b.\n{ begin dg(p) }\n{ end }\n", 2, "pattern"),
            ("+!g <-\n .prnt(1).", 2, "no_internal"),
            ("+!g <-\n .range(1, 2).", 2, "no_internal"),
            ("+!g : 1 + 2 <- do(1).", 1, "no_query"),
            ("+!g(X + 1) <- do(1).", 1, "syntax.head"),
            (f"+!g <- X = {'(' * 3000}1{')' * 3000}; do(X).", 1, "syntax.deep"),
        ],
    )
    def test_what_is_wrong_is_said_with_its_line(self, text: str, line: int, kind: str) -> None:
        found = Trial(text).diagnostics
        assert (found[0]["line"], found[0]["kind"]) == (line, kind)

    @pytest.mark.parametrize(
        ("text", "line", "kind"),
        [
            ("+!move : cel(X, Y) <- do(X).", 1, "never_believed_near"),
            ("+!move : zebra(X) <- do(X).", 1, "never_believed"),
            ("+!move <-\n !helper; do(1).\n+!helpers <- rest.", 2, "no_plan_for_near"),
            ("+!move <- dou(1); do(1).", 1, "no_action_near"),
            ("+!move <- .print(hello).", 0, "idle"),
        ],
    )
    def test_slips_are_warned_of(self, text: str, line: int, kind: str) -> None:
        found = Trial(text).diagnostics
        assert [(one["line"], one["kind"]) for one in found] == [(line, kind)]
        assert found[0]["warning"]
