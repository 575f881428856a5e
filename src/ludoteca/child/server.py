"""The other end of a child's pipes: questions come in, answers go out, one JSON object a line."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def serve(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer until the other side hangs up. Nothing but answers goes to where they are read."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line)), ensure_ascii=False) + "\n")
        answers.flush()
