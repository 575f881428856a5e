"""Draws the proof of a move in the terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from ludoteca.core.game import Game
from ludoteca.core.i18n import phrase
from ludoteca.minds.prolog.trace import Proof, ProofStep


def draw(trace: Proof, game: Game, language: str) -> RenderableType:
    """The proof as a tree of goals."""
    tree = Tree(Text(phrase("minds.prolog.trace.title", language), "dim"), guide_style="dim")
    _add_step(tree, trace.root)
    return tree


def _add_step(tree: Tree, step: ProofStep) -> None:
    """Add a goal, the file and line of its clause, and its subgoals to a tree."""
    text = Text("¬ " if step.how == "not" else "")
    text.append(step.goal, "bold" if step.how == "rule" else "green" if step.how == "given" else "")
    if step.source is not None:
        text.append(f"  {step.source.file}:{step.source.line}", "dim")
    branch = tree.add(text)
    for below in step.because:
        _add_step(branch, below)
