"""Messages from other agents: what is told is believed, what is asked for becomes a goal, questions are answered."""

from __future__ import annotations

from typing import Any

from agentspeak import GoalType, Literal, Trigger, unifies

from ludoteca.minds.agentspeak.agent.building import Builder, Variables
from ludoteca.minds.agentspeak.agent.notes import Sent
from ludoteca.minds.agentspeak.agent.plans import Event, achieve, believe, binds, forget
from ludoteca.minds.agentspeak.agent.queries import Believed, Bindings
from ludoteca.minds.agentspeak.agent.reading import BadSyntax, Reader
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import Failure, Term, annotated, literal, source, sources_of, value_of
from ludoteca.minds.agentspeak.agent.writing import written

NOTHING, ONE, ALL = "answer_nothing", "answer_one", "answer_all"


def delivered(agent: Reasoner, message: dict[str, Any]) -> None:
    """Take a message in; one that makes no sense here is noted, and that is all."""
    sender, force = message["from"], message["force"]
    agent.tick()
    agent.at = 0, ""
    agent.tell("hears", 0, message["content"], **{"from": sender, "force": force})
    try:
        content = read(message["content"])
        if content is not None:
            _take_in(agent, force, content, sender, message["number"])
    except (Failure, BadSyntax, RecursionError):
        agent.tell("ignores", 0, message["content"], **{"from": sender, "force": force})


def _take_in(agent: Reasoner, force: str, content: Term, sender: str, number: int) -> None:
    told = literal(
        content.functor, content.args, [annot for annot in content.annots if annot not in sources_of(content)]
    )
    told = annotated(told, source(sender))
    match force:
        case "tell":
            if agent.beliefs.add(told):
                agent.weigh(agent.beliefs.count)
                agent.post(believe(told))
        case "untell":
            for belief in agent.beliefs.matching(content, {}):
                if unifies(content, belief) and agent.beliefs.remove(belief, [source(sender)]):
                    agent.post(forget(belief))
        case "achieve":
            agent.post(achieve(told))
        case "unachieve":
            agent.drop(lambda event: _is_goal(event, content))
        case "askOne" | "askAll":
            _answer(agent, content, sender, force == "askAll", number)
        case _:
            _take_answer(agent, {NOTHING: False, ALL: content.args}.get(force, content), told, number)


def read(text: str) -> Term | None:
    """A literal from its text."""
    reader = Reader("", text)
    node = reader.literal()
    return None if node is None else value_of(Variables(Builder(reader)).term(node), {})


def _is_goal(event: Event, content: Term) -> bool:
    goal = event.trigger is Trigger.addition and event.goal is GoalType.achievement
    return bool(goal and unifies(content, event.literal))


def _answer(agent: Reasoner, content: Term, sender: str, every: bool, number: int) -> None:
    """Tell what is believed of a question: the first answer, or all of them."""
    at, found = Bindings(), []
    try:
        for _ in Believed(content).solve(agent, at):
            found.append(value_of(content, at.scope))
            if not every:
                break
    except Failure:
        found = []
    if every:
        agent.send(Sent(sender, ALL, written(literal("all", found)), number))
    elif found:
        agent.send(Sent(sender, ONE, written(found[0]), number))
    else:
        agent.send(Sent(sender, NOTHING, "nothing", number))


def _take_answer(agent: Reasoner, value: Term, told: Term, number: int) -> None:
    """Whoever waits for it goes on; an answer nobody waits for is believed."""
    for intention in agent.intentions:
        wait = intention.waiting
        if number and wait is not None and wait.reply == number:
            agent.resume(intention)
            binds(wait.answer, value, intention.top)
            return
    if isinstance(value, Literal) and agent.beliefs.add(told):
        agent.post(believe(told))
