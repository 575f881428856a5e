"""A service that tells what it can do where the launcher has left it."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from ludoteca.child.server import serve


class Look:
    def look(self) -> dict[str, Any]:
        """What it finds: packages, traces of the launcher, a hash, its own memory, programs, and open descriptors."""
        return {
            "packages": importlib.util.find_spec("lark") is not None,
            "launcher": importlib.util.find_spec("launch") is not None or len(sys.argv) > 1,
            "hash": hash("the same in every process"),
            "resident": int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]),
            "executes": _executes(),
            "descriptors": [number for number in range(64) if _is_open(number)],
        }


def _executes() -> bool:
    try:
        return subprocess.run(["/bin/true"], check=False).returncode == 0
    except OSError:
        return False


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    if "LAUNCHED" in os.environ:
        Path(os.environ["LAUNCHED"]).read_bytes()
    serve(Look())
