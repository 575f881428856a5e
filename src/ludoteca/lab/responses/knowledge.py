"""Responses: the trial of a knowledge file, and the vocabulary that such files use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.vocabulary import lexicon_of, meaning
from ludoteca.lab.responses.explanation import ExplanationView, explanation_view
from ludoteca.minds.shared.knowledge import Diagnostic, Trial


@dataclass(frozen=True, slots=True)
class RelationView:
    """A relation of a game's vocabulary."""

    name: str
    args: list[str]
    kind: str
    about: str


@dataclass(frozen=True, slots=True)
class DiagnosticView:
    """An error or a warning about a knowledge file, with its line (0: no line)."""

    line: int
    sentence: str
    warning: bool


@dataclass(frozen=True, slots=True)
class TrialView:
    """The outcome of a trial: diagnostics, the explanation of the first move if there is one, and what was printed."""

    diagnostics: list[DiagnosticView]
    why: ExplanationView | None
    printed: str


def vocabulary_view(game: Game, language: str) -> list[RelationView]:
    return [
        RelationView(relation.name, list(relation.args), relation.kind, meaning(relation, language))
        for relation in lexicon_of(game)
    ]


def diagnostic_views(diagnostics: Sequence[Diagnostic], language: str) -> list[DiagnosticView]:
    return [DiagnosticView(found.line, say(found.message, language), found.warning) for found in diagnostics]


def trial_view(trial: Trial, language: str) -> TrialView:
    choice, position, why = trial.choice, trial.position, None
    if choice is not None and position is not None:
        why = explanation_view(position, choice.move.text, choice.why, language)
    return TrialView(diagnostic_views(trial.diagnostics, language), why, trial.printed)
