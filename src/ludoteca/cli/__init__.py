"""The command line. Commands stand in modules of their own, and import what is heavy only when they run."""

from ludoteca.cli.app import main

__all__ = ["main"]
