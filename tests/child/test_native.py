"""Native code in a confined child: every attack in `hostile/native` is refused where `docs/security.md` says so.

All attacks of a level run in one child, on a folder and a process that exist for that.
"""

from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.child.errors import Crashed
from ludoteca.child.process import Child
from ludoteca.child.sandbox import HIGHEST, Isolation, levels_of_system, strongest

ATTACKS = Path(__file__).parent.parent / "hostile" / "native"
RUNNER = Path(__file__).with_name("native_runner.py").read_text(encoding="utf-8")
LEVELS = levels_of_system()
HERE = LEVELS[LEVELS.index(strongest()) :]
REFUSALS = {"EPERM", "ENOSYS", "EACCES", "absent"}
# Attacks that succeed where nothing but limits holds: they show that the others could.
DONE = ("fork", "prlimit_raise", "sched_setaffinity", "fcntl_setown", "memfd_create", "utimensat", "chmod")


def attacks(level: Isolation) -> dict[str, str]:
    """The attacks that a level promises to refuse, by name."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(ATTACKS.glob("*.py"))}
    return {name: text for name, text in texts.items() if LEVELS.index(refused_at(text)) >= LEVELS.index(level)}


def refused_at(attack: str) -> Isolation:
    """The lowest level that refuses an attack, from its second line."""
    return Isolation(attack.splitlines()[1].removeprefix("# Refused at the level: "))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "file").chmod(0o600)
    (tmp_path / "empty").mkdir()
    return tmp_path


def tried(level: Isolation, attacks: dict[str, str], folder: Path, victim: int) -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HIGHEST, level)
        with Child([sys.executable, "-c", RUNNER]) as child:
            return child.ask({"attacks": attacks, "folder": str(folder), "victim": victim}, 60)


def state(folder: Path, victim: int) -> object:
    """What an attack could have changed."""
    files = {path.name: (path.stat(), os.listxattr(path)) for path in (folder, *folder.iterdir())}
    seen = {
        name: (found.st_mode, found.st_uid, found.st_mtime_ns, found.st_nlink) for name, (found, _) in files.items()
    }
    attributes = [listed for _, listed in files.values()]
    limits = resource.prlimit(victim, resource.RLIMIT_NOFILE)
    priority = os.getpriority(os.PRIO_PROCESS, victim)
    return seen, attributes, limits, priority, os.sched_getaffinity(victim), os.sched_getscheduler(victim)


def test_there_are_two_hundred_attacks_and_more() -> None:
    assert len(attacks(Isolation.BUBBLEWRAP)) > 200


@pytest.mark.parametrize("level", HERE)
def test_native_code_is_refused(level: Isolation, folder: Path, victim: subprocess.Popen[bytes]) -> None:
    before, mask = state(folder, victim.pid), stat.S_IMODE(os.fstat(1).st_mode)
    outcomes = tried(level, attacks(level), folder, victim.pid)
    hidden = {"ENOENT"} if level is Isolation.BUBBLEWRAP else set()  # there, the files of the user do not exist
    assert {name: result for name, result in outcomes.items() if result not in REFUSALS | hidden} == {}
    assert outcomes.keys() == attacks(level).keys()
    assert state(folder, victim.pid) == before
    assert stat.S_IMODE(os.fstat(1).st_mode) == mask
    assert victim.poll() is None


def test_the_attacks_are_real(folder: Path, victim: subprocess.Popen[bytes]) -> None:
    """Where only limits hold, they succeed."""
    chosen = {name: (ATTACKS / f"{name}.py").read_text(encoding="utf-8") for name in DONE}
    assert tried(Isolation.LIMITS, chosen, folder, victim.pid) == dict.fromkeys(DONE, "done")


@pytest.mark.parametrize("level", [level for level in HERE if level is not Isolation.LIMITS])
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="this processor has one set of system calls")
@pytest.mark.parametrize(
    "attack",
    [
        "import ctypes; ctypes.CDLL(None).syscall(0x40000000 + 39)",
        "import ctypes, mmap; page = mmap.mmap(-1, 4096, prot=7); page.write(bytes.fromhex('b814000000cd80c3'));"
        "ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()",
    ],
    ids=["x32", "i386"],
)
def test_calls_of_another_architecture_end_the_process(level: Isolation, attack: str, folder: Path) -> None:
    with pytest.raises(Crashed):
        tried(level, {"attack": attack}, folder, 0)
