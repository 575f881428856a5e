"""The server of the Kalah Game Protocol, over real sockets: whole games, and peers that do not behave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.record import Record, read_record
from ludoteca.kgp import remote_seat
from ludoteca.kgp.boards import kalah
from ludoteca.kgp.client import Client, ClientSettings, connect
from ludoteca.kgp.server import Server, ServerSettings
from tests.kgp.peer import PATIENCE, Board, Peer

SMALL = {"pits": 4, "seeds": 3}


@dataclass
class Running:
    """A server in a thread, and the games that were played there."""

    server: Server
    records: list[Record]
    played: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def peer(self) -> Peer:
        return Peer(self.server.address)

    def next_record(self) -> Record:
        """The record of the next game that ends."""
        assert self.played.acquire(timeout=PATIENCE)
        return self.records[-1]


@contextmanager
def running(*minds: str, **more: Any) -> Iterator[Running]:
    records: list[Record] = []
    played = threading.Semaphore(0)

    def keep(number: int, record: Record) -> None:
        records.append(record)
        played.release()

    settings = ServerSettings(kalah(SMALL), minds or ("random",), **{"seconds": 30.0, "seed": 1, **more})
    with closing(Server(settings, "127.0.0.1", 0, keep)) as server:
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        yield Running(server, records, played)
    thread.join(PATIENCE)
    assert not thread.is_alive()


class TestGames:
    def test_two_agents_at_once_play_whole_games_from_both_sides(self, tmp_path: Path) -> None:
        with running("random", games=2, records=tmp_path) as server:
            peers = [server.peer(), server.peer()]
            threads = []
            for number, peer in enumerate(peers):
                peer.begin(f"peer {number}/../\x1b[2J")
                threads.append(threading.Thread(target=peer.play))
                threads[-1].start()
            for thread in threads:
                thread.join(PATIENCE)
            for _ in range(4):
                server.next_record()
        for peer in peers:
            assert peer.heard[-1][0] == "goodbye"
            peer.close()
        assert all(record.result is not None and record.result.forfeit is None for record in server.records)
        names = {record.header.minds for record in server.records}
        assert names == {
            pair
            for number in range(2)
            for pair in ((f"kgp:name=peer_{number}_.._2J", "random"), ("random", f"kgp:name=peer_{number}_.._2J"))
        }
        kept = sorted(tmp_path.iterdir())
        assert len(kept) == 4
        assert {read_record(path).header.minds for path in kept} == names

    def test_our_own_client_plays_at_our_server(self) -> None:
        boards: list[str] = []
        with running("random", "greedy", games=4) as server:
            host, port = server.server.address
            client = Client(ClientSettings("random", "ours", "token"), lambda board, move: boards.append(board))
            client.run(connect(f"{host}:{port}"))
            records = [server.next_record() for _ in range(4)]
        assert len(boards) == client.answered > 8
        assert all(record.result is not None and record.result.forfeit is None for record in records)
        assert [record.header.minds for record in server.records] == [
            ("kgp:name=ours", "random"),
            ("random", "kgp:name=ours"),
            ("kgp:name=ours", "greedy"),
            ("greedy", "kgp:name=ours"),
        ]

    def test_the_last_move_counts_and_moves_for_other_boards_do_not(self) -> None:
        with running(games=1) as server, closing(server.peer()) as peer:
            peer.begin()
            number, _, text = peer.until("state")
            first, second = Board.read(text).legal()[:2]
            peer.send("move", first, ref=number)
            peer.send("move", 1, ref="9999")
            peer.send("move", second, ref=number)
            peer.send("yield", ref="9999")
            peer.send("yield", ref=number)
            peer.send("move", first, ref=number)
            peer.play()
            record = server.next_record()
        assert record.turns[0].text == str(second)
        assert record.result is not None
        assert record.result.forfeit is None

    def test_without_a_move_in_time_one_is_drawn(self) -> None:
        with running(games=1, seconds=0.3) as server, closing(server.peer()) as peer:
            peer.begin()
            peer.until("state")
            peer.send("pong", ref=peer.until("ping")[0])
            peer.until("state", "goodbye")
            peer.close()
            record = server.next_record()
        assert record.turns[0].why.reason.claim.key == "kgp.claim.drawn"

    def test_an_agent_that_answers_no_ping_has_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(remote_seat, "PONG", 0.2)
        with running(games=1, seconds=0.2) as server, closing(server.peer()) as peer:
            peer.begin()
            record = server.next_record()
        assert record.result is not None
        assert record.result.forfeit is not None
        assert record.result.forfeit.reason.key == "kgp.fault.gone"


def flood(peer: Peer) -> None:
    """Send more than anybody may, and see whether the server still answers."""
    for _ in range(2000):
        peer.raw("1 ok\n" * 100)
    peer.until("state")


class TestPeersThatDoNotBehave:
    @pytest.mark.parametrize("move", ["0", "5", '"1; rm"', "1 2"])
    def test_an_illegal_move_loses_the_game(self, serving: Running, move: str) -> None:
        with closing(serving.peer()) as peer:
            peer.begin()
            number = peer.until("state")[0]
            peer.raw(f"@{number} move {move}\n@{number} yield\n")
            record = serving.next_record()
            assert record.result is not None
            assert record.result.forfeit is not None
            assert record.result.forfeit.reason.key == "kgp.fault.illegal"
            peer.until("goodbye")

    def test_an_agent_that_leaves_has_lost(self, serving: Running) -> None:
        peer = serving.peer()
        peer.begin()
        peer.until("state")
        peer.close()
        record = serving.next_record()
        assert record.result is not None
        assert record.result.forfeit is not None
        assert record.result.forfeit.seat == "south"

    def test_bad_lines_are_answered_and_do_no_harm(self, serving: Running) -> None:
        with closing(serving.peer()) as peer:
            peer.until("kgp")
            for line in ("???", "@", "1@ move", "\x00\xff", 'set "open', "mode", "set a", "x" * 40_000, "5 dance", ""):
                peer.raw(line + "\r\n") if line != "mode" else None
            errors = [peer.until("error")[2] for _ in range(7)]
            assert errors.count('"Malformed command"') >= 4
            peer.send("move", 1)
            assert "Requested no mode" in peer.until("error")[2]
            peer.send("mode", "freeplay")
            peer.play()
            record = serving.next_record()
            assert record.result is not None
            assert record.result.forfeit is None

    def test_a_flood_ends_the_connection_and_no_other(self, serving: Running) -> None:
        with closing(serving.peer()) as other, closing(serving.peer()) as peer:
            other.begin()
            peer.until("kgp")
            peer.raw("1 pong\n" * 900)
            with pytest.raises((AssertionError, OSError)):
                flood(peer)
            other.play()
            record = serving.next_record()
            assert record.result is not None
            assert record.result.forfeit is None

    def test_wrong_modes_end_the_connection(self) -> None:
        with running(games=1) as server:
            for lines, error in (
                ('mode "evaluation"\r\n', "Unsupported activity"),
                ("1 mode freeplay\n3 mode freeplay\n", "Duplicate"),
            ):
                with closing(server.peer()) as peer:
                    peer.until("kgp")
                    peer.raw(lines)
                    assert error in peer.until("error")[2]
                    peer.until("goodbye")

    def test_there_is_room_for_so_many(self) -> None:
        with running(agents=1) as server, closing(server.peer()) as first, closing(server.peer()) as second:
            first.until("kgp")
            assert second.next()[1:] == ("error", '"The server is full"')
            assert second.next()[1] == "goodbye"


@pytest.fixture(scope="module")
def serving() -> Iterator[Running]:
    with running(games=1, agents=32) as server:
        yield server


def test_what_the_protocol_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="pie=true"):
        kalah({"pie": "true"})
    with pytest.raises(BadInput, match="nobody"):
        Server(ServerSettings(kalah({}), ["nobody"]), "127.0.0.1", 0)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="for records"):
        Server(ServerSettings(kalah({}), ["random"], records=tmp_path / "file"), "127.0.0.1", 0)
    with running() as server, pytest.raises(BadInput, match="cannot be used"):
        Server(ServerSettings(kalah({}), ["random"]), *server.server.address)
