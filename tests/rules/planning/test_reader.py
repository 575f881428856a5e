"""PDDL that cannot be used is refused with file, line and what is wrong, in both languages; whatever is given, nothing
else comes out."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import say
from ludoteca.games.agricola_planning import FOLDER
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import Atom, Domain
from ludoteca.rules.planning.task import Task

DOMAIN = """(define (domain small) ; line 1
  (:requirements :typing :adl :fluents)
  (:types thing place - object truck box - thing)
  (:constants depot - place)
  (:predicates (at ?t - thing ?p - place) (free ?t - truck))
  (:functions (total-cost) (far ?p ?q - place) - number (load ?t - truck))
  (:action drive
    :parameters (?t - truck ?p ?q - place)
    :precondition (and (at ?t ?p) (not (= ?p ?q)) (<= (load ?t) 3))
    :effect (and (not (at ?t ?p)) (at ?t ?q) (increase (total-cost) (far ?p ?q)))))
"""
PROBLEM = """(define (problem p)
  (:domain small)
  (:objects t1 - truck shop - place)
  (:init (at t1 depot) (= (far depot shop) 4) (= (far shop depot) 4)
    (= (far depot depot) 0) (= (far shop shop) 0) (= (load t1) 1) (= (total-cost) 0))
  (:goal (at t1 shop))
  (:metric minimize (total-cost)))
