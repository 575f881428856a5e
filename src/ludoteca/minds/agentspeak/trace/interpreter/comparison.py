"""Compares the intention of a trace with the one that the second interpreter comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludoteca.core.cut_texts import is_text
from ludoteca.core.explanation import Source
from ludoteca.core.society import Note
from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.terms import Trigger
from ludoteca.minds.agentspeak.agent.validation import QUERY_ARGUMENTS
from ludoteca.minds.agentspeak.trace import Alternative, Deed, Intended, Pending
from ludoteca.minds.agentspeak.trace.interpreter.intentions import Event, Frame, StepDone, plan_text, shown, step_text
from ludoteca.minds.agentspeak.trace.interpreter.terms import Bindings, Fails, says, term_of, value
from ludoteca.minds.shared.knowledge import Knowledge

_TOLD = ("intends", "acts", "refused", "failed", "recovers", "given_up")  # kinds of notes that are compared
_NOTES = 60  # that a trace shows
_DEPTH = 2  # plans within plans that a trace shows
_COMMENT = "//"
_LOOKED_AT = 20  # plans for one event that a trace shows

Defect = tuple[str, str, int]  # what is wrong, the text it is about, and the line that the trace gives for it


class Comparison:
    """A trace by a program, whose knowledge file it names."""

    def __init__(self, knowledge: Knowledge, plans: Sequence[tree.PlanNode], cut: bool) -> None:
        """`cut` tells that the trace was cut, so that plans below its steps may be missing."""
        self._knowledge = knowledge
        self._cut = cut
        self._events = {plan.event.line: plan.event for plan in plans}

    def stack(self, said: Sequence[Intended], frames: Sequence[Frame]) -> Iterator[Defect]:
        """The plans of an intention, first cause first; of a very tall stack, both ends."""
        half = len(said) // 2
        if _is_gap(said, len(frames)):
            said, frames = [*said[:half], *said[half + 1 :]], [*frames[:half], *frames[-half:]]
        if len(said) != len(frames):
            yield "stack", said[-1].event if said else "", _line(said[-1].source) if said else 0
            return
        for plan, frame in zip(said, frames, strict=True):
            found = next(self.plan(plan, frame, 0), None)
            if found is not None:
                yield found
                return

    def plan(self, said: Intended, frame: Frame, depth: int) -> Iterator[Defect]:
        """A plan for an event."""
        line, node = _line(said.source), frame.plan.event
        if not _is_event(said.event, frame.event):
            yield "event", said.event, line
        if not is_text(said.plan, plan_text(frame.plan)) or not self._is_at(said.source, node.line):
            yield "plan", said.plan, line
        if said.words != self._words_above(node.line):
            yield "words", said.plan, line
        if said.beliefs != shown(frame.used):
            yield "beliefs", said.event, line
        if not self._are_alternatives(said.alternatives, frame):
            yield "alternatives", said.event, line
        yield from self._steps(said.steps, frame, depth)

    def others(self, said: Sequence[Pending]) -> Iterator[Defect]:
        """Other intentions, which may be of earlier turns: their plans must be in the program."""
        for other in said:
            if not self._is_planned(other.event, other.source):
                yield "others", other.event, _line(other.source)

    def _is_planned(self, event: str, source: Source | None) -> bool:
        """Whether there is a plan for an event at a place."""
        node = self._events.get(_line(source))
        return node is not None and self._is_at(source, node.line) and _begins(event, node)

    def notes(self, said: Sequence[Note], journal: Sequence[tuple[str, int, str]], goal: str) -> Iterator[Defect]:
        """The notes since the agent took up its goal; those before are about what happened meanwhile."""
        for note in said:
            if note.kind == "intends" and not self._is_planned(str(note.claim.args.get("text")), note.source):
                yield "notes", str(note.claim.args.get("text")), _line(note.source)
                return
        told = [note for note in said if note.kind in _TOLD]
        begun = [
            place for place, note in enumerate(told) if _is_goal(note.kind, str(note.claim.args.get("text")), goal)
        ]
        start = next((place for place, entry in enumerate(journal) if _is_goal(entry[0], entry[2], goal)), None)
        is_whole = begun or (start is not None and len(said) < _NOTES)  # else it acted upon a percept, or much is cut
        happened = journal[start or 0 :] if is_whole else journal[-1:]
        later = told[begun[-1] :] if begun else told[-1:]
        if len(later) != len(happened):
            yield "notes", later[-1].kind if later else "", _line(later[-1].source) if later else 0
            return
        for note, (kind, line, text) in zip(later, happened, strict=True):
            same = note.kind == kind and (not line or self._is_at(note.source, line))
            if not same or not _begins_with(str(note.claim.args.get("text")), text):
                yield "notes", str(note.claim.args.get("text")), _line(note.source)
                return

    def _are_alternatives(self, said: Sequence[Alternative], frame: Frame) -> bool:
        """Whether these are the plans for the event, in the order of the file, and the right one is chosen."""
        known = {plan.event.line: holds for plan, holds in frame.candidates}
        lines = [_line(other.source) for other in said]
        whole = len(said) == len(known) or (len(said) == _LOOKED_AT < len(known))
        if not whole or lines != sorted(set(lines)) or not set(lines) <= known.keys():
            return False
        texts = {plan.event.line: plan_text(plan) for plan, _ in frame.candidates}
        chosen = frame.plan.event.line
        return all(
            is_text(other.plan, texts[line])
            and self._is_at(other.source, line)
            and other.chosen == (line == chosen)
            and (other.applicable == known[line] or (other.applicable is None and line > chosen))
            for other, line in zip(said, lines, strict=True)
        )

    def _steps(self, said: Sequence[Deed], frame: Frame, depth: int) -> Iterator[Defect]:
        """The steps of a plan, in the order of the text."""
        written = list(flat(frame.plan.body, 0))
        if len(said) != min(len(written), 40) and not _is_cut(said, len(written)):
            yield "steps", plan_text(frame.plan), frame.plan.event.line
            return
        for deed, (step, indent) in zip(said, written, strict=False):
            if deed.text.startswith("… +"):
                return
            kind = self._step_difference(deed, step, indent, frame)
            if kind is not None:
                yield kind, deed.text, _line(deed.source)
                return
            yield from self._below(deed, step, frame, depth)

    def _step_difference(self, said: Deed, step: tree.StepNode, indent: int, frame: Frame) -> str | None:
        """In what a step differs."""
        done, now = frame.steps.get(id(step), StepDone()), any(step is each for each in frame.under_way)
        written = step_text(step)
        if not is_text(said.text, written) or said.indent != indent or not self._is_at(said.source, step.line):
            return "step"
        state = "open" if not done.count else "failed" if done.failed else "now" if now else "done"
        if (said.count, said.state) != (done.count, state):
            return "progress"
        if said.beliefs not in [shown(used) for used in done.used or [()]]:
            return "beliefs"
        instance = said.now if now or not indent else None
        if said.now != instance:
            return "instance"
        if not done.count or (indent and not now):
            return None if said.now is None else "instance"
        return None if _is_instance(said.now or written, step, written, frame, done) else "instance"

    def _below(self, said: Deed, step: tree.StepNode, frame: Frame, depth: int) -> Iterator[Defect]:
        """The plan for the goal of a step; of a loop, any of its rounds."""
        done = frame.steps.get(id(step))
        below = [] if done is None or depth == _DEPTH or any(step is each for each in frame.under_way) else done.below
        if said.below is None:
            if below and depth == 0 and said.state == "done" and not self._cut:
                yield "below", said.text, _line(said.source)
            return
        differences = [next(self.plan(said.below, each, depth + 1), None) for each in reversed(below)]
        if None not in differences:
            yield differences[0] if differences and differences[0] else ("below", said.text, _line(said.source))

    def _is_at(self, source: Source | None, line: int) -> bool:
        return source is not None and (source.file, source.line) == (self._knowledge.name, line)

    def _words_above(self, line: int) -> str | None:
        """The comment above a plan, or above its label."""
        lines = self._knowledge.text.split("\n")
        labelled = line >= 2 and lines[line - 2].startswith("@")
        return self._knowledge.comment_above(line - 1 if labelled else line, _COMMENT)


def _is_gap(said: Sequence[Intended], frames: int) -> bool:
    """Whether the middle of a stack stands for the plans that were left out."""
    half = len(said) // 2
    return len(said) % 2 == 1 and said[half].event == f"… {frames - 2 * half} …"


def _is_event(said: str, event: Event) -> bool:
    """Whether a text is that of an event; a goal that failed also says what went wrong."""
    if event.is_goal and event.trigger is Trigger.REMOVAL:
        return said.startswith(f"{event}[error(") and said.endswith("]")
    sign = f"{event.trigger.value}{event.goal_type.value}"
    return said.startswith(sign) and says(said.removeprefix(sign), event.literal)


def _begins(said: str, node: tree.EventNode) -> bool:
    """Whether a text begins as an event for a plan does."""
    sign = f"{node.trigger.value}{node.goal_type.value}{node.head.functor}"
    return said == sign or said.startswith((f"{sign}(", f"{sign}["))


def _is_goal(kind: str, text: str, goal: str) -> bool:
    """Whether a note tells that an agent took up a goal, or could not."""
    return kind in ("intends", "failed") and text == f"+!{goal}"


def _begins_with(said: str, text: str) -> bool:
    """Whether a text is another, or that with more: a goal that failed also says what went wrong."""
    return is_text(said, text) or (text.startswith("-") and said.startswith(f"{text}[error("))


def _is_instance(said: str, step: tree.StepNode, written: str, frame: Frame, done: StepDone) -> bool:
    """Whether a text is a step with the values of its variables when it was taken."""
    if not isinstance(step, tree.SimpleStep) or isinstance(step.term, tree.Unary | tree.Binary | tree.Constant):
        return said == written
    if isinstance(step.term, tree.Literal) and step.sign is None and step.term.functor in QUERY_ARGUMENTS:
        return said == written
    bindings: Bindings = {name: term for name, term in frame.bindings.items() if name in done.bound}
    sign = "" if step.sign is None else step.sign.value
    try:
        found = value(term_of(step.term), bindings)
    except Fails:
        return said == written
    return said.startswith(sign) and says(said.removeprefix(sign), found)


def flat(steps: Sequence[tree.StepNode], indent: int) -> Iterator[tuple[tree.StepNode, int]]:
    """Steps in the order of the text, with their depth."""
    for step in steps:
        yield step, indent
        if isinstance(step, tree.IfStep):
            yield from flat(step.then, indent + 1)
            yield from flat(step.otherwise, indent + 1)
        elif isinstance(step, tree.ForStep | tree.WhileStep):
            yield from flat(step.body, indent + 1)


def _is_cut(said: Sequence[Deed], written: int) -> bool:
    """Whether the last step stands for those that were left out."""
    return bool(said) and said[-1].text == f"… +{written - len(said) + 1}"


def _line(source: Source | None) -> int:
    return 0 if source is None else source.line
