"""Responses: the trial of a knowledge file, and the vocabulary that such files use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.explanation import Source
from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.vocabulary import lexicon_of, meaning
from ludoteca.lab.animation import element_ids
from ludoteca.lab.knowledge_trials import JudgedTrial
from ludoteca.lab.places import Place
from ludoteca.lab.responses.explanation import ExplanationView, VerdictsView, explanation_view, verdicts_view
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge


@dataclass(frozen=True, slots=True)
class RelationView:
    """A relation of a game's vocabulary."""

    name: str
    args: list[str]
    kind: str
    about: str


@dataclass(frozen=True, slots=True)
class DiagnosticView:
    """An error or a warning about knowledge: its file, and its line there (0: no line)."""

    file: str
    line: int
    sentence: str
    warning: bool


@dataclass(frozen=True, slots=True)
class TrialView:
    """The outcome of a trial: the main file of the program that was tried, diagnostics, and what was printed.

    If a move was chosen there are its explanation, its name, the verdicts on the reasons, and the ids of the board's
    elements that the explanation rests on.
    """

    file: str
    diagnostics: list[DiagnosticView]
    why: ExplanationView | None
    name: str | None
    verdicts: VerdictsView | None
    lit: list[str]
    printed: str


def vocabulary_view(game: Game, language: str) -> list[RelationView]:
    return [
        RelationView(relation.name, list(relation.args), relation.kind, meaning(relation, language))
        for relation in lexicon_of(game)
    ]


def diagnostic_views(knowledge: Knowledge, diagnostics: Sequence[Diagnostic], language: str) -> list[DiagnosticView]:
    places = (knowledge.source(found.line) or Source(knowledge.name, 0) for found in diagnostics)
    return [
        DiagnosticView(place.file, place.line, say(found.message, language), found.warning)
        for place, found in zip(places, diagnostics, strict=False)
    ]


def trial_view(place: Place, tried: JudgedTrial, language: str) -> TrialView:
    game, position, choice = place.game, place.position, tried.trial.choice
    diagnostics = diagnostic_views(tried.knowledge, tried.trial.diagnostics, language)
    file, printed = tried.knowledge.name, tried.trial.printed
    if choice is None:
        return TrialView(file, diagnostics, None, None, None, [], printed)
    name = say(game.move_name(position, choice.move), language) if choice.move in position.moves else choice.move.text
    evidence = [str(fact) for fact in choice.why.reason.evidence]
    lit = element_ids(game.svg(position, place.last, language), evidence) if evidence else []
    why = explanation_view(position, choice.move.text, choice.why, language)
    return TrialView(file, diagnostics, why, name, verdicts_view(tried.judged, language), lit, printed)
