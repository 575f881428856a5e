"""`new`: write a small working plugin that passes the exam."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ludoteca import templates
from ludoteca.cli.output import announce_compiling, console
from ludoteca.cli.text import tell
from ludoteca.core.errors import BadInput
from ludoteca.core.new_folder import new_folder
from ludoteca.core.plugins import Kind, add_to_path, plugins
from ludoteca.core.resources import resource
from ludoteca.exam.golden import write_golden
from ludoteca.exam.perft import write_perft
from ludoteca.games import load_game

FLAVOURS: Mapping[str, str] = {"python": "python_game", "compiled": "kernel_game"}
_TEMPLATES = Path(templates.__file__).parent


def new_game(folder: Path, flavour: str) -> None:
    """Write a game: in plain Python, or with compiled rules."""
    announce_compiling()
    _write(folder, "games", _TEMPLATES / FLAVOURS[flavour])
    add_to_path(folder)
    game = load_game(folder.resolve().name)
    write_perft(game)
    write_golden(game, "random", {}, 1)
    _show_next_steps("game", folder)


def new_mind(folder: Path) -> None:
    """Write a mind."""
    _write(folder, "minds", _TEMPLATES / "mind")
    _show_next_steps("mind", folder)


def _write(folder: Path, kind: Kind, template: Path) -> None:
    """Copy a template under the folder's name, whole or not at all; raises `BadInput`."""
    name = folder.resolve().name
    if not (name.isidentifier() and name.islower()):
        raise BadInput("cli.new.bad_name", name=name)
    if name in plugins(kind):
        raise BadInput("cli.new.taken", name=name)
    if folder.exists():
        raise BadInput("cli.new.exists", folder=str(folder))
    with new_folder(folder) as draft:
        for file in resource(template).iterdir():
            if file.is_file():
                (draft / file.name).write_text(_renamed(file.read_text(encoding="utf-8"), name), encoding="utf-8")


def _renamed(text: str, name: str) -> str:
    """A template's text with the plugin's own names."""
    title = "".join(part.capitalize() for part in name.split("_"))
    for placeholder in ("PluginGame", "PluginMind", "Plugin"):
        text = text.replace(placeholder, title)
    return text.replace("PLUGIN", name)


def _show_next_steps(kind: str, folder: Path) -> None:
    console.print(tell(f"new.{kind}", folder=str(folder), name=folder.resolve().name))
