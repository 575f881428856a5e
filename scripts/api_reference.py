"""Writes docs/api.md and its Spanish version, the interface of `import ludoteca`, from its docstrings.

`api_reference.es.toml` has what the docstrings say in Spanish: each line that is not an example, with its translation.
A test checks that the pages are up to date.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ludoteca

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"en": DOCS / "api.md", "es": DOCS / "api.es.md"}
_PHRASES = Path(__file__).with_suffix(".es.toml")
_INTRODUCTION = {
    "en": """\
# The interface of `import ludoteca`

Every name, with its signature and its docstring. [Notebooks](notebooks.md) is the tour; the examples are run
by the tests. `python -m scripts.api_reference` writes the page.
""",
    "es": """\
# La interfaz de `import ludoteca`

Cada nombre, con su signatura y su descripción. El recorrido está en [Ludoteca en Python](notebooks.md); los ejemplos
los ejecutan las pruebas. `python -m scripts.api_reference` escribe la página.
""",
}
_FUNCTIONS = {"en": "## Functions", "es": "## Funciones"}
_CLASSES = {"en": "## Classes", "es": "## Clases"}
_QUOTED = re.compile(r"(^|: |-> )'([^']*)'")
_DOUBLE = re.compile(r"``([^`]+)``")


def page_text(language: str) -> str:
    """The text of the page in a language."""
    translated = _phrases() if language == "es" else None
    lines = [_INTRODUCTION[language], _FUNCTIONS[language]]
    names = {name: getattr(ludoteca, name) for name in sorted(ludoteca.__all__)}
    for name, value in names.items():
        if not inspect.isclass(value):
            lines += ["", f"### `{name}`", "", *_described(f"ludoteca.{name}", value, translated)]
    lines += ["", _CLASSES[language]]
    for name, value in names.items():
        if inspect.isclass(value):
            lines += ["", f"### `{name}`", "", *_text(value, translated)]
            for member, found in _members(value):
                lines += ["", *_described(f"{name}.{member}", found, translated)]
    return "\n".join(lines) + "\n"


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(kind).items():
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
            yield name, value


def _phrases() -> dict[str, str]:
    """What the docstrings say in Spanish, by line."""
    found = tomllib.loads(_PHRASES.read_text(encoding="utf-8"))["phrase"]
    return {phrase["en"]: phrase["es"] for phrase in found}


def _described(name: str, value: Any, translated: Mapping[str, str] | None) -> list[str]:
    """The signature of a function or a property, and its docstring."""
    if isinstance(value, property):
        assert value.fget is not None
        returned = inspect.signature(value.fget).return_annotation
        return [f"`{name}`: `{_annotation(returned)}`", "", *_text(value, translated)]
    signature = str(inspect.signature(value)).replace("(self, ", "(").replace("(self)", "()")
    return ["```text", f"{name}{_annotation(signature)}", "```", "", *_text(value, translated)]


def _annotation(text: Any) -> str:
    """Annotations without the quotes that postponed evaluation gives them."""
    return _QUOTED.sub(r"\1\2", str(text))


def _text(value: Any, translated: Mapping[str, str] | None) -> list[str]:
    """A docstring as Markdown, translated if phrases are given: examples become blocks of code."""
    lines = list[str]()
    inside = False
    for line in inspect.cleandoc(inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```text")
            inside = True
        elif not line and inside:
            lines.append("```")
            inside = False
        if line and not inside:
            line = _DOUBLE.sub(r"`\1`", line if translated is None else translated[line])
        lines.append(line)
    return [*lines, "```"] if inside else lines


if __name__ == "__main__":
    for language, page in PAGES.items():
        page.write_text(page_text(language), encoding="utf-8")
