"""Markdown of a page as HTML: headings with anchors, links to the other pages, pictures, and parts for the search."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludoteca.lab.manual.diagrams import diagram
from ludoteca.lab.manual.sources import Source, find, sources

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
_PICTURES = "docs/images/"


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with its level, its anchor, and the text up to the next one."""

    level: int
    anchor: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page: its title, its HTML and its parts."""

    title: str
    html: str
    parts: tuple[Part, ...]


def render(markdown: str, source: Source, up: str, original: str = "") -> Rendered:
    """A page as HTML; `up` leads from its address to that of the site.

    Of a translation, `original` is the page in English: the anchors of its headings lead to those of the translation.
    """
    tokens = _parsed(markdown)
    _set_anchors(tokens)
    tokens = _with_aliases(tokens, anchors(original))
    for token in tokens:
        if token.children:
            _rewrite(token.children, source, up)
        elif token.type == "fence" and token.info == "mermaid":
            _draw(token)
    html = _scrollable(str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})))
    parts = tuple(_parts(tokens))
    return Rendered(parts[0].heading if parts else source.address, html, parts)


def _scrollable(html: str) -> str:
    """Code and tables that are wider than the page can be scrolled, by the keyboard too."""
    html = html.replace("<pre>", '<pre tabindex="0">').replace("</table>", "</table></div>")
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>')


def anchors(markdown: str) -> list[str]:
    """The anchors of the headings of a page."""
    tokens = _parsed(markdown)
    _set_anchors(tokens)
    return [str(token.attrs["id"]) for token in tokens if token.type == "heading_open"]


def _parsed(markdown: str) -> list[Token]:
    return _MARKDOWN.parse(_COMMENT.sub("", markdown))


def _set_anchors(tokens: Sequence[Token]) -> None:
    """Give each heading the anchor that code hosts give it: lower case, hyphens for spaces, no punctuation."""
    seen: dict[str, int] = {}
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            anchor = _NOT_IN_ANCHORS.sub("", _plain(tokens[place + 1]).lower()).replace(" ", "-")
            number = seen[anchor] = seen.get(anchor, -1) + 1
            token.attrs["id"] = f"{anchor}-{number}" if number else anchor


def _with_aliases(tokens: Sequence[Token], aliases: Sequence[str]) -> list[Token]:
    """The tokens, with another anchor before each heading where there is one for every heading."""
    own = [str(token.attrs["id"]) for token in tokens if token.type == "heading_open"]
    if len(own) != len(aliases):
        return list(tokens)
    alias_of = {anchor: alias for anchor, alias in zip(own, aliases, strict=True) if alias not in own}
    marked = []
    for token in tokens:
        if token.type == "heading_open" and token.attrs["id"] in alias_of:
            marked.append(Token("html_block", "", 0, content=f'<a id="{alias_of[str(token.attrs["id"])]}"></a>\n'))
        marked.append(token)
    return marked


def _plain(token: Token) -> str:
    return "".join(child.content or " " * (child.type == "softbreak") for child in token.children or ())


def _rewrite(tokens: list[Token], source: Source, up: str) -> None:
    """Point links and pictures to where they are served; a link to a file without a page becomes plain text."""
    opened: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            target = _link(str(token.attrs["href"]), source, up)
            opened.append(target is not None)
            token.attrs["href"] = target or ""
            token.hidden = target is None
        elif token.type == "link_close":
            token.hidden = not opened.pop()
        elif token.type == "image":
            _place_picture(token, up)
    tokens[:] = [token for token in tokens if not (token.hidden and token.type in ("link_open", "link_close"))]


def _place_picture(token: Token, up: str) -> None:
    """Point a picture to where it is served; one that is not there, as in an installed package, is its description."""
    name = PurePosixPath(str(token.attrs["src"])).name
    if find(f"{_PICTURES}{name}") is None:
        token.type, token.content, token.children = "text", f"[{token.content}]", None
    else:
        token.attrs.update({"src": f"{up}images/{name}", "loading": "lazy"})


def _draw(token: Token) -> None:
    """Make the picture of a diagram of its text, where it is of a kind that is drawn."""
    picture = diagram(token.content)
    if picture is not None:
        token.type, token.tag, token.content = "html_block", "", picture


def _link(target: str, source: Source, up: str) -> str | None:
    """The address that a link of a page leads to; None for a file that is no page."""
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return target
    file, _, anchor = target.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source.file), file))
    if path.startswith(_PICTURES) and find(path) is not None:
        return f"{up}images/{PurePosixPath(path).name}"
    page = sources().get(re.sub(r"\.es\.md$", ".md", path))
    if page is None:
        return None
    below = "../" * source.address.count("/")
    return f"{below}{page.address}.html{'#' + anchor if anchor else ''}"


def _parts(tokens: Sequence[Token]) -> Iterator[Part]:
    """The headings of a page, each with the text below it."""
    level, anchor, heading, text = 1, "", "", list[str]()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            if heading:
                yield Part(level, anchor, heading, " ".join(text))
            level, anchor, heading = int(token.tag[1]), str(token.attrs["id"]), _plain(tokens[place + 1])
            text = []
        elif token.type == "inline" and tokens[place - 1].type != "heading_open":
            text.append(_plain(token))
        elif token.type == "fence" and not token.info.startswith("mermaid"):
            text.append(token.content)
    if heading:
        yield Part(level, anchor, heading, " ".join(text))
