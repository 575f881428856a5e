"""The documentation as a site: every page in each language, with navigation and search that need no server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

from ludoteca.core.i18n import LANGUAGES, phrase
from ludoteca.core.resources import files_of, resource
from ludoteca.lab.manual.rendering import Rendered, render
from ludoteca.lab.manual.sources import Source, find, located, sections, sources

_ASSETS = Path(__file__).parent / "assets"
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Ludoteca</title>
<link rel="icon" href="{up}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{up}assets/site.css">
<script defer src="{up}{language}/search-index.js"></script>
<script defer src="{up}assets/search.js"></script>
</head>
<body data-below="{below}">
<a class="skip" href="#page">{skip}</a>
<header>
<a class="brand" href="{below}index.html"><img src="{up}assets/icon.svg" alt="" width="28" height="28">Ludoteca</a>
<form class="search" role="search">
<input type="search" name="q" placeholder="{search}" aria-label="{search}" autocomplete="off"
 data-none="{nothing}"><ol hidden></ol>
</form>
{languages}
</header>
<div class="columns">
<nav aria-label="{contents}"><details open><summary>{contents}</summary>{navigation}</details></nav>
<main id="page" lang="{written}">{notice}{html}</main>
<aside aria-label="{on_page}">{outline}</aside>
</div>
</body>
</html>
"""


def site_paths() -> Iterator[str]:
    """The paths of all files of the site."""
    yield "index.html"
    yield from (f"assets/{name}" for name in files_of(_ASSETS))
    yield "assets/icon.svg"
    yield from (f"images/{name}" for name in files_of(located("docs/images")))
    for language in LANGUAGES:
        yield f"{language}/search-index.js"
        yield from (f"{language}/{source.address}.html" for source in sources().values())


def site_file(path: str, language: str = "en") -> bytes | None:
    """A file of the site; None if there is none at that path. `language` is that of the page at its top."""
    folder, _, name = path.partition("/")
    if path in ("", "index.html"):
        return _redirection(f"{language}/index.html")
    if folder == "assets":
        file = resource((_ASSETS.parents[1] / "static" if name == "icon.svg" else _ASSETS) / name)
        return file.read_bytes() if "/" not in name and file.is_file() else None
    if folder == "images":
        picture = find(f"docs/images/{name}") if "/" not in name else None
        return None if picture is None else picture.read_bytes()
    if folder not in LANGUAGES:
        return None
    if name == "search-index.js":
        return _search_index(folder)
    source = _by_address().get(name.removesuffix(".html"))
    return None if source is None else _page(source, folder)


def _redirection(target: str) -> bytes:
    return (
        f'<!doctype html><meta http-equiv="refresh" content="0; url={target}"><a href="{target}">Ludoteca</a>'.encode()
    )


@cache
def _by_address() -> dict[str, Source]:
    return {source.address: source for source in sources().values()}


@cache
def _rendered(source: Source, language: str) -> tuple[Rendered, str]:
    """A page, and the language in which it is written."""
    text, written = source.text(language)
    original = "" if written == "en" else source.text("en")[0]
    return render(text, source, "../" * (source.address.count("/") + 1), original), written


@cache
def _page(source: Source, language: str) -> bytes:
    rendered, written = _rendered(source, language)
    depth = source.address.count("/")
    up, below = "../" * (depth + 1), "../" * depth

    def label(key: str) -> str:
        return escape(phrase(f"lab.manual.{key}", language), quote=True)

    others = "".join(
        f'<a class="language" hreflang="{other}" lang="{other}" href="{up}{other}/{source.address}.html">'
        f"{escape(phrase('lab.access.language', other))}</a>"
        for other in LANGUAGES
        if other != language
    )
    return _PAGE.format(
        language=language,
        title=escape(rendered.title),
        up=up,
        below=below,
        skip=label("skip"),
        search=label("search"),
        nothing=label("nothing"),
        contents=label("contents"),
        on_page=label("on_page"),
        languages=others,
        navigation=_navigation(source, language, below),
        written=written,
        notice="" if written == language else f'<p class="notice" lang="{language}">{label("english_only")}</p>',
        html=rendered.html,
        outline=_outline(rendered, label("on_page")),
    ).encode()


def _navigation(here: Source, language: str, below: str) -> str:
    """The sections; the one of the page is open. Pages that are in English only say so."""
    parts = []
    for section in sections():
        items = []
        for source in section.pages:
            rendered, written = _rendered(source, language)
            current = ' aria-current="page"' if source == here else ""
            mark = "" if written == language else f' <small lang="en">({written})</small>'
            title = escape(rendered.title)
            items.append(f'<li><a href="{below}{source.address}.html"{current}>{title}</a>{mark}</li>')
        opened = " open" if here in section.pages else ""
        title = escape(section.titles[language])
        parts.append(f"<details{opened}><summary>{title}</summary><ul>{''.join(items)}</ul></details>")
    return "".join(parts)


def _outline(rendered: Rendered, title: str) -> str:
    """The headings of the second level."""
    items = [
        f'<li><a href="#{part.anchor}">{escape(part.heading)}</a></li>' for part in rendered.parts if part.level == 2
    ]
    return f"<b>{title}</b><ul>{''.join(items)}</ul>" if len(items) > 1 else ""


@cache
def _search_index(language: str) -> bytes:
    """A script with the address, page, heading and text of every part of every page."""
    rows = [
        [f"{source.address}.html#{part.anchor}", rendered.title, part.heading, part.text]
        for source in sources().values()
        for rendered in (_rendered(source, language)[0],)
        for part in rendered.parts
    ]
    return f"window.ludotecaSearchIndex = {json.dumps(rows, ensure_ascii=False)};\n".encode()
