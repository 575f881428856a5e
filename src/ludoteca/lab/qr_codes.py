"""QR codes of links."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> str:
    """A text as a QR code in SVG, black on nothing, as wide as its place."""
    return segno.make_qr(text, error="m").svg_inline(omitsize=True, border=2)


def qr_text(text: str) -> str:
    """A text as a QR code for a terminal."""
    written = io.StringIO()
    segno.make_qr(text, error="l").terminal(written, border=2, compact=True)
    return written.getvalue()
