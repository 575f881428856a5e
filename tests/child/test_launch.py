"""Each wall of the launcher by itself: privileges, Landlock, the system-call filter, limits."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca
from ludoteca.child import launch
from ludoteca.child.client import Client
from ludoteca.child.errors import Crashed
from ludoteca.child.launch import landlock
from ludoteca.child.process import Child
from ludoteca.child.sandbox import HIGHEST, Isolation, isolation, levels_of_system, strongest
from ludoteca.core.errors import BadInput
from ludoteca.core.operating_system import process_tree
from tests.waiting import PATIENCE, eventually

LEVELS = levels_of_system()
HERE = LEVELS[LEVELS.index(strongest()) :]
FOLDER = str(Path(launch.__file__).parent.parent)
TESTS = Path(__file__).parent
PACKAGES = os.pathsep.join([str(Path(ludoteca.__file__).parent.parent), str(TESTS)])
ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="not root")
LANDLOCK = pytest.mark.skipif(landlock.abi() == 0, reason="no Landlock in this kernel")
PYTHON = [f"read={path}" for path in (sys.prefix, sys.base_prefix, "/usr", "/lib", "/lib64", "/etc/ld.so.cache")]


@pytest.fixture(params=HERE)
def level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Isolation:
    monkeypatch.setenv(HIGHEST, request.param)
    assert isolation() is request.param
    return Isolation(request.param)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="no bubblewrap")
def test_the_level_does_not_depend_on_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bwrap").symlink_to(str(shutil.which("bwrap")))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert strongest.__wrapped__() is strongest()


def launched(*settings: str, program: list[str], before: str = "") -> str:
    """What a program writes that was started by the launcher; `before` is run in the launcher first."""
    code = launch.CODE.replace("main()", f"{before}; main()") if before else launch.CODE
    command = [sys.executable, "-I", "-S", "-B", "-c", code, FOLDER, *settings, "--", *program]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return ended.stdout + ended.stderr


def tried(*settings: str, code: str) -> str:
    """What an expression of Python gives under the launcher, or the name of its error."""
    script = f"import os, socket, subprocess\ntry: print({code})\nexcept OSError as error: print(type(error).__name__)"
    return launched(*settings, program=[sys.executable, "-I", "-c", script]).strip()


def status_of(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


@pytest.fixture
def child(level: Isolation) -> Iterator[Child]:
    code = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    with Child([sys.executable, "-c", code]) as started:
        started.ask({}, 20)
        yield started


def test_a_confined_child_has_no_privileges(child: Child, level: Isolation) -> None:
    status = status_of(process_tree(child.pid)[-1])
    for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
        assert int(status[kind], 16) == 0, kind
    if os.geteuid() == 0:
        assert int(status["CapBnd"], 16) == 0
        assert status["Groups"] == ""
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == ("0" if level is Isolation.LIMITS else "2")


def test_its_parent_keeps_its_power_over_it(child: Child) -> None:
    program = process_tree(child.pid)[-1]
    child.seal()
    assert resource.prlimit(program, resource.RLIMIT_NOFILE) == (3, 3)
    assert child.ask({"n": 1}, 20) == {"n": 1}
    os.kill(program, signal.SIGUSR1)  # ignored, but sent
    child.kill()
    assert not child.alive
    eventually(lambda: not Path(f"/proc/{program}").exists())  # the kernel ends what runs in bubblewrap


def test_only_a_lower_level_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for level in LEVELS:
        monkeypatch.setenv(HIGHEST, level)
        assert isolation() is (level if level in HERE else strongest())
    monkeypatch.setenv(HIGHEST, "filtr")
    with pytest.raises(BadInput, match='did you mean "LUDOTECA_ISOLATION=filter"'):
        isolation()


def test_a_program_that_cannot_be_executed_is_named(level: Isolation, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/nowhere/interpreter\n")
    program.chmod(0o755)
    with pytest.raises(Crashed, match=r"program: \w+"), Child([str(program)], readable=[program]) as started:
        started.ask({}, 20)


def test_a_module_of_ours_runs_in_the_launcher(level: Isolation) -> None:
    """It has the packages that the launcher was started without, reads what /proc says of it, and executes nothing."""
    variables, hashes = {"PYTHONPATH": PACKAGES, "PYTHONHASHSEED": "0"}, set[int]()
    for _ in range(2):
        with Client.of_module("launched_service", environment=variables, readable=[TESTS]) as client:
            found = client.ask("look", PATIENCE)
        assert found["packages"] and not found["launcher"]
        assert found["resident"] > 0
        assert found["executes"] is (level is Isolation.LIMITS)
        assert found["descriptors"] == [0, 1, 2, 3]
        hashes.add(found["hash"])
    assert len(hashes) == 1


def test_a_module_of_ours_that_ends_with_an_error_says_which(level: Isolation) -> None:
    variables = {"PYTHONPATH": PACKAGES, "LAUNCHED": "no_such_file"}
    with (
        Client.of_module("launched_service", environment=variables, readable=[TESTS]) as client,
        pytest.raises(Crashed, match=r"FileNotFoundError.*no_such_file"),
    ):
        client.ask("look", PATIENCE)


class TestPrivileges:
    """The launcher as root. Root in a container may lack the capabilities to control a child of another user."""

    ANY = "import launch.privileges as p; p._NEEDED = 0"

    @ROOT
    def test_the_user_is_given_up(self) -> None:
        shown = launched("wall=privileges", "read=/usr", program=["/bin/cat", "/proc/self/status"], before=self.ANY)
        status = dict(line.split(":\t") for line in shown.splitlines() if ":\t" in line)
        users = {int(number) for number in (status["Uid"] + " " + status["Gid"]).split()}
        assert len(users) == 1
        assert min(users) >= 65534
        assert status["CapEff"].strip("0") == status["CapBnd"].strip("0") == ""

    @ROOT
    def test_the_user_is_kept_if_another_could_not_run_the_program(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o700)
        settings = ["wall=privileges", "read=/usr", f"read={tmp_path}"]
        shown = launched(*settings, program=["/bin/cat", "/proc/self/status"], before=self.ANY)
        assert "Uid:\t0\t0\t0\t0" in shown
        assert "CapEff:\t0000000000000000" in shown

    @ROOT
    def test_root_without_capabilities_cannot_pass_by_the_rights_of_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("theirs")
        os.chown(tmp_path / "file", 65533, 65533)
        (tmp_path / "file").chmod(0o600)
        assert tried("wall=privileges", code=f"open({str(tmp_path / 'file')!r}).read()") == "PermissionError"


@LANDLOCK
class TestLandlock:
    """Landlock without the filter, so that it is Landlock that refuses."""

    def test_only_what_is_named_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        reading = f"open({str(tmp_path / 'file')!r}).read()"
        settings = ["wall=privileges", "wall=landlock", *PYTHON]
        assert tried(*settings, code=reading) == "PermissionError"
        assert tried(*settings, f"read={tmp_path}", code=reading) == "mine"
        assert tried(*settings, f"list={tmp_path}", code=reading) == "PermissionError"
        assert tried(*settings, f"list={tmp_path}", code=f"os.listdir({str(tmp_path)!r})") == "['file']"

    def test_nothing_is_written(self, tmp_path: Path) -> None:
        settings = ["wall=privileges", "wall=landlock", *PYTHON, f"read={tmp_path}"]
        (tmp_path / "file").write_text("mine")
        for deed in ("open({0!r}, 'w')", "os.unlink({0!r})", "os.mkdir({0!r} + 'x')", "os.symlink('/', {0!r} + 'x')"):
            assert tried(*settings, code=deed.format(str(tmp_path / "file"))) == "PermissionError", deed
        assert [path.name for path in tmp_path.iterdir()] == ["file"]

    def test_nothing_else_is_executed(self, tmp_path: Path) -> None:
        program = tmp_path / "program"
        program.write_text("#!/bin/sh\necho run\n")
        program.chmod(0o755)
        settings = ["wall=privileges", "wall=landlock", *PYTHON]
        run = f"subprocess.run([{str(program)!r}], capture_output=True).stdout"
        assert tried(*settings, code=run) == "PermissionError"

    @pytest.mark.skipif(landlock.abi() < 4, reason="Landlock cannot refuse connections in this kernel")
    def test_no_connections(self) -> None:
        with_server = "[s := socket.socket(), s.bind(('127.0.0.1', 0))]"
        assert tried("wall=privileges", "wall=landlock", *PYTHON, code=with_server) == "PermissionError"

    @pytest.mark.skipif(landlock.abi() < 6, reason="Landlock cannot refuse signals in this kernel")
    def test_no_signals_to_others(self) -> None:
        assert tried("wall=privileges", "wall=landlock", *PYTHON, code="os.kill(os.getppid(), 0)") == "PermissionError"
