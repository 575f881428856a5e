"""Live games: what a change carries, what a move costs, and faults of a game's rules."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from ludoteca.core.game import Move, Position
from ludoteca.core.loading import GameFault
from ludoteca.core.mind import Choice
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.errors import LabBusy
from ludoteca.lab.game_service import GameService
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.mind_processes import MindProcesses
from ludoteca.lab.people import Person
from ludoteca.lab.responses.game import KnownState, game_change, new_plies
from ludoteca.lab.store import Store
from ludoteca.lab.store_thread import StoreThread
from ludoteca.storage.errors import StoreError
from tests.lab.conftest import Lab, run_async
from tests.lab.test_api import SMALL, begin


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "lab.sqlite")
    yield opened
    opened.close()


SMALL_LAB = Capacity(processes=4, cores=1)


def with_games(store: Store, work: Callable[[GameService], Awaitable[None]], capacity: Capacity = SMALL_LAB) -> None:
    """Do some work with a game service, whose processes are ended afterwards."""

    async def run() -> None:
        processes = MindProcesses(capacity)
        games = GameService(StoreThread(store), capacity, processes)
        try:
            await work(games)
        finally:
            await games.close()
            await processes.close()

    run_async(run())


async def settled(live: LiveGame, ready: Callable[[], bool]) -> None:
    """Wait until a game is as it is to be."""
    while not ready():
        await asyncio.wait_for(live.changed_since(live.changes), 60)


class TestCost:
    """A move costs the same at move 5 and at move 300."""

    def test_work_is_the_same_at_every_move(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Counted: calls of `scores()`, statements of SQL, and the moves and boards in a change."""
        statements: list[str] = []
        scores: Counter[str] = Counter()

        async def play(games: GameService) -> None:
            live = await games.start("azul", {"players": 4}, ["human"] * 4, 1, 10.0)
            kind: Any = type(live.runner.position)
            original = kind.scores

            def counting(position: Position) -> tuple[float, ...]:
                scores["calls"] += 1
                result: tuple[float, ...] = original(position)
                return result

            monkeypatch.setattr(kind, "scores", counting)
            store._db.set_trace_callback(statements.append)
            work, written = {}, {}
            for number in range(1, 302):
                known = KnownState(live.branch, len(live.runner.turns))
                statements.clear()
                scores.clear()
                await live.move(live.runner.position.moves[-1].text)
                change = game_change(live, known, "en", Person())
                kinds = [" ".join(statement.split()[:3]) for statement in statements]
                written[number] = sum(map(len, statements))
                work[number] = (
                    scores["calls"],
                    kinds,
                    len(change.turns),
                    [ply - number for ply in new_plies(live, known)],
                )
            store._db.set_trace_callback(None)
            assert work[5] == work[300]
            assert abs(written[5] - written[300]) < 50, "moves have longer and shorter names"
            assert work[300][0] == 1, "the scores after the move"
            assert sum(kind.startswith("INSERT INTO turns") for kind in work[300][1]) == 1, "one row"
            assert work[300][2:] == (1, [0]), "one move, and the board after it"

        with_games(store, play)

    def test_the_store_has_every_move(self, store: Store) -> None:
        """Moves are appended, an undo truncates, and the record is the game's."""

        async def play(games: GameService) -> None:
            live = await games.start("kalah", SMALL, ["human", "human"], 1, 10.0)
            for _ in range(4):
                await live.move(live.runner.position.moves[0].text)
            await live.undo()
            await live.move(live.runner.position.moves[-1].text)
            record = store.record(live.id)
            assert record is not None
            assert record.turns == tuple(live.runner.turns)
            await live.resign()
            record = store.record(live.id)
            assert record is not None
            assert record.result == live.result is not None
            await live.undo()
            record = store.record(live.id)
            assert record is not None
            assert (len(record.turns), record.result) == (3, None)

        with_games(store, play)


class TestChanges:
    """What the socket sends."""

    def test_only_news_is_sent(self, lab: Lab) -> None:
        game = begin(lab, "human", "human")

        async def follow(socket: ClientConnection) -> None:
            first = await received(socket)
            assert (first["start"], first["turns"], first["positions"]) == (0, [], [])
            await posted(lab, f"/api/games/{game['id']}/moves", move="1")
            change = await received_moves(socket, 1)
            assert (change["start"], [turn["text"] for turn in change["turns"]]) == (0, ["1"])
            (position,) = change["positions"]
            assert position["ply"] == 1
            assert position["moves"]
            assert any(step["shifts"] for step in position["animation"])
            await posted(lab, f"/api/games/{game['id']}/moves", move=position["moves"][0])
            change = await received_moves(socket, 2)
            assert (change["start"], len(change["turns"])) == (1, 1)

        run_async(connected(lab, game, follow, branch=game["branch"], animation=True))

    def test_a_client_that_was_away_gets_what_it_missed(self, lab: Lab) -> None:
        game = begin(lab, "human", "human")
        for _ in range(3):
            position = lab.client.get(f"/api/games/{game['id']}/positions/-1").json()
            lab.client.post(f"/api/games/{game['id']}/moves", json={"move": position["moves"][0]})

        async def follow(socket: ClientConnection) -> None:
            change = await received(socket)
            assert (change["start"], len(change["turns"])) == (1, 2)
            assert [position["ply"] for position in change["positions"]] == [2, 3]

        run_async(connected(lab, game, follow, branch=game["branch"], moves=1))

        async def start_anew(socket: ClientConnection) -> None:
            change = await received(socket)
            assert (change["start"], len(change["turns"])) == (0, 3), "of another branch, nothing is known"
            assert [position["ply"] for position in change["positions"]] == [3]

        run_async(connected(lab, game, start_anew, branch="elsewhere", moves=2))

    def test_an_undo_is_a_new_branch(self, lab: Lab) -> None:
        game = begin(lab, "human", "human")
        lab.client.post(f"/api/games/{game['id']}/moves", json={"move": "1"})

        async def follow(socket: ClientConnection) -> None:
            assert (await received(socket))["moves"] == 1
            await posted(lab, f"/api/games/{game['id']}/undo")
            change = await received_moves(socket, 0)
            assert change["branch"] != game["branch"]
            assert (change["start"], change["turns"], change["positions"][0]["ply"]) == (0, [], 0)
            await posted(lab, f"/api/games/{game['id']}/resign")
            while not change["over"]:
                change = await received(socket)
            assert change["positions"][0]["moves"] == [], "nothing can be played any more"

        run_async(connected(lab, game, follow, branch=game["branch"], moves=1))


