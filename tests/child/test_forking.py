"""Processes made by the fork server: limits, environment, folder, exit status; another server when these change."""

from __future__ import annotations

import os
import resource
import signal
import sys
from pathlib import Path

import pytest

from ludoteca.child.client import Client
from ludoteca.child.errors import Crashed, ServiceError
from ludoteca.child.limits import MEBIBYTE, OURS, Limits
from ludoteca.core.operating_system import process_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

SERVICE = """
import os, resource, signal, sys
from ludoteca.child.server import serve

class Service:
    def see(self):
        memory, _ = resource.getrlimit(resource.RLIMIT_AS)
        files = sorted(int(name) for name in os.listdir("/proc/self/fd"))
        return {"variable": os.environ.get("LUDOTECA_TRIED"), "folder": os.getcwd(), "memory": memory,
                "pid": os.getpid(), "group": os.getpgrp(), "files": len(files)}

    def die(self):
        os.kill(os.getpid(), signal.SIGTERM)

    def leave(self):
        sys.stderr.write("no more\\n")
        os._exit(7)

def main():
    serve(Service())
"""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "tried_service.py").write_text(SERVICE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    return "tried_service"


def test_it_has_the_limits_the_environment_and_the_folder_of_the_moment(
    service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(memory=2048 * MEBIBYTE, open_files=None, file_size=None, confined=False)
    with Client.of_module(service, limits) as first:
        seen = first.ask("see", 60)
        assert seen["variable"] is None
        assert seen["memory"] == 2048 * MEBIBYTE
        assert seen["group"] == seen["pid"], "killing its group kills it and all it has started"
        monkeypatch.setenv("LUDOTECA_TRIED", "yes")
        monkeypatch.chdir(tmp_path)
        with Client.of_module(service, OURS) as second:
            other = second.ask("see", 60)
            assert other["variable"] == "yes"
            assert other["folder"] == str(tmp_path)
            assert other["files"] == seen["files"], "nobody inherits the pipes of others"
            assert first.ask("see", 60)["pid"] == seen["pid"], "a child of an earlier server goes on"
    assert resource.getrlimit(resource.RLIMIT_AS)[0] != 2048 * MEBIBYTE


@pytest.mark.parametrize(("request_", "words"), [("die", signal.SIGTERM.name), ("leave", "7.*no more")])
def test_the_end_of_a_process_is_reported(service: str, request_: str, words: str) -> None:
    client = Client.of_module(service, OURS)
    with pytest.raises(Crashed, match=words):
        client.ask(request_, 60)
    assert not client.alive


def test_a_module_that_fails_at_once(service: str, tmp_path: Path) -> None:
    (tmp_path / "tried_broken.py").write_text("def main():\n    raise ValueError('no good')\n", encoding="utf-8")
    with pytest.raises(Crashed, match="no good"):
        Client.of_module("tried_broken", OURS).ask("see", 60)


def test_nothing_stays_when_it_is_closed(service: str) -> None:
    with Client.of_module(service, OURS) as client:
        pid = client.ask("see", 60)["pid"]
        assert pid in process_tree(os.getpid())
    assert pid not in process_tree(os.getpid())


def test_an_error_is_no_end(service: str) -> None:
    with Client.of_module(service, OURS) as client:
        with pytest.raises(ServiceError):
            client.ask("no_such", 60)
        assert client.alive
