"""`lab`: serve the web lab, back up its data, restore them."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from ludoteca.child.sandbox import is_root_without_bubblewrap, isolation
from ludoteca.classroom.members import Members
from ludoteca.classroom.store import ClassStore, class_folder
from ludoteca.cli.doctor import first_start
from ludoteca.cli.output import console, errors
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message, phrase, say
from ludoteca.lab import backup
from ludoteca.lab.addresses import join_link
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.data_folder import DATABASE, DataFolder
from ludoteca.lab.qr_codes import qr_text
from ludoteca.lab.web_server import serve
from ludoteca.minds.shared.knowledge import TRUST
from ludoteca.storage.folders import default_data


@dataclass(frozen=True, slots=True)
class LabAddress:
    """Where the lab is served: host and port, and the address that others use, if a proxy stands before it."""

    host: str
    port: int
    public: str | None = None


def lab(
    place: LabAddress,
    folder: Path | None,
    capacity: Capacity,
    trust: bool,
    as_json: bool,
    class_name: str | None = None,
) -> None:
    """Serve until interrupted; `trust` lets root play by knowledge of others without bubblewrap."""
    if trust:
        os.environ[TRUST] = "1"  # our child processes read it too
    with ExitStack() as opened:
        classroom = None
        if class_name is not None:
            if folder is not None:
                raise BadInput("lab.class_data")
            folder = class_folder(class_name)
            classroom = opened.enter_context(closing(ClassStore(folder)))
        folder = folder or default_data()
        is_first = not (folder / DATABASE).exists()
        data = opened.enter_context(closing(DataFolder(folder)))
        if is_first and not as_json:
            first_start()
        warnings = [*([root_warning()] if is_root_without_bubblewrap() else []), *map(_said, capacity.shortages())]
        warnings += map(_said, [*data.store.notices, *(classroom.notices if classroom else [])])
        joining = None if classroom is None else Members(classroom).code()

        def say_where(addresses: list[str]) -> None:
            if place.public is not None:
                addresses.insert(1, f"{place.public.rstrip('/')}/")
            _print_start(addresses, warnings, joining, as_json)

        serve(place.host, place.port, data, capacity, say_where, classroom)


def _print_start(addresses: list[str], warnings: list[str], code: str | None, as_json: bool) -> None:
    """Print where the lab can be opened and, for a class, where students join."""
    join = None if code is None else join_link(addresses[min(1, len(addresses) - 1)], code)
    if as_json:
        start = {"address": addresses[0], "addresses": addresses, "warnings": warnings}
        print(json.dumps(start if join is None else {**start, "join": join}), flush=True)
        return
    for warning in warnings:
        errors.print(escape(warning), style="yellow", soft_wrap=True)
    console.print(escape(tell("lab_open", address=addresses[0])), soft_wrap=True)
    for address in addresses[1:]:
        console.print(escape(tell("lab_open_others", address=address)), soft_wrap=True)
    if join is not None:
        console.print(escape(tell("lab_join", link=join)), soft_wrap=True)
        console.out(qr_text(join), highlight=False)


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
