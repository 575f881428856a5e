"""What tests need of the processes they start."""

from __future__ import annotations

import signal


def heeds_interrupts() -> None:
    """Before a child begins: a shell's background jobs are born deaf to Ctrl-C, and so would be what they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
