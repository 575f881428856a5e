"""`ludoteca society`, as somebody types it; and intentions in the terminal."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import data, ludoteca

SMALL = ("--set", "n=1", "--seed", "1")


def test_agents_stand_side_by_side_in_both_languages(tmp_path: Path) -> None:
    talker = tmp_path / "talker.asl"
    talker.write_text("+!move : free(X, Y) <- .send(black, tell, hi); queen(X, Y).", encoding="utf-8")
    english = ludoteca("society", "queens", str(talker), *SMALL)
    assert english.returncode == 0
    assert "from white, tell: hi" in english.stdout and "talker.asl:1" in english.stdout
    assert "takes up +!move" in english.stdout and "white puts a queen on a1" in english.stdout
    spanish = ludoteca("society", "queens", str(talker), *SMALL, "--lang", "es")
    assert "de white, tell: hi" in spanish.stdout and "mundo" in spanish.stdout


def test_the_chronicle_as_data() -> None:
    life = data("society", "queens", *SMALL)
    assert life["moves"][0] == "queen c3"
    assert life["fault"] is None and 1 in life["result"]
    acts = [event for event in life["events"] if event["kind"] == "acts"]
    assert acts[0]["agent"] == "white" and acts[0]["source"]["file"] == "society.asl"


def test_bad_input_is_exit_code_2(tmp_path: Path) -> None:
    broken = tmp_path / "broken.asl"
    broken.write_text("+!move <- play(", encoding="utf-8")
    done = ludoteca("society", "queens", str(broken), *SMALL)
    assert done.returncode == 2 and "broken.asl, line 1: syntax error" in done.stderr
    assert ludoteca("society", "queens", "nowhere.asl").returncode == 2
    assert ludoteca("society", "queens", *["a.asl"] * 4).returncode == 2
    assert ludoteca("new", "game", "noughts", folder=tmp_path).returncode == 0
    assert ludoteca("society", "noughts", folder=tmp_path, LUDOTECA_PATH=str(tmp_path / "noughts")).returncode == 2


def test_intentions_are_shown_with_why() -> None:
    shown = ludoteca("watch", "queens", "agentspeak", "--why", *SMALL).stdout
    assert "the intention:" in shown
    assert "✓ !look_ahead" in shown and '▶ play("queen a1")' in shown
    assert "player.asl:8" in shown
