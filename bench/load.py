"""The lab under load: a greedy neighbour, many games and sockets at once, sockets that leak, bytes written a move."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.lab_server import LabServer
from bench.measure import Claim

NEIGHBOURS = 50
FAIRNESS_SECONDS = 20.0
GAMES, SOCKETS, RECORDS = 100, 200, 1000
LOAD_SECONDS = 60.0
WARM_UP_SECONDS = 90.0  # until every game has begun anew at least once, and memory with it
REQUESTS_A_SECOND = 20
_SETTLED = 6  # moves of a game
GREEDY = "montecarlo:simulations=1000000000"
MODEST = "montecarlo:simulations=500"
STEADY = "montecarlo:simulations=20000"  # games that outlast the measurement
KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("kalah", ("greedy", "random")),
    ("kalah", (MODEST, "prolog")),
    ("azul", ("greedy", "random")),
    ("queens", ("random", "agentspeak", "greedy")),
    ("kalah", ("human", "random")),
)


def measure() -> Iterator[Claim]:
    """The claims about the lab under load."""
    with LabServer() as lab:
        yield _bytes_a_move(lab)
        yield _leaked_sockets(lab)
        yield _greedy_neighbour(lab)
    with LabServer() as lab:
        load = asyncio.run(LoadRun(lab).run(WARM_UP_SECONDS, LOAD_SECONDS))
    yield from load_claims(load)


def _greedy_neighbour(lab: LabServer) -> Claim:
    """The moves a minute of fifty games, without and with a neighbour that thinks for ever."""
    games = [lab.begin(STEADY, STEADY, options={"seeds": 6}) for _ in range(NEIGHBOURS)]

    def moves() -> list[int]:
        listed = lab.client.get("/api/games", params={"limit": 200}).json()["games"]
        return [int(entry["moves"]) for entry in listed if entry["id"] in games]

    def moves_a_minute() -> float:
        started, before = time.monotonic(), sum(moves())
        time.sleep(FAIRNESS_SECONDS)
        return 60 * (sum(moves()) - before) / (time.monotonic() - started)

    while min(moves()) < _SETTLED:  # until the minds of every game have their process and their compiled rules
        time.sleep(0.5)
    alone = moves_a_minute()
    lab.begin(GREEDY, GREEDY, limit=600)
    beside = moves_a_minute()
    for game in games:
        lab.client.delete(f"/api/games/{game}")
    share = beside / max(1.0, alone)
    return Claim(
        f"moves a minute of {NEIGHBOURS} games beside a mind that thinks for ever",
        "≥ 80 % of those without it",
        f"{share:.0%} ({beside:.0f} and {alone:.0f})",
        share >= 0.8,
    )


def _leaked_sockets(lab: LabServer, rounds: int = 2, sockets: int = 1000) -> Claim:
    """Memory and files after so many more sockets were opened and closed."""
    game = lab.begin("human", "human")

    async def open_and_close() -> None:
        address = lab.address.replace("http", "ws") + f"api/games/{game}/live"
        for _ in range(sockets // 50):
            opened = [await connect(address, origin=lab.address.rstrip("/")) for _ in range(50)]  # type: ignore[arg-type]
            for socket in opened:
                await socket.recv()
            for socket in opened:
                await socket.close()

    figures = []
    for _ in range(1 + rounds):
        asyncio.run(open_and_close())
        time.sleep(1.0)
        figures.append((lab.memory, lab.open_files))
    grown = (figures[-1][0] - figures[0][0]) / rounds
    files = figures[-1][1] - figures[0][1]
    return Claim(
        "what 1,000 sockets that were opened and closed leave behind",
        "< 2 MiB, no file",
        f"{grown:.1f} MiB, {files} files",
        grown < 2.0 and files <= 0,
    )


def _bytes_a_move(lab: LabServer) -> Claim:
    """Bytes written for a move early and late in a long game, by the lab's own process."""
    game = lab.begin("human", "human", "human", "human", game="azul", options={"players": 4}, seed=1)
    early, late, count = [], [], 0
    while count < 300:
        moves = lab.client.get(f"/api/games/{game}/positions/-1").json()["moves"]
        if not moves:
            break
        before = lab.written
        lab.client.post(f"/api/games/{game}/moves", json={"move": moves[-1]}).raise_for_status()
        count += 1
        if count <= 50:
            early.append(lab.written - before)
        elif count > 150:
            late.append(lab.written - before)
    first, last = statistics.median(early), statistics.median(late)
    return Claim(
        f"bytes written for a move, late in a game of {count} moves",
        "≤ 1.5 × those of its first 50",
        f"{last / first:.2f} × ({last:.0f} and {first:.0f} bytes)",
        last <= 1.5 * first,
    )


