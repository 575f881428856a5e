"""The task `plan`: a plan of some cost, or a domain or problem that has one; every plan is validated twice.

What is written is the `edits`: a plan, a domain or a problem; the other texts are blocks of the lesson. A plan that is
found by an edited domain or problem must be one in the model answer too, at the same cost.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludoteca.arena.lessons.task import Attempt, Failure, Outcome, Setting, Stopped, Task
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Argument, Message
from ludoteca.planners.client import PlannerClient, Replayed
from ludoteca.planners.result_json import SolutionJson
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.rules.planning.s_expressions import BadPddl

_STEP = re.compile(r"(?:[\d.]+\s*:)?\s*\(([^()]*)\)")
_POLLING = 0.1  # seconds between two looks at a search


class PlanTask(Task):
    """Reach the goal at a cost of `cost` at most."""

    answers = "text"
    suffix = ".pddl"

    edits: Literal["plan", "domain", "problem"] = "plan"
    cost: float
    seconds: Annotated[float, Field(gt=0, le=600)] = 20

    def examine(self, setting: Setting) -> None:
        for name in {"domain", "problem"} - {self.edits}:
            if name not in setting.blocks:
                raise BadInput("arena.lessons.plan.no_block", name=name)

    def sentence(self, setting: Setting) -> Message:
        return Message(f"arena.lessons.plan.task.{self.edits}", {"cost": self.cost})

    def steps(self, setting: Setting) -> int:
        return 3

    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        texts = {**setting.blocks, self.edits: attempt.text}
        try:
            with PlannerClient() as client:
                client.read(texts["domain"], texts["problem"])
                attempt.step()
                if self.edits == "plan":
                    return self._check_plan(client, setting, attempt)
                return self._check_text(client, setting, attempt)
        except BadPddl as error:
            line = error.line if error.file == f"{self.edits}.pddl" else None
            return Outcome.of(Message("arena.lessons.plan.unreadable"), [Failure(error.message, line=line)])

    def _check_plan(self, client: PlannerClient, setting: Setting, attempt: Attempt) -> Outcome:
        """A plan that was written."""
        steps = read_steps(attempt.text)
        texts = [text for _, text in steps]
        told = client.replay(texts)
        problem = _problem(told, len(steps)) or _doubt(setting.blocks, texts, told)
        if problem is not None:
            line = steps[told.step - 1][0] if told.step is not None and told.step <= len(steps) else None
            return Outcome.of(Message("arena.lessons.plan.invalid"), [Failure(problem, line=line)])
        attempt.step()
        assert told.cost is not None
        best = self._solved(client, attempt)
        args: dict[str, Argument] = {"cost": told.cost, "wanted": self.cost, "steps": len(steps)}
        if told.cost > self.cost:
            return Outcome.of(Message("arena.lessons.plan.dear", args), [Failure(_optimum(best))])
        return Outcome(True, Message("arena.lessons.plan.valid", {**args, "optimum": _bound(best)}))

    def _check_text(self, client: PlannerClient, setting: Setting, attempt: Attempt) -> Outcome:
        """A domain or a problem that was written: the planner's plan in it must be one of the model answer."""
        found = self._solved(client, attempt)
        if found["plan"] is None:
            name = "unsolvable" if found["status"] == "unsolvable" else "limit"
            return Outcome.of(Message("arena.lessons.plan.none"), [Failure(Message(f"arena.lessons.plan.{name}"))])
        steps, cost = [step["action"] for step in found["plan"]], found["cost"] or 0
        model = {**setting.blocks, self.edits: setting.answer}
        with PlannerClient() as reference:
            reference.read(model["domain"], model["problem"])
            told = reference.replay(steps)
        problem = _problem(told, len(steps)) or _doubt(model, steps, told)
        args: dict[str, Argument] = {"cost": cost, "wanted": self.cost, "steps": len(steps)}
        if problem is not None:
            meant = Message("arena.lessons.plan.not_meant", {**args, "plan": tuple(steps)})
            return Outcome.of(meant, [Failure(problem)])
        attempt.step()
        if cost != told.cost:
            assert told.cost is not None
            wrong = Message("arena.lessons.plan.other_cost", {"cost": cost, "real": told.cost})
            return Outcome.of(wrong, [Failure(Message("arena.lessons.plan.found", {"plan": tuple(steps)}))])
        if cost > self.cost:
            dear = Message("arena.lessons.plan.found", {"plan": tuple(steps)})
            return Outcome.of(Message("arena.lessons.plan.dear", args), [Failure(dear)])
        return Outcome(True, Message("arena.lessons.plan.valid", {**args, "optimum": _bound(found)}))

    def _solved(self, client: PlannerClient, attempt: Attempt) -> SolutionJson:
        """The planner's solution of the problem that was read, validated twice; raises `Stopped`."""
        client.start(None, self.seconds)
        while True:
            found = client.snapshot().result
            if found is not None:
                attempt.step()
                return found
            if attempt.stopped():
                raise Stopped
            time.sleep(_POLLING)


def read_steps(text: str) -> list[tuple[int, str]]:
    """The steps of a plan with their lines, one a line in brackets; raises `BadInput`.

    >>> read_steps("(walk home shop) ; first\\n\\n(buy bread)")
    [(1, '(walk home shop)'), (3, '(buy bread)')]
    """
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(";")[0].strip()
        if not words:
            continue
        found = _STEP.fullmatch(words)
        if found is None or not found[1].split():
            raise BadInput("arena.lessons.plan.no_step", line=number, given=words)
        steps.append((number, f"({' '.join(found[1].lower().split())})"))
    return steps


def _problem(told: Replayed, steps: int) -> Message | None:
    """Why the referee does not accept a plan."""
    if told.step is None:
        return None
    if told.step > steps:
        return Message("arena.lessons.plan.goal", {"missing": told.missing})
    if told.missing == told.action:
        return Message("arena.lessons.plan.unknown", {"step": told.step, "action": told.action})
    args: dict[str, Argument] = {"step": told.step, "action": told.action, "missing": told.missing}
    return Message("arena.lessons.plan.step", args)


def _doubt(texts: Mapping[str, str], steps: Sequence[str], told: Replayed) -> Message | None:
    """What the interpreter, the second validator, finds otherwise than the referee; the texts are a lesson's own."""
    interpreter = Interpreter(texts["domain"], texts["problem"])
    for number, step in enumerate(steps, 1):
        name, *args = step.strip("()").split()
        if not interpreter.step(name, tuple(args)):
            return Message("arena.lessons.plan.doubt", {"step": number, "action": step})
    if not interpreter.finished or float(interpreter.cost) != told.cost:
        return Message("arena.lessons.plan.doubt", {"step": len(steps), "action": ""})
    return None


def _bound(found: SolutionJson) -> float:
    """The cost that no plan is below, as far as it is proven."""
    proven = found["cost"] if found["status"] == "optimal" else found["bound"]
    return proven or 0.0


def _optimum(found: SolutionJson) -> Message:
    name = "optimum" if found["status"] == "optimal" else "bound"
    return Message(f"arena.lessons.plan.{name}", {"cost": _bound(found)})


KIND = PlanTask
