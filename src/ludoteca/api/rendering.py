"""Text and HTML of boards and explanations, for terminals and notebooks."""

from __future__ import annotations

import html
import io
from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType

_WIDTH = 110  # columns of a text that is not shown in a terminal
_PAGE = "<pre style='white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.35'>{code}</pre>"


def as_text(parts: Iterable[RenderableType]) -> str:
    """Renderables as plain text."""
    console = _recorder()
    for part in parts:
        console.print(part)
    return console.export_text().rstrip("\n")


def as_html(parts: Iterable[RenderableType]) -> str:
    """Renderables as HTML in a fixed-width font."""
    console = _recorder()
    for part in parts:
        console.print(part)
    return console.export_html(inline_styles=True, code_format=_PAGE)


def _recorder() -> Console:
    return Console(record=True, file=io.StringIO(), width=_WIDTH, highlight=False, force_jupyter=False)


def as_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML."""
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


# A slide that is not shown stays in the page: browsers find no gradient in what `hidden` takes away, and all boards
# of a game name the gradients of the first one.
_AWAY = "visibility: hidden; height: 0; overflow: hidden"
# Shows the one frame whose number the slider has. Written without a script element: notebooks keep those from running.
_SLIDE = (
    "const frames = this.closest('.ludoteca-slides').querySelectorAll('.ludoteca-slide');"
    f"frames.forEach((frame, number) => {{ frame.style = number === Number(this.value) ? '' : '{_AWAY}'; }})"
)


def as_slides(slides: Sequence[str]) -> str:
    """Pieces of HTML of which a slider shows one at a time, the last one first."""
    last = len(slides) - 1
    shown = "".join(
        f"<div class='ludoteca-slide' style='{'' if number == last else _AWAY}'>{slide}</div>"
        for number, slide in enumerate(slides)
    )
    slider = (
        f"<input type='range' min='0' max='{last}' value='{last}' style='width: 100%' aria-label='move' "
        f'oninput="{html.escape(_SLIDE)}">'
    )
    return f"<div class='ludoteca-slides' style='max-width: 720px'>{slider}{shown}</div>"
