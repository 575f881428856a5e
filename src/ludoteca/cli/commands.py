"""Commands whose help is in the language of this run, the words that typer itself adds included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from ludoteca.cli.text import LANGUAGE, tell

_PANELS = ("ARGUMENTS_PANEL_TITLE", "OPTIONS_PANEL_TITLE", "COMMANDS_PANEL_TITLE")
_NOTES = ("DEFAULT_STRING", "REQUIRED_LONG_STRING")
_Function = TypeVar("_Function", bound=Callable[..., Any])


class _HelpInLanguage:
    """What the help of a command and of a group of commands have in common."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{tell('typer.usage')} ")

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = tell("typer.help")
        return option

    def format_help(self, ctx: Any, formatter: Any) -> None:
        if LANGUAGE != "en":
            from typer import rich_utils  # slow to import: only when help is shown

            for name in (*_PANELS, *_NOTES):
                setattr(rich_utils, name, tell(f"typer.{name.lower()}"))
        super().format_help(ctx, formatter)  # type: ignore[misc]


class _Command(_HelpInLanguage, TyperCommand):
    pass


class _Group(_HelpInLanguage, TyperGroup):
    pass


class Commands(typer.Typer):
    """A group of commands."""

    def __init__(self, **settings: Any) -> None:
        options, subcommand = tell("typer.options"), tell("typer.subcommand")
        super().__init__(cls=_Group, options_metavar=options, subcommand_metavar=subcommand, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[_Function], _Function]:
        """Make a function a command of the group."""
        return super().command(name, cls=_Command, options_metavar=tell("typer.options"), **settings)
