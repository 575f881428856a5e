"""How many AgentSpeak programs in a folder load, and what keeps the others out: ``python -m bench.jason FOLDER``.

The folder is the user's own, such as the demos and examples of the Jason repository; nothing of it is kept here.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from ludoteca.core.i18n import say
from ludoteca.games import load_game
from ludoteca.minds.agentspeak.engine import Agent
from ludoteca.minds.shared.knowledge import Knowledge

_SECONDS = 20.0


def main(folder: Path) -> None:
    """Load every program of a folder, and count those without errors."""
    game = load_game("kalah")
    agent = Agent(game, game.seats[0], None, 0)
    files, loaded, obstacles = sorted(folder.rglob("*.asl")), 0, Counter[str]()
    for file in files:
        if not agent.alive:
            agent = Agent(game, game.seats[0], None, 0)
        found = agent.check(Knowledge(file.name, file.read_text(encoding="utf-8", errors="replace")), _SECONDS)
        errors = [
            f"{file.relative_to(folder)}, line {one.line}: {say(one.message)}" for one in found if not one.warning
        ]
        loaded += not errors
        obstacles.update(errors[:1])
    agent.close()
    print(f"{loaded} of {len(files)} programs load")
    for error in obstacles:
        print(f"  {error}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
