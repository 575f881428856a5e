"""The browser that tests, benchmarks and pictures of the page drive."""

from __future__ import annotations

import shutil

_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # cheapest first


def browser_program() -> str | None:
    """The path of a Chromium on this machine; None if there is none."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)