"""


def small() -> Domain:
    return read_domain(DOMAIN)


def table(domain: str = DOMAIN, problem: str = PROBLEM) -> Task:
    read = read_domain(domain)
    return ground(read, read_problem(problem, read))


def test_what_is_right_is_read() -> None:
    task = table()
    assert [str(action) for action in task.actions] == ["(drive t1 depot shop)", "(drive t1 shop depot)"]
    assert task.total(task.replay([task.actions[0]])[-1], 1) == 4


DOMAIN_FAULTS = [
    # what is changed, into what, line, what is said
    ("(:types", "(:typos", 3, ":typos is not a section"),
    ("(define (domain small)", "(defin (domain small)", 1, "(define (domain …) …) was expected, not (defin …)"),
    ("(domain small)", "(problem small)", 1, "(domain NAME) was expected, not (problem …)"),
    (
        "(load ?t - truck))",
        "(load ?t - truck)",
        7,
        ":action begins a new section, but the bracket of line 6 is still open",
    ),
    ("(increase (total-cost)", "(incraese (total-cost)", 10, 'no predicate "incraese"; did you mean "increase"?'),
    (":adl", ":adk", 2, 'there is no requirement ":adk"; did you mean ":adl"?'),
    (":adl", ":durative-actions", 2, ":durative-actions is not supported"),
    (":adl", ":derived-predicates", 2, "pymimir"),
    ("(:action drive", "(:durative-action drive", 7, ":durative-action is not supported"),
    ("(:action drive", "(:process drive", 7, "enhsp"),
    ("(:constants depot - place)", "(:derived (free ?t) (at ?t depot))", 4, ":derived"),
    ("- thing)", "- )", 3, '"-" goes between names and their type'),
    ("truck box - thing", "truck box - thign", 9, "?t is a truck; a thing was expected"),
    ("thing place - object", "place - object thing - truck", 3, "the type thing is a supertype of itself"),
    ("depot - place", "?depot - place", 4, "a name was expected, not the variable ?depot"),
    ("(free ?t - truck)", "(free ?t - truck) (free ?t - box)", 5, "free appears twice"),
    ("(free ?t - truck)", "(free t - truck)", 5, "a variable was expected, such as ?x, not t"),
    ("(free ?t - truck)", "free", 5, "(NAME …) was expected, not free"),
    ("- number", "- place", 6, ":object-fluents"),
    ("(at ?t ?p) (not (=", "(att ?t ?p) (not (=", 9, 'there is no predicate "att"; did you mean "at"?'),
    ("(at ?t ?p) (not (=", "(at ?t) (not (=", 9, "at takes 2 arguments, not 1"),
    ("(at ?t ?p) (not (=", "(at ?p ?t) (not (=", 9, "?p is a place; a thing was expected"),
    ("(at ?t ?p) (not (=", "(at ?t ?r) (not (=", 9, 'there is no variable "?r"'),
    ("(at ?t ?p) (not (=", "(at ?t depto) (not (=", 9, 'there is no object "depto"; did you mean "depot"?'),
    ("(not (= ?p ?q))", "(not (= ?p depto))", 9, 'there is no object "depto"; did you mean "depot"?'),
    ("(not (= ?p ?q))", "(not)", 9, "not takes 1 operand, not 0"),
    ("(not (= ?p ?q))", "(imply (free ?t))", 9, "imply takes 2 operands, not 1"),
    ("(not (= ?p ?q))", "(preference x (free ?t))", 9, ":preferences"),
    ("(<= (load ?t) 3)", "(<= (laod ?t) 3)", 9, 'there is no function "laod"; did you mean "load"?'),
    ("(<= (load ?t) 3)", "(<= (load ?t) three)", 9, "a number was expected, not three"),
    ("(<= (load ?t) 3)", "(<= (load ?t) 1e999999999)", 9, "a number was expected, not 1e999999999"),
    ("(<= (load ?t) 3)", "(<= (load ?t) (- 1 2 3))", 9, "- does not take 3 operands"),
    (":effect (and", ":efect (and", 10, ":parameters, :precondition, :effect was expected, not :efect"),
    (":effect (and", ":precondition (and", 10, ":precondition appears twice"),
    ("(increase (total-cost)", "(increase 3", 10, "a function was expected, such as (cost ?x), not 3"),
    ("(far ?p ?q)))))", "(far ?p ?q))))", 11, "the bracket of line 1 is never closed"),
    ("(far ?p ?q)))))", "(far ?p ?q))))))", 10, '")" comes after the end'),
    ("(define (domain small)", "define (domain small)", 1, 'a bracket was expected before "define"'),
]
PROBLEM_FAULTS = [
    ("(:domain small)", "(:domain large)", 2, "this problem belongs to the domain large, not to small"),
    ("(:domain small)", "", 1, "add (:domain small)"),
    ("(:goal (at t1 shop))", "", 1, "the problem has no (:goal …)"),
    ("(:goal (at t1 shop))", "(:goal (at t1 shop)) (:goal (free t1))", 6, ":goal appears twice"),
    ("(:goal (at t1 shop))", "(:goal (at t1 shopp))", 6, 'there is no object "shopp"; did you mean "shop"?'),
    ("(:goal (at t1 shop))", "(:goal)", 6, ":goal takes 1 operand, not 0"),
    ("(= (load t1) 1)", "(= (load t1) 1) (= (load t1) 2)", 5, "(load t1) appears twice"),
    ("(= (load t1) 1)", "(= (load t1) (far depot shop))", 5, "a number was expected"),
    ("(= (load t1) 1)", "(= (load shop) 1)", 5, "shop is a place; a truck was expected"),
    ("(at t1 depot)", "(at 5 (at t1 depot))", 4, ":timed-initial-literals"),
    ("t1 - truck shop", "t1 - truck t1", 3, "t1 appears twice"),
    ("t1 - truck shop", "t1 - lorry shop", 3, 'there is no type "lorry"'),
    ("minimize (total-cost)", "minimise (total-cost)", 7, "minimize, maximize was expected, not minimise"),
    ("minimize (total-cost)", "maximize (total-time)", 7, "only as (:metric minimize (total-time))"),
    ("minimize (total-cost)", "minimize (+ (total-cost) total-time)", 7, "only as (:metric minimize (total-time))"),
    ("(:domain small)", "(:domain small) (:constraints (always (free t1)))", 2, "enhsp"),
]


@pytest.mark.parametrize(("old", "new", "line", "said"), DOMAIN_FAULTS, ids=lambda value: str(value)[:30])
def test_what_is_wrong_in_a_domain(old: str, new: str, line: int, said: str) -> None:
    assert old in DOMAIN
    with pytest.raises(BadPddl) as refused:
        read_domain(DOMAIN.replace(old, new), "mine.pddl")
    told(refused.value, "mine.pddl", line, said)


@pytest.mark.parametrize(("old", "new", "line", "said"), PROBLEM_FAULTS, ids=lambda value: str(value)[:30])
def test_what_is_wrong_in_a_problem(old: str, new: str, line: int, said: str) -> None:
    assert old in PROBLEM
    with pytest.raises(BadPddl) as refused:
        read_problem(PROBLEM.replace(old, new), small(), "own.pddl")
    told(refused.value, "own.pddl", line, said)


def told(error: BadPddl, file: str, line: int, said: str) -> None:
    assert (error.file, error.line) == (file, line)
    english, spanish = say(error.message, "en"), say(error.message, "es")
    assert english.startswith(f"{file}, line {line}: ")
    assert spanish.startswith(f"{file}, línea {line}: ")
    assert said in english
    assert english.split(": ", 1)[1] != spanish.split(": ", 1)[1]


@pytest.mark.parametrize(
    ("domain", "problem", "said"),
    [
        (DOMAIN, PROBLEM.replace("(total-cost)))", "(load t1)))").replace("(= (load t1) 1)", ""), "(load t1)"),
        (
            DOMAIN.replace("(<= (load ?t) 3)", "").replace(
                "(at ?t ?q) (inc", "(at ?t ?q) (when (at ?t ?q) (increase (load ?t) 2)) (inc"
            ),
            PROBLEM.replace("(= (load t1) 1)", ""),
            "(:init …) gives (load t1) no value",
        ),
        (DOMAIN.replace("(load ?t) 3", "(/ 3 (load ?t)) 3"), PROBLEM, "a divisor must be a constant other than zero"),
        (DOMAIN.replace("(load ?t) 3", "(/ 3 0) 3"), PROBLEM, "a divisor must be a constant other than zero"),
        (
            DOMAIN.replace("(at ?t ?q) (", "(at ?t ?q) (assign (load ?t) 0) (increase (load ?t) 1) ("),
            PROBLEM,
            "assigns (load t1) and also changes it",
        ),
    ],
)
def test_what_is_wrong_once_it_is_put_together(domain: str, problem: str, said: str) -> None:
    domain = domain.replace("(increase (total-cost)", "(increase (load ?t) 0) (increase (total-cost)", 1)
    if "assign" in domain or "when" in domain:
        domain = domain.replace("(increase (load ?t) 0) ", "")
    with pytest.raises(BadPddl) as refused:
        table(domain, problem)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("unset", "left"),
    [("(= (load t1) 1)", []), ("(= (far depot shop) 4)", ["(drive t1 shop depot)"]), ("(= (total-cost) 0)", None)],
)
def test_an_action_that_needs_a_number_without_a_value_is_not_applicable(unset: str, left: list[str] | None) -> None:
    """Total costs begin at 0 all the same."""
    task = table(DOMAIN, PROBLEM.replace(unset, ""))
    if left is not None:
        assert not list(task.applicable(task.initial)) and str(task.undefined[0]) == unset[3:-3]
    else:
        assert task.total(task.replay([task.actions[0]])[-1], 1) == 4


def test_a_number_has_a_value_once_it_is_assigned() -> None:
    """Neither a comparison with a number that has none holds, nor its negation: for both referees."""
    domain = """(define (domain d) (:requirements :adl :fluents) (:predicates (a) (b)) (:functions (x))
      (:action set :effect (assign (x) 2))
      (:action more :effect (increase (x) 1))
      (:action try :precondition (not (> (x) 5)) :effect (a))
      (:action test :precondition (or (> (x) 2) (and (b) (< (x) 1))) :effect (b)))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (and (a) (b))))"
    task, interpreter = table(domain, problem), Interpreter(domain, problem)
    assert [str(action) for action in task.applicable(task.initial)] == ["(set)"]
    assert not any(interpreter.step(name, ()) for name in ("more", "try", "test"))
    plan = [task.by_name[name,] for name in ("set", "more", "try", "test")]
    assert task.finished(task.replay(plan)[-1]) and task.value(task.initial, Atom("x")) is None
    assert all(interpreter.step(action.schema.name, ()) for action in plan) and interpreter.finished


