"""A game's rules page as HTML, from the README in its folder."""

from __future__ import annotations

import re
from functools import cache

from ludoteca.core.resources import resource
from ludoteca.games import folder_of, load_game
from ludoteca.lab.markdown import as_html


@cache
def rules_page(game: str, language: str) -> str:
    """The page in a language, without its picture. HTML in the text is escaped."""
    page = resource(folder_of(load_game(game)) / ("README.es.md" if language == "es" else "README.md"))
    text = re.sub(r"^!\[.*\n", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return as_html(text)
