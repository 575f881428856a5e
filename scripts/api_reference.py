"""Writes docs/api.md, the interface of `import ludoteca`, from its docstrings. A test checks that it is up to date."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ludoteca

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
_QUOTED = re.compile(r"(^|: |-> )'([^']*)'")
_DOUBLE = re.compile(r"``([^`]+)``")


def page_text() -> str:
    """The text of the page."""
    lines = [
        "# The interface of `import ludoteca`",
        "",
        "Every name, with its signature and its docstring. [Notebooks](notebooks.md) is the tour; the examples are run",
        "by the tests. `python -m scripts.api_reference` writes the page.",
        "",
        "## Functions",
    ]
    names = {name: getattr(ludoteca, name) for name in sorted(ludoteca.__all__)}
    for name, value in names.items():
        if not inspect.isclass(value):
            lines += ["", f"### `{name}`", "", *_described(f"ludoteca.{name}", value)]
    lines += ["", "## Classes"]
    for name, value in names.items():
        if inspect.isclass(value):
            lines += ["", f"### `{name}`", "", *_text(value)]
            for member, found in _members(value):
                lines += ["", *_described(f"{name}.{member}", found)]
    return "\n".join(lines) + "\n"


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(kind).items():
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
            yield name, value


def _described(name: str, value: Any) -> list[str]:
    """The signature of a function or a property, and its docstring."""
    if isinstance(value, property):
        assert value.fget is not None
        returned = inspect.signature(value.fget).return_annotation
        return [f"`{name}`: `{_annotation(returned)}`", "", *_text(value)]
    signature = str(inspect.signature(value)).replace("(self, ", "(").replace("(self)", "()")
    return ["```text", f"{name}{_annotation(signature)}", "```", "", *_text(value)]


def _annotation(text: Any) -> str:
    """Annotations without the quotes that postponed evaluation gives them."""
    return _QUOTED.sub(r"\1\2", str(text))


def _text(value: Any) -> list[str]:
    """A docstring as Markdown: examples become blocks of code."""
    lines = list[str]()
    inside = False
    for line in inspect.cleandoc(inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```text")
            inside = True
        elif not line and inside:
            lines.append("```")
            inside = False
        lines.append(line if inside else _DOUBLE.sub(r"`\1`", line))
    return [*lines, "```"] if inside else lines


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
