"""A child that is slow, crashes, floods, eats memory, or tries to get out."""

from __future__ import annotations

import os
import signal
import sys
import textwrap
from pathlib import Path

import pytest

from ludoteca.child.errors import Crashed, Flooded, Garbled, TooSlow
from ludoteca.child.limits import FOREIGN, Limits
from ludoteca.child.process import Child
from ludoteca.child.sandbox import HIGHEST, Isolation, isolation
from ludoteca.core.errors import Unavailable
from tests.waiting import eventually

ECHO = "for line in sys.stdin: print(line, end='', flush=True)"


def child(code: str, limits: Limits = FOREIGN) -> Child:
    return Child([sys.executable, "-c", "import os, sys, json, time\n" + textwrap.dedent(code)], limits)


def answer(code: str, limits: Limits = FOREIGN) -> object:
    """What an expression gives inside a child, or the name of the error it raises."""
    script = f"""
    sys.stdin.readline()
    try:
        result = {code}
    except BaseException as error:
        result = type(error).__name__
    print(json.dumps({{"result": result}}), flush=True)
    """
    with child(script, limits) as asked:
        return asked.ask({}, 20)["result"]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_answers_one_question_after_another() -> None:
    with child(ECHO) as asked:
        for n in range(100):
            assert asked.ask({"n": n}, 5) == {"n": n}


def test_large_questions_and_answers_do_not_block_each_other() -> None:
    text = "x" * 3_000_000
    with child(ECHO) as asked:
        assert asked.ask({"text": text}, 20) == {"text": text}


def test_a_slow_child_is_killed() -> None:
    asked = child("time.sleep(3600)")
    with pytest.raises(TooSlow, match=r"no answer within 0\.3 s"):
        asked.ask({}, 0.3)
    assert not asked.alive
    assert not is_running(asked.pid)


def test_a_child_that_ignores_every_signal_is_killed_all_the_same() -> None:
    asked = child("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass")
    with pytest.raises(TooSlow):
        asked.ask({}, 0.5)
    assert not asked.alive


def test_a_child_that_never_reads_does_not_block_us() -> None:
    asked = child("time.sleep(3600)")
    with pytest.raises(TooSlow):
        asked.ask({"text": "x" * 3_000_000}, 0.5)


def test_a_crashing_child_says_its_last_words() -> None:
    with (
        pytest.raises(Crashed, match="exit code 1: ValueError: no more"),
        child("raise ValueError('no more')") as asked,
    ):
        asked.ask({}, 10)


def test_a_child_that_dies_by_a_signal_is_named() -> None:
    limits = Limits(confined=False)
    with pytest.raises(Crashed, match="SIGABRT"), child("os.abort()", limits) as asked:
        asked.ask({}, 10)


def test_a_flooding_child_is_cut_off() -> None:
    limits = Limits(output=100_000)
    asked = child("while True: sys.stdout.write('x' * 10000)", limits)
    with pytest.raises(Flooded, match="more than 100,000 bytes"):
        asked.ask({}, 20)
    assert not asked.alive


def test_a_flood_of_errors_is_read_and_forgotten() -> None:
    with child("for n in range(2000): sys.stderr.write('y' * 10000)\n" + ECHO) as asked:
        assert asked.ask({"n": 1}, 20) == {"n": 1}


def test_a_memory_eating_child_ends_at_its_limit() -> None:
    limits = Limits(memory=256 << 20)
    with (
        pytest.raises(Crashed, match="MemoryError"),
        child("x = [bytearray(1 << 24) for _ in range(1000)]", limits) as asked,
    ):
        asked.ask({}, 30)


@pytest.mark.parametrize("line", ["nonsense", "[1, 2]", "{", '"text"'])
def test_an_answer_that_is_no_object_is_refused(line: str) -> None:
    with pytest.raises(Garbled), child(f"print({line!r}, flush=True); time.sleep(60)") as asked:
        asked.ask({}, 10)


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(Unavailable, match="no-such-program is not installed"):
        Child(["no-such-program"])


