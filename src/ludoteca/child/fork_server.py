"""A server that forks: it has imported what most children need, so that a new one starts in a few milliseconds.

Started by `child.forking` with a socket as standard input. A request is one
JSON object with the descriptors of the child's pipes; the answer is its process id. When a child ends, its exit status
is written to its own status pipe. When the socket is closed, the server ends as soon as it has no children left; when
the process that started it ends, all of them end at once.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from ludoteca.child.forking import MOST_BYTES, STATUS_FORMAT
from ludoteca.child.launch.main import end_with_parent, set_limits
from ludoteca.core.garbage import collect_rarely

PIPES = 4  # standard input, output and error, and the status pipe


def main() -> None:
    """Import the modules named on the command line, then fork until the socket is closed."""
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # for the children, until they are ready for it
    end_with_parent()
    for module in sys.argv[1:]:
        importlib.import_module(module)
    collect_rarely()  # what is shared stays shared
    requests = socket.socket(fileno=os.dup(0))
    children: dict[int, int] = {}  # the status pipe of each child
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    serving = True
    while serving or children:
        ready, _, _ = select.select([woken, *([requests.fileno()] if serving else [])], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _report_ended(children)
        if requests.fileno() in ready:
            serving = _answer(requests, children)


def _answer(requests: socket.socket, children: dict[int, int]) -> bool:
    """Fork a child for one request; whether there was one."""
    text, descriptors, _, _ = socket.recv_fds(requests, MOST_BYTES, PIPES + 1)
    if not text:
        return False
    pid = os.fork()
    if pid == 0:
        _become(json.loads(text), descriptors, (*children.values(), requests.fileno()))
    children[pid] = descriptors[PIPES - 1]
    for descriptor in (*descriptors[: PIPES - 1], *descriptors[PIPES:]):
        os.close(descriptor)
    try:
        requests.sendall(struct.pack(STATUS_FORMAT, pid))
    except BrokenPipeError:  # the parent was killed, and the child ends with this process
        return False
    return True


def _report_ended(children: dict[int, int]) -> None:
    """Write the exit status of every child that has ended to its pipe."""
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pipe = children.pop(ended[0])
            with contextlib.suppress(BrokenPipeError):
                os.write(pipe, struct.pack(STATUS_FORMAT, os.waitstatus_to_exitcode(ended[1])))
            os.close(pipe)


def _become(request: dict[str, Any], descriptors: Sequence[int], others: Sequence[int]) -> None:
    """The child: take the pipes, the limits and the environment of the request, then run the module."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        end_with_parent()
        os.setsid()
        for number, descriptor in enumerate(descriptors[: PIPES - 1]):
            os.dup2(descriptor, number)
        for descriptor in (*descriptors[:PIPES], *others):
            os.close(descriptor)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        if len(descriptors) > PIPES:
            os.environ[request["page"]] = str(descriptors[PIPES])
        sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape", closefd=False)
        set_limits(request["limits"])
        importlib.import_module(request["module"]).main()
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)
