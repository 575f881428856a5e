"""Positions that requests name: of stored games, of puzzles, and set up by hand."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from ludoteca.core.game import read_fact
from ludoteca.games import load_game
from ludoteca.lab.setup_links import linked_game, setup_link
from tests import needs
from tests.lab.conftest import Lab
from tests.waiting import eventually

SMALL = {"pits": 3, "seeds": 2}
FIRST = "choose(Move) :- legal(Move).\n"


def new_game(lab: Lab, **body: Any) -> dict[str, Any]:
    answer = lab.client.post("/api/games", json={"minds": ["human", "human"], "seed": 4, **body})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def asked(lab: Lab, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = lab.client.post(f"/api/{path}", json=body)
    return answer.status_code, answer.json()


def test_a_link_holds_options_and_facts() -> None:
    game = load_game("kalah", {**SMALL, "pie": True})
    position = game.start(0).after(game.start(0).moves[1])
    started = game.starting_from(position.facts())
    link = setup_link(started)
    assert linked_game("kalah", link) == started and len(link) < 200


def test_positions_of_games_puzzles_and_links_are_shown(lab: Lab) -> None:
    game = new_game(lab, game="kalah", options=SMALL)
    lab.client.post(f"/api/games/{game['id']}/moves", json={"move": "3"})
    for ply, seat in ((0, "south"), (1, "north"), (-1, "north")):
        code, found = asked(lab, "positions", game="kalah", at={"game": game["id"], "ply": ply})
        assert (code, found["seat"], found["options"]["pits"]) == (200, seat, 3)
        assert asked(lab, "positions", game="kalah", at={"setup": found["setup"]})[1]["moves"] == found["moves"]
    puzzle = lab.client.get("/api/puzzles?game=kalah").json()["puzzles"][0]["id"]
    code, found = asked(lab, "positions", game="kalah", at={"puzzle": puzzle})
    assert code == 200 and found["moves"] and found["seat"].startswith("You (")
    bomb = base64.urlsafe_b64encode(zlib.compress(b"x" * 10_000_000)).decode()
    for at in (
        {"game": game["id"], "ply": 9},
        {"game": "0123"},
        {"puzzle": "nothing"},
        {"setup": "%%%"},
        {"setup": "AAAA"},
        {"setup": bomb[:4000]},
        {"setup": found["setup"], "puzzle": puzzle},
        {},
    ):
        code, refused = asked(lab, "positions", game="kalah", at=at)
        assert code in (404, 422) and refused["error"], at
    assert asked(lab, "positions", game="azul", at={"game": game["id"]})[0] == 422


def test_positions_of_games_say_who_sits_where(lab: Lab) -> None:
    game = new_game(lab, game="kalah", options=SMALL, minds=["human", "greedy"])
    found = asked(lab, "positions", game="kalah", at={"game": game["id"], "ply": 0})[1]
    assert found["seat"] == "You (south)"
    assert "You (south)" in found["svg"] and "greedy (north)" in found["svg"]
    changed = asked(lab, f"games/{game['id']}/positions/0/what-if", move="1", mind="greedy", seconds=60)[1]["change"]
    assert "greedy (north)" in changed["svg"]
    for language, sentence in (
        ("en", "North (greedy) wins. South (you) forfeits the game: resigned."),
        ("es", "Gana norte (greedy). Sur (tú) pierde la partida: se rindió."),
    ):
        lab.client.post(f"/api/games/{game['id']}/resign", json={})
        assert lab.client.get(f"/api/games/{game['id']}?lang={language}").json()["result"]["sentence"] == sentence


@needs.prolog
def test_a_mind_is_tried_in_a_position_but_not_where_secrets_are_kept(lab: Lab) -> None:
    game = new_game(lab, game="kalah", options=SMALL)
    lab.client.post(f"/api/games/{game['id']}/moves", json={"move": "3"})
    lab.client.put("/api/knowledge/kalah/tried.pl", json={"text": FIRST})
    trial = {"game": "kalah", "name": "tried.pl", "text": FIRST, "at": {"game": game["id"], "ply": 1}}
    code, found = asked(lab, "knowledge/try", **trial)
    assert code == 200 and found["name"] == "pit 1"
    assert {one["verdict"] for one in found["verdicts"]["reasons"]} <= {"true", "uncheckable"}
    assert found["verdicts"]["trace"]["verdict"] == "true"
    unsaved = {**trial, "text": FIRST + "% Not saved.\n"}
    assert asked(lab, "knowledge/try", **unsaved)[1]["verdicts"]["trace"]["verdict"] == "uncheckable"
    azul = new_game(lab, game="azul")
    secret = {"game": "azul", "name": "tried.pl", "text": FIRST, "at": {"game": azul["id"], "ply": 0}}
    for path, body in (
        ("knowledge/try", secret),
        ("positions", {"game": "azul", "at": secret["at"]}),
        ("positions/edit", {"game": "azul", "at": secret["at"]}),
        ("positions/hint", {"game": "azul", "at": secret["at"]}),
    ):
        code, refused = asked(lab, path, **body)
        assert (code, "when it is over" in refused["error"]) == (422, True)
    lab.client.post(f"/api/games/{azul['id']}/resign")
    assert asked(lab, "knowledge/try", **secret)[0] == 200


@needs.prolog
def test_a_forfeit_in_a_match_names_its_game_and_line(lab: Lab) -> None:
    text = "choose(Move) :-\n    legal(Move),\n    Most > 1.\n"
    lab.client.put("/api/knowledge/kalah/faulty.pl", json={"text": text})
    minds = ["prolog:file=faulty.pl", "random"]
    _, match = asked(lab, "matches", game="kalah", options=SMALL, minds=minds, games=1, opening=0)
    address = f"/api/matches/{match['id']}"
    match = eventually(lambda: lab.client.get(address).json(), lambda seen: seen["finished"])
    (fault,) = match["forfeits"]
    trial = {"game": "kalah", "name": "faulty.pl", "text": text, "at": {"game": fault["game"]}}
    found = asked(lab, "knowledge/try", **trial)[1]["diagnostics"][0]
    assert fault["source"] == {"file": "faulty.pl", "line": found["line"]} and not found["warning"]


def test_a_position_is_edited_played_and_recorded(lab: Lab) -> None:
    code, found = asked(lab, "positions/edit", game="kalah", options=SMALL)
    assert code == 200 and found["problem"] is None and [tool["name"] for tool in found["tools"]] == ["seed"]
    more = {"place": "pit south 3", "tool": "seed"}
    code, found = asked(lab, "positions/edit", game="kalah", options=SMALL, facts=found["facts"], edit=more)
    assert (code, found["setup"], found["problem"]) == (200, None, "There are 13 seeds on the board; this game has 12.")
    less = {"place": "pit north 1", "tool": "seed", "remove": True}
    code, found = asked(lab, "positions/edit", game="kalah", options=SMALL, facts=found["facts"], edit=less)
    edit = {"turn": "north"}
    code, found = asked(lab, "positions/edit", game="kalah", options=SMALL, facts=found["facts"], edit=edit)
    assert (code, found["turn"], found["playable"]) == (200, "north", True)
    hint = asked(lab, "positions/hint", game="kalah", at={"setup": found["setup"]})
    assert hint[0] == 200 and hint[1]["move"] in ("1", "2", "3")
    game = new_game(lab, game="kalah", start={"setup": found["setup"]})
    assert game["set_up"] and game["turn"] == 1 and game["options"]["pits"] == 3
    lab.client.post(f"/api/games/{game['id']}/moves", json={"move": "2"})
    record = lab.client.get(f"/api/games/{game['id']}/record").text
    assert '"start":[{"relation":"turn","args":["north"]}' in record.partition("\n")[0]
    again = lab.client.post("/api/records", json={"record": record}).json()
    assert [turn["text"] for turn in again["turns"]] == ["2"] and again["set_up"]
    wrong = record.replace('"args":["south",3,3]', '"args":["south",3,2]')
    assert asked(lab, "records", record=wrong)[0] == 422
    rematch = new_game(lab, game="kalah", start={"game": game["id"], "ply": 0}, seed=None)
    assert rematch["set_up"] and rematch["turn"] == 1
    code, refused = asked(lab, "positions/edit", game="kalah", facts=["pit(south"])
    assert (code, refused["error"]) == (422, '"pit(south" is not a fact: write it like pit(south, 3, 4).')
    assert read_fact(found["facts"][0]).relation == "turn"
