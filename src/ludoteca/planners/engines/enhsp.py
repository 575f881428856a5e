"""ENHSP, a planner in Java: asked for some plan soon, and then for the best one in the time that is left.

The program comes with the package up-enhsp, and runs on the problem's own files in a process that is ended when time is
up. What it says is believed only as far as its search goes: see `_sound`.
"""

from __future__ import annotations

import os
import re
import selectors
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import ClassVar

from ludoteca.core.errors import Unavailable
from ludoteca.core.i18n import Message
from ludoteca.planners.planner import FEATURES, Planner, SearchLimits, Solution, Status
from ludoteca.planners.validation.validate import REFEREE, Refuted
from ludoteca.rules.planning.syntax import (
    Atom,
    EffectList,
    Equals,
    ForAll,
    LiftedEffect,
    Not,
    Number,
    SetFact,
    When,
    conjuncts,
    tidy,
)
from ludoteca.rules.planning.task import Action, Inapplicable, Task

_SOON = "sat-hadd"  # greedy, by the sum of what is left to reach: of those measured, the first to find plans here
_BEST = "opt-hrmax"  # A*, by the dearest thing that is left to reach
_BLIND = "opt-blind"
_MEMORY = "2g"
_PATIENCE = 60.0  # seconds for some plan, where nobody set a limit
_TICK = 0.05  # seconds between two looks at the clock

_NONE = ("Problem unsolvable", "Unsolvable Problem")  # after the search, and before it
_STEP = re.compile(r"\d+(?:\.\d+)?: \((.+)\)")
_LAYER = re.compile(r"f\(n\) = ([\d.]+(?:E\d+)?) ")
_STATES = re.compile(r"(?:Evaluated States: |States Evaluated:)(\d+)")


class EnhspPlanner(Planner):
    """A plan soon, then the best."""

    name = "enhsp"
    proves = True
    reads: ClassVar[frozenset[str]] = FEATURES - {"falling-costs", "either-types"}
    confined = False

    @classmethod
    def missing(cls) -> Message | None:
        if shutil.which("java") is None:
            return Message("planners.enhsp.no_java")
        return Message("planners.enhsp.no_jar") if _jar() is None else None

    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        with tempfile.TemporaryDirectory(prefix="ludoteca-") as folder:
            return _Asking(task, watch, Path(folder)).solution()


@dataclass(slots=True)
class _Answer:
    """What one run of the program said."""

    solved: bool = False
    unsolvable: bool = False
    states: int = 0
    steps: list[tuple[str, ...]] = field(default_factory=list)
    last: str = ""


class _Asking:
    def __init__(self, task: Task, watch: SearchLimits, folder: Path) -> None:
        self.task = task
        self.watch = watch
        self.folder = folder
        self.states = 0
        self.believed = _constant_costs(task) and not _comes_and_goes(task)
        self.plan: tuple[Action, ...] | None = None
        self.cost: Number | None = None
        self.bound: Number | None = None
        for name, text in (("domain", task.domain.text), ("problem", task.problem.text)):
            (folder / f"{name}.pddl").write_text(text, encoding="utf-8")

    def solution(self) -> Solution:
        left = self.watch.left
        self._take(self._asked(_SOON, _PATIENCE if left is None else left / 2))
        best = self._asked(_BEST if _sound(self.task) else _BLIND, None)
        self._take(best)
        if not self.believed:
            return self._told("plan" if self.plan is not None else "limit")
        if best.unsolvable and self.plan is None:
            return self._told("unsolvable")
        if self.plan is None:
            return self._told("limit")
        if best.solved or (self.bound is not None and self.bound == self.cost):
            self.bound = self.cost
            return self._told("optimal")
        return self._told("plan" if self.bound is None else "gap")

    def _told(self, status: Status) -> Solution:
        bound = None if status == "unsolvable" else self.bound
        return Solution("enhsp", status, self.plan, self.cost, bound, self.states, self.watch.passed)

    def _take(self, answer: _Answer) -> None:
        """Keep the better plan."""
        self.states += answer.states
        if not answer.solved:
            return
        plan = tuple(self.task.by_name[step] for step in answer.steps)
        try:
            cost = self.task.total(self.task.replay(plan)[-1], len(plan))
        except Inapplicable as error:
            who = {"planner": "enhsp", "referee": REFEREE, "action": error.text, "missing": error.missing}
            raise Refuted("planners.refuted.step", **who, step=error.step) from None
        if self.cost is None or (cost > self.cost if self.task.maximizes else cost < self.cost):
            self.plan, self.cost = plan, cost
            self.watch.note(self.states, self.bound, self.cost, at_once=True)

    def _asked(self, planner: str, seconds: float | None) -> _Answer:
        """Run the program until it has an answer or its time is up."""
        answer = _Answer()
        until = None if seconds is None else self.watch.passed + seconds
        command = ["java", f"-Xmx{_MEMORY}", "-XX:+UseSerialGC", "-jar", str(_jar()), "-planner", planner]
        command += ["-o", "domain.pddl", "-f", "problem.pddl"]
        with subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            try:
                for line in _lines(process):
                    late = until is not None and self.watch.passed > until
                    if late or self.watch.over(self.states + answer.states):
                        return answer
                    if line:
                        self._read(line, answer, planner)
                    if self.cost is not None and self.bound == self.cost:
                        return answer
            finally:
                process.kill()
        if not answer.solved and not answer.unsolvable and "OutOfMemory" not in answer.last:
            raise Unavailable("planners.enhsp.failed", reason=answer.last)
        return answer

    def _read(self, line: str, answer: _Answer, planner: str) -> None:
        step, layer, states = _STEP.fullmatch(line), _LAYER.match(line), _STATES.search(line)
        if states is not None:
            answer.states = int(states[1])
        if step is not None:
            answer.steps.append(tuple(step[1].lower().split()))
        elif layer is not None and planner != _SOON and self.believed:
            self.bound = self.task.plan_value(tidy(Fraction(layer[1])))
        answer.solved |= line == "Problem Solved"
        answer.unsolvable |= line in _NONE
        answer.last = line if "OutOfMemory" not in answer.last else answer.last
        self.watch.note(self.states + answer.states, self.bound, self.cost, at_once=layer is not None)


