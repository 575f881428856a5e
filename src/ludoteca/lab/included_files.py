"""Which knowledge files of a folder include which others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.minds.shared.knowledge import KnowledgeMind, is_plain_name, read_knowledge


class IncludedFiles:
    """The files of one school in a folder, and what each of them includes."""

    def __init__(self, paths: Sequence[Path], school: type[KnowledgeMind]) -> None:
        self._saved = dict[str, float]()
        self._names = dict[str, list[str]]()
        for path in paths:
            try:
                stat = path.stat()
                names = _named(path, school, stat.st_mtime_ns, stat.st_size)
                self._names[path.name] = [name for name in names if _counts(path.with_name(name), school)]
                self._saved[path.name] = stat.st_mtime
            except (BadInput, FileNotFoundError):  # it may be deleted meanwhile
                continue

    def below(self, name: str) -> list[str]:
        """All files that a file includes, itself or through others, in the order of the text; some may be missing."""
        found = [name]
        for file in found:  # which grows meanwhile
            found += [other for other in self._names.get(file, ()) if other not in found]
        return found[1:]

    def including(self, name: str) -> list[str]:
        """All files that include a file, themselves or through others; the one saved last first."""
        found = [file for file in self._names if file != name and name in self.below(file)]
        return sorted(found, key=lambda file: -self._saved.get(file, 0))

    def main_of(self, name: str) -> str:
        """The file that includes a file and is included by none, the one saved last; itself if there is none."""
        return next((file for file in self.including(name) if not self.including(file)), name)


@lru_cache(4096)
def _named(path: Path, school: type[KnowledgeMind], _saved: int, _size: int) -> tuple[str, ...]:
    """The names that a file includes; it is read again when it was saved."""
    syntax = school.include_syntax
    names = [] if syntax is None else syntax.names(read_knowledge(path).text, school.suffix)
    return tuple(name for name in names if is_plain_name(name, school.suffix))


def _counts(path: Path, school: type[KnowledgeMind]) -> bool:
    """Whether a file that is named is a part of the program: a module that is not there is a library."""
    return school.include_syntax is None or not school.include_syntax.modules or path.is_file()
