"""Tests of the meta-interpreter on random programs, against plain SWI-Prolog."""

from __future__ import annotations

import random
import subprocess
import tempfile

import pytest

from ludoteca.core.vocabulary import perceive
from ludoteca.games import load_game
from ludoteca.minds.shared.knowledge import BadKnowledge
from tests import needs
from tests.minds.test_prolog import chosen
from tests.waiting import PATIENCE

pytestmark = needs.prolog


def first_in_plain_prolog(text: str) -> str:
    """The first solution of `choose(Move)` in plain SWI-Prolog, given only the facts."""
    facts = perceive(load_game("kalah").start(0))
    words = {(fact.relation, len(fact.args)) for fact in facts}
    clauses = [
        f"{f.relation}({', '.join(a if isinstance(a, str) and a.isalpha() else repr(a) for a in f.args)})."
        for f in facts
        if f.args
    ]
    head = [
        ":- style_check(-singleton).",
        ":- style_check(-discontiguous).",
        *(f":- dynamic {n}/{a}." for n, a in words),
    ]
    goal = "catch(( choose(M) -> write(M) ; write(none) ), _, write(error)), halt"
    with tempfile.NamedTemporaryFile("w", suffix=".pl") as file:
        file.write("\n".join([*head, *clauses, text]))
        file.flush()
        done = subprocess.run(
            ["swipl", "-q", "-g", goal, file.name], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    return done.stdout


class Programs:
    """A generator of random programs with cuts, conditions and negation; predicates call only later ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def goal(self, depth: int, below: str) -> str:
        rng, x = self.rng, self.rng.choice("XYZ")
        plain = [
            f"{x} = {rng.randint(1, 4)}",
            f"{x} \\== {rng.randint(1, 4)}",
            "!",
            "fail",
            "true",
            f"member({x}, [2, 4, 1])",
        ]
        plain += [f"{name}({x})" for name in below] * 2
        if depth == 0:
            return rng.choice(plain)
        a, b, c = (self.goal(depth - 1, below) for _ in range(3))
        shapes = [
            "({a}, {b})",
            "({a} ; {b})",
            "({a} -> {b} ; {c})",
            "({a} -> {b})",
            "({a} *-> {b} ; {c})",
            "({a} *-> {b})",
        ]
        shapes += [
            "\\+ ({a})",
            "once({a})",
            "call({a})",
            "ignore({a})",
            "forall({a}, {b})",
            "findall(X, {a}, _)",
            "catch({a}, _, true)",
        ]
        return rng.choice(shapes).format(a=a, b=b, c=c)

    def program(self) -> str:
        lines = []
        for name, below in (("p", "qst"), ("q", "st"), ("s", "t")):
            lines += [f"{name}({self.rng.randint(1, 4)})." for _ in range(self.rng.randint(0, 2))]
            lines += [f"{name}(X) :- {self.goal(self.rng.randint(1, 2), below)}." for _ in range(2)]
        lines += ["t(2).", "t(3).", "t(1)."]
        lines += [f"choose(M) :- {self.goal(3, 'pqst')}, told(X, Y, Z, M)." for _ in range(2)] + ["choose('6')."]
        lines += ["told(X, Y, Z, M) :- v(X, A), v(Y, B), v(Z, C), N is (A * 7 + B * 3 + C) mod 6 + 1, sows(M, N, _)."]
        return "\n".join([*lines, "v(X, 0) :- var(X), !.", "v(X, X).", ""])


@pytest.mark.parametrize("seed", range(60))
def test_a_choice_is_the_first_answer_of_plain_prolog(seed: int) -> None:
    text = Programs(seed).program()
    try:
        ours = chosen(text).move.text
    except BadKnowledge as fault:
        ours = "none" if "no_solution" in str(fault.message.args["what"]) else str(fault)
    assert ours == first_in_plain_prolog(text), text
