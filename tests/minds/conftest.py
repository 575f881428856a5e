"""What the tests of several schools share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludoteca.arena.seat import MindProcess


@pytest.fixture(scope="module")
def minds() -> Iterator[MindProcess]:
    """A process for minds, the same for all games of a module."""
    process = MindProcess()
    yield process
    process.close()
