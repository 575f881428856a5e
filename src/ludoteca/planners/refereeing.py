"""The service in which pymimir replays a plan in a child process (see `child.server`)."""

from __future__ import annotations

from ludoteca.child.server import serve
from ludoteca.planners.mimir import Mimir, Played
from ludoteca.rules.planning.parser import read_domain, read_problem


class Referee:
    def played(self, domain: str, problem: str, plan: list[list[str]]) -> Played:
        """Replay a plan."""
        known = read_domain(domain)
        return Mimir(known, read_problem(problem, known)).played(map(tuple, plan))


if __name__ == "__main__":
    serve(Referee())
