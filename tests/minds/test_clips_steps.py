"""Tests of stepping through rules in CLIPS: firings in order, agenda, working memory, and faults."""

from __future__ import annotations

from functools import partial

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.execution import Execution
from ludoteca.games import load_game
from ludoteca.minds.clips.firing_steps import FiringStep
from ludoteca.minds.clips.mind import ClipsPlayer
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import Knowledge, TrialTurn
from ludoteca.minds.shared.stepping import execution_of
from ludoteca.rules.production.trace import RuleFirings

COUNTING = """(deftemplate counted (slot move))
(defrule count
   (legal (move ?m))
   =>
   (assert (counted (move ?m))))

(defrule choose (declare (salience -1))
   ?f <- (counted (move ?m&"4"))
   =>
   (printout t "four" crlf)
   (retract ?f)
   (assert (choose (move ?m))))
"""


def steps(text: str, first: int = 0, firings: int = 1000) -> Execution:
    """The execution of rules at the start of Kalah."""
    game = load_game("kalah")
    make_player = partial(ClipsPlayer, game, Knowledge("mine.clp", text), 1, firings)
    return execution_of(make_player, TrialTurn(game.start(0).seen_by(0, 0)), first)


def test_each_firing_is_a_step_with_its_agenda_and_changes() -> None:
    execution = steps(COUNTING)
    found = [step for step in execution.steps if isinstance(step, FiringStep)]
    assert [step.port for step in found] == ["given", *["fires"] * 7, "chooses"]
    assert (execution.move, execution.printed, execution.total) == ("4", "four\n", 9)
    start, first, last = found[0], found[1], found[7]
    assert '(legal (move "4"))' in start.facts
    assert {one.rule for one in start.agenda} == {"count"} and len(start.agenda) == 6
    assert first.source is not None and first.source.line == 2
    assert first.span is not None and COUNTING[slice(*first.span)].startswith("(defrule count")
    assert [change.sign for change in first.changes] == ["+"]
    assert [str(change) for change in last.changes] == ['- (counted (move "4"))', '+ (choose (move "4") (because ""))']
    later = steps(COUNTING, 7)
    assert [step.port for step in later.steps] == ["fires", "chooses"]
    assert isinstance(later.steps[0], FiringStep)
    assert '(counted (move "4"))' in later.steps[0].facts


@pytest.mark.parametrize(
    ("text", "port", "fault"),
    [
        ("(defrule idle (legal (move ?m)) => (printout t ?m))", "ends", "idle"),
        ("(defrule a ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1)))) (deffacts f (n 0))", "ends", "40 firings"),
        ('(defrule a => (assert (choose (move "99"))))', "chooses", "99"),
    ],
)
def test_a_fault_is_told_after_the_steps(text: str, port: str, fault: str) -> None:
    execution = steps(text, firings=40)
    assert execution.move is None
    assert fault in str(execution.fault)
    assert execution.steps[-1].port == port


def test_a_shipped_mind_steps_through_the_firings_of_its_choice() -> None:
    game = load_game("azul")
    position = game.start(3).seen_by(0, 3)
    player = load_mind("clips", game).join(game, 0, 5)
    try:
        choice, execution = player.choose(position, [], Clock(20)), player.execution(position, [], Clock(20))
    finally:
        player.close()
    trace = choice.why.trace
    assert isinstance(trace, RuleFirings)
    assert execution.move == choice.move.text
    fired = [step.text for step in execution.steps if step.port == "fires"]
    recorded = [firing.activation.rule for firing in trace.firings[-10:]]
    assert execution.total > len(execution.steps) or fired[-10:] == recorded
