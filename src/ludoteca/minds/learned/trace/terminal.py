"""Draws the trace of a network in the terminal: the best moves from first sight to the value of the search."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.core.game import Game
from ludoteca.core.i18n import Argument, phrase
from ludoteca.minds.learned.trace import NetworkSearch
from ludoteca.rules.concepts import concept_key

_MOVES = 5  # moves shown


def draw(trace: NetworkSearch, game: Game, language: str) -> RenderableType:
    """The best moves with prior, visits and value, and the facts that carry the value at first sight."""
    tree = Tree(Text(_say("title", language, value=100 * trace.first_sight), "dim"), guide_style="dim")
    for move in trace.moves[:_MOVES]:
        key = "proven" if move.proven else "row" if move.visits else "unvisited"
        row = _say(key, language, prior=100 * move.prior, visits=move.visits, value=100 * move.value)
        tree.add(Text(move.move, "bold").append(f"  {row}", "not bold"))
    more = len(trace.moves) - _MOVES + (trace.moves_omitted or 0)
    if more > 0:
        tree.add(Text(_say("more", language, n=more), "dim"))
    for weight in trace.facts:
        tree.add(Text(_say("without", language, fact=str(weight.fact), value=100 * weight.without), "dim"))
    for seen in trace.concepts:
        likely = seen.probability > 0.5
        if likely or seen.holds:
            key = "sees" if likely and seen.holds else "mistaken" if likely else "misses"
            words = concept_key(game, seen.concept)
            tree.add(Text(_say(key, language, concept=words, probability=seen.probability), "dim"))
    return tree


def _say(key: str, language: str, **args: Argument) -> str:
    return phrase(f"minds.learned.trace.{key}", language, **args)
