"""The command of a program: the words that start it, and the files that it may read."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import BadInput

_PYTHON = ("python", "python3")
_JAVA_SETTINGS = "/etc"  # Debian keeps those of each version in a folder there


@dataclass(frozen=True, slots=True)
class Command:
    """The words that start a program, its own files, the folder it runs in, and all that it may read."""

    words: tuple[str, ...]
    own: tuple[Path, ...]
    readable: tuple[Path, ...]

    @property
    def name(self) -> str:
        """The name of its first file."""
        return self.own[0].name if self.own else Path(self.words[0]).name

    @property
    def folder(self) -> Path | None:
        """The folder that it runs in: that of its first file."""
        return _folder(self.own[0]) if self.own else None

    @property
    def digest(self) -> str:
        """A short hash of its files."""
        digest = hashlib.blake2b(digest_size=4)
        for path in self.own:
            digest.update(path.read_bytes() if path.is_file() else b"")
        return digest.hexdigest()


def read_command(text: str, memory: int) -> Command:
    """The command in a text such as ``./mine 3`` or ``python3 mine.py``; raises `BadInput`.

    Words that name files or folders become absolute paths. Runtimes are told how many MiB of memory there are.
    """
    try:
        words = shlex.split(text)
    except ValueError:
        raise BadInput("minds.program.refuses.quotes", command=text) from None
    if not words:
        raise BadInput("minds.program.refuses.none")
    first = Path(words[0])
    is_own = os.sep in words[0] or first.is_file()
    own = [_executable(first)] if is_own else []
    own += [Path(word).absolute() for word in words[1:] if not word.startswith("-") and Path(word).exists()]
    for path in own:
        _refuse_shared(_folder(path))
    runtime = _shebang(own[0]) if is_own else [words[0]]
    program = _found(runtime[0]) if runtime else own[0]
    options = [*_options(program.name, memory), *runtime[1:]]
    arguments = [str(Path(word).absolute()) if Path(word).absolute() in own else word for word in words[1:]]
    started = [str(program), *options, *([str(own[0])] if is_own and runtime else []), *arguments]
    readable = [*map(_folder, own), *(_runtime_files(program) if runtime else [])]
    return Command(tuple(started), tuple(own), tuple(dict.fromkeys(readable)))


def _executable(path: Path) -> Path:
    """The absolute path of a program; raises `BadInput` unless it can be executed."""
    if not path.is_file():
        raise BadInput(f"minds.knowledge.{'folder' if path.is_dir() else 'no_file'}", path=str(path))
    if not os.access(path, os.X_OK):
        raise BadInput("minds.program.refuses.not_executable", path=str(path))
    return path.absolute()


def _shebang(path: Path) -> list[str]:
    """The words of a script's first line, without `env`, which would execute another program; none for a binary."""
    with path.open("rb") as file:
        line = file.readline(256)
    if not line.startswith(b"#!"):
        return []
    words = line[2:].decode(errors="replace").split()
    return [word for word in words[1:] if word != "-S"] if words and Path(words[0]).name == "env" else words


def _found(name: str) -> Path:
    """The path of a runtime; `python3` is the one that runs Ludoteca. Raises `BadInput`."""
    if Path(name).name in _PYTHON:
        return Path(sys.executable)
    found = shutil.which(name)
    if found is None:
        raise BadInput("minds.program.refuses.not_found", program=name)
    return Path(found).absolute()


def _options(runtime: str, memory: int) -> list[str]:
    """Options that make a runtime collect its garbage before it runs into the limit."""
    if runtime == "java":
        return [f"-Xmx{memory // 2}m", "-XX:+UseSerialGC", "-XX:-UsePerfData"]
    return [f"--max-old-space-size={memory // 2}"] if runtime == "node" else []


def _runtime_files(program: Path) -> list[Path]:
    """What a runtime reads besides the system's files: the folder that it is installed in."""
    real = program.resolve()
    prefix = real.parent.parent if real.parent.name == "bin" else real.parent
    settings = sorted(Path(_JAVA_SETTINGS).glob("java-*")) if program.name == "java" else []
    return [real if _is_shared(prefix) else prefix, *settings]


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _is_shared(folder: Path) -> bool:
    """Whether files of many other programs lie in a folder: the home, the folder of temporary files, one above them."""
    return any(place.resolve().is_relative_to(folder.resolve()) for place in (Path.home(), Path(tempfile.gettempdir())))


def _refuse_shared(folder: Path) -> None:
    """Raise `BadInput` for a folder that no program should be able to read."""
    if _is_shared(folder):
        raise BadInput("minds.program.refuses.shared_folder", folder=str(folder))
