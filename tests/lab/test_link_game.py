"""Two people play by link, each for one seat, in a lab without a class: their browsers tell them apart."""

from __future__ import annotations

import httpx

from tests.lab.conftest import Lab


def test_two_browsers_play_by_link(lab: Lab) -> None:
    with lab.new_client() as first, lab.new_client() as second, lab.new_client() as third:
        play_by_link(first, second, third)


def play_by_link(first: httpx.Client, second: httpx.Client, third: httpx.Client) -> None:
    """Play by link: the first invites the second, and the third watches."""
    new = {"game": "azul", "minds": ["human", "human"], "by_link": True}
    assert first.post("/api/games", json={**new, "minds": ["human", "random"]}).status_code == 422
    started = first.post("/api/games", json=new).json()
    path, code = f"/api/games/{started['id']}", started["link"][1]["code"]
    assert started["yours"] == [0] and started["link"][1]["free"]
    seen = third.get(path).json()
    assert seen["yours"] == [] and seen["link"][1]["code"] is None and seen["seed"] is None
    assert third.post(f"{path}/seat", json={"code": "0" * 24}).status_code == 404
    assert second.post(f"{path}/seat", json={"code": code}).json()["yours"] == [1]
    assert third.post(f"{path}/seat", json={"code": code}).status_code == 404, "the seat is taken"
    boards = [client.get(f"{path}/positions/-1?lang=en").json()["svg"] for client in (first, second, third)]
    assert ["You (" in board for board in boards] == [True, True, False]
    assert boards[0] != boards[1], "each is named at the own seat"
    move = first.get(f"{path}/positions/-1").json()["moves"][0]
    assert second.get(f"{path}/positions/-1").json()["moves"] == third.get(f"{path}/positions/-1").json()["moves"] == []
    answers = [client.post(f"{path}/moves", json={"move": move}).status_code for client in (second, third, first)]
    assert answers == [403, 403, 200]
    assert first.post(f"{path}/undo").status_code == 422
    assert second.post(f"{path}/positions/-1/hint").status_code == 403, "minds do not help"
    asked = {"game": "azul", "at": {"game": started["id"]}}
    assert second.post("/api/positions/hint", json=asked).status_code in (403, 422)
    assert third.get(f"{path}/record").status_code == 422, "it has the seed"
    assert third.post(f"{path}/resign").status_code == 403
    ended = first.post(f"{path}/resign").json()["result"]
    assert ended["winner"] == 1, "the first resigned although it was the other's turn"
