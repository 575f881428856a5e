"""Files with the facts of a position: one a line, or a JSON list of them."""

from __future__ import annotations

from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, read_fact
from ludoteca.core.strict_json import Refused, read_json

_MOST_BYTES = 1 << 20
_COMMENTS = ("#", "%", ";")


def read_facts(path: Path) -> list[Fact]:
    """The facts in a file; raises `BadInput`. Empty lines and comments are left out."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput("core.record.no_file", path=str(path), reason=error.strerror or "") from None
    except UnicodeDecodeError:
        raise BadInput("core.record.no_file", path=str(path), reason="UTF-8") from None
    if len(data) > _MOST_BYTES:
        raise BadInput("core.record.too_large", path=str(path), size=len(data), most=_MOST_BYTES)
    return [read_fact(line) for line in _lines(text, path)]


def _lines(text: str, path: Path) -> list[str]:
    if not text.lstrip().startswith("["):
        return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith(_COMMENTS)]
    try:
        found = read_json(text)
    except Refused:
        found = None
    if not isinstance(found, list) or not all(isinstance(fact, str) for fact in found):
        raise BadInput("cli.facts_file", path=str(path))
    return found
