"""A build hook: the archives in which a wheel holds what `ludoteca.core.resources` reads.

One stream over many files takes a third less room than files compressed one by one. The same files give the same bytes.
"""

from __future__ import annotations

import bz2
import io
import itertools
import json
import lzma
import struct
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import deflate
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from pygments.lexer import Lexer
from pygments.lexers.css import CssLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment

_PACKAGE = "src/ludoteca"
_FILES: dict[str, dict[str, tuple[str, ...]]] = {
    # the patterns of an archive by folder; `archive_of` in `ludoteca.core.resources` finds the archive of a file
    "page": {
        _PACKAGE: (
            "lab/static/**/*",
            "lab/manual/**/*.js",
            "lab/manual/**/*.css",
            "*/**/trace/*.js",
            "*/**/trace/*.css",
            "minds/*/editor.*.js",
            "arena/tournament/report/*.css",
        )
    },
    "sources": {
        _PACKAGE: (
            "templates/*/*",
            "games/*/rules/*.clp",
            "games/*/scenarios/*.clp",
            "games/*/problems/*.pddl",
            "games/*/proven_values/*.txt",
            "arena/school_table/*.jsonl",
            "arena/data_card/*.md",
        ),
    },
    "golden": {_PACKAGE: ("games/*/exam/golden/*.txt",)},
    "documents": {
        _PACKAGE: ("games/*/README*.md",),
        "docs": ("*.md", "documents/*.md", "lessons/*.md", "navigation.toml", "images/*.svg"),  # no pictures of the lab
        "bench": ("*.md",),
        ".": ("CONTRIBUTING*.md",),
    },
}
_TABLES = ("**/messages.toml", "games/*/knowledge/phrases.toml", "games/*/levels.toml", "games/*/exam/perft.toml")
_LEXERS: dict[str, Lexer] = {".js": JavascriptLexer(), ".css": CssLexer()}
_LANGUAGES = ("en", "es")
_FOLDERS = {_PACKAGE: "", "docs": "docs/", "bench": "docs/bench/", ".": "docs/"}  # below the package
_MOST_EFFORT = 12  # of the compressor
_TEMPLATES = "templates"  # packed as they are, by a pattern of their own


class PackResources(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the archives to a wheel; an editable installation reads the files themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            self._folder = tempfile.TemporaryDirectory()
            for name in _FILES:
                archive = Path(self._folder.name) / f"{name}.streams"
                archive.write_bytes(packed(Path(self.root), name))
            (Path(self._folder.name) / "tables.json.xz").write_bytes(packed_tables(Path(self.root)))
            for archive in Path(self._folder.name).iterdir():
                build_data["force_include"][str(archive)] = f"ludoteca/resources/{archive.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()
            deflate_again(Path(artifact_path))


def packed(root: Path, name: str) -> bytes:
    """An archive: a line with the files and their sizes, then the files.

    Files of one kind stand side by side, and each kind is a stream of its own in the smaller format.
    """
    entries = sorted(_matching(root, _FILES[name]), key=lambda entry: (_kind(entry), entry[0]))
    files = {place: _shipped(path) for place, path in entries}
    index = {place: len(data) for place, data in files.items()}
    kinds = [json.dumps(index, separators=(",", ":")).encode() + b"\n"]
    for _, kind in itertools.groupby(entries, key=_kind):
        kinds.append(b"".join(files[place] for place, _ in kind))
    return b"".join(min(_xz(kind), bz2.compress(kind), key=len) for kind in kinds)


def _shipped(path: Path) -> bytes:
    """The bytes of a file as it ships: the page's own scripts and styles without comments, each line at its number."""
    lexer = _LEXERS.get(path.suffix)
    if lexer is None or "vendor" in path.parts:
        return path.read_bytes()
    tokens = lexer.get_tokens_unprocessed(path.read_text(encoding="utf-8"))
    return "".join("\n" * text.count("\n") if kind in Comment else text for _, kind, text in tokens).encode()


def packed_tables(root: Path) -> bytes:
    """The tables of TOML files, the texts of each language side by side; `ludoteca.core.resources` says how.

    The format is the one that is read faster.
    """
    texts: dict[str, list[str]] = {language: [] for language in _LANGUAGES}
    files = dict[str, Any]()
    for place, path in sorted(_matching(root, {_PACKAGE: _TABLES})):
        first = len(texts[_LANGUAGES[0]])
        files[place] = first, _without_texts(tomllib.loads(path.read_text(encoding="utf-8")), texts)
    return _xz(json.dumps({"files": files, "texts": texts}, ensure_ascii=False, separators=(",", ":")).encode())


def _without_texts(value: Any, texts: dict[str, list[str]]) -> Any:
    """Tables with null for each text in all languages, which is moved to those collected so far."""
    if isinstance(value, dict):
        if value.keys() == texts.keys() and all(isinstance(text, str) for text in value.values()):
            for language, text in value.items():
                texts[language].append(text)
            return None
        return {name: _without_texts(each, texts) for name, each in value.items()}
    return [_without_texts(each, texts) for each in value] if isinstance(value, list) else value


def _xz(data: bytes) -> bytes:
    """Data as an xz stream, with the parameters for text."""
    text = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "nice_len": 273}
    return lzma.compress(data, check=lzma.CHECK_CRC32, filters=[text])


def _kind(entry: tuple[str, Path]) -> tuple[str, bool, str]:
    """The kind of a file: its suffix, whether others wrote it, and of golden games the game."""
    place, path = entry
    return path.suffix, "vendor" in path.parts, place.partition("/exam/")[0] if "golden" in path.parts else ""


def deflate_again(wheel: Path) -> None:
    """Compress the files of a wheel with a compressor that looks longer for the smallest form than zlib does."""
    central, written = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(wheel) as archive:
        items = archive.infolist()
        for item in items:
            data = archive.read(item)
            held = bytes(deflate.deflate_compress(data, _MOST_EFFORT))
            item.compress_type = zipfile.ZIP_DEFLATED
            if len(held) >= len(data):
                held, item.compress_type = data, zipfile.ZIP_STORED
            item.compress_size, item.header_offset = len(held), written.tell()
            written.write(item.FileHeader(zip64=False) + held)
            central.write(_central_header(item))
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(items), len(items), central.tell(), written.tell(), 0)
    wheel.write_bytes(written.getvalue() + central.getvalue() + end)


def _central_header(item: zipfile.ZipInfo) -> bytes:
    """The entry of a file in the list at the end of a zip archive."""
    name = item.filename.encode()
    year, month, day, hour, minute, second = item.date_time
    when = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
    kind = 20 | item.create_system << 8, 20, item.flag_bits, item.compress_type
    sizes = item.CRC, item.compress_size, item.file_size, len(name)
    rest = 0, 0, 0, 0, item.external_attr, item.header_offset
    return struct.pack("<4s6H3L5H2L", b"PK\1\2", *kind, *when, *sizes, *rest) + name


def _matching(root: Path, wanted: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, Path]]:
    """The files that match the patterns of some folders, by their place below the package."""
    for folder, patterns in wanted.items():
        for pattern in patterns:
            for path in (root / folder).glob(pattern):
                place = path.relative_to(root / folder)
                is_wanted = path.is_file() and "__pycache__" not in place.parts
                if is_wanted and (place.parts[0] == _TEMPLATES) == pattern.startswith(_TEMPLATES):
                    yield f"{_FOLDERS[folder]}{place.as_posix()}", path