@dataclass
class Load:
    """Figures of a load run: seconds of each GET, memory after the warm-up and at the end, moves made."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    memory: tuple[float, float] = (0.0, 0.0)
    seconds: float = 0.0
    games: int = 0

    def percentile(self, percent: int) -> float:
        """Milliseconds within which so many per cent of the requests were answered."""
        return 1000 * statistics.quantiles(self.times, n=100)[percent - 1]


class LoadRun:
    """Games that begin again when they end, sockets that follow them, and requests as people make them."""

    def __init__(self, lab: LabServer) -> None:
        self._lab = lab
        self._lot = random.Random(1)
        self._games: list[str] = []
        self._load = Load()
        self._ready = False

    async def run(self, warm_up: float, seconds: float) -> Load:
        """Warm up, then measure for so many seconds."""
        async with httpx.AsyncClient(base_url=self._lab.address, timeout=120) as client:
            await self._upload_records(client)
            for number in range(GAMES):
                await self._begin(client, number)
            tasks = [asyncio.create_task(self._follow(number)) for number in range(SOCKETS)]
            tasks.append(asyncio.create_task(self._begin_again(client)))
            tasks.append(asyncio.create_task(self._ask(client)))
            await asyncio.sleep(warm_up)
            self._ready, first = True, self._lab.memory
            await asyncio.sleep(seconds)
            self._load.memory, self._load.seconds = (first, self._lab.memory), seconds
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self._load

    async def _upload_records(self, client: httpx.AsyncClient) -> None:
        body = {"game": "kalah", "minds": ["random", "random"], "options": {"pits": 3, "seeds": 2}, "seed": 1}
        game = (await client.post("/api/games", json=body)).json()["id"]
        while not (await client.get(f"/api/games/{game}")).json()["over"]:
            await asyncio.sleep(0.1)
        record = (await client.get(f"/api/games/{game}/record")).text
        for _ in range(RECORDS):
            (await client.post("/api/records", json={"record": record})).raise_for_status()

    async def _begin(self, client: httpx.AsyncClient, number: int) -> None:
        game, minds = KINDS[number % len(KINDS)]
        body = {"game": game, "minds": minds, "seed": number, "limit": 60}
        answer = await client.post("/api/games", json=body)
        self._games.append(answer.raise_for_status().json()["id"])

    async def _begin_again(self, client: httpx.AsyncClient) -> None:
        """Begin a new game for each one that has ended."""
        for number in itertools.count(GAMES):
            await asyncio.sleep(0.2)
            oldest = self._games[0]
            if (await client.get(f"/api/games/{oldest}")).json()["over"]:
                await self._begin(client, number)
                self._load.games += 1
                self._games.remove(oldest)
            else:
                self._games.append(self._games.pop(0))

    async def _follow(self, number: int) -> None:
        """Follow a game for a while, then another one."""
        while True:
            game = self._games[number % len(self._games)]
            address = self._lab.address.replace("http", "ws") + f"api/games/{game}/live?animation=true"
            try:
                async with connect(address, origin=self._lab.address.rstrip("/"), max_size=None) as socket:  # type: ignore[arg-type]
                    async with asyncio.timeout(20 + number % 10):
                        while not json.loads(await socket.recv())["over"]:
                            pass
            except (TimeoutError, ConnectionClosed):
                continue

    async def _ask(self, client: httpx.AsyncClient) -> None:
        """Ask for lists, games and positions, so many times a second."""
        while True:
            await asyncio.sleep(1 / REQUESTS_A_SECOND)
            game = self._lot.choice(self._games)
            path = self._lot.choice(
                [f"/api/games/{game}", f"/api/games/{game}/positions/-1", "/api/games", "/api/minds"]
            )
            started = time.perf_counter()
            answer = await client.get(path)
            if self._ready:
                self._load.times.append(time.perf_counter() - started)
                if answer.status_code >= 500:
                    self._load.errors.append(f"{path}: {answer.status_code}")


def load_claims(load: Load) -> list[Claim]:
    """The claims about a load run."""
    p95, p99, worst = load.percentile(95), load.percentile(99), 1000 * max(load.times)
    grown = load.memory[1] - load.memory[0]
    what = f"{GAMES} games, {SOCKETS} sockets and {RECORDS:,} records for {load.seconds:.0f} s"
    return [
        Claim(
            f"response time of a GET with {what}",
            "< 100 ms at the 95th percentile, < 500 ms at the 99th, no error",
            f"{p95:.0f} ms, {p99:.0f} ms, {worst:.0f} ms at worst, {len(load.errors)} errors",
            p95 < 100 and p99 < 500 and not load.errors,
        ),
        Claim(
            "growth of the lab's memory meanwhile, after a warm-up",
            "< 30 MiB",
            f"{grown:.0f} MiB (from {load.memory[0]:.0f})",
            grown < 30,
        ),
    ]


if __name__ == "__main__":
    for claim in measure():
        print(f"{claim.what}\n    promised {claim.promised}, measured {claim.measured}", flush=True)
