"""Rules fired, in a terminal: one after the other, what each matched and changed, and the agenda that was left."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.cli.text import tell
from ludoteca.core.explanation import Fired, RulesFired, Source, Waiting

_ALL = 12  # firings that are shown, whatever they are; of more, those that the last one rests on
_LEFT = 8  # activations shown, the next ones


def drawn(trace: RulesFired) -> RenderableType:
    """What fired, last things last, then what could have fired next. What a rule matched and retracted stands once."""
    tree = Tree(Text(tell("rules.title"), "dim"), guide_style="dim")
    shown = trace.support()[-_ALL:] if len(trace.fired) > _ALL else range(len(trace.fired))
    others = trace.more + len(trace.fired) - len(shown)
    if others:
        tree.add(Text(tell("rules.others", n=others), "dim"))
    for place in shown:
        _fired(tree, trace.fired[place])
    if trace.left:
        _agenda(tree.add(Text(tell("rules.left"), "dim")), trace)
    return tree


def _fired(tree: Tree, firing: Fired) -> None:
    head = Text(f"{firing.number}  " if firing.number else "", "dim").append(firing.rule, "bold not dim")
    branch = tree.add(head.append_text(_salience(firing.salience)).append_text(_place(firing.source)))
    if firing.words is not None:
        branch.add(Text(firing.words, "italic dim"))
    for text in firing.matched:
        if text not in firing.retracted:
            branch.add(Text(text, "green"))
    for text in firing.retracted:
        branch.add(Text(f"− {text}", "red"))
    for text in firing.asserted:
        branch.add(Text(f"+ {text}", "bold"))


def _agenda(branch: Tree, trace: RulesFired) -> None:
    for waiting in trace.left[:_LEFT]:
        branch.add(_waiting(waiting))
    more = trace.left_more + len(trace.left[_LEFT:])
    if more:
        branch.add(Text(tell("rules.after", n=more), "dim"))


def _waiting(waiting: Waiting) -> Text:
    text = Text(waiting.rule).append_text(_salience(waiting.salience)).append_text(_place(waiting.source))
    return text.append(f"  {' '.join(waiting.matched)}", "green")


def _salience(salience: int) -> Text:
    """Nothing for the usual one."""
    return Text(f"  {tell('rules.salience', n=salience)}" if salience else "", "yellow")


def _place(source: Source | None) -> Text:
    return Text("" if source is None else f"  {source.file}:{source.line}", "dim")
