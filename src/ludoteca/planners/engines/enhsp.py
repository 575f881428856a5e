"""ENHSP, a numeric planner in Java: run for a first plan, and then for an optimal one in the time that is left.

The program comes with the package up-enhsp. It runs on the texts of domain and problem, in a process that is killed
when time is up. Its proofs are claims, and are told only for tasks that it handles correctly as far as we know: see
`_has_sound_heuristic`, `_has_constant_costs` and `_adds_and_deletes`.
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
from ludoteca.planners.planner import FEATURES, Planner, SearchLimits, Solution, Status, as_claim
from ludoteca.planners.validation.validate import REFEREE, Refuted
from ludoteca.rules.planning.s_expressions import normalized
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

_SOON = "sat-hadd"  # greedy search with the additive heuristic: the fastest to find a plan here
_BEST = "opt-hrmax"  # A* with the max heuristic
_BLIND = "opt-blind"
_MEMORY = "2g"
_FIRST_PLAN_SECONDS = 60.0  # for a first plan, where time is not limited
_PERIOD = 0.05  # seconds between two checks of the limits

_UNSOLVABLE = ("Problem unsolvable", "Unsolvable Problem")  # after the search, and before it
_STEP = re.compile(r"\d+(?:\.\d+)?: \((.+)\)")
_LAYER = re.compile(r"f\(n\) = ([\d.]+(?:E\d+)?) ")
_TIME = re.compile(r"\(:metric minimize \(?total-time\)?\)")  # steps are counted, as it does without a metric
_STATES = re.compile(r"(?:Evaluated States: |States Evaluated:)(\d+)")


class EnhspPlanner(Planner):
    """ENHSP, first for any plan, then for an optimal one."""

    name = "enhsp"
    about = "planners.engines.enhsp.about"
    proves = False
    claims = True
    reads: ClassVar[frozenset[str]] = FEATURES - {"falling-costs", "either-types", "undefined-numbers"}
    confined = False

    @classmethod
    def missing(cls) -> Message | None:
        if shutil.which("java") is None:
            return Message("planners.enhsp.no_java")
        return Message("planners.enhsp.no_jar") if _jar() is None else None

    def __init__(self, only_first: bool = False) -> None:
        """`only_first` ends with the first plan."""
        self.only_first = only_first

    def first_plan(self) -> EnhspPlanner:
        return EnhspPlanner(only_first=True)

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        with tempfile.TemporaryDirectory(prefix="ludoteca-") as folder:
            run = _EnhspRun(task, limits, Path(folder))
            return as_claim(run.first() if self.only_first else run.solution())


@dataclass(slots=True)
class _Output:
    """The output of one run of the program."""

    solved: bool = False
    unsolvable: bool = False
    states: int = 0
    steps: list[tuple[str, ...]] = field(default_factory=list)
    last: str = ""


class _EnhspRun:
    def __init__(self, task: Task, limits: SearchLimits, folder: Path) -> None:
        self.task = task
        self.limits = limits
        self.folder = folder
        self.states = 0
        self.proofs_hold = _has_constant_costs(task) and not _adds_and_deletes(task)
        self.plan: tuple[Action, ...] | None = None
        self.cost: Number | None = None
        self.bound: Number | None = None
        for name, text in (("domain", task.domain.text), ("problem", task.problem.text)):
            given = _TIME.sub("", normalized(text)) if task.problem.time_as_steps else text
            (folder / f"{name}.pddl").write_text(given, encoding="utf-8")

    def first(self) -> Solution:
        """The first plan that it finds."""
        self._keep_better(self._run(_SOON, None))
        return self._result("limit" if self.plan is None else "plan")

    def solution(self) -> Solution:
        left = self.limits.remaining
        self._keep_better(self._run(_SOON, _FIRST_PLAN_SECONDS if left is None else left / 2))
        best = self._run(_BEST if _has_sound_heuristic(self.task) else _BLIND, None)
        self._keep_better(best)
        if not self.proofs_hold:
            return self._result("plan" if self.plan is not None else "limit")
        if best.unsolvable and self.plan is None:
            return self._result("unsolvable")
        if self.plan is None:
            return self._result("limit")
        if best.solved or (self.bound is not None and self.bound == self.cost):
            self.bound = self.cost
            return self._result("optimal")
        return self._result("plan" if self.bound is None else "gap")

    def _result(self, status: Status) -> Solution:
        bound = None if status == "unsolvable" else self.bound
        return Solution("enhsp", status, self.plan, self.cost, bound, self.states, self.limits.elapsed)

    def _keep_better(self, output: _Output) -> None:
        """Keep the plan of a run if it is better."""
        self.states += output.states
        if not output.solved:
            return
        who: dict[str, str] = {"planner": "enhsp", "validator": REFEREE}
        for number, step in enumerate(output.steps, 1):
            if step not in self.task.by_name:
                raise Refuted("planners.refuted.inapplicable", **who, step=number, action=f"({' '.join(step)})")
        plan = tuple(self.task.by_name[step] for step in output.steps)
        try:
            cost = self.task.total(self.task.replay(plan)[-1], len(plan))
        except Inapplicable as error:
            wrong = {**who, "action": error.text, "missing": error.missing}
            raise Refuted("planners.refuted.step", **wrong, step=error.step) from None
        if self.cost is None or (cost > self.cost if self.task.maximizes else cost < self.cost):
            self.plan, self.cost = plan, cost
            self.limits.report(self.states, None, self.cost, at_once=True)

    def _run(self, planner: str, seconds: float | None) -> _Output:
        """Run the program until it ends or its time is up."""
        output = _Output()
        until = None if seconds is None else self.limits.elapsed + seconds
        command = ["java", f"-Xmx{_MEMORY}", "-XX:+UseSerialGC", "-jar", str(_jar()), "-planner", planner]
        command += ["-o", "domain.pddl", "-f", "problem.pddl"]
        with subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            try:
                for line in _lines(process):
                    late = until is not None and self.limits.elapsed > until
                    if late or self.limits.reached(self.states + output.states):
                        return output
                    if line:
                        self._read(line, output, planner)
                    if self.cost is not None and self.bound == self.cost:
                        return output
            finally:
                process.kill()
        if not output.solved and not output.unsolvable and "OutOfMemory" not in output.last:
            raise Unavailable("planners.enhsp.failed", reason=output.last)
        return output

    def _read(self, line: str, output: _Output, planner: str) -> None:
        step, layer, states = _STEP.fullmatch(line), _LAYER.match(line), _STATES.search(line)
        if states is not None:
            output.states = int(states[1])
        if step is not None:
            output.steps.append(tuple(step[1].lower().split()))
        elif layer is not None and planner != _SOON and self.proofs_hold:
            self.bound = self.task.plan_value(tidy(Fraction(layer[1])))
        output.solved |= line == "Problem Solved"
        output.unsolvable |= line in _UNSOLVABLE
        output.last = line if "OutOfMemory" not in output.last else output.last
        self.limits.report(self.states + output.states, None, self.cost)


def _lines(process: subprocess.Popen[bytes]) -> Iterator[str]:
    """The lines that a process prints, and an empty one whenever it has been silent for a while."""
    assert process.stdout is not None
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(_PERIOD):
                yield ""
                continue
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                return
            *whole, rest = (rest + data).split(b"\n")
            yield from (line.decode("utf-8", "replace").strip() for line in whole)


def _jar() -> Path | None:
    """The program in the package; importing the package would need another one."""
    try:
        found = [file for file in files("up-enhsp") or () if file.name == "enhsp.jar"]
    except PackageNotFoundError:
        return None
    path = Path(str(found[0].locate())) if found else None
    return path if path is not None and path.is_file() else None


def _has_sound_heuristic(task: Task) -> bool:
    """Whether the program's heuristic is admissible: it is not with conditional numeric effects."""
    return not any(effect.changes for action in task.actions for _, effect in action.conditional_effects)


def _has_constant_costs(task: Task) -> bool:
    """Whether every action has a constant cost, and the metric is minimized."""
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


def _adds_and_deletes(task: Task) -> bool:
    """Whether a step may add and delete the same fact: in PDDL it then holds, in the program it does not."""
    for action in task.actions:
        facts = list(_facts(action.schema.effect))
        added = [fact.atom.substitute(action.bound) for fact in facts if fact.to]
        deleted = [fact.atom.substitute(action.bound) for fact in facts if not fact.to]
        if any(_may_be_same(one, other) for one in added for other in deleted):
            return True
    return False


def _facts(effect: LiftedEffect) -> Iterator[SetFact]:
    """The facts that an effect adds or deletes, without those that only concern other objects."""
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


def _may_be_same(one: Atom, other: Atom) -> bool:
    """Whether two facts may be the same under some binding of their variables."""
    return one.name == other.name and all(
        left == right or left.startswith("?") or right.startswith("?")
        for left, right in zip(one.args, other.args, strict=True)
    )


PLANNER = EnhspPlanner