@pytest.mark.parametrize(
    "types",
    [
        "truck box - thing place",  # thing is declared by this
        "object thing place - object truck - thing box - thing",
        "place truck - heavy truck - thing box - thing",
        "thing place heavy - object truck - (either heavy thing) box - thing",
        "place truck box - thing object - everything",
    ],
)
def test_types_as_people_declare_them(types: str) -> None:
    text = DOMAIN.replace("thing place - object truck box - thing", types)
    task, interpreter = table(text), Interpreter(text, PROBLEM)
    assert [str(action) for action in task.actions] == ["(drive t1 depot shop)", "(drive t1 shop depot)"]
    assert interpreter.step("drive", ("t1", "depot", "shop")) and interpreter.finished


def test_total_time_is_counted_in_steps() -> None:
    problem = PROBLEM.replace("minimize (total-cost)", "minimize (total-time)")
    task, interpreter = table(problem=problem), Interpreter(DOMAIN, problem)
    assert task.counts_steps and task.problem.time_as_steps
    assert interpreter.step("drive", ("t1", "depot", "shop")) and interpreter.cost == 1


@pytest.mark.parametrize(("text", "said"), [("", "the file is empty"), ("; only this\n", "the file is empty")])
def test_nothing_at_all(text: str, said: str) -> None:
    with pytest.raises(BadPddl, match=said):
        read_domain(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.pddl"
    latin.write_bytes("; uno\n; señal\n".encode("latin-1"))
    with pytest.raises(BadPddl, match=r"latin.pddl, line 2: this is not text in UTF-8"):
        read_file(latin)
    with pytest.raises(BadInput, match="cannot be read"):
        read_file(tmp_path / "none.pddl")
    large = tmp_path / "large.pddl"
    large.write_bytes(b";" * (5 << 20))
    with pytest.raises(BadInput, match="larger than 4 MiB"):
        read_file(large)
    marked = tmp_path / "marked.pddl"
    marked.write_bytes(b"\xef\xbb\xbf" + DOMAIN.encode())
    assert read_domain(read_file(marked)).name == "small"


def test_case_comments_and_alternatives() -> None:
    text = DOMAIN.replace("(free ?t - truck)", "(free ?t - (either truck box))").upper().replace("SMALL", "Small")
    domain = read_domain(text.replace("(:PREDICATES", "; (never\n(:predicates"))
    assert domain.name == "small"
    assert domain.predicates["free"][0].types == ("truck", "box")
    assert set(domain.functions) == {"total-cost", "far", "load"}
    assert domain.supertypes("truck") == {"truck", "thing", "object"}
    wants_box = PROBLEM.replace("(at t1 shop)", "(free t1)")
    assert read_problem(wants_box, domain).goal != read_problem(PROBLEM, domain).goal


def test_numbers_are_exact() -> None:
    problem = read_problem(PROBLEM.replace("(load t1) 1", "(load t1) 0.1"), small())
    assert problem.values[Atom("load", ("t1",))] == Fraction(1, 10)


@pytest.mark.parametrize("word", ["not", "and", "when", "forall", "+"])
def test_brackets_without_end_are_refused(word: str) -> None:
    deep = f"({word} " * 5000 + ")" * 5000
    with pytest.raises(BadPddl, match="nested more than 100 deep"):
        read_domain(DOMAIN.replace("(at ?t ?p) (not (=", f"{deep} (not (="))
    nested = "(not " * 90 + "(at ?t ?p)" + ")" * 90
    assert len(table(DOMAIN.replace("(at ?t ?p) (not (=", f"{nested} (not (=")).actions) == 2


# Whatever is given


def refused_or_read(domain: str, problem: str) -> None:
    """Either it can be used, or what is wrong is said; nothing else comes out."""
    try:
        table(domain, problem)
    except BadInput as error:
        sentences = {say(error.message, language) for language in ("en", "es")}
    else:
        sentences = {"it", "can", "be", "used"}
    assert len(sentences) > 1


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="()?-:;=<> \nabdefinotruck0159.+*/é", max_size=120))
def test_random_text_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_domain(text)
    refused_or_read(DOMAIN, text)


