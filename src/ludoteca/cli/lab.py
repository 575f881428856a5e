"""`lab`: serve the web lab."""

from __future__ import annotations

import json
import os
from pathlib import Path

from rich.markup import escape

from ludoteca.child import isolation
from ludoteca.child.sandbox import is_root_without_bubblewrap
from ludoteca.cli.output import console
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import phrase
from ludoteca.lab.web_server import default_data, serve
from ludoteca.minds.shared.knowledge import TRUST


def lab(host: str, port: int, data: Path | None, trust: bool, as_json: bool) -> None:
    """Serve until interrupted; `trust` lets root play by knowledge of others without bubblewrap."""
    if trust:
        os.environ[TRUST] = "1"  # our child processes read it too
    warning = root_warning()

    def say_where(address: str) -> None:
        if as_json:
            print(json.dumps({"address": address} | ({"warning": warning} if warning else {})), flush=True)
            return
        if warning is not None:
            console.print(escape(warning), style="yellow", soft_wrap=True)
        console.print(escape(tell("lab_open", address=address)), soft_wrap=True)

    serve(host, port, data or default_data(), say_where)


def root_warning() -> str | None:
    """What it means to run the lab as root without bubblewrap; None otherwise."""
    if not is_root_without_bubblewrap():
        return None
    level = phrase(isolation().key, LANGUAGE)
    return tell("lab_root.trusts" if os.environ.get(TRUST) else "lab_root.refuses", level=level)
