"""The grammar's parser, built once: its tables are kept beside the compiled modules.

To build the tables takes a tenth of a second, and an agent's own process may write no file. So the process that starts
it has them written, and the agent's process only reads them; where they cannot be written, it builds them itself.
"""

from __future__ import annotations

import importlib.util
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lark import Lark

_GRAMMAR = Path(__file__).with_name("grammar.lark")
_TABLES = _GRAMMAR.parent / "__pycache__" / f"grammar.{sys.implementation.cache_tag}.tables"


def lalr_parser() -> Lark:
    """A parser for programs, literals and events; the tables are read if they fit the grammar, and built if not."""
    from lark import Lark

    return Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        start=["program", "literal_text", "event_text"],
        propagate_positions=True,
        cache=str(_TABLES),
    )


def write_tables() -> None:
    """Have the tables written, unless they are newer than the grammar and than lark."""
    lark = importlib.util.find_spec("lark")
    assert lark is not None and lark.origin is not None
    with suppress(OSError):
        if not _TABLES.exists() or _TABLES.stat().st_mtime < max(map(_changed, (_GRAMMAR, Path(lark.origin)))):
            _TABLES.parent.mkdir(exist_ok=True)
            _TABLES.unlink(missing_ok=True)
            lalr_parser()


def _changed(path: Path) -> float:
    return path.stat().st_mtime
