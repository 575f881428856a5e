"""Draws the trace of a production system in the terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.core.explanation import Source
from ludoteca.core.game import Game
from ludoteca.core.i18n import Argument, known_words, phrase
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.trace import RuleFirings

_FIRINGS = 12  # a longer list is cut to the firings that the choice rests on
_AGENDA = 8  # activations shown


def draw(trace: RuleFirings, game: Game, language: str) -> RenderableType:
    """The firings in order, then the agenda."""
    return _Drawing(language).trace(trace)


class _Drawing:
    """A drawing in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def trace(self, trace: RuleFirings) -> RenderableType:
        tree = Tree(Text(self._say("title"), "dim"), guide_style="dim")
        count = len(trace.firings)
        support = [place for place in trace.support if 0 <= place < count]  # a forged record may have others
        shown = (support if count > _FIRINGS and support else range(count))[-_FIRINGS:]
        others = trace.firings_omitted + len(trace.firings) - len(shown)
        if others:
            tree.add(Text(self._say("others", n=others), "dim"))
        for place in shown:
            self._add_firing(tree, trace.firings[place])
        if trace.agenda:
            self._add_agenda(tree.add(Text(self._say("agenda"), "dim")), trace)
        return tree

    def _add_firing(self, tree: Tree, firing: Firing) -> None:
        """Add a firing with the elements it matched, retracted and asserted."""
        activation = firing.activation
        head = Text(f"{firing.number}  " if firing.number else "", "dim").append(activation.rule, "bold not dim")
        branch = tree.add(head.append_text(self._salience(activation)).append_text(_place(activation.source)))
        if firing.comment is not None:
            branch.add(Text(known_words(firing.comment, self._language), "italic dim"))
        for text in activation.matched:
            if text not in firing.retracted:
                branch.add(Text(text, "green"))
        for text in firing.retracted:
            branch.add(Text(f"− {text}", "red"))
        for text in firing.asserted:
            branch.add(Text(f"+ {text}", "bold"))

    def _add_agenda(self, branch: Tree, trace: RuleFirings) -> None:
        for activation in trace.agenda[:_AGENDA]:
            text = Text(activation.rule).append_text(self._salience(activation)).append_text(_place(activation.source))
            branch.add(text.append(f"  {' '.join(activation.matched)}", "green"))
        more = trace.agenda_omitted + len(trace.agenda[_AGENDA:])
        if more:
            branch.add(Text(self._say("agenda_more", n=more), "dim"))

    def _salience(self, activation: Activation) -> Text:
        """The salience, or an empty text for the default, 0."""
        return Text(f"  {self._say('salience', n=activation.salience)}" if activation.salience else "", "yellow")

    def _say(self, key: str, **args: Argument) -> str:
        return phrase(f"rules.production.trace.{key}", self._language, **args)


def _place(source: Source | None) -> Text:
    return Text("" if source is None else f"  {source.file}:{source.line}", "dim")
