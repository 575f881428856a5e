"""API: the catalogue of games and minds, their rules and vocabulary, and the messages of the page."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from ludoteca.core.i18n import catalogue_of, read_catalogue
from ludoteca.core.traces import trace_types
from ludoteca.games import load_game
from ludoteca.lab.api.common import LONGEST, GameName, GameWithOptions, Language, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.knowledge_files import KnowledgeFiles
from ludoteca.lab.responses.catalogue import Catalogue, Seating, catalogue, seating
from ludoteca.lab.responses.knowledge import RelationView, vocabulary_view
from ludoteca.lab.rules_page import rules_page
from ludoteca.lab.shelves import Shelves
from ludoteca.lab.tutorial_page import tutorial_page

router = LabRouter()

SchoolName = Annotated[str, Path(max_length=LONGEST, description="The name of a school.")]


async def all_shelves(connection: HTTPConnection) -> Shelves:
    """The shelves of the lab."""
    shelves: Shelves = connection.app.state.shelves
    return shelves


AllShelves = Annotated[Shelves, Depends(all_shelves)]


async def knowledge_files(shelves: AllShelves, who: Who) -> KnowledgeFiles:
    """The knowledge files of the person who asks."""
    return shelves.of(who)


@router.get("/catalogue")
def get_catalogue(files: Annotated[KnowledgeFiles, Depends(knowledge_files)], lang: Language = "en") -> Catalogue:
    """All games and minds with their options and parameters, all knowledge files, and plugins that are broken."""
    return catalogue(files, lang)


@router.post("/seats")
def get_seats(wanted: GameWithOptions, lang: Language = "en") -> Seating:
    """The seats of a game with these options, and the minds that play it."""
    return seating(load_game(wanted.game, wanted.options), lang)


@router.get("/vocabulary/{game}")
def get_vocabulary(game: GameName, lang: Language = "en") -> list[RelationView]:
    """The relations that a knowledge file can use in a game."""
    return vocabulary_view(load_game(game), lang)


@router.get("/tutorials/{school}")
def get_tutorial(school: SchoolName, lang: Language = "en") -> dict[str, str]:
    """The tutorial of a school that plays by knowledge files, as HTML."""
    return {"html": tutorial_page(school, lang)}


@router.get("/messages")
def get_messages(lang: Language = "en") -> dict[str, str]:
    """The messages of the page, and those of the traces as `trace.KIND.NAME`."""
    messages = _page_messages("lab.page", lang)
    for kind, found in trace_types().items():
        prefix = found.package.removeprefix("ludoteca.")
        messages |= {f"trace.{kind}.{name}": text for name, text in _page_messages(f"{prefix}.page", lang).items()}
    return messages


def _page_messages(table: str, language: str) -> dict[str, str]:
    """The messages for the page in one catalogue."""
    messages: dict[str, dict[str, str]] = read_catalogue(catalogue_of(table)[0]).get("page", {})
    return {name: texts[language] for name, texts in messages.items()}


@router.get("/rules/{game}")
def get_rules(game: GameName, lang: Language = "en") -> dict[str, str]:
    """A game's rules as HTML."""
    return {"html": rules_page(load_game(game).name, lang)}
