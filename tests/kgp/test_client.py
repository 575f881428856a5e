"""A mind of ours at a server of the Kalah Game Protocol: the server is the test's own."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TextIO

import pytest
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_websocket

from ludoteca.core.errors import BadInput
from ludoteca.games import load_game
from ludoteca.kgp.boards import board_of, position_of
from ludoteca.kgp.client import Client, ClientSettings, connect
from tests.command_line import ludoteca
from tests.kgp.peer import PATIENCE, Board


@contextmanager
def connected(mind: str = "random", seconds: float = 4.0) -> Iterator[TextIO]:
    """A server's end of a connection to a mind."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        host, port = listener.getsockname()
        client = Client(ClientSettings(mind, "mine", "secret", seconds, seed=1))
        errors: list[BadInput] = []

        def run() -> None:
            try:
                client.run(connect(f"{host}:{port}"))
            except BadInput as error:
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        connection, _ = listener.accept()
        connection.settimeout(PATIENCE)
        with connection, closing(connection.makefile("rw", encoding="utf-8", newline="")) as lines:
            yield lines
        thread.join(PATIENCE)
        assert not thread.is_alive()
        if errors:
            raise errors[0]


def tell(lines: TextIO, *commands: str) -> None:
    for command in commands:
        lines.write(command + "\r\n")
    lines.flush()


def heard(lines: TextIO, count: int) -> list[str]:
    return [lines.readline().strip().partition(" ")[2] for _ in range(count)]


class TestPlaying:
    def test_it_greets_and_answers_several_boards_at_once(self) -> None:
        with connected() as lines:
            tell(lines, "kgp 1 0 1")
            assert heard(lines, 3) == ["set info:name mine", "set auth:token secret", "mode freeplay"]
            tell(lines, "2@5 ok", "garbage \x00 line", "4 set time:mode relative")
            boards = {"6": "<3,0,0,3,3,3,3,3,3>", "8": "<4,1,0,0,3,3,3,3,0,0,3>", "10": "<3,0,0,0,0,1,4,4,9>"}
            tell(lines, *(f"{number} state {board}" for number, board in boards.items()), "12 ping")
            answers = [lines.readline().split() for _ in range(7)]
            pongs = [answer for answer in answers if answer[1] == "pong"]
            assert [answer[0].partition("@")[2] for answer in pongs] == ["12"]
            for number, board in boards.items():
                mine = [answer for answer in answers if answer[0].endswith(f"@{number}")]
                assert [answer[1] for answer in mine] == ["move", "yield"]
                assert int(mine[0][2]) in Board.read(board).legal()
            assert len({answer[0].partition("@")[0] for answer in answers}) == 7
            assert all(int(answer[0].partition("@")[0]) % 2 for answer in answers)
            tell(lines, "14 goodbye")

    @pytest.mark.parametrize(
        "board",
        ["<>", "<3,0,0>", "<0,0,0>", "<3,0,0,3,3,3,3,3,4>", "<99,0,0>", "<3,18,0,0,0,0,0,0,0>", "word", "<3,-1>"],
    )
    def test_a_board_that_is_none_is_refused(self, board: str) -> None:
        with pytest.raises(BadInput):
            position_of(board)

    def test_a_refused_board_does_not_end_the_game(self) -> None:
        with connected() as lines:
            tell(lines, "2 kgp 1 0 0")
            heard(lines, 3)
            tell(lines, "4 state <3,0,0,3,3,3,3,3,4>", "6 state <3,18,0,0,0,0,0,0,0>")
            assert {answer.partition(" ")[0] for answer in heard(lines, 2)} == {"error"}
            tell(lines, "8 state <3,0,0,3,3,3,3,3,3>")
            assert heard(lines, 2)[1] == "yield"
            tell(lines, "goodbye")

    def test_it_plays_over_a_websocket(self) -> None:
        answers: list[str] = []

        def play(connection: ServerConnection) -> None:
            connection.send("2 kgp 1 0 0\r\n")
            connection.send("4 state <3,0,0,3,3,3,3,3,3>\r\n")
            answers.extend(str(connection.recv(PATIENCE)).strip() for _ in range(5))
            connection.send("6 goodbye\r\n")

        with serve_websocket(play, "127.0.0.1", 0) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            port = server.socket.getsockname()[1]
            Client(ClientSettings("random", "mine", "secret")).run(connect(f"ws://127.0.0.1:{port}/socket"))
            server.shutdown()
            thread.join(PATIENCE)
        assert [answer.split()[1] for answer in answers] == ["set", "set", "mode", "move", "yield"]

    def test_boards_lead_back_to_themselves_and_our_rules_are_the_protocols(self) -> None:
        lot = random.Random(5)
        for _ in range(6):
            position = load_game("kalah", {"pits": 5, "seeds": 3}).start(0)
            while position.turn is not None:
                board = board_of(position)
                assert board_of(position_of(board)) == board
                move, theirs, turn = lot.choice(list(position.moves)), Board.read(board), position.turn
                again = theirs.moves_again(int(move.text))
                position = position.after(move)
                if position.turn is None:
                    assert list(position.scores()) == (theirs.stores if turn == 0 else theirs.stores[::-1])
                else:
                    assert again == (position.turn == turn)
                    mirrored = theirs if again else Board(theirs.stores[::-1], theirs.pits[::-1])
                    assert board_of(position) == str(mirrored)


def greet(greeting: str) -> None:
    """Greet a mind, and wait until it leaves."""
    with connected() as lines:
        tell(lines, greeting)
        lines.read()


class TestServersThatDoNotBehave:
    @pytest.mark.parametrize("greeting", ["kgp 2 0 0", "HTTP/1.1 400 Bad Request", "error full", "hello"])
    def test_another_protocol_is_refused(self, greeting: str) -> None:
        with pytest.raises(BadInput):
            greet(greeting)

    def test_too_many_boards_and_stops_do_no_harm(self) -> None:
        with connected() as lines:
            tell(lines, "2 kgp 1 0 0")
            heard(lines, 3)
            tell(lines, *(f"{number} state <3,0,0,3,3,3,3,3,3>" for number in range(4, 64, 2)))
            answers = [lines.readline() for _ in range(2)]  # while the first boards wait for processes to start
            assert any("too many boards" in answer for answer in answers)
            tell(lines, *(f"{number + 1}@{number} stop" for number in range(4, 64, 2)), "goodbye")

    def test_there_is_no_server(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = f"127.0.0.1:{free.getsockname()[1]}"
        for wrong in ("not an address", "127.0.0.1:99999", "ws://127.0.0.1:1/x"):
            with pytest.raises(BadInput):
                connect(wrong)
        done = ludoteca("kgp", "join", address, "random")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
