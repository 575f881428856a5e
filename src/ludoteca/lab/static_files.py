"""The static files of the page: read once at start, served from memory by name."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fastapi import Request, Response

from ludoteca.core.resources import Resource, files_of

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    kind: str
    tag: str


class StaticFiles:
    """Files by the name under which they are served."""

    def __init__(self, paths: Mapping[str, Resource]) -> None:
        self._files = {name: _read(path) for name, path in paths.items()}

    @classmethod
    def of_folder(cls, folder: Path) -> Self:
        """All files of a folder of the package, under their relative paths."""
        return cls(files_of(folder))

    def response(self, name: str, request: Request) -> Response | None:
        """A file, or 304 when the browser has it already; None if there is no file of that name."""
        file = self._files.get(name)
        if file is None:
            return None
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.kind, headers=headers)


def media_type(name: str) -> str:
    """The media type of a file, by its suffix."""
    return _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _read(path: Resource) -> _File:
    body = path.read_bytes()
    return _File(body, media_type(path.name), f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"')