def _lines(process: subprocess.Popen[bytes]) -> Iterator[str]:
    """What a process says, line by line, and an empty line whenever it has been silent for a while."""
    assert process.stdout is not None
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(_TICK):
                yield ""
                continue
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                return
            *whole, rest = (rest + data).split(b"\n")
            yield from (line.decode("utf-8", "replace").strip() for line in whole)


def _jar() -> Path | None:
    """The program, as the package brings it; the package itself would want another one to be imported."""
    try:
        found = [file for file in files("up-enhsp") or () if file.name == "enhsp.jar"]
    except PackageNotFoundError:
        return None
    path = Path(str(found[0].locate())) if found else None
    return path if path is not None and path.is_file() else None


def _sound(task: Task) -> bool:
    """Whether the program's estimates never say too much: it looks at each condition of an effect on numbers alone."""
    return not any(effect.changes for action in task.actions for _, effect in action.conditional_effects)


def _constant_costs(task: Task) -> bool:
    """Whether every action always costs the same, and less is better."""
    places = {place for product, _ in task.metric.terms for place in product}
    changes = [
        (change, conditional)
        for action in task.actions
        for effect, conditional in (
            (action.effect, False),
            *((effect, True) for _, effect in action.conditional_effects),
        )
        for change in effect.changes
        if change.place in places
    ]
    return (
        not task.maximizes
        and task.metric.linear
        and not any(
            conditional or change.assigns or change.polynomial.constant is None for change, conditional in changes
        )
    )


def _comes_and_goes(task: Task) -> bool:
    """Whether a fact may come and go in one step: PDDL keeps it then, and the program does not."""
    for action in task.actions:
        facts = list(_facts(action.schema.effect))
        coming = [fact.atom.substitute(action.bound) for fact in facts if fact.to]
        going = [fact.atom.substitute(action.bound) for fact in facts if not fact.to]
        if any(_may_be(one, other) for one in coming for other in going):
            return True
    return False


def _facts(effect: LiftedEffect) -> Iterator[SetFact]:
    """The facts an effect sets, but for those about other things only."""
    match effect:
        case SetFact():
            yield effect
        case EffectList(parts):
            for part in parts:
                yield from _facts(part)
        case ForAll(_, part):
            yield from _facts(part)
        case When(condition, part):
            if not any(isinstance(each, Not) and isinstance(each.part, Equals) for each in conjuncts(condition)):
                yield from _facts(part)


def _may_be(one: Atom, other: Atom) -> bool:
    """Whether two facts may be the same, whatever their variables stand for."""
    return one.name == other.name and all(
        left == right or left.startswith("?") or right.startswith("?")
        for left, right in zip(one.args, other.args, strict=True)
    )


PLANNER = EnhspPlanner
