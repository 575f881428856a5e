"""The tutorial of a school as HTML, from the pages of the documentation."""

from __future__ import annotations

import re
from functools import cache

from ludoteca.core.errors import NotFound
from ludoteca.lab.knowledge_files import knowledge_schools
from ludoteca.lab.manual.sources import find
from ludoteca.lab.markdown import as_html

_PAGE_LINK = re.compile(r"\[([^]]+)\]\((?!https?:)[^)]*\)")


@cache
def tutorial_page(school: str, language: str) -> str:
    """The page in a language, or else in English; raises `NotFound`.

    Links to other pages are plain text, and HTML in it is escaped.
    """
    kind = knowledge_schools().get(school)
    if kind is not None and kind.tutorial:
        for name in (f"{kind.tutorial.removesuffix('.md')}.{language}.md", kind.tutorial):
            if (page := find(f"docs/{name}")) is not None:
                return as_html(_PAGE_LINK.sub(r"\1", page.read_text(encoding="utf-8")))
    raise NotFound("lab.no_tutorial", school=school)
