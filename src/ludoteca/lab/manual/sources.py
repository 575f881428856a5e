"""The files of the documentation: where they lie, in which sections, and at which addresses they are served."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from ludoteca.arena.lessons import library
from ludoteca.core.plugins import PACKAGE
from ludoteca.core.resources import Resource, resource

_REPOSITORY = PACKAGE.parents[1]
_SHIPPED = PACKAGE / "docs"  # in an installed package
_CODE = "src/ludoteca/"


@dataclass(frozen=True, slots=True)
class Source:
    """A page: its file in the repository, and its address below that of its language, without a suffix."""

    file: str
    address: str

    def text(self, language: str) -> tuple[str, str]:
        """Its Markdown in a language, or else in English; and which of the two it is."""
        if self.file.startswith("docs/lessons/"):
            lesson = library().lessons[PurePosixPath(self.file).stem]
            written = language if language in lesson.texts else lesson.language
            return f"# {lesson.text(language).title}\n\n{lesson.text(language).markdown}", written
        if language != "en":
            translated = find(f"{self.file.removesuffix('.md')}.{language}.md")
            if translated is not None:
                return translated.read_text(encoding="utf-8"), language
        found = find(self.file)
        assert found is not None
        return found.read_text(encoding="utf-8"), "en"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the navigation."""

    titles: Mapping[str, str]
    pages: Sequence[Source]


def find(file: str) -> Resource | None:
    """A file of the repository, in the checkout or in the installed package; None if it is not there."""
    found = resource(located(file))
    return found if found.is_file() else None


def located(file: str) -> Path:
    """The path of a file or folder of the repository, in the checkout or in the installed package."""
    if file.startswith(_CODE):
        return PACKAGE / file.removeprefix(_CODE)
    return _SHIPPED / file.removeprefix("docs/") if resource(_SHIPPED).is_dir() else _REPOSITORY / file


@cache
def sections() -> tuple[Section, ...]:
    """The sections of the navigation, with the pages that are there."""
    navigation = find("docs/navigation.toml")
    assert navigation is not None
    data = tomllib.loads(navigation.read_text(encoding="utf-8"))
    return tuple(
        Section(part["title"], tuple(Source(file, _address(file)) for name in part["pages"] for file in _files(name)))
        for part in data["section"]
    )


@cache
def sources() -> Mapping[str, Source]:
    """All pages by their file in the repository."""
    return {source.file: source for section in sections() for source in section.pages}


def _files(name: str) -> Iterator[str]:
    """The files that an entry of the navigation stands for."""
    if name.startswith("docs/lessons/"):
        yield from (f"docs/lessons/{lesson}.md" for lesson in library().lessons)
    elif name.startswith(_CODE):
        folder, _, file = name.removeprefix(_CODE).partition("/*/")
        games = sorted(path.name for path in (PACKAGE / folder).iterdir() if resource(path / file).is_file())
        yield from (f"{_CODE}{folder}/{game}/{file}" for game in games)
    elif find(name) is not None:
        yield name


def _address(file: str) -> str:
    """The address of a page: `lab`, `documents/azul`, `games/kalah`, `bench/results`."""
    address = file.removeprefix("docs/").removeprefix(_CODE).removesuffix(".md")
    return (
        address.removesuffix("/README") if address.startswith("games/") else address.replace("README", "index").lower()
    )