WORDS = [
    "(",
    ")",
    "-",
    "?t",
    "?p",
    "at",
    "not",
    "and",
    "=",
    "5",
    "(or)",
    ":init",
    "when",
    "forall",
    "assign",
    "t1",
    "",
    "+",
]


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 2**32), st.booleans(), st.integers(1, 4))
def test_domains_and_problems_with_words_changed(seed: int, which: bool, times: int) -> None:
    lot, texts = random.Random(seed), [DOMAIN, PROBLEM]
    for _ in range(times):
        words = texts[which].replace("(", " ( ").replace(")", " ) ").split(" ")
        words[lot.randrange(len(words))] = lot.choice((lot.choice(WORDS), lot.choice(words)))
        texts[which] = " ".join(words)
    refused_or_read(*texts)


def test_agricola_with_lines_left_out() -> None:
    domain = (FOLDER / "domain.pddl").read_text(encoding="utf-8").splitlines()
    problem = (FOLDER / "problems" / "1.pddl").read_text(encoding="utf-8")
    lot, lines_told = random.Random(3), list[int]()
    for _ in range(40):
        lines = list(domain)
        del lines[lot.randrange(10, len(lines))]
        try:
            read_problem(problem, read_domain("\n".join(lines)))
        except BadPddl as error:
            lines_told.append(error.line)
    assert len(lines_told) > 10
    assert all(1 <= line <= len(domain) for line in lines_told)
