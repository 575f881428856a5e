"""`lab`: serve the web lab."""

from __future__ import annotations

import json
from pathlib import Path

from rich.markup import escape

from ludoteca.cli.output import console
from ludoteca.cli.text import tell
from ludoteca.lab.web_server import default_data, serve


def lab(host: str, port: int, data: Path | None, as_json: bool) -> None:
    """Serve until interrupted."""

    def say_where(address: str) -> None:
        if as_json:
            print(json.dumps({"address": address}), flush=True)
        else:
            console.print(escape(tell("lab_open", address=address)), soft_wrap=True)

    serve(host, port, data or default_data(), say_where)
