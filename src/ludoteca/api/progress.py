"""Progress bars for what takes long: in a terminal, in a notebook, and nowhere else."""

from __future__ import annotations

import html
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Note = Callable[[float], None]
"""Called with the share that is done, from 0 to 1."""


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
        yield lambda share: bar.update(task, completed=share)


@contextmanager
def _notebook_bar(what: str) -> Iterator[Note]:
    """A bar of HTML, since that of rich needs ipywidgets, which many notebooks lack."""
    tools = importlib.import_module("IPython.display")
    shown = tools.display(tools.HTML(_bar(what, 0.0)), display_id=True)
    try:
        yield lambda share: shown.update(tools.HTML(_bar(what, share)))
    finally:
        shown.update(tools.HTML(""))


def _bar(what: str, share: float) -> str:
    return f"<progress value='{share:.3f}'></progress> {html.escape(what)} {share:.0%}"
