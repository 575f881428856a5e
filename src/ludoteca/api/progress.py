"""Progress bars for what takes long: in a terminal, in a notebook, and nowhere else."""

from __future__ import annotations

import html
import importlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PAUSE = 0.2  # seconds between updates in words
Note = Callable[[float | str], None]
"""Called with the share that is done, from 0 to 1, or, where the end is not known, with how far it is in words."""


@contextmanager
def progress_bar(what: str, shown: bool) -> Iterator[Note]:
    """A bar that is gone at the end; output to a file or a pipe has none."""
    if shown and "ipykernel" in sys.modules:
        with _notebook_bar(what) as note:
            yield note
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(transient=True, console=console, disable=not (shown and console.is_terminal)) as bar:
        task = bar.add_task(what, total=1.0)

        def note(done: float | str) -> None:
            if isinstance(done, str):
                bar.update(task, total=None, description=f"{what}: {done}")
            else:
                bar.update(task, completed=done)

        yield note


@contextmanager
def _notebook_bar(what: str) -> Iterator[Note]:
    """A bar of HTML, since that of rich needs ipywidgets, which many notebooks lack."""
    tools = importlib.import_module("IPython.display")
    shown = tools.display(tools.HTML(_bar(what, 0.0)), display_id=True)
    updated = time.monotonic()

    def note(done: float | str) -> None:
        nonlocal updated
        if isinstance(done, str) and time.monotonic() < updated + _PAUSE:
            return  # words come often, and each update is a message to the browser
        updated = time.monotonic()
        shown.update(tools.HTML(_bar(what, done)))

    try:
        yield note
    finally:
        shown.update(tools.HTML(""))


def _bar(what: str, done: float | str) -> str:
    if isinstance(done, str):
        return f"<progress></progress> {html.escape(f'{what} {done}')}"
    return f"<progress value='{done:.3f}'></progress> {html.escape(what)} {done:.0%}"
