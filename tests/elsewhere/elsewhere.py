"""Parts of Ludoteca on a system that is not Linux; `test_elsewhere.py` runs this in a process that passes for one."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import ludoteca
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.child.sandbox import isolation
from ludoteca.core import operating_system
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.data_folder import FolderLock

_OPTIONAL = "torch_learner"  # needs PyTorch, which nothing else does
_BOUND = ("ludoteca.templates.", "ludoteca.rules.kernel.drivers.")  # parts of other packages: nothing imports them here
_LOCK = "import sys, pathlib; from ludoteca.lab.data_folder import FolderLock; FolderLock(pathlib.Path(sys.argv[1]))"


def import_everything() -> int:
    """Import every module; how many there are."""
    names = [module.name for module in pkgutil.walk_packages(ludoteca.__path__, "ludoteca.")]
    wanted = [name for name in names if not name.startswith(_BOUND) and not name.endswith(("__main__", _OPTIONAL))]
    for name in wanted:
        importlib.import_module(name)
    return len(wanted)


def play() -> None:
    """A game between schools, in processes of their own, and its record verified."""
    record = ludoteca.play(ludoteca.game("kalah", pits=3, seeds=2), ["agentspeak", "greedy"], seed=1)
    assert record.data.result is not None
    assert record.data.result.forfeit is None, record.data.result
    assert record.verify().verdict.name in ("TRUE", "REPRODUCED"), record.verify()


def lock(folder: Path) -> None:
    """A folder that this process holds is refused to another one, which learns who holds it."""
    held, store = FolderLock(folder / "lab"), FolderStore(folder / "games")
    done = subprocess.run(
        [sys.executable, "-c", _LOCK, str(folder / "lab")], capture_output=True, text=True, check=False
    )
    assert "StoreError" in done.stderr, done.stderr
    held.close()
    FolderLock(folder / "lab").close()
    store.close()
    FolderStore(folder / "games").close()


def ask_the_system() -> None:
    """What a system does not tell has a fallback."""
    assert Capacity.of_machine().processes >= 4
    assert Capacity.of_machine().shortages() == []
    assert operating_system.memory_of_machine() >= 1 << 30
    assert not operating_system.is_root()
    assert not list(operating_system.interface_addresses())


def main() -> None:
    folder = Path(sys.argv[1])
    print(import_everything(), isolation())
    ask_the_system()
    lock(folder)
    if operating_system.WINDOWS:  # elsewhere, children are started as on Linux at the level `limits`
        play()


if __name__ == "__main__":
    main()
