"""Plugins: discovered, loaded, and named with file, line and remedy when they are broken."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca import templates
from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.loading import BrokenPlugin, GameFault
from ludoteca.core.plugins import PATH, path_problems, plugins
from ludoteca.core.traces import trace_types
from ludoteca.exam import trial_service
from ludoteca.exam.plugin_check import plugin_problems
from ludoteca.exam.trial_service import TrialService
from ludoteca.games import game_names, load_game, open_game
from ludoteca.minds.schools import load_mind, mind_names, minds_for, school
from ludoteca.rules.kernel.game import KernelGame

TEMPLATES = Path(templates.__file__).parent
Plugins = Callable[..., Path]


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plugins:
    """Copies a template into a root on LUDOTECA_PATH, with some texts replaced; gives the folder."""

    def write(template: str, name: str, **files: tuple[str, str] | None) -> Path:
        kind = "minds" if template == "mind" else "games"
        folder = tmp_path / kind / name
        shutil.copytree(TEMPLATES / template, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.iterdir():
            path.write_text(path.read_text().replace("PLUGIN", name).replace("Plugin", name.title()))
        for stem, change in files.items():
            path = folder / (f"{stem}.toml" if stem == "messages" else f"{stem}.py")
            if change is None:
                path.unlink()
            else:
                assert change[0] in path.read_text()
                path.write_text(path.read_text().replace(*change, 1))
        monkeypatch.setenv(PATH, str(tmp_path))
        return folder

    return write


def line_of(path: Path, text: str) -> int:
    return next(n for n, line in enumerate(path.read_text().splitlines(), 1) if text in line)


class TestDiscovery:
    def test_a_root_and_a_plugins_own_folder_can_stand_on_the_path(
        self, plugin: Plugins, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = plugin("python_game", "onroot")
        assert "onroot" in game_names()
        monkeypatch.setenv(PATH, str(folder))
        assert plugins("games")["onroot"].folder == folder
        assert load_game("onroot").seats == ("cross", "circle")

    def test_a_mind_on_the_path_plays(self, plugin: Plugins) -> None:
        plugin("mind", "shy")
        assert "shy" in mind_names()
        assert "shy" in minds_for(load_game("kalah"))

    def test_a_game_opens_by_its_folder(self, plugin: Plugins, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        folder = plugin("python_game", "byfolder")
        monkeypatch.setenv(PATH, "")
        assert open_game(str(folder)).name == "byfolder"

    def test_a_path_that_does_not_exist_is_reported(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv(PATH, str(tmp_path / "nowhere"))
        assert [problem.key for problem in path_problems()] == ["core.plugin.path.missing"]
        sentences = [say(problem.message) for problem in plugin_problems()]
        assert any("nowhere" in sentence and "does not exist" in sentence for sentence in sentences)
        assert load_game("kalah").seats == ("south", "north")

    def test_a_folder_without_plugins_and_names_that_cannot_be_are_reported(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "games" / "kalah").mkdir(parents=True)
        (tmp_path / "games" / "kalah" / "__init__.py").touch()
        (tmp_path / "games" / "my-game").mkdir()
        (tmp_path / "games" / "my-game" / "__init__.py").touch()
        (tmp_path / "empty").mkdir()
        monkeypatch.setenv(PATH, f"{tmp_path}:{tmp_path / 'empty'}")
        assert [problem.key.rpartition(".")[2] for problem in path_problems()] == ["taken", "bad_name", "empty"]
        assert load_game("kalah").seats == ("south", "north")


def try_game(name: str) -> None:
    service = TrialService()
    service.begin(name)
    service.compile_rules(name)


# Template, the file that is wrong, how it is changed, the text whose line is named, and what is said.
BROKEN = [
    ("python_game", "__init__", ("def turn(", "def turn(:"), "def turn(:", "SyntaxError", "Correct the syntax"),
    ("python_game", "__init__", ("GAME = ", "GAMES = "), "", "does not define GAME", "End the file with GAME ="),
    ("python_game", "__init__", ("GAME = NogameGame", "GAME = Fact"), "", "not a GameBase", "PythonGame or KernelGame"),
    ("python_game", "__init__", ("def scores(", "def points("), "", "abstract", "Define the methods"),
    ("python_game", "messages", ("title = {", "title = ["), "title = [", "not TOML", "Correct the line"),
    ("python_game", "messages", ("circle = {", "circel = {"), "", "seat.circle", "with en and es"),
    ("python_game", "messages", None, "", "messages.toml is missing", "ludoteca new"),
    (
        "python_game",
        "__init__",
        ("return [cell for", "return [1 / 0 for"),
        "[1 / 0 for",
        "ZeroDivisionError",
        "Correct",
    ),
    ("python_game", "view", ("parts = ", "parts = undefined + "), "undefined", "NameError", "Correct it there"),
    (
        "python_game",
        "messages",
        ("{cell} is empty", "{field} is empty"),
        "",
        "relation.empty",
        "stands for the argument",
    ),
    ("python_game", "__init__", ("CELLS = ", "exit(3)\nCELLS = "), "exit(3)", "SystemExit", "Correct it there"),
    (
        "python_game",
        "__init__",
        ("    seats =", "    options = (3,)\n    seats ="),
        "",
        "not an Option",
        "Write Option(",
    ),
    (
        "python_game",
        "__init__",
        ("return [cell for", "return [] and [cell for"),
        "",
        "has no legal move",
        "turn be None",
    ),
    ("kernel_game", "__init__", ("int, 3", "int, 9"), "", "heaps=9 is out of range", "Correct the default"),
    ("kernel_game", "rules", ("def is_decided", "def decided"), "", "not define is_decided in", "rules.pyi"),
    ("kernel_game", "hints", ("def prior", "def first"), "", "not define prior in", "hints.pyi"),
    ("kernel_game", "rules", None, "", "rules.py is missing", "ludoteca new"),
    ("kernel_game", "hints", ("HORIZON = 1", "HORIZON = 1 +"), "HORIZON", "SyntaxError", "Correct the syntax"),
    ("kernel_game", "rules", ("total += s.heaps[heap]", 'total += int(f"{s.heaps[heap]:d}")'), "total +=", "Error", ""),
]


@pytest.mark.parametrize(("template", "stem", "change", "line", "said", "remedy"), BROKEN)
def test_a_broken_game_is_named_with_file_line_and_remedy(
    plugin: Plugins, template: str, stem: str, change: tuple[str, str] | None, line: str, said: str, remedy: str
) -> None:
    folder = plugin(template, "nogame", **{stem: change})
    with pytest.raises(LudotecaError) as caught:
        try_game("nogame")
    problem = caught.value.message
    sentence = say(problem)
    assert said in sentence
    assert remedy in sentence
    assert all(say(problem, language) for language in LANGUAGES)
    path = folder / (f"{stem}.toml" if stem == "messages" else f"{stem}.py")
    if line:
        assert f"{path}, line {line_of(path, line)}" in sentence
    assert "kernels" not in sentence  # the author's own file, not the compiler's cache
    assert load_game("kalah").start(0).moves  # everything else goes on working


def test_games_that_hang_crash_or_name_their_package_wrongly_are_named_and_the_others_play(
    plugin: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin("python_game", "fine")
    plugin("python_game", "crashing", __init__=("at, seat = CELLS", "import os; os._exit(3)\n        at, seat = CELLS"))
    (plugin("python_game", "extra") / "extra.toml").write_text("package =\n")
    endless = plugin("python_game", "endless") / "__init__.py"
    assert [problem.name for problem in plugin_problems()] == ["crashing", "extra"]
    said = [say(problem.message) for problem in plugin_problems()]
    assert "exit code 3" in said[0]
    assert "extra.toml, line 1: this is not TOML" in said[1]
    endless.write_text(endless.read_text().replace("at, seat = CELLS", "while True: pass\n        at, seat = CELLS"))
    load_game("endless")  # so that the time goes to the loop
    monkeypatch.setattr(trial_service, "BEGIN", 0.5)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a background job
    try:
        with pytest.raises(GameFault, match=f"line {line_of(endless, 'while True')}: look there for a loop"):
            TrialService().begin("endless")
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("return NoMindPlayer", "return NoMindPlayer("), "SyntaxError"),
        (("MIND = ", "MINDS = "), "End the file with MIND ="),
        (("MIND = NoMindMind", 'MIND = "NoMindMind"'), "End the file with MIND ="),
        (("MIND = NoMindMind", 'MIND = "mind.NoMindMind"'), "mind.py is missing"),
        (("import changed_facts", "import changed_fact"), "ImportError"),
        (("    def join", "    parameters = (3,)\n\n    def join"), "Write Option("),
    ],
)
def test_a_broken_mind_is_named_and_the_others_play(plugin: Plugins, change: tuple[str, str], said: str) -> None:
    plugin("mind", "nomind", __init__=(change[0].replace("NoMind", "Nomind"), change[1].replace("NoMind", "Nomind")))
    with pytest.raises(BrokenPlugin) as caught:
        school("nomind")
    assert said in say(caught.value.message)
    assert "random" in minds_for(load_game("kalah"))
    assert load_mind("random", load_game("kalah"))


def test_a_mind_in_another_file_is_imported_when_it_is_asked_for(plugin: Plugins) -> None:
    for name, change in (("later", ("def join(", "def join(")), ("never", ("def join(", "def join((("))):
        folder = plugin("mind", name, __init__=change)
        (folder / "__init__.py").rename(folder / "mind.py")
        (folder / "__init__.py").write_text(f'MIND = "mind.{name.title()}Mind"\n')
    assert load_mind("later", load_game("kalah")).__class__.__name__ == "LaterMind"
    with pytest.raises(BrokenPlugin, match=r"never/mind\.py, line .*SyntaxError"):
        school("never")


TRACE = """
from dataclasses import dataclass
from typing import Literal
from ludoteca.core.traces import Trace

