"""`lab`: serve the web lab."""

from __future__ import annotations

import json
from pathlib import Path

from rich.markup import escape

from ludoteca.cli.output import console, errors
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import say
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.web_server import default_data, serve


def lab(host: str, port: int, data: Path | None, capacity: Capacity, as_json: bool) -> None:
    """Serve until interrupted."""
    for shortage in capacity.shortages():
        errors.print(escape(say(shortage, LANGUAGE)), soft_wrap=True)

    def say_where(addresses: list[str]) -> None:
        if as_json:
            print(json.dumps({"address": addresses[0], "addresses": addresses}), flush=True)
            return
        console.print(escape(tell("lab_open", address=addresses[0])), soft_wrap=True)
        for address in addresses[1:]:
            console.print(escape(tell("lab_open_others", address=address)), soft_wrap=True)

    serve(host, port, data or default_data(), capacity, say_where)
