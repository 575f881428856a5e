"""Counts the firings of each rule of Agricola classic in random games of every scenario.

``python -m bench.firings`` prints the report and fails if a rule never fires; ``--write`` saves it in firings.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from ludoteca.games.agricola_classic import AgricolaClassic

REPORT = Path(__file__).parent / "firings.md"
GAMES = 200


def count_firings(games: int = GAMES) -> Counter[str]:
    """The number of firings of each rule, those that never fired included."""
    found: Counter[str] = Counter()
    scenarios = AgricolaClassic.options[0].choices
    for number, scenario in enumerate(scenarios):
        game = AgricolaClassic({"scenario": scenario})
        game.engine.fired.clear()
        game.engine.batched = False  # batches are not counted
        for seed in range(number, games, len(scenarios)):
            position = game.start(seed)  # its firings count too
            game.engine.playout(position.state, seed)
        found.update({rule: game.engine.fired[rule] for rule in game.rules})
    return found


def report(found: Counter[str], games: int = GAMES) -> str:
    """The report as Markdown, in the order of the files."""
    rules = AgricolaClassic({}).rules
    lines = ["# Rules that fired", "", f"Agricola classic, {games} random games over its five scenarios.", ""]
    lines += ["| file | rule | firings |", "|---|---|---|"]
    lines += [f"| {rule.file} | `{name}` | {found[name]:,} |" for name, rule in rules.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    found = count_firings()
    print(report(found))
    if "--write" in sys.argv:
        REPORT.write_text(report(found), encoding="utf-8")
    never = [rule for rule, times in found.items() if times == 0]
    if never:
        sys.exit(f"These rules never fired: {', '.join(never)}.")


if __name__ == "__main__":
    main()
