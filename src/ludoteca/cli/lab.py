"""`lab`: serve the web lab, back up its data, restore them."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path

from rich.markup import escape

from ludoteca.child import isolation
from ludoteca.child.sandbox import is_root_without_bubblewrap
from ludoteca.cli.output import console, errors
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import Message, phrase, say
from ludoteca.lab import backup
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.web_server import serve
from ludoteca.minds.shared.knowledge import TRUST
from ludoteca.storage.folders import default_data


def lab(host: str, port: int, folder: Path | None, capacity: Capacity, trust: bool, as_json: bool) -> None:
    """Serve until interrupted; `trust` lets root play by knowledge of others without bubblewrap."""
    if trust:
        os.environ[TRUST] = "1"  # our child processes read it too
    warnings = [*([root_warning()] if is_root_without_bubblewrap() else []), *map(_said, capacity.shortages())]

    def say_where(addresses: list[str]) -> None:
        if as_json:
            print(json.dumps({"address": addresses[0], "addresses": addresses, "warnings": warnings}), flush=True)
            return
        for warning in warnings:
            errors.print(escape(warning), style="yellow", soft_wrap=True)
        console.print(escape(tell("lab_open", address=addresses[0])), soft_wrap=True)
        for address in addresses[1:]:
            console.print(escape(tell("lab_open_others", address=address)), soft_wrap=True)

    with closing(DataFolder(folder or default_data())) as data:
        warnings += map(_said, data.store.notices)
        serve(host, port, data, capacity, say_where)


def root_warning() -> str:
    """What it means to run the lab as root without bubblewrap."""
    level = phrase(isolation().key, LANGUAGE)
    return tell("lab_root.trusts" if os.environ.get(TRUST) else "lab_root.refuses", level=level)


def _said(message: Message) -> str:
    return say(message, LANGUAGE)


def back_up(folder: Path | None, file: Path, as_json: bool) -> None:
    """Write the data of a folder into a file."""
    data = {"folder": str(folder or default_data()), "file": str(file)}
    backup.back_up(Path(data["folder"]), file)
    _report(as_json, data, tell("lab_backup", **data))


def restore(file: Path, folder: Path | None, as_json: bool) -> None:
    """Put the data of a backup into a folder."""
    data = {"folder": str(folder or default_data()), "file": str(file)}
    backup.restore(file, Path(data["folder"]))
    _report(as_json, data, tell("lab_restored", **data))


def _report(as_json: bool, data: dict[str, str], sentence: str) -> None:
    if as_json:
        print(json.dumps(data), flush=True)
    else:
        console.print(escape(sentence), soft_wrap=True)
