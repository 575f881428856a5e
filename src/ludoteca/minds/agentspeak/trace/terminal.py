"""Draws the trace of an agent in the terminal: the stack of its plans, step by step."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.core.explanation import Source
from ludoteca.core.game import Game
from ludoteca.core.i18n import Argument, known_words, phrase, say
from ludoteca.core.society import Note
from ludoteca.minds.agentspeak.trace import Deed, Intended, Intentions

_SIGNS = {"done": ("✓", "green"), "now": ("▶", "bold yellow"), "failed": ("✗", "red"), "open": ("·", "dim")}
_SHOWN = ("prints", "refused", "failed", "recovers", "given_up", "sends", "hears")  # kinds of notes
_MOST = 12  # notes


def draw(trace: Intentions, game: Game, language: str) -> RenderableType:
    """The plans that led to the move, each within the one that asked for it, and what happened on the way."""
    drawing = _Drawing(language)
    tree = Tree(Text(drawing.say("title"), "dim"), guide_style="dim")
    branch = tree
    for frame in trace.stack:
        branch = drawing.add_plan(branch, frame)
    notes = [note_line(note, language) for note in trace.notes if note.kind in _SHOWN][-_MOST:]
    return Group(tree, *notes) if trace.stack else Group(*notes)


def note_line(note: Note, language: str) -> Text:
    """A note in one line, with its place."""
    text = Text(say(note.claim, language), "italic" if note.kind == "prints" else "")
    return text.append_text(_place(note.source))


class _Drawing:
    """A drawing in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def add_plan(self, tree: Tree, frame: Intended) -> Tree:
        """An event and its plan; returns the branch of the step that is under way."""
        branch = tree.add(Text(frame.event, "bold").append_text(_place(frame.source)))
        for beside in frame.alternatives:
            if not beside.chosen:
                known = {True: "too", False: "not", None: "unasked"}[beside.applicable]
                branch.add(Text(self.say(known, plan=beside.plan), "dim").append_text(_place(beside.source)))
        if frame.beliefs:
            branch.add(Text(self.say("since", beliefs=frame.beliefs), "green"))
        at_work = branch
        for step in frame.steps:
            line = branch.add(_step(step))
            if step.below is not None:
                self._add_subplan(line, step.below)
            at_work = line if step.state == "now" else at_work
        return at_work

    def _add_subplan(self, line: Tree, frame: Intended) -> None:
        """The plan that reached a goal, and why it was chosen."""
        branch = line.add(Text(self.say("by", plan=frame.plan), "dim").append_text(_place(frame.source)))
        if frame.words is not None:
            branch.add(Text(known_words(frame.words, self._language), "italic dim"))
        if frame.beliefs:
            branch.add(Text(self.say("since", beliefs=frame.beliefs), "green"))

    def say(self, key: str, **args: Argument) -> str:
        return phrase(f"minds.agentspeak.trace.{key}", self._language, **args)


def _step(step: Deed) -> Text:
    sign, style = _SIGNS[step.state]
    text = Text(f"{'  ' * step.indent}{sign} ", style).append(
        step.now or step.text, "dim" if step.state == "open" else ""
    )
    return text.append(f"  × {step.count}", "dim") if step.count > 1 else text


def _place(source: Source | None) -> Text:
    return Text("" if source is None else f"  {source.file}:{source.line}", "dim")
