"""Knowledge files over the API: tried, saved, played and deleted."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ludoteca.lab import knowledge_files
from ludoteca.lab.knowledge_files import KnowledgeFiles
from ludoteca.minds.shared.knowledge import TRUST
from tests import needs
from tests.lab.conftest import Lab
from tests.lab.test_api import begin, over, wait


class TestWriting:
    """Knowledge that people write: tried, kept, played, and shut in."""

    GOOD = "% Any legal move.\nchoose(Move) :-\n    legal(Move).\n"

    def test_knowledge_is_tried_without_being_kept(self, lab: Lab) -> None:
        body = {"game": "kalah", "name": "tried.pl", "text": self.GOOD}
        answer = lab.client.post("/api/knowledge/try", json=body).json()
        assert answer["diagnostics"] == []
        assert answer["why"]["move"] == "1"
        assert answer["why"]["trace"]["kind"] == "proof"
        assert answer["why"]["reason"]["source"] == {"file": "tried.pl", "line": 2}
        body["text"] = "choose(Move) :-\n    leagl(Move).\n"
        wrong = lab.client.post("/api/knowledge/try?lang=es", json=body).json()
        assert wrong["why"] is None
        assert wrong["diagnostics"][0]["line"] == 2
        assert "leagl/1 no está definido" in wrong["diagnostics"][0]["sentence"]
        assert lab.client.get("/api/knowledge/kalah/tried.pl").status_code == 404

    def test_a_text_is_checked_without_being_run_or_kept(self, lab: Lab) -> None:
        body = {"game": "kalah", "name": "checked.pl", "text": "choose(Move) :- legal(Move), X = 1.\n"}
        (singleton,) = lab.client.post("/api/knowledge/check?lang=es", json=body).json()
        assert (singleton["line"], singleton["warning"]) == (1, True)
        assert singleton["sentence"].startswith("variable que se usa una sola vez: X")
        for text, line in (("choose(Move) :-\n    leagl(Move).\n", 2), ("choose(Move) :- legal(Move)", 1)):
            found = lab.client.post("/api/knowledge/check", json={**body, "text": text}).json()
            assert [(one["line"], one["warning"]) for one in found] == [(line, False)]
        assert lab.client.post("/api/knowledge/check", json={**body, "text": self.GOOD}).json() == []
        assert lab.client.get("/api/knowledge/kalah/checked.pl").status_code == 404

    @pytest.mark.parametrize(
        ("game", "name", "wrong", "right"),
        [
            ("kalah", "checked.clp", "(defrule a (legal (moev ?m)) =>)", "(defrule a (legal (move ?m)) =>)"),
            ("kalah", "checked.asl", "+!move : legal(M) <- play(M)", "+!move : legal(M) <- play(M)."),
            ("kalah", "checked.pddl", "(define (domain mine)", None),
        ],
    )  # fmt: skip
    def test_every_school_checks_one_text_after_another(
        self, lab: Lab, game: str, name: str, wrong: str, right: str | None
    ) -> None:
        if right is None:
            right = lab.client.get(f"/api/knowledge/{game}/{name}/starter").json()["text"]
        for text, has_errors in ((wrong, True), (right, False), (wrong, True)):
            found = lab.client.post("/api/knowledge/check", json={"game": game, "name": name, "text": text}).json()
            assert any(not one["warning"] for one in found) == has_errors, found

    @needs.openspiel  # a game without a planning view
    def test_what_cannot_be_checked_is_refused(self, lab: Lab) -> None:
        for game, name in (("openspiel", "checked.pddl"), ("kalah", "checked.txt"), ("chess", "checked.pl")):
            body = {"game": game, "name": name, "text": ""}
            assert lab.client.post("/api/knowledge/check", json=body).status_code == 422
            assert lab.client.post("/api/knowledge/try", json=body).status_code == 422

    @pytest.mark.parametrize(
        ("name", "text", "printed"),
        [
            ("a.pl", "choose(M) :- legal(M), write(M), nl, M == '2'.", "1\n2\n"),
            ("a.pl", "choose(M) :- legal(M), write(before), X is a + 1, X > 0.", "before"),
            ("a.pl", ":- dynamic k/1.\nchoose(M) :- legal(M), print(M), assertz(k(M)).", "'1'"),
            (
                "a.clp",
                '(defrule a (legal (move "2")) => (printout t "two" crlf) (assert (choose (move "2"))))',
                "two\n",
            ),
            ("a.clp", '(defrule a (legal (move "2")) => (printout t two crlf))', "two\n"),
            ("a.asl", '+!move : legal(M) <- .print(M, " ñ"); play(M).', "1 ñ\n"),
            ("a.asl", "+!move : legal(M) <- .print(M); .fail.", "1\n"),
        ],
    )
    def test_what_a_program_prints_is_shown_once(self, lab: Lab, name: str, text: str, printed: str) -> None:
        body = {"game": "kalah", "name": name, "text": text}
        assert lab.client.post("/api/knowledge/try", json=body).json()["printed"] == printed

    def test_what_is_printed_without_end_is_cut(self, lab: Lab) -> None:
        text = "choose(M) :- forall(between(1, 20000, N), (write(N), nl)), legal(M)."
        printed = lab.client.post("/api/knowledge/try", json={"game": "kalah", "name": "a.pl", "text": text}).json()
        assert printed["why"]["move"] == "1"
        assert len(printed["printed"]) <= 1 << 14
        assert printed["printed"].endswith("19999\n20000\n")

    def test_every_save_keeps_a_version(self, lab: Lab) -> None:
        path = "/api/knowledge/kalah/versioned.pl"
        assert lab.client.get(f"{path}/versions").json() == []
        other = "choose(Move) :- sows(Move, _, _).\n"
        for text in (self.GOOD, other, self.GOOD):
            lab.client.put(path, json={"text": text})
        newest, older = lab.client.get(f"{path}/versions").json()
        assert newest["saved"] >= older["saved"]
        assert (newest["lines"], older["lines"]) == (3, 1)
        assert lab.client.get(f"{path}/versions/{newest['digest']}").json()["text"] == self.GOOD
        assert lab.client.get(f"{path}/versions/{older['digest']}").json()["text"] == other
        assert lab.client.get(f"{path}/versions/00000000").status_code == 404
        assert lab.client.get(f"{path}/versions/..%2f..%2fx").status_code in (404, 422)
        lab.client.delete(path)
        assert len(lab.client.get(f"{path}/versions").json()) == 2

    def test_only_the_latest_versions_are_kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(knowledge_files, "_MOST_VERSIONS", 3)
        monkeypatch.setenv(TRUST, "1")
        files = KnowledgeFiles(tmp_path)
        files.save("kalah", "b-mine.pl", "% Another file.\n")
        for number in range(5):
            files.save("kalah", "mine.pl", f"% {number}\n")
            for saved, path in enumerate(
                sorted((tmp_path / "kalah" / ".versions").glob("*-mine.pl"), key=os.path.getmtime)
            ):
                os.utime(path, (saved, saved))
        texts = [files.version("kalah", "mine.pl", one.digest).text for one in files.versions("kalah", "mine.pl")]
        assert texts == ["% 4\n", "% 3\n", "% 2\n"]
        assert len(files.versions("kalah", "b-mine.pl")) == 1

    @pytest.mark.parametrize(
        ("game", "name"), [("kalah", "new.pddl"), ("agricola_planning", "new.pddl"), ("azul", "new.pl")]
    )
    def test_a_new_file_plays_at_once(self, lab: Lab, game: str, name: str) -> None:
        text = lab.client.get(f"/api/knowledge/{game}/{name}/starter").json()["text"]
        answer = lab.client.post("/api/knowledge/try", json={"game": game, "name": name, "text": text}).json()
        assert (answer["diagnostics"], answer["why"] is None) == ([], False)

    @needs.openspiel
    def test_what_a_new_file_cannot_be_called_or_play_has_no_beginning(self, lab: Lab) -> None:
        assert lab.client.get("/api/knowledge/kalah/new.txt/starter").status_code == 422
        assert lab.client.get("/api/knowledge/chess/new.pl/starter").status_code == 422
        bare = lab.client.get("/api/knowledge/openspiel/new.pddl/starter").json()["text"]
        assert bare.startswith("(define (domain mine)")

    def test_a_plan_is_told_in_the_readers_language(self, lab: Lab) -> None:
        name, game = "new.pddl", "agricola_planning"
        text = lab.client.get(f"/api/knowledge/{game}/{name}/starter").json()["text"]
        body = {"game": game, "name": name, "text": text}
        # A trial has five seconds, in which a busy machine may find no plan.
        answers = (lab.client.post("/api/knowledge/try?lang=es", json=body).json() for _ in range(12))
        trace = next(answer["why"]["trace"] for answer in answers if answer.get("why"))
        assert {(step.get("seat"), step["who"]) for step in trace["steps"]} == {
            ("j1", "jugador 1"),
            ("j2", "jugador 2"),
            (None, None),
        }
        assert trace["steps"][0]["text"].startswith("jugador 1 (p1-1) ")
        assert trace["steps"][-1]["text"].endswith("fin de la partida")
        assert trace["assumes"] == "Supone que el otro jugador sigue el plan."
        assert all("said" not in step for step in trace["steps"])

    def test_knowledge_is_kept_listed_played_and_deleted(self, lab: Lab) -> None:
        path = "/api/knowledge/kalah/kept.pl"
        assert lab.client.put(path, json={"text": self.GOOD}).json()["mind"] == "prolog:file=kept.pl"
        assert lab.client.get(path).json()["text"] == self.GOOD
        assert "kept.pl" in [item["name"] for item in lab.client.get("/api/knowledge").json()]
        game = wait(lab, begin(lab, "prolog:file=kept.pl", "random", seed=1)["id"], over)
        assert game["seats"][0]["mind"].startswith("prolog:file=kept.pl,digest=")
        assert game["result"]["source"] is None
        lab.client.put(path, json={"text": "choose(nowhere).\n"})
        game = wait(lab, begin(lab, "prolog:file=kept.pl", "random", seed=1)["id"], over)
        assert game["result"]["winner"] == 1
        assert game["result"]["source"] == {"file": "kept.pl", "line": 1}
        assert lab.client.delete(path).status_code == 204
        assert lab.client.delete(path).status_code == 404
        # A game that was begun with it goes on with the text it was begun with.
        lab.client.put(path, json={"text": self.GOOD})
        under_way = begin(lab, "human", "prolog:file=kept.pl", seed=1)
        lab.client.put(path, json={"text": "choose(nowhere).\n"})
        lab.client.delete(path)
        lab.client.post(f"/api/games/{under_way['id']}/moves", json={"move": "1"})
        under_way = wait(lab, under_way["id"], lambda game: game["over"] or len(game["turns"]) > 1)
        assert [turn["seat"] for turn in under_way["turns"]][:2] == [0, 1]
        # The record of a game with a mind that is gone can still be looked at.
        kept = lab.client.get(f"/api/games/{game['id']}/record").text
        again = lab.client.post("/api/records", json={"record": kept})
        assert again.status_code == 201, again.text
        assert lab.client.post(f"/api/games/{again.json()['id']}/undo").status_code == 422

    @pytest.mark.parametrize(
        "name",
        [
            "..%2fescape.pl",
            "Capital.pl",
            "no_suffix",
            "two.words.pl",
            "a b.pl",
            ".pl",
            "x.exe",
            "a" * 60 + ".pl",
            "ñ.pl",
        ],
    )
    def test_other_names_are_refused(self, lab: Lab, name: str) -> None:
        assert lab.client.put(f"/api/knowledge/kalah/{name}", json={"text": self.GOOD}).status_code in (404, 405, 422)
        assert not list((lab.data / "knowledge").glob("**/*escape*"))

    def test_a_games_own_knowledge_stays_as_it_is(self, lab: Lab) -> None:
        answer = lab.client.put("/api/knowledge/kalah/player.pl", json={"text": self.GOOD})
        assert answer.status_code == 422
        assert "under another name" in answer.json()["error"]
        assert lab.client.delete("/api/knowledge/kalah/player.pl").status_code == 422
        assert lab.client.get("/api/knowledge/kalah/player.pl").json()["own"]

    @pytest.mark.parametrize("file", ["/etc/passwd", "../../secret.pl", "~/x.pl", "nowhere.pl"])
    def test_no_other_file_can_be_named(self, lab: Lab, file: str) -> None:
        body = {"game": "kalah", "minds": [f"prolog:file={file}", "random"]}
        answer = lab.client.post("/api/games", json=body)
        assert answer.status_code == 422
        assert "root:" not in answer.text
        assert lab.client.post("/api/matches", json=body).status_code == 422

    def test_an_endless_mind_does_not_keep_others_waiting(self, lab: Lab) -> None:
        body = {"game": "kalah", "name": "loop.pl", "text": "choose(M) :- repeat, fail, M = 1.\n"}
        answer = lab.client.post("/api/knowledge/try", json=body).json()
        assert "inferences was reached" in answer["diagnostics"][0]["sentence"]

    def test_the_vocabulary_is_told_in_both_languages(self, lab: Lab) -> None:
        words = {word["name"]: word for word in lab.client.get("/api/vocabulary/azul?lang=es").json()}
        assert words["takes"]["kind"] == "move"
        assert words["takes"]["args"] == ["move", "source", "colour", "count", "line"]
        assert words["me"]["about"] == "cuál es tu asiento"

    @pytest.mark.parametrize("school", ["prolog", "clips", "agentspeak", "planner"])
    def test_every_school_has_a_tutorial(self, lab: Lab, school: str) -> None:
        html = lab.client.get(f"/api/tutorials/{school}").json()["html"]
        assert html.startswith("<h1>")
        assert '<pre><code class="language-' in html
        assert re.search('href="(?!http)', html) is None, "its pages are not here"
        assert lab.client.get("/api/tutorials/random").status_code == 404

    def test_a_tutorial_speaks_the_language_of_the_page(self, lab: Lab) -> None:
        html = lab.client.get("/api/tutorials/python?lang=es").json()["html"]
        assert html.startswith("<h1>Tu primer jugador en Python")


class TestProgramsOfSeveralFiles:
    """Files that include others of the same game."""

    MAIN = ":- include(part).\nchoose(Move) :- good(Move).\n"
    PART = "good(Move) :-\n    legal(Move).\n"

    def _save(self, lab: Lab, name: str, text: str) -> None:
        assert lab.client.put(f"/api/knowledge/kalah/{name}", json={"text": text}).status_code == 200

    def test_a_game_goes_on_with_the_files_that_it_was_started_with(self, lab: Lab) -> None:
        self._save(lab, "part.pl", self.PART)
        self._save(lab, "whole.pl", self.MAIN)
        assert lab.client.get("/api/knowledge/kalah/part.pl").json()["program"] == ["whole.pl", "part.pl"]
        game = begin(lab, minds=["human", "prolog:file=whole.pl"])
        digest = re.search("digest=([0-9a-f]{8})", game["seats"][1]["mind"])
        assert digest is not None
        self._save(lab, "part.pl", "good(Move) :-\n    leagl(Move).\n")
        lab.client.post(f"/api/games/{game['id']}/moves", json={"move": "1"})
        shown = wait(lab, game["id"], lambda view: len(view["turns"]) > 1 or view["over"])
        assert not shown["over"]
        step = {"game": "kalah", "name": "whole.pl", "text": self.MAIN, "digest": digest[1]}
        kept = lab.client.post("/api/executions", json=step).json()
        assert kept["files"] == {"whole.pl": self.MAIN, "part.pl": self.PART}
        assert {one["source"]["file"] for one in kept["steps"] if one["source"]} == {"whole.pl", "part.pl"}
        assert "leagl/1" in lab.client.post("/api/executions", json={**step, "digest": None}).json()["fault"]
        (wrong,) = lab.client.post(
            "/api/knowledge/check", json={"game": "kalah", "name": "whole.pl", "text": self.MAIN}
        ).json()
        assert (wrong["file"], wrong["line"]) == ("part.pl", 2)

    def test_a_part_is_checked_and_tried_as_a_part_of_the_whole(self, lab: Lab) -> None:
        self._save(lab, "part.pl", "unsaved.\n")
        self._save(lab, "whole.pl", self.MAIN)
        body = {"game": "kalah", "name": "part.pl", "text": self.PART}
        assert lab.client.post("/api/knowledge/check", json=body).json() == []
        tried = lab.client.post("/api/knowledge/try", json=body).json()
        assert (tried["file"], tried["diagnostics"], tried["why"]["move"]) == ("whole.pl", [], "1")

    def test_a_file_of_another_game_is_not_there(self, lab: Lab) -> None:
        assert lab.client.put("/api/knowledge/azul/hidden.pl", json={"text": "secret.\n"}).status_code == 200
        for name, words in (("hidden", "there is no file"), ("'../azul/hidden'", "cannot be included")):
            self._save(lab, "thief.pl", f":- include({name}).\nchoose(M) :- legal(M).\n")
            refused = lab.client.post("/api/games", json={"game": "kalah", "minds": ["prolog:file=thief.pl", "random"]})
            assert refused.status_code == 422
            assert words in refused.json()["error"]
