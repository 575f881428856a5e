"""Runs the notebook `docs/tour.ipynb` and keeps its outputs: ``python -m scripts.tour``.

Its cells run in one plain interpreter, in a folder of their own. An output is what a cell prints and what its last
expression shows of itself.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"
_SHOWN = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def outputs_of(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The outputs of each code cell, run in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, cell in enumerate(_code_cells(notebook), 1):
                yield _run("".join(cell["source"]), names, number)
        finally:
            os.chdir(before)


def _code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _run(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, shown = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    if shown is not None:
        data = {kind: lines(getattr(shown, show)()) for kind, show in _SHOWN.items() if hasattr(shown, show)}
        data["text/plain"] = lines(repr(shown))
        outputs.append({"output_type": "execute_result", "execution_count": number, "data": data, "metadata": {}})
    return outputs


def lines(text: str) -> list[str]:
    """A text as notebooks keep it: line by line, with their ends."""
    return text.splitlines(keepends=True)


def main() -> None:
    """Run the notebook and write it with its outputs."""
    notebook = json.loads(TOUR.read_text(encoding="utf-8"))
    for number, (cell, outputs) in enumerate(zip(_code_cells(notebook), outputs_of(notebook), strict=True), 1):
        cell["outputs"], cell["execution_count"] = outputs, number
    TOUR.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
