"""Responses: the catalogue of games, minds and knowledge files, in a language."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

from ludoteca.core.game import Game, seat_key
from ludoteca.core.i18n import has_words, phrase, say
from ludoteca.core.mind import Mind
from ludoteca.core.options import Option, Value
from ludoteca.core.plugins import PATH
from ludoteca.core.vocabulary import word_of
from ludoteca.exam.plugin_check import plugin_problems
from ludoteca.games import all_games, by_weight
from ludoteca.games.levels import levels_of
from ludoteca.lab.knowledge_files import KnowledgeFile, KnowledgeFiles
from ludoteca.minds.schools import about, all_schools, minds_written_for, suggested_mind
from ludoteca.minds.shared.knowledge import DIGEST, KnowledgeMind
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.position_editor import can_edit
from ludoteca.rules.production.game import ProductionGame


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option of a game or a parameter of a mind; titles are its name and its choices in a language."""

    name: str
    kind: str
    default: Value
    low: float | None
    high: float | None
    choices: list[str]
    about: str
    title: str
    choice_titles: list[str]


@dataclass(frozen=True, slots=True)
class LevelView:
    """A level of a game, and the mind that plays it."""

    name: str
    title: str
    mind: str


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in the catalogue."""

    name: str
    title: str
    about: str
    seats: list[str]
    seat_names: list[str]  # the same in every language
    options: list[OptionView]
    svg: str
    minds: list[str]
    levels: list[LevelView]  # the weakest first
    inference: bool  # whether its rules are a production system
    planning: bool  # … or a planning domain
    editing: bool  # its positions can be changed on the board
    opponent: str  # the mind that plays against a person
    self_play: str  # the mind that plays against itself


@dataclass(frozen=True, slots=True)
class MindCard:
    """A mind in the catalogue."""

    name: str
    about: str
    person: bool
    parameters: list[OptionView]
    suffix: str | None  # of its knowledge files, if it plays by one
    vocabulary: str | None  # how these files write a game's vocabulary
    missing: str | None  # the program that this machine lacks for it
    stepper: str | None  # the kind of trace that draws its executions, if its files can be stepped through


@dataclass(frozen=True, slots=True)
class BrokenPlugin:
    """A game or a mind that could not be loaded, and the reason: file, line and remedy in a sentence."""

    kind: str
    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that the page needs to offer a game."""

    games: list[GameCard]
    minds: list[MindCard]
    knowledge: list[KnowledgeFile]
    broken: list[BrokenPlugin]


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a game with some options, and the minds that can play it, also those that lack their program."""

    seats: list[str]
    minds: list[str]


def catalogue(files: KnowledgeFiles, language: str) -> Catalogue:
    problems = plugin_problems()
    games = list(_game_cards(os.environ.get(PATH, ""), language))
    minds = [_mind_card(name, kind, language) for name, kind in all_schools().items()]
    named = [BrokenPlugin(problem.kind, problem.name, say(problem.message, language)) for problem in problems]
    return Catalogue(games, minds, files.all(), named)


def seating(game: Game, language: str) -> Seating:
    return Seating(
        [phrase(seat_key(game, seat), language) for seat in range(len(game.seats))],
        minds_written_for(game),
    )


@cache
def _game_cards(path: str, language: str) -> tuple[GameCard, ...]:
    """The cards of all games but broken ones, the simplest first; made once for each ``LUDOTECA_PATH``."""
    broken = {problem.name for problem in plugin_problems() if problem.kind == "games"}
    return tuple(_game_card(game, language) for game in by_weight(all_games()) if game.name not in broken)


def _game_card(game: Game, language: str) -> GameCard:
    name, places = game.name, seating(game, language)
    return GameCard(
        name=name,
        title=phrase(f"games.{name}.title", language),
        about=phrase(f"games.{name}.about", language),
        seats=places.seats,
        seat_names=list(game.seats),
        options=[option_view(option, language) for option in game.options],
        svg=game.svg(game.start(0), None, language),
        minds=places.minds,
        levels=[LevelView(level.name, level.title(language), level.mind) for level in levels_of(game)],
        inference=isinstance(game, ProductionGame),
        planning=isinstance(game, PlanningGame),
        editing=can_edit(game),
        opponent=suggested_mind(game, "opponent"),
        self_play=suggested_mind(game, "exhibition"),
    )


def _mind_card(name: str, kind: type[Mind], language: str) -> MindCard:
    missing = kind.missing()
    knowledge = kind if issubclass(kind, KnowledgeMind) else None
    return MindCard(
        name=name,
        about=about(name, language),
        person=kind.at_terminal,
        parameters=[option_view(option, language) for option in kind.parameters if option != DIGEST],
        suffix=None if knowledge is None else knowledge.suffix,
        vocabulary=None if knowledge is None else knowledge.vocabulary,
        missing=None if missing is None else say(missing, language),
        stepper=kind.stepper,
    )


def option_view(option: Option, language: str) -> OptionView:
    prefix, table, name = option.about.rsplit(".", 2)  # the table is `option`, of a mind `parameter`
    titles = [_title(f"{prefix}.choice.{name}.{word_of(choice)}", choice, language) for choice in option.choices]
    title = _title(f"{prefix}.{table}_title.{name}", option.name, language)
    return OptionView(**option.described(language), title=title, choice_titles=titles)


def _title(key: str, name: str, language: str) -> str:
    """The message of a key, or the name where there is none."""
    return phrase(key, language) if has_words(key) else name
