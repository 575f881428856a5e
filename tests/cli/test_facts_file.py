"""Games in the terminal that start from a file of facts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command_line import data, ludoteca

FACTS = ["turn(north)", "pit(south, 1, 0)", "pit(south, 2, 2)", "store(south, 2)"]
FACTS += ["pit(north, 1, 1)", "pit(north, 2, 1)", "store(north, 2)"]
SMALL = ("--set", "pits=2", "--set", "seeds=2", "--seed", "1")


def test_a_game_starts_from_facts_in_lines_or_json(tmp_path: Path) -> None:
    lines, listed, record = tmp_path / "late.txt", tmp_path / "late.json", tmp_path / "game.jsonl"
    lines.write_text("% A late position.\n\n" + "\n".join(FACTS))
    listed.write_text(json.dumps(FACTS))
    one = data("watch", "kalah", "greedy", *SMALL, "--from", str(lines), "--record", str(record), "--json")
    other = data("watch", "kalah", "greedy", *SMALL, "--from", str(listed), "--json")
    assert one["start"] == other["start"] and set(one["start"]) == set(FACTS)
    assert one["moves"][0]["seat"] == "north" and one["scores"] == other["scores"]
    assert data("replay", str(record), "--verify", "--json")["verdict"] in ("true", "reproduced")


def test_a_file_without_a_position_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    for text, sentence in (
        ("\n".join(FACTS[:-1]), "The fact store(north, …) is missing."),
        ("pit(south", '"pit(south" is not a fact'),
        ("[1, 2]", "holds no facts"),
    ):
        file.write_text(text)
        run = ludoteca("watch", "kalah", *SMALL, "--from", str(file))
        assert run.returncode == 2 and sentence in run.stderr
    assert ludoteca("play", "kalah", "--from", str(tmp_path / "nothing")).returncode == 2
