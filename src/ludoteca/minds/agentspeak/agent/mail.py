"""Messages from other agents: what is told is believed, what is asked for becomes a goal, questions are answered."""

from __future__ import annotations

from typing import Any

from agentspeak import GoalType, Literal, Trigger, unifies

from ludoteca.minds.agentspeak.agent.building import Builder, Scope
from ludoteca.minds.agentspeak.agent.plans import Event, achieve, believe, binds, forget
from ludoteca.minds.agentspeak.agent.queries import Believed, Bindings
from ludoteca.minds.agentspeak.agent.reading import Reader
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner, Sent
from ludoteca.minds.agentspeak.agent.terms import Term, source, value_of, written

ANSWER = "answer"


def delivered(agent: Reasoner, message: dict[str, Any]) -> None:
    """Take a message in."""
    sender, force, number = message["from"], message["force"], message["number"]
    agent.tell("hears", 0, message["content"], **{"from": sender, "force": force})
    if force == ANSWER:
        _take_answer(agent, message["content"], number)
        return
    content = read(message["content"])
    if content is None:
        return
    match force:
        case "tell":
            told = content.with_annotation(source(sender))
            if agent.beliefs.add(told):
                agent.weigh(agent.beliefs.count)
                agent.post(believe(told))
        case "untell":
            for belief in agent.beliefs.matching(content, {}):
                if unifies(content, belief) and agent.beliefs.remove(belief, [source(sender)]):
                    agent.post(forget(belief))
        case "achieve":
            agent.post(achieve(content.with_annotation(source(sender))))
        case "unachieve":
            agent.drop(lambda event: _is_goal(event, content))
        case "askOne" | "askAll":
            agent.send(Sent(sender, ANSWER, _found(agent, content, force == "askAll"), number))


def read(text: str) -> Term | None:
    """A literal from its text."""
    reader = Reader("", text)
    node = reader.literal()
    return None if node is None else value_of(Scope(Builder(reader)).term(node), {})


def _is_goal(event: Event, content: Term) -> bool:
    goal = event.trigger is Trigger.addition and event.goal is GoalType.achievement
    return bool(goal and unifies(content, event.literal))


def _found(agent: Reasoner, content: Term, every: bool) -> str:
    """What is believed of a question: the first answer, or all of them; `false` when there is none."""
    at, found = Bindings(), []
    for _ in Believed(content).solve(agent, at):
        found.append(written(value_of(content, at.scope)))
        if not every:
            break
    if every:
        return f"all([{', '.join(found)}])"
    return found[0] if found else "no"


def _take_answer(agent: Reasoner, text: str, number: int) -> None:
    """Whoever waits for it goes on; an answer nobody waits for is believed."""
    content = read(text)
    if content is None:
        return
    if content.functor == "no" and not content.args:
        value: Term = False
    else:
        value = content.args[0] if content.functor == "all" else content
    for intention in agent.intentions:
        wait = intention.waiting
        if number and wait is not None and wait.reply == number:
            agent.resume(intention)
            binds(wait.answer, value, intention.top)
            return
    if isinstance(value, Literal) and agent.beliefs.add(value):
        agent.post(believe(value))
