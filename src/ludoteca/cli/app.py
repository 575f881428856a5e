"""The command line: all commands; errors become one sentence and exit code 2."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Annotated

import typer

from ludoteca import __version__
from ludoteca.cli import class_commands, listing_commands, playing_commands, server_commands, study_commands
from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import Lang
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput, LudotecaError, Unavailable, no_such
from ludoteca.core.garbage import collect_rarely
from ludoteca.core.i18n import say
from ludoteca.core.operating_system import ONE_THREAD

app = Commands(
    name="ludoteca",
    help=tell("help.app"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _part in (playing_commands, study_commands, server_commands, class_commands, listing_commands):
    app.add_typer(_part.commands)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"ludoteca {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help=tell("help.version"))
    ] = False,
    lang: Lang = LANGUAGE,
) -> None:
    pass


def main() -> None:
    """Run a command. Bad input is one sentence and exit code 2; a problem found is exit code 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 gets what it can show
    # Matrices are small: more threads wait for each other, and a process that imports NumPy starts 40 ms later.
    os.environ.update({**ONE_THREAD, **os.environ})
    collect_rarely()
    try:
        code = app(standalone_mode=False)
    except LudotecaError as error:
        code = _refuse(say(error.message, LANGUAGE), 2 if isinstance(error, BadInput | Unavailable) else 1)
    except typer.TyperException as error:
        # Without a command the help is shown: that says it all.
        code = 2 if type(error).__name__ == "NoArgsIsHelpError" else _refuse(_sentence(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        code = _refuse(tell("interrupted"), 130)
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        code = _refuse(tell("system", reason=error.strerror or str(error)), 2)
    sys.exit(code if isinstance(code, int) else 0)


def _sentence(error: typer.TyperException) -> str:
    """One sentence, in the user's language for the mistakes people make most."""
    option, parameter = getattr(error, "option_name", None), getattr(error, "param", None)
    match type(error).__name__:
        case "NoSuchOption":
            return say(no_such("option", str(option), getattr(error, "possibilities", None) or ()).message, LANGUAGE)
        case "BadOptionUsage":
            return tell("bad_usage", name=str(option))
        case "MissingParameter" if parameter is not None:
            return tell("missing", name=parameter.metavar if parameter.opts[0][0] != "-" else parameter.opts[0])
        case "UsageError" if str(error).startswith("No such command"):
            names = typer.main.get_group(app).commands
            return say(no_such("command", str(error).split("'")[1], names).message, LANGUAGE)
        case _:
            return " ".join(str(getattr(error, "message", error)).split())


def _refuse(sentence: str, code: int) -> int:
    if "--json" in sys.argv:
        print(json.dumps({"error": sentence}, ensure_ascii=False))
    print(f"ludoteca: {sentence}", file=sys.stderr)
    return code