def test_closing_lets_it_end_by_itself_and_kills_it_when_it_does_not() -> None:
    polite, stubborn = child(ECHO), child("while True: time.sleep(1)")
    polite.ask({}, 5)
    polite.close()
    stubborn.close()
    assert not polite.alive
    assert not stubborn.alive


def test_the_child_ends_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import sys, time\nfrom ludoteca.child.limits import OURS\nfrom ludoteca.child.process import Child\n"
        "forever = 'import time; print(chr(123) + chr(125), flush=True); time.sleep(600)'\n"
        "child = Child([sys.executable, '-c', forever], OURS)\nchild.ask({}, 10)\n"
        "print('{\"pid\": %d}' % child.pid, flush=True)\ntime.sleep(600)\n"
    )
    with Child([sys.executable, str(script)], Limits(confined=False, memory=None)) as parent:
        pid = parent.ask({}, 20)["pid"]
        assert is_running(pid)
        os.kill(parent.pid, signal.SIGKILL)
        eventually(lambda: not is_running(pid))


class TestConfinement:
    """What somebody else's program cannot do."""

    def test_no_new_processes(self) -> None:
        assert answer("os.fork()") == "PermissionError"
        assert answer("__import__('subprocess').run(['true'])") == "PermissionError"

    def test_threads_are_allowed(self) -> None:
        assert answer("[t := __import__('threading').Thread(target=int), t.start(), t.join()] and 'ran'") == "ran"

    def test_no_network(self) -> None:
        assert answer("__import__('socket').socket()") == "PermissionError"

    def test_no_signals_to_others(self) -> None:
        assert answer(f"os.kill({os.getpid()}, 0)") in ("PermissionError", "ProcessLookupError")
        assert answer("__import__('signal').pidfd_send_signal(os.pidfd_open(os.getpid()), 0)") == "OSError"
        assert answer(f"__import__('ctypes').CDLL(None).syscall(234, {os.getpid()}, {os.getpid()}, 0)") == -1

    def test_signals_to_oneself_work(self) -> None:
        with pytest.raises(Crashed, match=r"SIGABRT|134"), child("os.abort()") as asked:
            asked.ask({}, 10)

    @pytest.mark.parametrize(
        "deed",
        [
            "open({0!r}, 'w')",
            "open({0!r}, 'a')",
            "os.unlink({0!r})",
            "os.truncate({0!r}, 0)",
            "os.rename({0!r}, {0!r} + 'x')",
        ],
    )
    def test_nothing_is_written_even_without_bubblewrap(
        self, deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(HIGHEST, Isolation.FILTER)
        target = tmp_path / "mine"
        target.write_text("mine")
        assert answer(deed.format(str(target))) == "PermissionError"
        assert target.read_text() == "mine"

    def test_the_environment_is_not_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LUDOTECA_SECRET", "token")
        assert answer("os.environ.get('LUDOTECA_SECRET')") is None

    def test_the_users_files_are_not_seen(self, tmp_path: Path) -> None:
        if isolation() is not Isolation.BUBBLEWRAP:
            assert not os.environ.get("CI"), "bubblewrap is missing on CI"
            pytest.skip("bubblewrap is not installed")
        (tmp_path / "secret").write_text("mine")
        assert answer(f"open({str(tmp_path / 'secret')!r}).read()") == "FileNotFoundError"

    def test_files_named_readable_are_seen(self, tmp_path: Path) -> None:
        file = tmp_path / "knowledge.pl"
        file.write_text("better(X, Y).")
        script = f"import json; print(json.dumps({{'text': open({str(file)!r}).read()}}), flush=True)"
        with Child([sys.executable, "-c", script], readable=[file]) as asked:
            assert asked.ask({}, 10) == {"text": "better(X, Y)."}
