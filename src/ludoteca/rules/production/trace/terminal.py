"""Draws the trace of a production system in the terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.core.explanation import Source
from ludoteca.core.game import Game
from ludoteca.core.i18n import Argument, phrase
from ludoteca.rules.production.trace import Fired, RulesFired, Waiting

_ALL = 12  # firings that are shown, whatever they are; of more, those that the last one rests on
_LEFT = 8  # activations shown, the next ones


def draw(trace: RulesFired, game: Game, language: str) -> RenderableType:
    """The firings in order, then the activations that were left."""
    return _Drawing(language).drawn(trace)


class _Drawing:
    """A drawing in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def drawn(self, trace: RulesFired) -> RenderableType:
        tree = Tree(Text(self._say("title"), "dim"), guide_style="dim")
        shown = trace.support()[-_ALL:] if len(trace.fired) > _ALL else range(len(trace.fired))
        others = trace.more + len(trace.fired) - len(shown)
        if others:
            tree.add(Text(self._say("others", n=others), "dim"))
        for place in shown:
            self._add_firing(tree, trace.fired[place])
        if trace.left:
            self._add_agenda(tree.add(Text(self._say("left"), "dim")), trace)
        return tree

    def _add_firing(self, tree: Tree, firing: Fired) -> None:
        """A firing with what it matched, retracted and asserted; what it both matched and retracted stands once."""
        head = Text(f"{firing.number}  " if firing.number else "", "dim").append(firing.rule, "bold not dim")
        branch = tree.add(head.append_text(self._salience(firing.salience)).append_text(_place(firing.source)))
        if firing.words is not None:
            branch.add(Text(firing.words, "italic dim"))
        for text in firing.matched:
            if text not in firing.retracted:
                branch.add(Text(text, "green"))
        for text in firing.retracted:
            branch.add(Text(f"− {text}", "red"))
        for text in firing.asserted:
            branch.add(Text(f"+ {text}", "bold"))

    def _add_agenda(self, branch: Tree, trace: RulesFired) -> None:
        for waiting in trace.left[:_LEFT]:
            branch.add(self._activation(waiting))
        more = trace.left_more + len(trace.left[_LEFT:])
        if more:
            branch.add(Text(self._say("after", n=more), "dim"))

    def _activation(self, waiting: Waiting) -> Text:
        text = Text(waiting.rule).append_text(self._salience(waiting.salience)).append_text(_place(waiting.source))
        return text.append(f"  {' '.join(waiting.matched)}", "green")

    def _salience(self, salience: int) -> Text:
        """Nothing for the usual salience, 0."""
        return Text(f"  {self._say('salience', n=salience)}" if salience else "", "yellow")

    def _say(self, key: str, **args: Argument) -> str:
        return phrase(f"rules.production.trace.{key}", self._language, **args)


def _place(source: Source | None) -> Text:
    return Text("" if source is None else f"  {source.file}:{source.line}", "dim")
