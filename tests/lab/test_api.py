"""The lab's API: games, records, matches, and everything it must refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from ludoteca.arena.verify import verify
from ludoteca.core.i18n import say
from ludoteca.core.loading import load_class
from ludoteca.core.plugins import plugins
from ludoteca.core.record import parse_record
from ludoteca.core.verdicts import Verdict
from ludoteca.minds.shared.knowledge import KnowledgeMind
from tests.command_line import ludoteca
from tests.lab.conftest import Lab, run_async
from tests.waiting import PATIENCE, eventually

SMALL = {"pits": 3, "seeds": 2}


def begin(lab: Lab, *minds: str, **more: Any) -> dict[str, Any]:
    answer = lab.client.post("/api/games", json={"game": "kalah", "minds": minds, "options": SMALL, **more})
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def wait(lab: Lab, game_id: str, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    return eventually(lambda: cast("dict[str, Any]", lab.client.get(f"/api/games/{game_id}").json()), ready)


def over(game: dict[str, Any]) -> bool:
    return bool(game["over"])


def test_the_catalogue_has_all_a_page_needs(lab: Lab) -> None:
    data = lab.client.get("/api/catalogue", params={"lang": "es"}).json()
    kalah = next(game for game in data["games"] if game["name"] == "kalah")
    assert kalah["seats"] == ["sur", "norte"]
    assert kalah["svg"].startswith("<svg")
    for option in (option for game in data["games"] for option in game["options"]):
        assert option["title"] != option["name"]
        assert not set(option["choice_titles"]) & set(option["choices"])
    depth = next(mind for mind in data["minds"] if mind["name"] == "alphabeta")["parameters"][0]
    assert (depth["name"], depth["title"]) == ("depth", "Profundidad")
    assert "montecarlo" in kalah["minds"]
    assert kalah["levels"][0] == {"name": "first_steps", "title": "Primeros pasos", "mind": "random"}
    assert data["games"][0] == kalah, "the simplest game comes first"
    assert "<h2>Reglas</h2>" in lab.client.get("/api/rules/kalah?lang=es").json()["html"]


def test_minds_play_to_the_end_and_the_record_is_true(lab: Lab, tmp_path: Path) -> None:
    game = begin(lab, "montecarlo:simulations=100", "alphabeta:depth=4", seed=5)
    game = wait(lab, game["id"], over)
    assert sum(game["result"]["scores"]) == 12
    assert game["start_scores"] == [0, 0]
    assert game["turns"][-1]["scores"] == game["result"]["scores"]
    record = parse_record(lab.client.get(f"/api/games/{game['id']}/record").text)
    report = verify(record)
    assert report.problems == []
    assert report.derived == len(record.turns)


def test_a_person_moves_undoes_and_resigns(lab: Lab) -> None:
    game = begin(lab, "human", "random")
    path = f"/api/games/{game['id']}"
    assert game["turn"] == 0
    lab.client.post(f"{path}/moves", json={"move": "1"})
    game = wait(lab, game["id"], lambda game: game["over"] or (game["turn"] == 0 and len(game["turns"]) > 1))
    position = lab.client.get(f"{path}/positions/1", params={"animation": True}).json()
    assert position["why"]["reason"]["sentence"] == "chosen by a human player"
    assert [one["sentence"] for one in position["why"]["reason"]["because"]] == ["south sows 2 seeds from pit 1"]
    assert any(step["shifts"] for step in position["animation"])
    chosen, sown = lab.client.get(f"{path}/positions/1/verdicts").json()["reasons"]
    assert (chosen["verdict"], sown["verdict"]) == ("uncheckable", "true")
    assert lab.client.post(f"{path}/undo").json()["moves"] == 0
    assert lab.client.post(f"{path}/undo").status_code == 422
    done = lab.client.post(f"{path}/resign").json()
    assert done["over"]
    assert done["result"]["winner"] == 1
    assert lab.client.post(f"{path}/resign").status_code == 422


def test_moves_and_the_end_are_told_in_words(lab: Lab) -> None:
    game = begin(lab, "human", "human", seed=1)
    address = f"/api/games/{game['id']}"
    position = lab.client.get(f"{address}/positions/0", params={"lang": "es"}).json()
    assert position["names"] == {"1": "hoyo 1", "2": "hoyo 2", "3": "hoyo 3"}
    while not game["over"]:
        position = lab.client.get(f"{address}/positions/-1").json()
        lab.client.post(f"{address}/moves", json={"move": position["moves"][0]})
        game = lab.client.get(address).json()
    first, last = game["turns"][0], game["turns"][-1]
    assert (first["name"], first["sentence"]) == ("pit 1", "Sows 2 seeds from pit 1.")
    assert "ends the game" in last["sentence"]
    result = game["result"]
    south, north = result["scores"]
    assert result["sentence"] == f"{'South' if south > north else 'North'} wins by {abs(south - north):g} points."
    assert result["ending"].startswith("One row was empty")
    assert result["sheet"] == [{"label": "seeds in the store", "points": result["scores"]}]
    spanish = lab.client.get(address, params={"lang": "es"}).json()
    assert spanish["turns"][0]["sentence"] == "Siembra 2 semillas desde el hoyo 1."
    assert spanish["result"]["sheet"][0]["label"] == "semillas en el almacén"


def test_the_editor_has_a_language_for_the_files_of_every_school(lab: Lab) -> None:
    schools = [load_class(plugin) for plugin in plugins("minds").values()]
    suffixes = {school.suffix for school in schools if issubclass(school, KnowledgeMind)}
    assert suffixes
    for suffix in suffixes:
        answer = lab.client.get(f"/languages/{suffix.removeprefix('.')}.js")
        assert (answer.status_code, "export const parser" in answer.text) == (200, True), suffix
    assert lab.client.get("/languages/none.js").status_code == 404


def test_a_choice_is_asked_about_and_the_game_is_not_disturbed(lab: Lab) -> None:
    game = wait(lab, begin(lab, "greedy", "alphabeta:depth=3", seed=5)["id"], over)
    address, before = f"/api/games/{game['id']}", lab.client.get(f"/api/games/{game['id']}/record").text
    texts = lab.client.get(f"{address}/positions/0/moves").json()
    assert texts == {"1": "pit 1", "2": "pit 2", "3": "pit 3"}
    other = next(text for text in texts if text != game["turns"][0]["text"])
    answer = lab.client.post(f"{address}/positions/0/why-not", params={"lang": "es"}, json={"move": other}).json()
    assert (answer["mind"], answer["chosen"], answer["move"]) == ("greedy", game["turns"][0]["text"], other)
    assert answer["name"] == f"hoyo {other}"
    assert "diferencia prevista" in answer["against"]["sentence"]
    found = lab.client.post(f"{address}/positions/0/what-if", json={"move": other, "seconds": 60}).json()
    assert found["change"]["svg"].startswith("<svg")
    assert len(found["change"]["gone"]) == len(found["change"]["new"]) == 2
    for changed in found["change"]["gone"] + found["change"]["new"]:
        assert changed["fact"].startswith(("pit(", "store("))
        assert " in south's " in changed["words"] or " in north's " in changed["words"]
    assert lab.client.get(f"{address}/record").text == before
    for asked, word in (
        ({"move": "9"}, "not a legal move"),
        ({"move": other, "mind": "human"}, "is a person"),
        ({"move": other, "mind": "nobody"}, "nobody"),
        ({"move": other, "mind": "greedy:file=/etc/passwd"}, "file"),
    ):
        refused = lab.client.post(f"{address}/positions/0/why-not", json=asked)
        assert refused.status_code == 422, asked
        assert word in refused.json()["error"]
    end = len(game["turns"])
    assert lab.client.post(f"{address}/positions/{end}/why-not", json={"move": "1"}).status_code == 422
    assert lab.client.get(f"{address}/positions/{end + 1}/moves").status_code == 422


def test_a_hint_is_a_legal_move_with_its_reason(lab: Lab) -> None:
    game = begin(lab, "human", "human")
    path = f"/api/games/{game['id']}"
    lab.client.post(f"{path}/moves", json={"move": "1"})
    lab.client.post(f"{path}/resign")
    for ply in (0, 1, -1):  # a past position, and the newest one of a game that was resigned
        hint = lab.client.post(f"{path}/positions/{ply}/hint", params={"lang": "es"}).json()
        assert hint["move"] in lab.client.get(f"{path}/positions/{ply}/moves").json()
        assert hint["reason"]["sentence"].startswith(("espera", "demostrado"))
    again = lab.client.post(f"{path}/positions/{ply}/hint", params={"lang": "es"}).json()
    assert again == hint, "its budget is a count, not a time"
    assert lab.client.post(f"{path}/positions/9/hint").status_code == 422


def test_a_hint_at_the_end_of_a_game_is_refused(lab: Lab) -> None:
    game = begin(lab, "random", "random", seed=1)
    wait(lab, game["id"], over)
    refused = lab.client.post(f"/api/games/{game['id']}/positions/-1/hint")
    assert (refused.status_code, "is over" in refused.json()["error"]) == (422, True)


def test_what_was_undone_is_made_again(lab: Lab) -> None:
    path = f"/api/games/{begin(lab, 'human', 'greedy', seed=1)['id']}"
    lab.client.post(f"{path}/moves", json={"move": "1"})
    before = wait(lab, path.rpartition("/")[2], lambda game: game["moves"] > 1 and game["thinking"] is None)
    lab.client.post(f"{path}/resign")
    record = lab.client.get(f"{path}/record").text
    undone = lab.client.post(f"{path}/undo").json()
    assert (undone["moves"], undone["over"], undone["redoable"]) == (0, False, before["moves"])
    redone = lab.client.post(f"{path}/redo").json()
    assert (redone["moves"], redone["over"], redone["redoable"]) == (before["moves"], True, 0)
    assert lab.client.get(f"{path}/record").text == record
    assert lab.client.post(f"{path}/redo").status_code == 422
    lab.client.post(f"{path}/undo")
    assert lab.client.post(f"{path}/moves", json={"move": "2"}).json()["redoable"] == 0
    assert lab.client.post(f"{path}/redo").status_code == 422


def test_a_game_starts_from_a_position_of_another(lab: Lab) -> None:
    source = begin(lab, "greedy", "greedy", seed=1)
    turns = wait(lab, source["id"], over)["turns"]
    start = {"game": source["id"], "ply": 2}
    body = {"game": "kalah", "minds": ["human", "greedy"], "start": start}
    game = lab.client.post("/api/games", json=body).json()
    path = f"/api/games/{game['id']}"
    assert [turn["text"] for turn in game["turns"][:2]] == [turn["text"] for turn in turns[:2]]
    assert all(turn["opening"] for turn in game["turns"][:2])
    assert game["options"] == source["options"]
    assert lab.client.post(f"{path}/undo").status_code == 422, "the opening stays"
    lab.client.post(f"{path}/resign")
    record = parse_record(lab.client.get(f"{path}/record").text)
    report = verify(record)
    assert (report.problems, report.verdicts[Verdict.FALSE]) == ([], 0)
    assert say(record.turns[0].why.reason.claim) == "a move taken over from another game"
    for wrong, word in (
        ({"start": {**start, "ply": 999}}, "999"),
        ({"start": {**start, "ply": len(turns)}}, "is over"),
        ({"game": "azul"}, "one of kalah"),
        ({"options": {"pits": 4}}, "leave them out"),
        ({"minds": ["human"]}, "2 seats"),
    ):
        refused = lab.client.post("/api/games", json=body | wrong)
        assert (refused.status_code, word in refused.json()["error"]) == (422, True), refused.text
    assert lab.client.post("/api/games", json=body | {"start": {"game": "0", "ply": 0}}).status_code == 404


def test_nobody_practises_from_a_game_that_still_hides_something(lab: Lab) -> None:
    azul = {"game": "azul", "minds": ["human", "human"]}
    source = lab.client.post("/api/games", json=azul).json()
    refused = lab.client.post("/api/games", json=azul | {"start": {"game": source["id"], "ply": 0}})
    assert "when it is over" in refused.json()["error"]
    lab.client.post(f"/api/games/{source['id']}/resign")
    assert lab.client.post("/api/games", json=azul | {"start": {"game": source["id"], "ply": 0}}).status_code == 201


def test_a_mind_that_thinks_can_be_stopped(lab: Lab) -> None:
    game = begin(lab, "montecarlo:seconds=400", "human", limit=500)
    lab.client.post(f"/api/games/{game['id']}/interrupt")  # the mind may not even have joined yet
    wait(lab, game["id"], lambda state: state["moves"] > 0)
    assert game_turns(lab, game["id"])[0]["seat"] == 0
    move = lab.client.get(f"/api/games/{game['id']}/record").text.splitlines()[1]
    assert json.loads(move)["interrupted"] is True
    lab.client.delete(f"/api/games/{game['id']}")  # after an extra turn the mind would think on


def test_a_mind_at_fault_loses_and_the_lab_goes_on(lab: Lab) -> None:
    slow, other = begin(lab, "slow", "random", limit=0.5), begin(lab, "random", "random")
    assert wait(lab, other["id"], over)["result"]["winner"] in (0, 1, None)
    game = wait(lab, slow["id"], over)
    assert game["result"]["winner"] == 1
    assert "no answer within" in game["result"]["sentence"]


def test_records_are_listed_filtered_uploaded_and_deleted(lab: Lab) -> None:
    game = begin(lab, "greedy", "greedy", seed=1)
    wait(lab, game["id"], over)
    text = lab.client.get(f"/api/games/{game['id']}/record").text
    found = lab.client.get("/api/games", params={"mind": "greedy", "over": True, "game": "kalah"}).json()
    entry = next(entry for entry in found["games"] if entry["id"] == game["id"])
    spanish = lab.client.get("/api/games", params={"mind": "greedy", "over": True, "lang": "es"}).json()["games"]
    titles = {"south": "sur", "north": "norte", None: None}
    assert entry["winner_title"] == entry["winner"]
    assert next(e["winner_title"] for e in spanish if e["id"] == game["id"]) == titles[entry["winner"]]
    assert lab.client.get("/api/games", params={"game": "chess"}).json() == {"games": [], "total": 0}
    copy = lab.client.post("/api/records", json={"record": text}).json()
    assert copy["turns"] == game_turns(lab, game["id"])
    assert lab.client.delete(f"/api/games/{copy['id']}").status_code == 204
    assert lab.client.get(f"/api/games/{copy['id']}").status_code == 404
    assert lab.client.delete(f"/api/games/{copy['id']}").status_code == 404


def game_turns(lab: Lab, game_id: str) -> Any:
    return lab.client.get(f"/api/games/{game_id}").json()["turns"]


@pytest.mark.parametrize("record", ["", "hello", '{"kind":"header"}\n', "{}" * 1000])
def test_an_upload_that_is_no_record_is_refused(lab: Lab, record: str) -> None:
    answer = lab.client.post("/api/records", json={"record": record})
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_an_upload_with_a_false_result_is_refused_with_its_line(lab: Lab) -> None:
    game = begin(lab, "random", "random", seed=1)
    wait(lab, game["id"], over)
    *lines, last = lab.client.get(f"/api/games/{game['id']}/record").text.splitlines()
    result = json.loads(last)
    result["scores"][0] += 1
    for false in (json.dumps(result), last.replace('"scores":[', '"scores":[Infinity,')):
        record = "\n".join([*lines, false, ""])
        answer = lab.client.post("/api/records", json={"record": record}, params={"lang": "es"})
        assert answer.status_code == 422
        assert f"línea {len(lines) + 1}: " in answer.json()["error"]


def test_false_reasons_are_told_from_true_ones(lab: Lab) -> None:
    game = begin(lab, "greedy", "greedy", seed=1)
    wait(lab, game["id"], over)
    lines = lab.client.get(f"/api/games/{game['id']}/record").text.splitlines()
    move = json.loads(lines[1])
    move["why"]["reason"]["evidence"] = [{"relation": "pit", "args": ["south", 1, 99]}]
    forged = "\n".join([lines[0], json.dumps(move), *lines[2:]])
    path = f"/api/games/{lab.client.post('/api/records', json={'record': forged}).json()['id']}/positions"
    found = lab.client.get(f"{path}/1/verdicts", params={"lang": "es"}).json()
    assert found["reasons"][0] == {"verdict": "false", "problem": "pit(south, 1, 99) no se cumple aquí"}
    assert found["reasons"][1] == {"verdict": "true", "problem": None}
    assert found["trace"] is None
    assert all(one["verdict"] != "false" for one in lab.client.get(f"{path}/-1/verdicts").json()["reasons"])
    assert lab.client.get(f"{path}/0/verdicts").json() == {"reasons": [], "trace": None}
    assert lab.client.get(f"{path}/999/verdicts").status_code == 422


def wait_for_match(lab: Lab, match_id: str, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    return eventually(lambda: cast("dict[str, Any]", lab.client.get(f"/api/matches/{match_id}").json()), ready)


def test_a_match_is_stopped_and_resumed(lab: Lab) -> None:
    body = {"game": "kalah", "minds": ["greedy", "random"], "options": SMALL, "games": 10_000}
    match = lab.client.post("/api/matches", json=body).json()
    path = f"/api/matches/{match['id']}"
    try:
        wait_for_match(lab, match["id"], lambda match: match["games"] >= 3)
        stopped = lab.client.post(f"{path}/stop").json()
        assert not stopped["running"]
        assert 3 <= stopped["games"] < 10_000
        assert lab.client.get(path).json()["games"] == stopped["games"]
        lab.client.post(f"{path}/resume")
        wait_for_match(lab, match["id"], lambda match: match["games"] > stopped["games"])
    finally:
        deleted = lab.client.delete(path)
    assert deleted.status_code == 204
    assert lab.client.get("/api/games", params={"match": match["id"]}).json()["total"] == 0


def test_a_match_is_played_to_the_end(lab: Lab) -> None:
    body = {"game": "kalah", "minds": ["greedy", "random", "greedy"], "options": SMALL, "games": 10}
    match = lab.client.post("/api/matches", json=body).json()
    match = wait_for_match(lab, match["id"], lambda match: bool(match["finished"]))
    assert match["games"] == match["planned"] == 30
    assert all(cell["interval"][0] <= cell["score"] <= cell["interval"][1] for cell in match["cells"])
    stored = lab.client.get("/api/games", params={"match": match["id"], "limit": 200}).json()["total"]
    assert stored == 15, "games of the same minds with the same seed are the same games"
    greedy, random, _ = match["rows"]
    assert greedy["rating"]["low"] < greedy["rating"]["value"] > random["rating"]["value"]
    pair = lab.client.get(f"/api/matches/{match['id']}/games/0/1").json()
    assert len(pair) == match["cells"][0]["games"] == 10
    assert sum(game["result"][game["minds"].index(0)] for game in pair) == 10 * match["cells"][0]["score"]
    record = lab.client.get(f"/api/games/{pair[0]['id']}").json()
    assert [seat["mind"] for seat in record["seats"]] == [match["minds"][mind] for mind in pair[0]["minds"]]
    reports = {kind: lab.client.get(f"/api/matches/{match['id']}/report.{kind}") for kind in ("csv", "json", "html")}
    assert reports["csv"].text.splitlines()[0].startswith("rank,mind,rating,low,high")
    assert reports["json"].json()["games"] == 30
    assert f"/game/{pair[0]['id']}" in reports["html"].text
    assert lab.client.get(f"/api/matches/{match['id']}/report.pdf").status_code == 422


def test_a_swiss_tournament_is_played(lab: Lab) -> None:
    minds, swiss = ["greedy", "random", "crashing", "random"], {"games": 2, "format": "swiss", "rounds": 2}
    body = {"game": "kalah", "minds": minds, "options": SMALL, **swiss}
    key = lab.client.post("/api/matches", json=body).json()["id"]
    match = wait_for_match(lab, key, lambda match: bool(match["finished"]))
    assert (match["games"], match["rounds"], match["fault"]) == (8, 2, None)
    assert [row["games"] for row in match["rows"]] == [4, 4, 4, 4]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "kala", "minds": ["human", "human"]}, "did you mean"),
        ({"game": "kalah", "minds": ["human"]}, "2 seats but 1 mind"),
        ({"game": "kalah", "minds": ["human", "nobody"]}, 'no mind "nobody"'),
        ({"game": "kalah", "minds": ["human", "human"], "options": {"pits": 99}}, "out of range"),
        ({"game": "kalah", "minds": ["human", "human"], "options": {"legs": 4}}, 'no option "legs"'),
        ({"game": "kalah", "minds": ["human", "human"], "extra": 1}, "extra"),
        ({"game": "../../etc/passwd", "minds": []}, "no game"),
        ({"minds": []}, "game"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_reason(lab: Lab, body: dict[str, Any], said: str) -> None:
    answer = lab.client.post("/api/games", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_moves_out_of_turn_or_out_of_rules_are_refused(lab: Lab) -> None:
    game = begin(lab, "human", "human")
    path = f"/api/games/{game['id']}/moves"
    for move in ("9", "", "<b>1</b>"):
        answer = lab.client.post(path, json={"move": move})
        assert answer.status_code == 422
        assert "not a legal move" in answer.json()["error"]
    watched = begin(lab, "montecarlo:seconds=20", "random", limit=100)
    assert lab.client.post(f"/api/games/{watched['id']}/moves", json={"move": "1"}).status_code == 422
    lab.client.delete(f"/api/games/{watched['id']}")


@pytest.mark.parametrize(
    "path", ["/api/games/ffff", "/api/games/ffff/positions/0", "/api/matches/ffff", "/api/nothing"]
)
def test_what_is_not_there_is_404(lab: Lab, path: str) -> None:
    answer = lab.client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/api/games/..%2f..%2fetc", "/api/rules/..%2f..%2fREADME", "/static/..%2fapp.py", "/static/../app.py"]
)
def test_paths_do_not_lead_out(lab: Lab, path: str) -> None:
    answer = lab.client.get(path)
    assert answer.status_code in (404, 422) or "<!doctype html>" in answer.text
    assert "import" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
    ],
)
def test_requests_from_elsewhere_are_refused(lab: Lab, headers: dict[str, str]) -> None:
    body = {"game": "kalah", "minds": ["human", "human"]}
    answer = lab.client.post("/api/games", json=body, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]


def test_a_form_of_another_page_cannot_post(lab: Lab) -> None:
    answer = lab.client.post("/api/games", content="{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422


def test_a_foreign_socket_is_refused(lab: Lab) -> None:
    game = begin(lab, "human", "human")

    async def knock() -> None:
        address = lab.address.replace("http", "ws") + f"api/games/{game['id']}/live"
        async with connect(address, origin=Origin("https://evil.example")) as socket:
            await socket.recv()

    with pytest.raises((InvalidStatus, ConnectionClosed)):
        run_async(knock())


def test_bodies_that_are_too_large_or_no_json_are_refused(lab: Lab) -> None:
    huge = lab.client.post("/api/records", json={"record": "x" * (17 << 20)})
    assert huge.status_code == 413
    headers = {"Content-Type": "application/json"}
    stream = (b"x" * (1 << 20) for _ in range(20))
    assert lab.client.post("/api/records", content=stream, headers=headers).status_code in (400, 413)
    assert lab.client.post("/api/games", content="{nonsense", headers=headers).status_code == 422


def test_answers_forbid_what_the_page_does_not_need(lab: Lab) -> None:
    headers = lab.client.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_beyond_this_machine_a_token_is_asked_for(tmp_path: Path) -> None:
    open_lab = Lab(tmp_path, "--host", "0.0.0.0")
    try:
        token = open_lab.address.partition("token=")[2]
        base = open_lab.address.partition("?")[0]
        assert base.startswith("http://127.0.0.1:")
        assert len(token) >= 22
        with httpx.Client(base_url=base) as client:
            assert client.get("/").status_code == 401
            assert client.get("/api/games", headers={"Authorization": "Bearer wrong"}).status_code == 401
            assert client.get("/api/games", headers={"Authorization": f"Bearer {token}"}).status_code == 200
            assert client.get("/", params={"token": token}, headers={"Accept": "text/html"}).status_code == 303
            assert client.get("/api/games").status_code == 200  # the cookie is kept
    finally:
        open_lab.kill()


def test_a_game_whose_mind_is_gone_does_not_keep_the_lab_closed(tmp_path: Path) -> None:
    from ludoteca.core.record import header_of
    from ludoteca.games.kalah import Kalah
    from ludoteca.lab.store import Store

    store = Store(tmp_path / "lab.sqlite")
    store.create("abc", header_of(Kalah({}), 1, ("human", "nobody"), "0"))
    store.close()
    opened = Lab(tmp_path)
    try:
        assert opened.client.get("/api/games").json()["total"] == 1
        assert opened.client.get("/api/games/abc").json()["seats"][1]["person"] is False
        assert opened.client.post("/api/games/abc/moves", json={"move": "1"}).status_code == 200
        answer = opened.client.post("/api/games/abc/moves", json={"move": "1"})
        assert answer.status_code == 422
        assert "not continue it" in answer.json()["error"]
    finally:
        opened.kill()


def test_a_port_in_use_is_one_sentence(lab: Lab, tmp_path: Path) -> None:
    done = ludoteca("lab", "--port", str(lab.port), "--data", str(tmp_path))
    assert done.returncode == 2
    assert "is another one running?" in done.stderr


def test_nothing_anybody_sends_is_our_fault(lab: Lab) -> None:
    """Whatever schemathesis makes of our own description of the API, no answer is a 5xx."""
    import schemathesis  # takes half a second, in every process that collects tests

    schema = schemathesis.openapi.from_url(f"{lab.address}api/openapi.json")
    operations: list[Any] = [found.ok() for found in cast("Any", schema).get_all_operations()]
    assert len(operations) > 15
    for operation in operations:

        @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case: schemathesis.Case[Any]) -> None:
            answer = case.call(timeout=PATIENCE)
            assert answer.status_code < 500, answer.text

        check()


def test_what_is_hidden_stays_hidden_until_the_end(lab: Lab) -> None:
    body = {"game": "azul", "minds": ["human", "random"], "seed": 7}
    game = lab.client.post("/api/games", json=body).json()
    assert game["seed"] is None
    assert lab.client.get(f"/api/games/{game['id']}/record").status_code == 422
    done = lab.client.post(f"/api/games/{game['id']}/resign").json()
    assert done["seed"] == 7
    assert lab.client.get(f"/api/games/{game['id']}/record").status_code == 200


def test_options_decide_how_many_sit_down(lab: Lab) -> None:
    answer = lab.client.post("/api/seats", json={"game": "azul", "options": {"players": 4}}).json()
    assert answer["seats"] == ["south", "west", "north", "east"]
    assert {"montecarlo", "alphabeta"} <= set(answer["minds"])
    assert lab.client.post("/api/seats", json={"game": "azul", "options": {"players": 9}}).status_code == 422


def test_a_match_of_three_is_ranked(lab: Lab) -> None:
    minds = ["greedy", "random", "random", "random"]
    body = {"game": "azul", "minds": minds, "games": 3, "options": {"players": 3}}
    key = lab.client.post("/api/matches", json=body).json()["id"]
    match = wait_for_match(lab, key, lambda match: bool(match["finished"]))
    assert match["fault"] is None
    assert match["games"] == match["planned"] == 12
    assert len(match["cells"]) == 6
    assert len(match["advantages"]) == 3
    assert [row["games"] for row in match["rows"]] == [9, 9, 9, 9]
    assert match["rows"][0]["score"] == max(row["score"] for row in match["rows"])
    assert match["rows"][0]["points"] > match["rows"][1]["points"]
