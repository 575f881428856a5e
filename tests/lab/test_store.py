"""The store: games of earlier versions, files that are not the lab's, damage, bad rows, and a disk without room."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from ludoteca.core.errors import BadInput, NotFound
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import Message
from ludoteca.core.record import Header, Turn, header_of, parse_record, to_line
from ludoteca.games.kalah import Kalah
from ludoteca.lab.app import create_app
from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.migrations import NEWEST
from ludoteca.lab.store import Store
from ludoteca.lab.stored_game import StoredGame
from ludoteca.storage.errors import StoreError
from tests.waiting import PATIENCE

FIRST = Path(__file__).parent / "data" / "lab-0.1.sql"  # written by the lab of version 0.1
FIRST_GAMES = 8
SMALL = {"pits": 3, "seeds": 1}
HUMANS = ("human", "human")
BIG = "x" * 1900  # several of these do not fit on a page


def header(seed: int = 1) -> Header:
    return header_of(Kalah(SMALL), seed, HUMANS, "0")


def turn(text: str = "1", seat: str = "south") -> Turn:
    return Turn(seat, text, Explanation(Reason(Message("minds.human.chosen"))))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lab.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        yield opened


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


class LocalLab:
    """A lab in this process, and requests to it."""

    def __init__(self, data: DataFolder, portal: BlockingPortal, client: httpx.AsyncClient) -> None:
        self.data = data
        self._portal = portal
        self._client = client

    def get(self, path: str) -> httpx.Response:
        return self._portal.call(self._client.get, path)

    def post(self, path: str, body: object = None) -> httpx.Response:
        return self._portal.call(partial(self._client.post, path, json=body))

    def delete(self, path: str) -> httpx.Response:
        return self._portal.call(self._client.delete, path)


@contextmanager
def local_lab(folder: Path) -> Iterator[LocalLab]:
    with closing(DataFolder(folder)) as data, start_blocking_portal() as portal:
        app = create_app(data)
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")
        with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
            yield LocalLab(data, portal, client)


class TestFirstVersion:
    """Games of version 0.1 are listed, opened and continued; only what cannot be read of an explanation is gone."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / "data"
        versions = folder / "knowledge" / "kalah" / ".versions"
        versions.mkdir(parents=True)
        (versions / "d20d8143-first.pl").write_text("choose(M) :- legal(M), !.\n")
        with closing(sqlite3.connect(folder / "lab.sqlite")) as db:
            db.executescript(FIRST.read_text(encoding="utf-8"))
        return folder

    def test_the_file_is_copied_and_migrated_once(self, folder: Path) -> None:
        path = folder / "lab.sqlite"
        with closing(sqlite3.connect(path)) as db:
            before = list(db.iterdump())
        with closing(Store(path)) as store:
            (notice,) = store.notices
        copy = path.with_name(f"lab.sqlite.before-{NEWEST}")
        assert str(copy) in str(notice)
        with closing(sqlite3.connect(copy)) as db:
            assert list(db.iterdump()) == before
        with closing(Store(path)) as store:
            assert store.notices == []
            assert store.entries()[1] == FIRST_GAMES

    def test_no_move_is_lost(self, folder: Path) -> None:
        with closing(sqlite3.connect(folder / "lab.sqlite")) as db:
            rows = db.execute("SELECT game, line FROM turns ORDER BY game, number").fetchall()
        with closing(Store(folder / "lab.sqlite")) as store:
            entries, _ = store.entries()
            for entry in entries:
                record = store.record(entry.id)
                assert record is not None
                written = [json.loads(line) for game, line in rows if game == entry.id]
                assert [(turn.seat, turn.text, turn.seconds) for turn in record.turns] == [
                    (line["seat"], line["text"], line["seconds"]) for line in written
                ]
                claims = [(turn.why.reason.claim.key, turn.why.effort, turn.why.value) for turn in record.turns]
                assert claims == [
                    (line["why"]["reason"]["claim"]["key"], line["why"].get("effort"), line["why"].get("value"))
                    for line in written
                ]
                assert parse_record(record.text) == record, "it can be downloaded and uploaded again"

    def test_games_are_opened_and_continued(self, folder: Path) -> None:
        with local_lab(folder) as lab:
            listed = lab.get("/api/games").json()
            assert listed["total"] == FIRST_GAMES
            assert all(entry["readable"] for entry in listed["games"])
            games = {entry["id"]: lab.get(f"/api/games/{entry['id']}").json() for entry in listed["games"]}
            assert "South (you) wins" in games["9e336169ec"]["result"]["sentence"]
            assert "cannot be read any more" in games["9e336169ec"]["result"]["sentence"]
            for game_id, moves in (("e692a5128e", 3), ("bf265c3086", 1), ("3e0145fa2c", 2)):
                assert len(games[game_id]["turns"]) == moves
                position = lab.get(f"/api/games/{game_id}/positions/-1").json()
                made = lab.post(f"/api/games/{game_id}/moves", {"move": position["moves"][0]})
                assert made.json()["moves"] > moves, made.text
            (match,) = lab.get("/api/matches").json()
            assert (match["games"], match["finished"], match["fault"]) == (2, True, None)

    def test_a_reason_that_cannot_be_read_says_so(self) -> None:
        why = {"reason": {"claim": {"key": "minds.gone.because", "args": {}}}, "effort": 7, "rejected": [], "trace": 5}
        line = {"seat": "south", "text": "1", "why": why, "seconds": 0.5, "kind": "move"}
        result = {"scores": [0, 1], "result": [0.0, 1.0], "winner": "north", "kind": "result"}
        result["forfeit"] = {"seat": "south", "reason": {"key": "minds.gone.fault", "args": {"line": 3}}}
        record = StoredGame("a", to_line(header()), (json.dumps(line),), json.dumps(result)).record()
        (turn,) = record.turns
        assert (turn.seat, turn.text, turn.seconds, turn.why.effort) == ("south", "1", 0.5, 7)
        assert "cannot be read any more" in str(turn.why.reason.claim)
        assert record.result is not None
        assert record.result.forfeit is not None
        assert "cannot be read any more" in str(record.result.forfeit.reason)
        line["text"] = 5
        with pytest.raises(BadInput, match='stored game "a" cannot be read'):
            StoredGame("a", to_line(header()), (json.dumps(line),), None).record()


