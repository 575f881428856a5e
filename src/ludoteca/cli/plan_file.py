"""Plan files: one action a line, as planners and validators write them; and the check of such a plan."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import BadInput, nearest
from ludoteca.core.i18n import Argument, Message
from ludoteca.rules.planning.parser import read_file
from ludoteca.rules.planning.syntax import Equals, Holds, Not, Number, Schema, conjuncts
from ludoteca.rules.planning.task import Action, State, Task

_BRACKETS = re.compile(r"(?:[\d.]+\s*:)?\s*\(([^()]*)\)\s*(?:\[[^\]]*\])?")  # (a b), 3: (a b), 0.001: (a b) [1]
_BARE = re.compile(r"(?:step\s+)?\d+\s*:\s*(\S.*)", re.IGNORECASE)  # step 0: A B, as FF and Metric-FF write
_FF = re.compile(r"^\s*step\s+\d+\s*:", re.IGNORECASE | re.MULTILINE)
_NO_STEPS = {"reach-goal"}  # an action that FF adds at the end


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A step as it is written in a file."""

    line: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join(self.words)})"


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """The verdict on a plan: its applicable steps, the state after them, and why the plan is not valid, if so."""

    plan: tuple[Action, ...]
    state: State
    reason: Message | None = None
    step: int | None = None
    action: str | None = None
    missing: str | None = None


def read_plan(path: Path) -> tuple[WrittenStep, ...]:
    """The steps in a file in VAL's format, or in the output of FF; raises `BadInput`."""
    text = read_file(path)
    steps = tuple(_printed(text) if _FF.search(text) else _listed(text, path))
    return tuple(step for step in steps if step.words[0] not in _NO_STEPS)


def _printed(text: str) -> Iterator[WrittenStep]:
    """The steps in the output of FF: from the first one on, as long as the lines are numbered."""
    begun = False
    for number, line in enumerate(text.splitlines(), 1):
        found = _BARE.fullmatch(line.strip())
        begun = begun or bool(_FF.match(line))
        if begun and found is None:
            return
        if begun and found is not None:
            yield WrittenStep(number, tuple(found[1].lower().split()))


def _listed(text: str, path: Path) -> Iterator[WrittenStep]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(";")[0].strip()
        if not words:
            continue
        found = _BRACKETS.fullmatch(words) or _BARE.fullmatch(words)
        if found is None or not found[1].split():
            raise BadInput("cli.plan.file.no_step", file=str(path), line=number, given=words)
        yield WrittenStep(number, tuple(found[1].lower().split()))


def check_steps(task: Task, steps: Sequence[WrittenStep], file: str) -> PlanCheck:
    """The verdict on steps as a plan of a task; raises `BadInput` for unknown actions and objects."""
    for step in steps:
        _known(task, step, file)
    plan, state = list[Action](), task.initial
    for number, step in enumerate(steps, 1):
        action = task.by_name.get(step.words)
        if action is None or not task.is_applicable(state, action):
            missing = _lacking(task, state, step) if action is None else task.missing(state, action.precondition)
            args: dict[str, Argument] = {"number": number, "line": step.line, "action": str(step)}
            reason = Message("cli.plan.file.never", args)
            if missing is not None:
                reason = Message("cli.plan.file.step", {**args, "missing": missing})
            return PlanCheck(tuple(plan), state, reason, number, str(step), missing)
        plan.append(action)
        state = task.after(state, action)
    if not task.finished(state):
        missing = task.missing(state, task.goal)
        return PlanCheck(tuple(plan), state, Message("cli.plan.file.goal", {"missing": missing}), missing=missing)
    return PlanCheck(tuple(plan), state)


def _known(task: Task, step: WrittenStep, file: str) -> None:
    """Raises `BadInput` unless the action exists and its arguments are objects of the right types."""
    name, *args = step.words
    place: dict[str, Argument] = {"file": file, "line": step.line}
    schema = task.domain.schemas.get(name)
    if schema is None:
        raise _unknown("action", name, task.domain.schemas, place)
    if len(args) != len(schema.parameters):
        raise BadInput("cli.plan.file.arity", name=name, wanted=len(schema.parameters), given=len(args), **place)
    for arg, parameter in zip(args, schema.parameters, strict=True):
        types = task.problem.objects.get(arg)
        if types is None:
            raise _unknown("object", arg, task.problem.objects, place)
        if all(task.domain.supertypes(kind).isdisjoint(parameter.types) for kind in types):
            wanted = "/".join(parameter.types)
            raise BadInput("cli.plan.file.type", name=arg, given="/".join(types), wanted=wanted, **place)


def _unknown(kind: str, given: str, known: Mapping[str, object], place: Mapping[str, Argument]) -> BadInput:
    near = nearest(given, known)
    if near is None:
        return BadInput(f"cli.plan.file.unknown.{kind}", given=given, **place)
    return BadInput(f"cli.plan.file.near.{kind}", given=given, near=near, **place)


def _lacking(task: Task, state: State, step: WrittenStep) -> str | None:
    """The first unmet condition of an action that was not grounded, as PDDL; None where it is not a simple one."""
    name, *args = step.words
    schema: Schema = task.domain.schemas[name]
    bound = {each.name: arg for each, arg in zip(schema.parameters, args, strict=True)}
    for part in conjuncts(schema.condition):
        match part:
            case Holds(atom) if not task.holds(state, atom.substitute(bound)):
                return str(atom.substitute(bound))
            case Not(Holds(atom)) if task.holds(state, atom.substitute(bound)):
                return f"(not {atom.substitute(bound)})"
            case Equals(left, right) if bound.get(left, left) != bound.get(right, right):
                return f"(= {bound.get(left, left)} {bound.get(right, right)})"
            case Not(Equals(left, right)) if bound.get(left, left) == bound.get(right, right):
                return f"(not (= {bound.get(left, left)} {bound.get(right, right)}))"
    return None


def new_file(path: Path) -> None:
    """Raises `BadInput` unless a new file can be written there; called before a long search."""
    if path.exists():
        raise BadInput("core.record.folder" if path.is_dir() else "core.record.exists", path=str(path))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadInput("cli.plan.file.no_folder", path=str(path), folder=str(path.parent))


def write_plan(path: Path, plan: Sequence[Action], cost: Number | None) -> None:
    """Write a plan to a new file, whole or not at all; raises `BadInput`."""
    lines = [*map(str, plan), f"; cost = {cost}"]
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
        new_file(path)
        fresh.replace(path)
    except OSError as error:
        raise BadInput("core.record.not_writable", path=str(path), reason=error.strerror or "") from None
    finally:
        fresh.unlink(missing_ok=True)
