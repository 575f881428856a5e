"""An agent's intentions in a terminal: the stack of its plans, step by step."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.explanation import Deed, Intended, Intentions, Noted, Source
from ludoteca.core.i18n import say

_SIGNS = {"done": ("✓", "green"), "now": ("▶", "bold yellow"), "failed": ("✗", "red"), "open": ("·", "dim")}
_TOLD = ("prints", "refused", "failed", "recovers", "given_up", "sends", "hears")  # what else is worth a line
_MOST = 12


def drawn(trace: Intentions) -> RenderableType:
    """The plans that led to the move, each within the one that asked for it, and what happened on the way."""
    tree = Tree(Text(tell("intentions.title"), "dim"), guide_style="dim")
    branch = tree
    for frame in trace.stack:
        branch = _plan(branch, frame)
    notes = [noted_line(note) for note in trace.notes if note.kind in _TOLD][-_MOST:]
    return Group(tree, *notes) if trace.stack else Group(*notes)


def noted_line(note: Noted) -> Text:
    """A note in one line, with its place."""
    text = Text(say(note.claim, LANGUAGE), "italic" if note.kind == "prints" else "")
    return text.append_text(_place(note.source))


def _plan(tree: Tree, frame: Intended) -> Tree:
    """An event and its plan; the branch of the step that is under way."""
    branch = tree.add(Text(frame.event, "bold").append_text(_place(frame.source)))
    for beside in frame.alternatives:
        if not beside.chosen:
            known = {True: "too", False: "not", None: "unasked"}[beside.applicable]
            branch.add(Text(tell(f"intentions.{known}", plan=beside.plan), "dim").append_text(_place(beside.source)))
    if frame.beliefs:
        branch.add(Text(tell("intentions.since", beliefs=frame.beliefs), "green"))
    at_work = branch
    for step in frame.steps:
        line = branch.add(_step(step))
        if step.below is not None:
            _served(line, step.below)
        at_work = line if step.state == "now" else at_work
    return at_work


def _served(line: Tree, frame: Intended) -> None:
    """The plan that reached a goal: which one it was, and why."""
    text = Text(tell("intentions.by", plan=frame.plan), "dim").append_text(_place(frame.source))
    branch = line.add(text)
    if frame.words is not None:
        branch.add(Text(frame.words, "italic dim"))
    if frame.beliefs:
        branch.add(Text(tell("intentions.since", beliefs=frame.beliefs), "green"))


def _step(step: Deed) -> Text:
    sign, style = _SIGNS[step.state]
    text = Text(f"{'  ' * step.indent}{sign} ", style).append(
        step.now or step.text, "dim" if step.state == "open" else ""
    )
    return text.append(f"  × {step.count}", "dim") if step.count > 1 else text


def _place(source: Source | None) -> Text:
    return Text("" if source is None else f"  {source.file}:{source.line}", "dim")
