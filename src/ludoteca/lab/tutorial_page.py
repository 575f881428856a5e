"""The tutorial of a school as HTML, from the pages of the documentation."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import ludoteca
from ludoteca.core.errors import NotFound
from ludoteca.lab.knowledge_files import knowledge_schools
from ludoteca.lab.markdown import as_html

_PACKAGE = Path(ludoteca.__file__).parent
_FOLDERS = (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs")  # installed, or in the repository
_PAGE_LINK = re.compile(r"\[([^]]+)\]\((?!https?:)[^)]*\)")


@cache
def tutorial_page(school: str) -> str:
    """The page, with links to other pages as plain text, HTML in it escaped; raises `NotFound`."""
    kind = knowledge_schools().get(school)
    name = None if kind is None else kind.tutorial
    for folder in _FOLDERS if name else ():
        page = folder / str(name)
        if page.is_file():
            return as_html(_PAGE_LINK.sub(r"\1", page.read_text(encoding="utf-8")))
    raise NotFound("lab.no_tutorial", school=school)
