"""Draws the trace of a search in the terminal: the first branches of its tree."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.core.game import Game
from ludoteca.core.i18n import Argument, phrase
from ludoteca.minds.shared.search.trace import Branch, SearchTree

_MOVES = 3  # moves shown of the root …
_REPLIES = 2  # … and of each of them
_SIGNS = {"exact": "", "at_most": "≤ ", "at_least": "≥ ", "estimate": "≈ ", "estimate_at_most": "≲ "}
_RESULTS = {1.0: "won", 0.0: "lost"}  # any other result is a draw


def draw(trace: SearchTree, game: Game, language: str) -> RenderableType:
    """The best moves with their visits and values, each with the replies to it."""
    tree = Tree(Text(_say("title", language), "dim"), guide_style="dim")
    for branch in trace.branches[:_MOVES]:
        node = tree.add(_line(branch, trace, language))
        for reply in branch.children[:_REPLIES]:
            node.add(_line(reply, trace, language))
    more = len(trace.branches) - _MOVES + (trace.branches_omitted or 0)
    if more > 0:
        tree.add(Text(_say("more", language, n=more), "dim"))
    return tree


def _line(branch: Branch, trace: SearchTree, language: str) -> Text:
    """A move with its visits and its value or result, or with the margin that alpha-beta found."""
    text = Text(branch.move, "bold")
    if branch.visits is None:
        return text.append(f"  {_SIGNS[branch.bound]}{branch.value:+g}", "not bold")
    if branch.bound == "exact" and trace.max_points is None:
        row = _say(_RESULTS.get(branch.value, "drawn"), language, visits=branch.visits)
    else:
        row = _say("row", language, visits=branch.visits, value=100 * branch.value)
    return text.append(f"  {row}", "not bold")


def _say(key: str, language: str, **args: Argument) -> str:
    return phrase(f"minds.shared.search.trace.{key}", language, **args)
