"""The page's files, read once: served from memory, by name, and nothing else can be asked for."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request, Response

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    kind: str
    tag: str


class StaticFiles:
    """A folder's files as they were when the lab was opened."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(path) for path in sorted(folder.rglob("*")) if path.is_file()
        }

    def answer(self, name: str, request: Request) -> Response | None:
        """A file, or word that it has not changed; None if there is none of that name."""
        file = self._files.get(name)
        if file is None:
            return None
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.kind, headers=headers)


def _read(path: Path) -> _File:
    body = path.read_bytes()
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(body, kind, f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"')