async def connected(
    lab: Lab, game: dict[str, Any], follow: Callable[[ClientConnection], Awaitable[None]], **query: object
) -> None:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    address = lab.address.replace("http", "ws") + f"api/games/{game['id']}/live?{asked}"
    async with connect(address, origin=Origin(lab.address.rstrip("/"))) as socket:
        await follow(socket)


async def received(socket: ClientConnection) -> dict[str, Any]:
    change: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
    return change


async def received_moves(socket: ClientConnection, moves: int) -> dict[str, Any]:
    """The change with which a game has so many moves."""
    while True:
        change = await received(socket)
        if change["moves"] == moves and change["positions"]:
            return change


async def posted(lab: Lab, path: str, **body: object) -> None:
    answer = await asyncio.to_thread(lab.client.post, path, json=body)
    assert answer.status_code == 200, answer.text


def test_slow_requests_keep_no_game_waiting(store: Store) -> None:
    """Requests that do not end fill their threads, further ones are refused, and a game is played meanwhile."""
    gate = threading.Event()

    async def play(games: GameService) -> None:
        threads = BackgroundThreads("slow")
        slow = [asyncio.create_task(threads.run(gate.wait)) for _ in range(16)]
        await asyncio.sleep(0)  # let all of them begin
        with pytest.raises(LabBusy, match="Too many requests"):
            await threads.run(gate.wait)
        live = await games.start("kalah", SMALL, ["random", "random"], 1, 60.0)
        await settled(live, lambda: live.over)
        assert not any(task.done() for task in slow)
        gate.set()
        assert all(await asyncio.gather(*slow))
        threads.close()

    try:
        with_games(store, play)
    finally:
        gate.set()


class TestGameFault:
    """When the rules of a game fail, nobody has won."""

    def test_at_a_persons_move(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        async def play(games: GameService) -> None:
            live = await games.start("kalah", SMALL, ["human", "human"], 1, 10.0)
            await live.move("1")
            kind: Any = type(live.runner.position)

            def broken(position: Position, move: Move) -> Position:
                raise GameFault("lab.over")

            with monkeypatch.context() as patch:
                patch.setattr(kind, "after", broken)
                await live.move(live.runner.position.moves[0].text)
            assert live.over
            assert live.result is None
            assert (len(live.runner.turns), len(live.runner.positions), len(live.scores)) == (1, 2, 2)
            change = game_change(live, KnownState(live.branch, 1), "en", Person())
            assert (change.fault, change.turn, change.result) == ("The game is over.", None, None)
            await live.undo()
            assert not live.over

        with_games(store, play)

    def test_while_a_mind_is_asked(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        async def play(games: GameService) -> None:
            live = await games.start("kalah", SMALL, ["human", "random"], 1, 10.0)

            def broken(position: Position, history: list[Move]) -> tuple[Choice, float]:
                raise GameFault("lab.over")

            monkeypatch.setattr(live.runner, "ask", broken)
            await live.move("1")
            await settled(live, lambda: live.over)
            assert live.result is None
            assert live.fault is not None

        with_games(store, play)


class TestStoreWithoutRoom:
    """A move is kept before it is made: when it cannot be kept, the game is as it was, and goes on later."""

    def test_a_persons_move_is_refused(self, store: Store) -> None:
        async def play(games: GameService) -> None:
            live = await games.start("kalah", SMALL, ["human", "human"], 1, 10.0)
            await live.move("1")
            before, branch = list(live.runner.turns), live.branch
            store._db.execute("PRAGMA query_only=ON")
            for change in (live.move(live.runner.position.moves[0].text), live.undo(), live.resign()):
                with pytest.raises(StoreError):
                    await change
            assert (live.runner.turns, live.branch, live.over) == (before, branch, False)
            assert len(live.scores) == len(live.runner.positions) == 2
            store._db.execute("PRAGMA query_only=OFF")
            await live.move(live.runner.position.moves[0].text)
            record = store.record(live.id)
            assert record is not None
            assert record.turns == tuple(live.runner.turns)

        with_games(store, play)

    def test_a_minds_move_waits(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ludoteca.lab.live_game._STORE_RETRY", 0.02)

        async def play(games: GameService) -> None:
            live = await games.start("kalah", SMALL, ["human", "random"], 1, 10.0)
            await live.move("1")
            store._db.execute("PRAGMA query_only=ON")
            await settled(live, lambda: live.notice is not None)
            assert len(live.runner.turns) == 1
            store._db.execute("PRAGMA query_only=OFF")
            await settled(live, lambda: len(live.runner.turns) > 1 and live.notice is None)
            assert live.result is None or live.result.forfeit is None

        with_games(store, play)
