"""The Containerfile keeps its rules; `test_wheel.py` runs its install steps, since no container engine may be here."""

from __future__ import annotations

import fnmatch
import re
import subprocess
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_PINNED = re.compile(r"python:\d+\.\d+\.\d+-slim-\w+")
Instruction = tuple[str, str]


def _stages() -> list[list[Instruction]]:
    """The instructions of each stage; the first one is its FROM."""
    text = (_ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ").splitlines()
    stages = list[list[Instruction]]()
    for line in filter(None, map(str.strip, lines)):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            stages.append([])
        stages[-1].append((name, rest))
    return stages


def test_the_bases_are_pinned_and_nothing_is_downloaded_by_add() -> None:
    stages = _stages()
    assert len(stages) == 2, "the wheel is built in a stage of its own"
    for stage in stages:
        base, _, _ = stage[0][1].partition(" ")
        assert _PINNED.fullmatch(base), f"{base} is not a slim image of one version"
        assert "ADD" not in dict(stage)


def test_the_lab_does_not_run_as_root_and_says_how_it_is() -> None:
    final = dict(_stages()[-1])
    assert final["USER"] not in ("root", "0")
    assert f"useradd --create-home --uid 1000 {final['USER']}" in final["RUN"]
    assert final["VOLUME"] == "/data"
    assert "XDG_DATA_HOME=/data LUDOTECA_CACHE=/data/cache" in final["ENV"]
    assert "CMD" in final["HEALTHCHECK"]
    assert final["ENTRYPOINT"] == '["ludoteca"]'
    names = [name for name, _ in _stages()[-1]]
    assert names.index("USER") > max(place for place, name in enumerate(names) if name == "RUN")


def test_every_copied_file_exists_and_is_sent_to_the_builder() -> None:
    ignored = (_ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    sent = [line.removeprefix("!") for line in ignored if line.startswith("!")]
    for stage in _stages():
        for name, rest in stage:
            if name == "COPY" and "--from=" not in rest:
                *sources, _ = rest.split()
                for source in sources:
                    assert (_ROOT / source).exists(), source
                    assert any(fnmatch.fnmatch(source, pattern) for pattern in sent), f"{source} is ignored"


def test_lists_of_packages_are_removed_where_they_are_fetched() -> None:
    script = (_ROOT / "scripts/container-install").read_text(encoding="utf-8")
    step = script.partition("install_system()")[2].partition("}")[0]
    assert step.index("apt-get update") < step.index("apt-get install") < step.index("rm -rf /var/lib/apt/lists/*")
    assert "--no-install-recommends" in step
    everything = "".join(rest for stage in _stages() for _, rest in stage)
    assert "apt-get" not in everything, "the script installs, so that its steps can be run without a container engine"


def test_the_script_says_how_it_is_used(tmp_path: Path) -> None:
    script = _ROOT / "scripts/container-install"
    wrong = subprocess.run([script, "pyhton"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "container-install python WHEEL FOLDER" in wrong.stderr
    used = subprocess.run([script, "python", "x.whl", tmp_path], capture_output=True, text=True, check=False)
    assert used.returncode == 2, "a folder that exists is not touched"
    assert "exists already" in used.stderr
