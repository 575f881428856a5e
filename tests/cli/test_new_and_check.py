"""`new` writes plugins that pass the exam; `check` says what is missing, each with its remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests import command_line

ROOT = Path(__file__).parent.parent.parent


def ludoteca(*words: str, folder: Path, **environment: str) -> CompletedProcess[str]:
    return command_line.ludoteca(*words, folder=folder, **{"LUDOTECA_PATH": "", **environment})


@pytest.mark.parametrize("flavour", [(), ("--compiled",)])
def test_a_new_game_passes_the_exam_and_every_search_plays_it(tmp_path: Path, flavour: tuple[str, ...]) -> None:
    assert ludoteca("new", "game", "mine", *flavour, folder=tmp_path).returncode == 0
    checked = ludoteca("check", "game", "mine", "--json", folder=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert json.loads(checked.stdout)["passed"] is True
    listed = ludoteca("minds", "mine", "--json", folder=tmp_path)
    assert {"random", "greedy", "montecarlo", "human"} <= {mind["name"] for mind in json.loads(listed.stdout)}
    watched = ludoteca("watch", "mine", "montecarlo:simulations=20", "greedy", "--json", folder=tmp_path)
    assert watched.returncode == 0, watched.stdout
    assert json.loads(watched.stdout).get("forfeit") is None


def test_tic_tac_toe_in_plain_python_is_at_most_80_lines() -> None:
    folder = ROOT / "src" / "ludoteca" / "templates" / "python_game"
    assert sum(len(path.read_text().splitlines()) for path in folder.glob("*.py")) <= 80


def test_the_mind_printed_in_contributing_is_the_one_that_new_writes_and_it_passes(tmp_path: Path) -> None:
    assert ludoteca("new", "mind", "my_mind", folder=tmp_path).returncode == 0
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    mind, messages, claims = re.findall(r"^```(?:python|toml)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert (tmp_path / "my_mind" / "__init__.py").read_text().endswith(mind)
    assert (tmp_path / "my_mind" / "messages.toml").read_text() == messages
    assert (tmp_path / "my_mind" / "claims.py").read_text().endswith(claims)
    environment = {"LUDOTECA_PATH": str(tmp_path / "my_mind")}
    watched = ludoteca("watch", "kalah", "my_mind", "random", "--record", "game.jsonl", folder=tmp_path, **environment)
    assert watched.returncode == 0, watched.stderr
    verified = ludoteca("replay", "game.jsonl", "--verify", folder=tmp_path, **environment)
    assert verified.returncode == 0, verified.stdout
    examined = ludoteca("check", "mind", "my_mind", "--game", "kalah", folder=tmp_path)
    assert examined.returncode == 0, examined.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [("Bad-Name", "cannot be the name of a plugin"), ("kalah", "already"), ("there", "exists already")],
)
def test_a_folder_that_cannot_be_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "there").mkdir()
    refused = ludoteca("new", "game", name, folder=tmp_path)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_check_names_what_is_missing_with_its_remedy(tmp_path: Path) -> None:
    ludoteca("new", "game", "mine", folder=tmp_path)
    for path in ("README.es.md", "exam/perft.toml", "exam/golden/random.txt"):
        (tmp_path / "mine" / path).unlink()
    checked = ludoteca("check", "game", "mine", folder=tmp_path)
    assert checked.returncode == 1
    for said in ("README.es.md is missing", "exam/perft.toml is missing", "There is no golden game", "--write"):
        assert said in " ".join(checked.stdout.split())
    assert "3 of" in checked.stdout
    (tmp_path / "mine" / "README.es.md").write_text("# Tres en raya\n")
    assert ludoteca("check", "game", "mine", "--write", folder=tmp_path).returncode == 0


def test_a_false_reason_fails_the_exam(tmp_path: Path) -> None:
    ludoteca("new", "mind", "liar", folder=tmp_path)
    path = tmp_path / "liar" / "__init__.py"
    honest = path.read_text()
    path.write_text(honest.replace("changed_facts(position, move)", "position.after(move).facts()"))
    checked = ludoteca("check", "mind", "liar", "--game", "kalah", folder=tmp_path)
    assert checked.returncode == 1
    assert "does not hold" in checked.stdout or "evidence" in checked.stdout


def test_a_broken_plugin_is_listed_and_the_others_too(tmp_path: Path) -> None:
    ludoteca("new", "game", "mine", folder=tmp_path)
    path = tmp_path / "mine" / "__init__.py"
    path.write_text(path.read_text().replace("def turn(", "def turn(:"))
    listed = ludoteca("games", folder=tmp_path, LUDOTECA_PATH=f"{tmp_path / 'mine'}:{tmp_path / 'nowhere'}")
    assert listed.returncode == 0
    assert "kalah" in listed.stdout
    said = " ".join(listed.stderr.split())
    assert f"{path}, line" in said.replace(" /", "/").replace("/ ", "/") or "SyntaxError" in said
    assert "does not exist" in said


def test_a_fault_is_told_once_and_wrong_files_of_the_exam_are_named(tmp_path: Path) -> None:
    ludoteca("new", "game", "mine", folder=tmp_path)
    path, golden = tmp_path / "mine" / "__init__.py", tmp_path / "mine" / "exam" / "golden" / "random.txt"
    (tmp_path / "mine" / "exam" / "perft.toml").write_text("[[counts]\n")
    golden.write_text(golden.read_text().replace('"c1"', '"d1"', 1))
    said = failure(tmp_path)
    assert "perft.toml is not TOML" in said
    assert "random.txt cannot be played any more" in said
    path.write_text(path.read_text().replace("return (*state[:at]", "1 / 0\n        return (*state[:at]"))
    said = failure(tmp_path)
    assert said.count("ZeroDivisionError") == 1
    assert said.count("The same as above.") > 5


def test_a_setup_that_yields_the_position_itself_or_raises_fails_the_exam(tmp_path: Path) -> None:
    ludoteca("new", "game", "mine", folder=tmp_path)
    (tmp_path / "mine" / "setup.py").write_text("def similar(position):\n    yield position\n    yield 1 / 0\n")
    checked = ludoteca("check", "game", "mine", folder=tmp_path)
    assert checked.returncode == 1
    assert "comes twice, or is the position itself" in " ".join(checked.stdout.split())
    (tmp_path / "mine" / "setup.py").write_text("def similar(position):\n    yield 1 / 0\n")
    checked = ludoteca("check", "game", "mine", folder=tmp_path)
    assert checked.returncode == 1
    assert "setup.py" in checked.stdout
    assert "ZeroDivisionError" in checked.stdout


def test_words_that_do_not_tell_moves_apart_or_add_up_fail_the_exam(tmp_path: Path) -> None:
    ludoteca("new", "game", "mine", folder=tmp_path)
    words, sheet = tmp_path / "mine" / "words.py", tmp_path / "mine" / "score_sheet.py"
    words.write_text(
        "from ludoteca.core.i18n import Message\n\n\n"
        "def move_name(position, move):\n    return Message('games.mine.title')\n"
    )
    assert "have the same name" in failure(tmp_path)
    words.write_text(words.read_text().replace("games.mine.title", "games.mine.nothing"))
    assert "says games.mine.nothing" in failure(tmp_path)
    words.unlink()
    sheet.write_text(
        "from ludoteca.core.game import ScoreRow\nfrom ludoteca.core.i18n import Message\n\n\n"
        "def score_sheet(position):\n    return [ScoreRow(Message('games.mine.title'), (7, 7))]\n"
    )
    assert "The score sheet adds up to [7, 7]" in failure(tmp_path)


def failure(folder: Path) -> str:
    """What the exam of the game in a folder says when it fails."""
    checked = ludoteca("check", "game", "mine", folder=folder)
    assert checked.returncode == 1
    return " ".join(checked.stdout.split())
