"""What there is: games, minds, words, rules."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from ludoteca.core.i18n import catalogue_of, read_catalogue
from ludoteca.core.traces import trace_types
from ludoteca.games import load_game
from ludoteca.lab.api.common import Body, Game, GameName, Language, Settings, rooms_of
from ludoteca.lab.responses import Catalogue, Seating, Word, catalogue, seating, words_of
from ludoteca.lab.rules_page import rules_page

router = APIRouter()


class Wanted(Body):
    """A game with its options."""

    game: Game
    options: Settings = Field(default_factory=dict)


@router.get("/catalogue")
def get_catalogue(request: Request, lang: Language = "en") -> Catalogue:
    """Games, minds with their options and parameters, and knowledge."""
    return catalogue(rooms_of(request).shelf, lang)


@router.post("/seats")
def get_seats(wanted: Wanted, lang: Language = "en") -> Seating:
    """The seats of a game with these options, and the minds that play it."""
    return seating(load_game(wanted.game, wanted.options), lang)


@router.get("/vocabulary/{game}")
def get_vocabulary(game: GameName, lang: Language = "en") -> list[Word]:
    """All that a written mind is told in a game."""
    return words_of(load_game(game), lang)


@router.get("/words")
def get_words(lang: Language = "en") -> dict[str, str]:
    """The page's words, and those of the traces it draws as `trace.KIND.NAME`."""
    words = _page_words("lab.page", lang)
    for kind, found in trace_types().items():
        prefix = found.package.removeprefix("ludoteca.")
        words |= {f"trace.{kind}.{name}": text for name, text in _page_words(f"{prefix}.page", lang).items()}
    return words


def _page_words(table: str, language: str) -> dict[str, str]:
    """The words of one catalogue for the page."""
    tables: dict[str, dict[str, str]] = read_catalogue(catalogue_of(table)[0]).get("page", {})
    return {name: words[language] for name, words in tables.items()}


@router.get("/rules/{game}")
def get_rules(game: GameName, lang: Language = "en") -> dict[str, str]:
    """A game's rules as HTML."""
    return {"html": rules_page(load_game(game).name, lang)}