@dataclass(frozen=True, slots=True)
class Counts(Trace):
    kind: Literal["counts"] = "counts"

TRACE = Counts
"""


def test_a_mind_brings_its_trace_and_a_broken_one_is_named(plugin: Plugins) -> None:
    shipped = set(trace_types())
    folder = plugin("mind", "traced")
    (folder / "trace").mkdir()
    (folder / "trace" / "__init__.py").write_text(TRACE)
    broken = plugin("mind", "untraced") / "trace"
    broken.mkdir()
    (broken / "__init__.py").write_text("TRACE = 1 / 0\n")
    plugin("mind", "unclaimed", claims=("def _fewest(", "def _fewest"))
    assert set(trace_types()) == {*shipped, "counts"}
    counts = trace_types()["counts"]
    assert "No module named 'ludoteca.minds.traced.trace.terminal'" in str(
        counts.draw(counts.type(), load_game("kalah"), "en")
    )
    assert [problem.name for problem in plugin_problems()] == ["unclaimed", "untraced"]
    said = [say(problem.message) for problem in plugin_problems()]
    assert "claims.py, line" in said[0]
    assert f"{broken / '__init__.py'}, line 1: ZeroDivisionError" in said[1]


class TestFaultsOfTheGame:
    def play(self, name: str, mind: str) -> None:
        seats = [ProcessSeat(mind) for _ in range(2)]
        try:
            GameRunner(load_game(name), seats, 1, 60).play()
        finally:
            for seat in seats:
                seat.close()

    def test_the_mind_that_meets_one_does_not_forfeit(self, plugin: Plugins) -> None:
        wrong = 'assert seat is not None\n        assert move != "c3", "never c3"\n        return (*state'
        folder = plugin("python_game", "faulty", __init__=("assert seat is not None\n        return (*state", wrong))
        path = folder / "__init__.py"
        with pytest.raises(GameFault) as caught:
            self.play("faulty", "greedy")
        assert f"{path}, line {line_of(path, 'never c3')}: AssertionError" in say(caught.value.message)

    def test_compiled_rules_point_into_the_authors_file(self, plugin: Plugins) -> None:
        folder = plugin("kernel_game", "faulty", rules=("total += s.heaps[heap]", 'total += "one"'))
        path = folder / "rules.py"
        game = load_game("faulty")
        assert isinstance(game, KernelGame)
        with pytest.raises(GameFault) as caught:
            game.kernel_for("tree_search")
        assert f"{path}, line {line_of(path, 'total +=')}" in say(caught.value.message)

    @pytest.mark.parametrize("change", [("event.completed", "event.won"), ('{"seat": f"', '{"who": f"')])
    def test_an_event_that_its_message_does_not_fit_is_one(self, plugin: Plugins, change: tuple[str, str]) -> None:
        folder = plugin("python_game", "faulty", __init__=change)
        with pytest.raises(GameFault, match=r"games\.faulty\.event\.") as caught:
            self.play("faulty", "greedy")
        assert str(folder / "messages.toml") in say(caught.value.message)
