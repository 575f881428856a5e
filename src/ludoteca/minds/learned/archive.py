"""Archives of a learner: `.npz` files of float32 arrays with a header in JSON, read with suspicion.

Nothing in a file is ever executed. A file that is too large, cut short, damaged or not made of finite numbers is a
`BadInput` with one sentence.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.rules.kernel.network_arrays import Floats

_MOST_BYTES = 1 << 26
_UNREADABLE = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    EOFError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    MemoryError,
    NotImplementedError,
    SyntaxError,
    zipfile.BadZipFile,
    zlib.error,
)
_Found = TypeVar("_Found")
ArrayReader = Callable[[str, tuple[int, ...]], Floats]
"""The array of a name, which must have a shape."""


def to_archive(header: Mapping[str, Any], arrays: Mapping[str, Floats]) -> bytes:
    """The content of a file."""
    buffer = BytesIO()
    told = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(buffer, header=told, **arrays)  # type: ignore[arg-type]  # numpy takes arrays by any name
    return buffer.getvalue()


def write_file(file: Path, content: bytes) -> None:
    """Write a file that is never half written."""
    draft = file.with_name(f".{file.name}.draft")
    draft.write_bytes(content)
    draft.replace(file)


def read_archive(file: Path, read: Callable[[Any, ArrayReader], _Found]) -> _Found:
    """What `read` makes of the header and the arrays of a file; raises `BadInput`."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise _too_large(file)
        content = BytesIO(file.read_bytes())
        with zipfile.ZipFile(content) as members:
            if sum(member.file_size for member in members.infolist()) > _MOST_BYTES:  # however small when packed
                raise _too_large(file)
        with np.load(content, allow_pickle=False) as archive:
            return read(json.loads(archive["header"].tobytes()), lambda name, shape: _array(archive, name, shape, file))
    except FileNotFoundError:
        raise BadInput("minds.learned.refusal.file.missing", file=str(file)) from None
    except _UNREADABLE as error:
        raise BadInput("minds.learned.refusal.file.unreadable", file=str(file), text=str(error)[:200]) from None


def _too_large(file: Path) -> BadInput:
    return BadInput("minds.learned.refusal.file.large", file=str(file), megabytes=_MOST_BYTES >> 20)


def _array(archive: Any, name: str, shape: tuple[int, ...], file: Path) -> Floats:
    array: NDArray[Any] = archive[name]
    if array.shape != shape or array.dtype != np.float32:
        raise ValueError(f"{name}: {array.dtype} {array.shape}, not float32 {shape}")
    if not np.isfinite(array).all():
        raise BadInput("minds.learned.refusal.file.not_numbers", file=str(file))
    return np.ascontiguousarray(array)
