"""The command line: one module a command, imported when the command runs."""

from ludoteca.cli.app import main

__all__ = ["main"]
