"""The process in which pymimir plays somebody's plan through: reads one JSON object a line, answers with one."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ludoteca.child.server import serve
from ludoteca.planners.mimir import Mimir, Unreadable
from ludoteca.rules.planning.parser import read_domain, read_problem


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What comes of a plan, or that pymimir does not make sense of the problem."""
    domain = read_domain(question["domain"])
    problem = read_problem(question["problem"], domain)
    try:
        return asdict(Mimir(domain, problem).played(map(tuple, question["plan"])))
    except Unreadable as error:
        return {"unreadable": str(error)}


if __name__ == "__main__":
    serve(answer)
