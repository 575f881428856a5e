"""Markdown of our own pages as HTML."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt


@cache
def as_html(text: str) -> str:
    """The text as HTML, with tables; HTML in it is escaped."""
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