class TestFilesTheLabCannotUse:
    def test_a_file_of_something_else_is_left_alone(self, path: Path) -> None:
        path.write_text("Dear diary, …" * 1000, encoding="utf-8")
        self.refused(path, "is not a database of the lab")

    @pytest.mark.parametrize(
        "statements",
        [
            ["CREATE TABLE photos (name TEXT)"],
            ["CREATE TABLE photos (name TEXT)", "PRAGMA user_version = 1"],
            ["CREATE TABLE games (id TEXT)", "PRAGMA application_id = 77"],
        ],
    )
    def test_a_database_of_something_else_is_left_alone(self, path: Path, statements: list[str]) -> None:
        execute(path, *statements)
        self.refused(path, "is not a database of the lab")

    def test_a_newer_database_is_left_alone(self, path: Path) -> None:
        Store(path).close()
        execute(path, f"PRAGMA user_version = {NEWEST + 1}")
        self.refused(path, "was written by a newer version")

    def refused(self, path: Path, reason: str) -> None:
        before = path.read_bytes()
        with pytest.raises(StoreError, match=reason):
            Store(path)
        assert path.read_bytes() == before
        assert [file.name for file in path.parent.iterdir()] == [path.name]

    def test_a_migration_that_fails_changes_nothing(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.executescript(FIRST.read_text(encoding="utf-8"))
        execute(path, "CREATE TABLE lab_start (something TEXT)")  # in the way of a migration
        with pytest.raises(StoreError, match="already exists"):
            Store(path)
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT count(*) FROM games").fetchone() == (FIRST_GAMES,)
            assert "games_by_time" in "".join(db.iterdump())


class TestDamage:
    def test_games_on_good_pages_are_saved(self, path: Path) -> None:
        """Each page but the first is destroyed in turn, or half the file: what the lab then lists can be read."""
        with closing(Store(path)) as store:
            for number in range(20):
                store.create(f"{number:02}", header(number))
                store.update(f"{number:02}", 0, [turn(str(n), BIG[:200]) for n in range(5)], None)
            store.save_match("m", "{}")
        page, whole = 4096, path.read_bytes()
        saved, salvaged = [], 0
        broken = [whole[:start] + b"\xa5" * page + whole[start + page :] for start in range(page, len(whole), page)]
        for damaged in (*broken, whole[: len(whole) // 2]):
            path.write_bytes(damaged)
            with closing(Store(path)) as store:
                salvaged += len(store.notices)
                for notice in store.notices:
                    assert "was damaged" in str(notice)
                    assert path.with_name("lab.sqlite.damaged").read_bytes() == damaged
                entries, total = store.entries()
                assert total == len(entries)
                for entry in entries:
                    record = store.record(entry.id)
                    assert record is not None
                    assert [turn.text for turn in record.turns] == [str(n) for n in range(entry.moves)]
                saved.append((total, sum(entry.moves for entry in entries)))
                store.create("new", header())
            for file in path.parent.iterdir():
                file.unlink()
        assert salvaged > len(saved) - 4, "a page that is free or not yet used may be anything"
        assert sum(total == 20 for total, _ in saved) > len(saved) / 2, "most pages hold no game"
        assert max(saved) == (20, 100), "a page of an index costs nothing"
        assert sum(moves > 0 for _, moves in saved) > len(saved) / 2

    def test_a_file_that_is_lost_is_left_as_it_is(self, path: Path) -> None:
        Store(path).close()
        whole = path.read_bytes()
        path.write_bytes(lost := whole[:100] + b"\xa5" * 3996 + whole[4096:])
        for _ in range(2):
            with pytest.raises(StoreError, match="no game in it can be read: move it away"):
                Store(path)
        assert path.read_bytes() == lost
        assert [file.name for file in path.parent.iterdir()] == [path.name]

    def test_damage_found_later_is_one_sentence(self, path: Path) -> None:
        with closing(Store(path)) as store:
            for number in range(40):
                store.create(str(number), header())
                store.update(str(number), 0, [turn(BIG)], None)
        with closing(Store(path)) as store:
            with path.open("r+b") as file:
                file.seek(4096)
                file.write(b"\xa5" * (path.stat().st_size - 4096))
            with pytest.raises(StoreError, match="is damaged: close the lab and open it again"):
                store.entries()


class TestBadRows:
    """A row that cannot be used harms nothing but its own game or match."""

    def test_other_games_and_matches_go_on(self, tmp_path: Path) -> None:
        good = {"game": "kalah", "options": SMALL, "minds": ["random", "greedy"], "games": 1, "opening": 0, "time": 1.0}
        with closing(DataFolder(tmp_path)) as data:
            for name in ("a0", "b0", "b1", "b2", "b3", "b4", "b5", "b6"):
                data.store.create(name, header())
                data.store.update(name, 0, [turn()], None)
            data.store.save_match("c0", json.dumps(good | {"seed": 0}))
            data.store.save_match("d0", "[1")
            data.store.save_match("d1", json.dumps(good | {"seed": 0, "games": 10**12}))
            data.store.save_match("d2", json.dumps(good | {"seed": 0, "minds": []}))
            data.store.save_match("d3", json.dumps(good | {"seed": 0, "game": "gone"}))
        execute(
            tmp_path / "lab.sqlite",
            "UPDATE games SET header = 'no JSON' WHERE id = 'b0'",
            "UPDATE games SET minds = '7' WHERE id = 'b1'",
            """UPDATE turns SET line = replace(line, '"1"', '"99"') WHERE game = 'b2'""",
            "UPDATE turns SET line = x'fffe' WHERE game = 'b3'",
            "UPDATE games SET moves = 'many', updated = 9e999 WHERE id = 'b4'",
            """UPDATE games SET header = replace(header, '"south"', '"west"') WHERE id = 'b5'""",
            """UPDATE games SET result = '{"kind": "result"}', over = 1 WHERE id = 'b6'""",
        )
        with local_lab(tmp_path) as lab:
            listed = lab.get("/api/games")
            assert listed.status_code == 200, listed.text
            readable = {entry["id"]: entry["readable"] for entry in listed.json()["games"]}
            assert len(readable) == 8
            assert {name for name, is_readable in readable.items() if not is_readable} == {"b1", "b4"}
            assert lab.post("/api/games/a0/moves", {"move": "1"}).status_code == 200
            for name in ("b0", "b2", "b3", "b5", "b6"):
                answer = lab.get(f"/api/games/{name}")
                assert (answer.status_code, bool(answer.json()["error"])) == (422, True)
            assert [match["id"] for match in lab.get("/api/matches").json()] == ["c0"]
            for name in ("d0", "d1", "d2", "d3"):
                answer = lab.get(f"/api/matches/{name}")
                assert answer.status_code == 422
                assert "cannot be read" in answer.json()["error"]
            assert lab.delete("/api/matches/d0").status_code == 204
            assert lab.get("/api/matches/d0").status_code == 404
            assert lab.delete("/api/games/b0").status_code == 204
            assert lab.get("/api/games").json()["total"] == 7


class TestRoom:
    """Without room a write fails as a whole, with a sentence; with room the next one works."""

    def test_every_write_fails_as_a_whole(self, store: Store) -> None:
        store.create("a", header())
        record = parse_record("".join(f"{to_line(line)}\n" for line in (header(), turn(BIG), turn(BIG), turn(BIG))))
        store.update("a", 0, record.turns, None)
        before = list(store._db.iterdump())
        store._db.execute("PRAGMA max_page_count = 1")  # no page more than there are
        writes: list[Callable[[], None]] = [
            lambda: store.update("a", 0, [turn(BIG * 9)], None),
            lambda: store.save_record("b", record),
            lambda: store.save_record("a", replace(record, turns=record.turns * 4)),
            lambda: store.save_match("m", BIG * 5),
        ]
        for write in writes:
            with pytest.raises(StoreError, match=r"There is no room left on the disk for .*: free some, then go on"):
                write()
            assert list(store._db.iterdump()) == before
        store._db.execute("PRAGMA max_page_count = 100000")
        store.save_record("b", record)
        assert store.record("b") == record

    def test_a_store_that_is_read_only_or_in_use(self, store: Store, path: Path) -> None:
        store._db.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="is read-only: make it writable"):
            store.create("a", header())
        store._db.execute("PRAGMA query_only = OFF")
        store._db.execute("PRAGMA busy_timeout = 0")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="Another program is writing"):
                store.create("a", header())
        store.create("a", header())

    def test_the_api_says_so_and_goes_on_when_there_is_room(self, tmp_path: Path) -> None:
        body = {"game": "kalah", "options": SMALL, "minds": list(HUMANS)}
        with local_lab(tmp_path) as lab:
            game = lab.post("/api/games", body).json()
            path = f"/api/games/{game['id']}"
            lab.data.store._db.execute("PRAGMA query_only = ON")
            for request in (("/api/games", body), (f"{path}/moves", {"move": "1"}), (f"{path}/resign", None)):
                answer = lab.post(request[0], request[1])
                assert answer.status_code == 507, answer.text
                assert "is read-only" in answer.json()["error"]
            assert "solo lectura" in lab.post("/api/games?lang=es", body).json()["error"]
            now = lab.get(path).json()
            assert (now["turns"], now["over"], now["turn"]) == ([], False, 0)
            lab.data.store._db.execute("PRAGMA query_only = OFF")
            assert lab.post(f"{path}/moves", {"move": "1"}).json()["moves"] == 1
        with closing(Store(tmp_path / "lab.sqlite")) as store:
            assert store.entries()[0][0].moves == 1

    def test_a_real_disk_that_is_full_or_read_only(self, tmp_path: Path) -> None:
        mount = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"'
        if (
            shutil.which("unshare") is None
            or subprocess.run(["unshare", "-rm", "sh", "-c", mount, tmp_path, "true"]).returncode
        ):
            pytest.skip("no file system can be mounted here")
        script = [sys.executable, "-m", "tests.lab.small_disk", str(tmp_path)]
        done = subprocess.run(
            ["unshare", "-rm", "sh", "-c", mount, str(tmp_path), *script],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert all("There is no room left on the disk" in sentence for sentence in said["full"])
        assert len(said["full"]) == 4
        assert said["kept"] == [[1, "old\n", ["mine.pl"]], [2, "new\n", ["mine.pl"]]]
        assert all("is read-only: make it writable" in sentence for sentence in said["read_only"])
        assert len(said["read_only"]) == 2


class TestCost:
    def test_lists_and_counts_read_one_index(self, store: Store) -> None:
        statements: list[str] = []
        store._db.set_trace_callback(statements.append)
        store.entries()
        store.entries("kalah", "random", True)
        store._db.set_trace_callback(None)
        for statement in statements:
            (plan, *_) = [row["detail"] for row in store._db.execute(f"EXPLAIN QUERY PLAN {statement}")]
            assert "INDEX games_" in plan, statement
            assert "count(*)" not in statement or "COVERING INDEX" in plan

    def test_the_log_stays_small(self, store: Store, path: Path) -> None:
        store.create("a", header())
        for number in range(300):
            store.update("a", number, [turn(BIG * 32)], None)
        assert path.with_name("lab.sqlite-wal").stat().st_size < 6 << 20
        assert path.stat().st_size > 15 << 20

    def test_a_game_that_was_deleted_is_not_written(self, store: Store) -> None:
        with pytest.raises(NotFound):
            store.update("gone", 0, [turn()], None)


def test_change_numbers_grow_with_every_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    firsts = []
    for clock in (2e9, 2e9, 1e9):  # the clock may be set back
        monkeypatch.setattr(time, "time", lambda clock=clock: clock)
        with closing(Store(path)) as store:
            firsts.append(store.first_change)
    assert firsts == sorted(set(firsts))
    assert firsts[-1] < 2**53, "JavaScript keeps it exactly"
