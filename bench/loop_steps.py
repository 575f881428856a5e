"""The event loop of the lab: the processor time of its longest step, for requests from the first one on.

``python -m bench.loop_steps FILE lab …`` is ``ludoteca lab …``, which also writes the milliseconds of every longer step
to a file. Other processes that are busy do not add to the processor time of the loop's thread.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import connect
from websockets.typing import Origin

from bench.lab_server import LabServer
from bench.measure import Claim

MOST = 10.0  # milliseconds of processor time
_NOTED = 1.0  # milliseconds of a step that is written down
_LARGEST = 16 << 20  # bytes of a body
_SMALL = {"pits": 3, "seeds": 2}
_PAGES = (
    "/api/messages",  # the first request that is answered in a thread
    "/",
    "/api/openapi.json",
    "/api/catalogue",
    "/api/games",
    "/api/table",
    "/api/learning",
    "/api/learning/boards",
    "/api/lessons",
    "/api/puzzles",
    "/api/matches",
    "/api/plans/planners",
    "/api/knowledge",
    "/api/rules/agricola_classic",
    "/api/vocabulary/agricola_classic",
    "/api/tutorials/prolog",
    "/docs/en/index.html",
    "/docs/es/lab.html",
)


def measure() -> list[Claim]:
    """The claim about the event loop."""
    steps = longest_steps(1000)
    name, longest = max(steps.items(), key=lambda step: step[1])
    what = f"processor time of the longest step of the lab's event loop, {len(steps)} kinds of request"
    return [Claim(what, f"< {MOST:.0f} ms", f"{longest:.1f} ms ({name})", longest < MOST)]


def longest_steps(records: int) -> dict[str, float]:
    """The milliseconds of the longest step of each request to a new lab, in which so many records are stored."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "steps")
        with LabServer(program=("-m", "bench.loop_steps", str(file))) as lab:
            file.write_text("", encoding="ascii")  # without the start of the lab
            found: dict[str, float] = {}
            for name in _requests(lab, records):
                time.sleep(0.05)  # the step that sends an answer may end after the answer is here
                steps = [float(line) for line in file.read_text(encoding="ascii").splitlines()]
                found[name] = max([found.get(name, 0.0), *steps])
                file.write_text("", encoding="ascii")
            return found


def _requests(lab: LabServer, records: int) -> Iterator[str]:
    """Make requests; the name of each once it is answered."""
    for path in _PAGES:
        lab.client.get(path).raise_for_status()
        yield path
    for game, minds in (("agricola_classic", 2), ("azul", 2), ("queens", 3)):
        yield from _played_game(lab, game, ["random"] * minds)
    small = lab.begin("random", "random", options=_SMALL, seed=1)
    record = _record(lab, small)
    for _ in range(records):
        lab.client.post("/api/records", json={"record": record}).raise_for_status()
    yield f"upload {records} records"
    for offset in (0, 500):
        lab.client.get("/api/games", params={"limit": 200, "offset": offset}).raise_for_status()
        yield "list 200 games"
    for name, body in _large_bodies(record):
        assert lab.client.post("/api/records", content=body, headers={"content-type": "application/json"}).is_error
        yield name
    options = {f"option {number}": 1 for number in range(200_000)}
    assert lab.client.post("/api/games", json={"game": "kalah", "minds": ["human"] * 2, "options": options}).is_error
    yield "a game with 200,000 options"


def _played_game(lab: LabServer, game: str, minds: list[str]) -> Iterator[str]:
    """A game to its end, and everything that is asked about it."""
    game_id = lab.begin(*minds, game=game, seed=3)
    record = _record(lab, game_id)
    yield f"play {game}"
    moves = len(lab.client.get(f"/api/games/{game_id}", params={"lang": "es"}).json()["turns"])
    yield f"{game}: the moves"
    for ply in (moves // 2, moves):
        lab.client.get(f"/api/games/{game_id}/positions/{ply}", params={"animation": True}).raise_for_status()
        yield f"{game}: a position"
    lab.client.get(f"/api/games/{game_id}/positions/{moves // 2}/verdicts").raise_for_status()
    yield f"{game}: verdicts"
    lab.client.post("/api/records", json={"record": record}).raise_for_status()
    yield f"{game}: upload the record"
    address = lab.address.replace("http", "ws") + f"api/games/{game_id}/live?animation=true"
    with connect(address, origin=Origin(lab.address.rstrip("/")), max_size=None) as socket:
        socket.recv()
    yield f"{game}: the socket"


def _record(lab: LabServer, game_id: str) -> str:
    """The record of a game, once it is over."""
    while not lab.client.get(f"/api/games/{game_id}").json()["over"]:
        time.sleep(0.2)
    return lab.client.get(f"/api/games/{game_id}/record").raise_for_status().text


def _large_bodies(record: str) -> Iterator[tuple[str, str]]:
    """Bodies of the largest size, and those that take long to parse or to validate."""
    yield "an upload of 16 MiB", json.dumps({"record": "x" * (_LARGEST - 20)})
    yield "an upload of 8 Mi line breaks", json.dumps({"record": "\n" * (_LARGEST // 2 - 10)})
    yield "an upload of 4 Mi numbers", json.dumps({"record": [1] * (_LARGEST // 4)})
    yield "an upload with 100,000 fields", json.dumps({"record": record, **{f"field {n}": n for n in range(100_000)}})


def _run_measured(file: str) -> None:
    """Run the lab, and append the milliseconds of each longer step of its event loop to a file."""
    run = asyncio.Handle._run

    def measured(handle: Any) -> None:
        started = time.thread_time()
        run(handle)
        milliseconds = 1000 * (time.thread_time() - started)
        if milliseconds > _NOTED:
            steps.write(f"{milliseconds:.2f}\n")

    asyncio.Handle._run = measured  # type: ignore[method-assign, assignment]
    from ludoteca.cli import main

    with open(file, "a", encoding="ascii", buffering=1) as steps:
        main()


if __name__ == "__main__":
    name = sys.argv.pop(1)
    _run_measured(name)
