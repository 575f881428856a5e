"""The lab of a class over its API: who comes in, and what members cannot do with the things of others."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import httpx

from tests.classroom.conftest import ClassLab
from tests.lab.test_link_game import play_by_link
from tests.waiting import eventually

PLAYER = "choose(M) :- legal(M).\n"
SECRET = "% a secret idea\n" + PLAYER


def test_people_join_by_the_link_and_come_back_by_their_own(class_lab: ClassLab) -> None:
    html = {"Accept": "text/html"}
    with class_lab.client() as stranger:
        assert stranger.get("/api/catalogue").status_code == 401
        page = stranger.get("/", headers=html)
        assert page.status_code == 401 and "personal link" in page.text and 'action="/token' in page.text
        assert stranger.get("/join/wrong", headers=html).status_code == 404
        assert stranger.post("/join/wrong", data={"name": "Eve"}).status_code == 404
        assert "Elige" not in stranger.get(f"/join/{class_lab.code}").text
        assert "elige" in stranger.get(f"/join/{class_lab.code}?lang=es").text
        taken = stranger.post(f"/join/{class_lab.code}", data={"name": "prof. ruiz"})
        assert taken.status_code == 422 and "already" in taken.text
        joined = stranger.post(f"/join/{class_lab.code}", data={"name": "<b>José</b>"})
        assert joined.status_code == 200 and "&lt;b&gt;José&lt;/b&gt;" in joined.text and "<svg" in joined.text
        cookie = joined.headers["set-cookie"]
        assert "HttpOnly; SameSite=Lax; Path=/; Max-Age=" in cookie and "Secure" not in cookie
        link = joined.text.partition(' readonly value="')[2].partition('"')[0]
        assert stranger.get("/api/me").json()["member"]["name"] == "<b>José</b>", "by the cookie"
    with class_lab.client() as other:
        secure = other.get(link, headers={**html, "X-Forwarded-Proto": "https"})
        assert (secure.status_code, secure.headers["location"]) == (303, "/") and "Secure" in secure.headers[
            "set-cookie"
        ]
        wrong = other.post("/token", data={"token": link[:-3]})
        assert wrong.status_code == 401 and "not the personal link" in wrong.text
        assert other.post("/token", data={"token": link}).status_code == 303, "the whole link can be pasted"
        assert other.get("/api/me").json()["name"] == "logic"
        signed_out = other.post("/api/class/sign-out")
        assert signed_out.status_code == 204
        assert other.get("/api/me").status_code == 401
        forged = other.post("/token", data={"token": link}, headers={"Origin": "http://evil.example"})
        assert forged.status_code == 403


def test_nobody_reads_writes_tries_or_plays_by_the_file_of_another(class_lab: ClassLab) -> None:
    (ana, hers), (bob, his) = class_lab.student("Ana"), class_lab.student("Bob")
    path = "/api/knowledge/kalah/mine.pl"
    saved = hers.put(path, json={"text": SECRET, "base": ""}).json()
    assert his.put(path, json={"text": PLAYER, "base": ""}).json()["digest"] != saved["digest"]
    assert (hers.get(path).json()["text"], his.get(path).json()["text"]) == (SECRET, PLAYER)
    assert hers.put("/api/knowledge/kalah/only.pl", json={"text": SECRET}).status_code == 200
    digest = saved["digest"]
    refused = [
        his.get("/api/knowledge/kalah/only.pl"),
        his.get(f"/api/knowledge/kalah/only.pl?shelf={ana.id}"),
        his.get(f"/api/knowledge?shelf={ana.id}"),
        his.get(f"/api/knowledge/kalah/mine.pl/versions?shelf={ana.id}"),
        his.get(f"/api/knowledge/kalah/mine.pl/versions/{digest}"),
        his.get(f"/api/knowledge/kalah/mine.pl/versions/{digest}?shelf={ana.id}"),
        his.get("/api/knowledge/kalah/..%2F..%2F" + ana.id + "%2Fkalah%2Fonly.pl"),
        his.put(f"/api/knowledge/kalah/..%2F{ana.id}%2Fkalah%2Fonly.pl", json={"text": "x"}),
        his.get("/api/class/members"),
        his.delete(f"/api/class/members/{ana.id}"),
        his.post(f"/api/class/members/{ana.id}/reset"),
        his.get(f"/api/class/members/{ana.id}/export"),
        his.get("/api/class/joining"),
    ]
    assert {answer.status_code for answer in refused} <= {403, 404, 405, 422}
    files = (
        "only.pl",
        f"{ana.id}/only.pl",
        f"{ana.id}/mine.pl",
        f"../{ana.id}/kalah/only.pl",
        f"{ana.id}/../{ana.id}/only.pl",
        str(class_lab.lab.data / "knowledge" / ana.id / "kalah" / "only.pl"),
        f"mine.pl,digest={digest}",
    )
    for file in files:
        mind = f"prolog:file={file}"
        game = {"game": "kalah", "minds": [mind, "random"]}
        for answer in (
            his.post("/api/games", json=game),
            his.post("/api/matches", json={**game, "games": 2}),
        ):
            assert answer.status_code in (404, 422), (file, answer.text)
            assert "secret" not in answer.text
    society = {"game": "agricola_planning", "agents": [f"{ana.id}/only.asl"]}
    assert his.post("/api/societies", json=society).status_code in (404, 422)
    for name in ("only", f"../../{ana.id}/kalah/only", f"../{ana.id}/kalah/only.pl"):
        text = f":- include('{name}').\n{PLAYER}"
        tried = his.post("/api/knowledge/try", json={"game": "kalah", "name": "mine.pl", "text": text})
        assert "secret" not in tried.text and tried.json()["why"] is None, name
    mine = his.post("/api/games", json={"game": "kalah", "minds": ["prolog:file=mine.pl", "random"]})
    assert mine.status_code == 201 and f"file={bob.id}/mine.pl" in mine.json()["seats"][0]["mind"]
    record = his.get(f"/api/games/{mine.json()['id']}/record").text
    forged = record.replace(bob.id, ana.id)
    assert his.post("/api/records", json={"record": forged}).status_code == 404


def test_a_save_over_a_newer_version_is_refused(class_lab: ClassLab) -> None:
    _, client = class_lab.student("Two Tabs")
    path = "/api/knowledge/kalah/tabs.pl"
    base = client.put(path, json={"text": PLAYER, "base": ""}).json()["digest"]
    newer = client.put(path, json={"text": PLAYER + "% 2\n", "base": base}).json()["digest"]
    late = client.put(path, json={"text": PLAYER + "% 3\n", "base": base})
    assert late.status_code == 409 and "saved meanwhile" in late.json()["error"]
    assert client.get(path).json()["text"].endswith("% 2\n")
    assert client.put(path, json={"text": PLAYER + "% 3\n", "base": newer}).status_code == 200
    assert client.put(path, json={"text": "new", "base": ""}).status_code == 409, "it was begun as a new file"


def test_games_matches_and_answers_belong_to_one_member(class_lab: ClassLab) -> None:
    (ana, hers), (_, his) = class_lab.student("Own Games"), class_lab.student("Somebody")
    teacher = class_lab.client(class_lab.teacher)
    new = {"game": "kalah", "minds": ["human", "human"], "options": {"seeds": 3}}
    game = hers.post("/api/games", json=new).json()["id"]
    match = hers.post("/api/matches", json={"game": "kalah", "minds": ["random", "greedy"], "games": 2}).json()["id"]
    listed = [client.get("/api/games").json()["total"] for client in (hers, his)]
    assert listed[0] >= 1 and listed[1] == 0
    (seen,) = [one for one in teacher.get(f"/api/games?owner={ana.id}").json()["games"] if one["id"] == game]
    assert seen["owner_name"] == "Own Games"
    assert his.get(f"/api/games?owner={ana.id}").json()["total"] == 0
    assert [len(client.get("/api/matches").json()) for client in (hers, his)] == [1, 0]
    refused = [
        his.get(f"/api/matches/{match}"),
        his.post(f"/api/matches/{match}/stop"),
        his.delete(f"/api/matches/{match}"),
        his.post(f"/api/games/{game}/moves", json={"move": "3"}),
        teacher.post(f"/api/games/{game}/moves", json={"move": "3"}),
        his.post(f"/api/games/{game}/undo"),
        his.post(f"/api/games/{game}/resign"),
        his.post(f"/api/games/{game}/positions/0/hint"),
        his.post(f"/api/games/{game}/positions/0/why-not", json={"move": "1"}),
        his.delete(f"/api/games/{game}"),
    ]
    assert {answer.status_code for answer in refused} == {403, 404}
    watched = his.get(f"/api/games/{game}").json()
    assert watched["yours"] == [] and his.get(f"/api/games/{game}/positions/-1").json()["moves"] == []
    assert hers.post(f"/api/games/{game}/moves", json={"move": "3"}).status_code == 200
    puzzle = hers.get("/api/puzzles").json()
    key, of = puzzle["puzzles"][0]["id"], puzzle["game"]
    hers.post(f"/api/puzzles/{of}/{key}/solution", json={})
    states = [client.get(f"/api/puzzles?game={of}").json()["puzzles"][0] for client in (hers, his)]
    assert states[0] != states[1]
    packed = zipfile.ZipFile(io.BytesIO(hers.get(f"/api/class/members/{ana.id}/export").content))
    assert {"member.json", "class/members.json", "answers/puzzles.jsonl", f"games/{game}.record.jsonl"} <= {
        *packed.namelist()
    }
    assert "hash" not in packed.read("class/members.json").decode()
    assert json.loads(packed.read("member.json"))["name"] == "Own Games"
    assert teacher.delete(f"/api/class/members/{ana.id}").status_code == 204
    assert hers.get("/api/me").status_code == 401
    assert teacher.get(f"/api/games/{game}").status_code == teacher.get(f"/api/matches/{match}").status_code == 404
    assert not list(class_lab.lab.data.glob(f"*/{ana.id}"))


def test_two_people_play_by_link(class_lab: ClassLab) -> None:
    (_, first), (_, second), (_, third) = (class_lab.student(name) for name in ("Link A", "Link B", "Link C"))
    play_by_link(first, second, third)


def test_what_a_student_let_learn_is_theirs_and_the_teachers(class_lab: ClassLab) -> None:
    (ana, hers), (_, his) = class_lab.student("Own Learner"), class_lab.student("Curious")
    teacher, board = class_lab.client(class_lab.teacher), {"game": "kalah", "options": {"pits": 3, "seeds": 3}}
    run = hers.post("/api/learning", json={**board, "positions": 10**6}).json()["id"]
    path = f"/api/learning/{run}"
    refused = [his.get(path), his.post(f"{path}/stop"), his.post(f"{path}/ask", json={}), his.delete(path)]
    assert {answer.status_code for answer in refused} == {404} and his.get("/api/learning").json() == []

    def first(client: httpx.Client) -> Any:
        return [learner["checkpoints"] for learner in client.get(path).json()["learners"]]

    eventually(lambda: first(hers), all)
    assert hers.post(f"{path}/stop").status_code == 200
    for client, wanted in ((hers, 201), (teacher, 201), (his, 422)):
        seen = hers if client is his else client
        minds = ["human", first(seen)[0][0]["mind"]]
        assert client.post("/api/games", json={**board, "minds": minds}).status_code == wanted
    assert his.post("/api/games", json={**board, "minds": ["human", first(teacher)[0][0]["mind"]]}).status_code == 404
    ended = eventually(lambda: hers.get(path).json(), lambda run: run["state"] != "running")
    assert (ended["state"], ended["fault"]) == ("stopped", None)
    assert all(learner["checkpoints"][-1]["games"] == learner["games"] for learner in ended["learners"])
    assert list(class_lab.lab.data.glob(f"knowledge/{ana.id}/kalah/*-{run}.npz"))
    assert teacher.delete(path).status_code == 204
