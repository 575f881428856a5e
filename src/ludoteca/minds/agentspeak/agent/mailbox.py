"""The mailbox: a statement becomes a belief, a request becomes a goal, and a question is answered."""

from __future__ import annotations

from typing import Any

from ludoteca.minds.agentspeak.agent.compiler import compile_term
from ludoteca.minds.agentspeak.agent.diagnostics import ParseError
from ludoteca.minds.agentspeak.agent.format import format_term
from ludoteca.minds.agentspeak.agent.logical_formulas import BeliefQuery, Bindings
from ludoteca.minds.agentspeak.agent.messages import ANSWER_ALL, ANSWER_NONE, ANSWER_ONE, OutgoingMessage
from ludoteca.minds.agentspeak.agent.parser import parse_literal
from ludoteca.minds.agentspeak.agent.plans import Event, achieve, believe, bind, forget
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import (
    Failure,
    GoalType,
    Literal,
    Term,
    Trigger,
    annotated,
    source,
    sources_of,
    unifies,
    value_of,
)


def deliver(agent: Reasoner, message: dict[str, Any]) -> None:
    """Let an agent take in a message; one it cannot understand is recorded and ignored."""
    who = {"from": message["from"], "performative": message["performative"]}
    agent.tick()
    agent.at = 0, ""
    agent.record("hears", 0, message["content"], **who)
    try:
        content = value_of(compile_term(parse_literal(message["content"])), {})
        _take_in(agent, message["performative"], content, message["from"], message["number"])
    except (Failure, ParseError, RecursionError):
        agent.record("ignores", 0, message["content"], **who)


def _take_in(agent: Reasoner, performative: str, content: Term, sender: str, number: int) -> None:
    own_annots = [annot for annot in content.annots if annot not in sources_of(content)]
    statement = annotated(Literal(content.functor, content.args, own_annots), source(sender))
    match performative:
        case "tell":
            if agent.beliefs.add(statement):
                agent.check_size(agent.beliefs.count)
                agent.post(believe(statement))
        case "untell":
            for belief in agent.beliefs.matching(content, {}):
                if unifies(content, belief) and agent.beliefs.remove(belief, [source(sender)]):
                    agent.post(forget(belief))
        case "achieve":
            agent.post(achieve(statement))
        case "unachieve":
            agent.drop(lambda event: _is_goal(event, content))
        case "askOne" | "askAll":
            _answer(agent, content, sender, performative == "askAll", number)
        case _:
            value = {ANSWER_NONE: False, ANSWER_ALL: content.args}.get(performative, content)
            _take_answer(agent, value, statement, number)


def _is_goal(event: Event, content: Term) -> bool:
    is_achievement = event.trigger is Trigger.ADDITION and event.goal_type is GoalType.ACHIEVEMENT
    return is_achievement and unifies(content, event.literal)


def _answer(agent: Reasoner, content: Term, sender: str, every: bool, number: int) -> None:
    """Answer a question from the beliefs and rules: with the first answer, or with all of them."""
    at, found = Bindings(), list[Term]()
    try:
        for _ in BeliefQuery(content).solve(agent, at):
            found.append(value_of(content, at.scope))
            if not every:
                break
    except Failure:
        found = []
    if every:
        agent.send(OutgoingMessage(sender, ANSWER_ALL, format_term(Literal("all", found)), number))
    elif found:
        agent.send(OutgoingMessage(sender, ANSWER_ONE, format_term(found[0]), number))
    else:
        agent.send(OutgoingMessage(sender, ANSWER_NONE, "nothing", number))


def _take_answer(agent: Reasoner, value: Term, statement: Term, number: int) -> None:
    """Resume the intention that waits for an answer; an answer without one becomes a belief."""
    for intention in agent.intentions:
        wait = intention.waiting
        if number and wait is not None and wait.reply == number:
            agent.resume(intention)
            bind(wait.answer, value, intention.top)
            return
    if isinstance(value, Literal) and agent.beliefs.add(statement):
        agent.post(believe(statement))
