"""The command line, as somebody types it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.games import folder_of, load_game
from tests.command_line import data, ludoteca

SMALL = ("--set", "pits=3", "--set", "seeds=2")


def test_help_answers_without_loading_anything_heavy() -> None:
    script = (
        "import sys; sys.argv = ['ludoteca', '--help']\nfrom ludoteca.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([name for name in ('numpy', 'numba', 'pydantic', 'ortools', 'pymimir') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "watch" in done.stdout
    assert done.stdout.endswith("[]\n")


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "minds",
        "planners",
        "vocabulary",
        "watch",
        "play",
        "match",
        "solve",
        "plan",
        "perft",
        "replay",
        "puzzle",
    ],
)
def test_every_command_has_help_json_and_language_in_both_languages(command: str) -> None:
    english, spanish = ludoteca(command, "--help", "--lang", "en"), ludoteca(command, "--help", "--lang", "es")
    assert english.returncode == spanish.returncode == 0
    assert "--json" in english.stdout
    assert "--lang" in english.stdout
    assert english.stdout != spanish.stdout
    assert "Idioma" in spanish.stdout


def test_the_version_is_the_packages() -> None:
    from ludoteca import __version__

    assert ludoteca("--version").stdout.strip() == f"ludoteca {__version__}"


def test_games_and_minds_are_listed() -> None:
    games = {game["name"]: game for game in data("games")}
    assert games["kalah"]["seats"] == ["south", "north"]
    assert {option["name"] for option in games["kalah"]["options"]} == {
        "pits",
        "seeds",
        "capture",
        "sweep",
        "lap",
        "pie",
    }
    assert data("games", "kalah") == games["kalah"]
    assert [level["name"] for level in games["kalah"]["levels"]][:2] == ["first_steps", "easy"]
    names = {mind["name"] for mind in data("minds", "kalah")}
    assert {"random", "greedy", "montecarlo", "alphabeta", "human"} <= names
    assert "montecarlo:exploration=1.5" in ludoteca("minds").stdout
    assert "Búsqueda voraz" in ludoteca("minds", "--lang", "es").stdout


def test_watch_prints_one_object() -> None:
    game = data("watch", "kalah", "greedy", "--seed", "3", *SMALL)
    assert (game["game"], game["seed"], game["seats"]) == ("kalah", 3, ["south", "north"])
    assert game["minds"] == ["greedy", "random"]
    assert game["options"]["pits"] == 3
    assert all({"seat", "text", "why"} <= set(move) for move in game["moves"])
    assert all(move["why"]["sentence"] for move in game["moves"])
    assert sum(game["scores"]) == 12
    assert game["winner"] in ("south", "north", None)
    again = data("watch", "kalah", "greedy", "--seed", "3", *SMALL)
    assert [move["text"] for move in again["moves"]] == [move["text"] for move in game["moves"]]


def test_watch_shows_boards_and_reasons() -> None:
    done = ludoteca("watch", "kalah", "greedy", "random", "--seed", "3", "--why", *SMALL)
    assert done.returncode == 0
    assert "▶ south" in done.stdout
    assert re.search("– [✓·] not", done.stdout)
    assert "sows" in done.stdout
    spanish = ludoteca("watch", "kalah", "greedy", "random", "--seed", "3", "--why", "--lang", "es", *SMALL)
    assert "siembra" in spanish.stdout
    assert "sows" not in spanish.stdout


def test_a_person_plays_undoes_asks_why_and_resigns() -> None:
    typed = "9\nwhy not 1\n1\nwhy\nwhy not 1?\ny si 2\nwhat if 77\nundo\n2\nresign\n"
    done = ludoteca("play", "kalah", "--seat", "south", "--against", "greedy", "--seed", "1", typed=typed)
    assert done.returncode == 0
    assert '"9" is not a legal move here' in done.stdout
    assert "there is nothing to explain" in done.stdout
    assert "expected margin" in done.stdout
    assert "– not 1: " in done.stdout
    assert "greedy would choose 2 with " in done.stdout
    assert '"77" is not a legal move here' in done.stdout
    assert "South forfeits the game: resigned." in done.stdout
    assert "North wins." in done.stdout
    assert "1. south (you): 1  Sows 4 seeds from pit 1." in done.stdout
    assert "2. north (greedy): " in done.stdout


def test_a_person_can_sit_at_the_other_seat() -> None:
    done = ludoteca("play", "kalah", "--seat", "north", "--level", "first_steps", "--lang", "es", typed="rendirse\n")
    assert "sur (random), norte (tú)" in done.stdout
    assert "norte, tu jugada" in done.stdout
    assert "Gana sur." in done.stdout


def test_the_end_tells_the_margin_the_reason_and_the_score_sheet(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    words = ("kalah", "greedy", "random", "--seed", "3", *SMALL, "--record", path)
    shown = ludoteca("watch", *words).stdout, ludoteca("replay", path).stdout
    for text in shown:
        end = " ".join(text[text.rindex("╭──────────────") :].split())
        assert "South wins by 4 points." in end
        assert "One row was empty" in end
        assert "seeds in the store 8 4" in end
    assert shown[0] == shown[1]


def test_a_person_is_told_the_names_of_moves_and_may_type_them() -> None:
    typed = "ayuda\nhoyo 3\nrendirse\n"
    done = ludoteca("play", "kalah", "--against", "random", "--lang", "es", typed=typed)
    assert "  3  hoyo 3\n" in done.stdout
    assert "1. sur (tú): 3  Siembra 4 semillas desde el hoyo 3 y repite turno." in done.stdout


def test_a_record_is_asked_about(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    assert ludoteca("watch", "kalah", "greedy", "random", "--seed", "3", *SMALL, "--record", path).returncode == 0
    chosen = data("replay", path)["moves"][0]["text"]
    other = next(text for text in ("1", "2", "3") if text != chosen)
    answer = data("ask", path, "1", "--why-not", other)
    assert (answer["mind"], answer["chosen"], answer["move"]) == ("greedy", chosen, other)
    assert answer["against"]["claim"]["key"].startswith("minds.greedy.")
    assert f"– no {other}: " in ludoteca("ask", path, "1", "--why-not", other, "--lang", "es").stdout
    found = data("ask", path, "1", "--what-if", other, "--seconds", "60")
    assert found["change"]["chosen"] == other
    assert len(found["change"]["gone"]) == len(found["change"]["new"]) == 2
    for words, said in (
        (("1",), "--why-not MOVE and --what-if MOVE"),
        (("1", "--why-not", other, "--what-if", other), "--why-not MOVE and --what-if MOVE"),
        (("99", "--why-not", other), "There is no move 99"),
        (("1", "--why-not", "9"), "not a legal move"),
        (("1", "--what-if", chosen), f"{chosen} is what it chose"),
        (("0", "--why-not", other), "NUMBER=0 is out of range"),
    ):
        done = ludoteca("ask", path, *words)
        assert done.returncode == 2, words
        assert said in done.stderr


def test_a_match_says_who_is_stronger() -> None:
    figures = data("match", "kalah", "greedy", "random", "--games", "6", "--opening", "2", *SMALL)
    assert {"games", "distinct", "wins", "draws", "margin", "interval"} <= set(figures)
    assert figures["games"] == 6
    assert 1 <= figures["distinct"] <= 6
    done = ludoteca("match", "kalah", "greedy", "random", "--games", "4", *SMALL)
    assert "95 % interval" in done.stdout


def test_solve_and_perft_give_exact_figures() -> None:
    solved = data("solve", "kalah", "--set", "pits=3", "--set", "seeds=3", "--memory", "16")
    assert {"value", "best", "proven", "nodes", "seconds"} <= set(solved)
    assert solved["proven"] is True
    assert solved["endgame"] >= 7, "the usual table, or a larger one that is in the cache"
    plain = data("solve", "kalah", "--set", "pits=3", "--set", "seeds=3", "--memory", "16", "--endgame", "0")
    assert (plain["value"], plain["best"], plain["endgame"]) == (solved["value"], solved["best"], 0)
    assert data("perft", "kalah", "--depth", "5")["leaves"] == 4690
    assert data("perft", "kalah", "--depth", "0")["leaves"] == 1


def test_a_record_is_replayed_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert ludoteca("watch", "kalah", "greedy", "--seed", "3", "--record", str(path), *SMALL).returncode == 0
    shown = ludoteca("replay", str(path), "--why")
    assert "wins" in shown.stdout or "draw" in shown.stdout
    verified = data("replay", str(path), "--verify")
    assert verified["verdict"] in ("true", "reproduced")
    assert verified["verdicts"]["true"] > verified["verdicts"]["false"] == 0
    assert verified["derived"] == verified["moves"] > 0
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]) + lines[3][:20])
    assert "breaks off" in ludoteca("replay", str(path)).stdout
    assert data("replay", str(path))["winner"] is None
    path.write_text("".join(lines).replace('"text":"1"', '"text":"2"', 1).replace('"text":"3"', '"text":"2"', 1))
    edited = ludoteca("replay", str(path), "--verify")
    assert edited.returncode in (1, 2)
    assert "False" in edited.stdout or edited.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("watch", "kala"), 'There is no game "kala"; did you mean "kalah"?'),
        (("watch", "kalah", "montecalro"), 'There is no mind "montecalro"; did you mean "montecarlo"?'),
        (("watch", "kalah", "--set", "pit=4"), 'There is no option "pit"; did you mean "pits"?'),
        (("watch", "kalah", "--set", "pits=99"), "pits=99 is out of range: a whole number from 1 to 12."),
        (("watch", "kalah", "--set", "pits"), '"pits" is not a setting'),
        (("watch", "kalah", "montecarlo:simulations=many"), "simulations=many is not a whole number"),
        (("watch", "kalah", "random", "random", "random"), "kalah has 2 seats, but 3 minds were named."),
        (("watch", "kalah", "--seed", "seven"), "--seed=seven is not a whole number"),
        (("watch", "kalah", "--lang", "fr"), 'There is no value "--lang=fr"'),
        (("watch", "kalah", "--sed", "3"), 'There is no option "--sed"; did you mean "--seed"?'),
        (("watch",), "GAME is missing"),
        (("play", "kalah", "--seat", "suoth"), 'There is no seat "suoth"; did you mean "south"?'),
        (("play", "kalah", "--level", "esy"), 'There is no level "esy"; did you mean "easy"?'),
        (("play", "kalah", "--level", "easy", "--against", "random"), "Give either --level or --against, not both."),
        (("match", "kalah", "random"), "kalah has 2 seats but 1 mind was named"),
        (("match", "kalah", "human", "random"), "human cannot take part"),
        (("solve", "chess"), 'There is no game "chess"'),
        (("solve", "kalah", "--endgame", "30"), "at most 26 seeds"),
        (("solve", "queens", "--endgame", "5"), "leave out --endgame"),
        (("perft", "kalah"), "--depth"),
        (("replay", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
        (
            ("match", "kalah", "random", "greedy", "--games", "0"),
            "--games=0 is out of range: a whole number from 1 to",
        ),
        (("perft", "kalah", "--depth", "99"), "--depth=99 is out of range: a whole number from 0 to 64."),
        (("watch", "kalah", "--seed"), "--seed is not used like that"),
        (("dance",), 'There is no command "dance"'),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words: tuple[str, ...], said: str) -> None:
    done = ludoteca(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1


def test_bad_input_is_said_in_spanish_too() -> None:
    assert "No hay juego «kala»; ¿quizá «kalah»?" in ludoteca("watch", "kala", "--lang", "es").stderr
    assert "No hay juego" in ludoteca("watch", "kala", LUDOTECA_LANG="es").stderr


def test_an_error_is_json_where_json_was_asked_for() -> None:
    done = ludoteca("watch", "kala", "--json")
    assert done.returncode == 2
    assert "did you mean" in json.loads(done.stdout)["error"]


def test_a_record_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mine")
    done = ludoteca("watch", "kalah", "--record", str(path))
    assert done.returncode == 2
    assert path.read_text() == "mine"


def test_a_slow_mind_loses_and_the_game_ends() -> None:
    game = data("watch", "kalah", "slow", "random", "--time", "0.5")
    assert game["winner"] == "north"
    assert game["forfeit"]["seat"] == "south"


def test_a_file_of_rules_plays_and_shows_its_proof(tmp_path: Path) -> None:
    mine, record = tmp_path / "mine.pl", tmp_path / "game.jsonl"
    mine.write_text("% Anything will do.\nchoose(Move) :-\n    legal(Move).\n", encoding="utf-8")
    words = ("watch", "azul", f"prolog:file={mine}", "random", "greedy", "--set", "players=3", "--seed", "3", "--why")
    done = ludoteca(*words, "--record", str(record))
    assert done.returncode == 0, done.stderr
    assert "Anything will do. (mine.pl, line 2)" in done.stdout
    assert "the proof:" in done.stdout
    assert "mine.pl:2" in done.stdout
    assert "other moves (--json has them all)" in done.stdout
    report = data("replay", str(record), "--verify")
    assert report["problems"] == []
    assert report["unchecked"] == []
    # What was played by another text cannot be checked, and is not called false.
    mine.write_text("choose(Move) :- legal(Move), Move \\== none.\n", encoding="utf-8")
    report = data("replay", str(record), "--verify", code=3)
    assert report["problems"] == []
    assert report["verdict"] == "uncheckable"
    assert "is not what it was" in json.dumps(report["unchecked"])


def test_broken_rules_lose_with_file_and_line(tmp_path: Path) -> None:
    mine = tmp_path / "mine.pl"
    mine.write_text("choose(Move) :-\n    leagl(Move).\n", encoding="utf-8")
    result = data("watch", "kalah", f"prolog:file={mine}", "random", *SMALL)
    assert result["winner"] == "north"
    done = ludoteca("watch", "kalah", f"prolog:file={mine}", "random", *SMALL, "--lang", "es")
    assert "mine.pl, línea 2: leagl/1 no está definido; ¿querías decir legal/1, del juego?" in done.stdout
    match = data("match", "kalah", f"prolog:file={mine}", "random", "--games", "2", *SMALL)
    assert match["forfeits"] == [2, 0]


def test_the_vocabulary_is_listed() -> None:
    words = {word["name"]: word for word in data("vocabulary", "azul")}
    assert words["takes"]["args"] == ["move", "source", "colour", "count", "line"]
    assert "takes(Move, Source, Colour, Count, Line)" in ludoteca("vocabulary", "azul").stdout
    assert ludoteca("vocabulary", "chess").returncode == 2


def test_a_person_plays_azul_in_words() -> None:
    typed = "3 red\nhelp\nresign\n"
    done = ludoteca("play", "azul", "--seed", "3", "--against", "random", typed=typed)
    assert "your move (such as 1 yellow 1; help)" in done.stdout
    assert '"3 red" is not a legal move here' in done.stdout


def test_minds_that_cannot_play_say_why() -> None:
    done = ludoteca("watch", "azul", "agenda", "random")
    assert done.returncode == 2
    assert "production system" in done.stderr
    done = ludoteca("watch", "kalah", "prolog", "random", PATH="/nowhere")
    assert done.returncode == 2
    assert "swi-prolog-nox" in done.stderr


def test_watch_shows_warnings_and_what_knowledge_prints(tmp_path: Path) -> None:
    mine = tmp_path / "mine.clp"
    mine.write_text(
        '(defrule any (legal (move ?m)) => (printout t "so be it " ?m crlf) (assert (choose (move ?m))))\n'
        "(defrule never (nowhere ?x) => (assert (somewhere ?x)))\n"
    )
    done = ludoteca("watch", "kalah", f"clips:file={mine}", "random", "--seed", "1", *SMALL)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("mine.clp, line 2: warning: ") == 1
    assert done.stdout.count("prints: so be it ") >= 3


def test_the_kalah_protocol_has_its_own_rules() -> None:
    done = ludoteca("kgp", "serve", "--set", "capture=empty", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "only pits and seeds can be set" in done.stderr


def test_lines_in_a_pipe_are_not_wrapped() -> None:
    done = ludoteca("games", "--lang", "en")
    assert any(
        line.startswith("agricola_classic ") and line.rstrip().endswith(".") for line in done.stdout.splitlines()
    )


def test_the_firings_of_a_game_are_written_one_a_line(tmp_path: Path) -> None:
    path, record, replayed = tmp_path / "trace.txt", tmp_path / "game.jsonl", tmp_path / "replayed.txt"
    words = ("watch", "agricola_classic", "--set", "scenario=3", "--seed", "7", "--json")
    done = ludoteca(*words, "--trace", str(path), "--record", str(record))
    assert done.returncode == 0, done.stderr
    lines, firings = path.read_text(encoding="utf-8").splitlines(), json.loads(done.stdout)["firings"]
    assert len(lines) == len(firings) > 50
    assert all(len(line.split("\t")) == 5 for line in lines)
    first = firings[0]
    assert lines[0].endswith(f"{first['file']}:{first['line']}")
    (file,) = folder_of(load_game("agricola_classic")).rglob(str(first["file"]))
    text = file.read_text(encoding="utf-8").splitlines()
    assert str(first["rule"]) in text[int(first["line"]) - 1]
    assert firings[-1]["rule"].startswith("announce")
    from_record = ludoteca("replay", str(record), "--trace", str(replayed), "--json")
    assert json.loads(from_record.stdout)["firings"] == firings
    assert replayed.read_bytes() == path.read_bytes()
    again = ludoteca(*words, "--trace", str(path))
    assert (again.returncode, "already" in again.stderr or "exists" in again.stderr) == (2, True), again.stderr
    kalah = ludoteca("watch", "kalah", "--trace", str(tmp_path / "none.txt"))
    assert kalah.returncode == 2
    assert "No rules fire in kalah" in kalah.stderr
    assert not (tmp_path / "none.txt").exists()


def test_help_in_spanish_has_no_word_of_english() -> None:
    shown = ludoteca("--help", "--lang", "es").stdout + ludoteca("watch", "--help", "--lang", "es").stdout
    for word in (
        "Uso: ludoteca watch [OPCIONES]",
        "Argumentos",
        "Opciones",
        "Órdenes",
        "[obligatorio]",
        "[por defecto:",
    ):
        assert word in shown
    for word in ("Usage", "Options", "OPTIONS", "Commands", "Arguments", "[default", "[required", "Show this"):
        assert word not in shown


def test_the_table_of_schools_is_shown_whole_and_for_one_game() -> None:
    whole = json.loads(ludoteca("table", "--json").stdout)
    assert {game["name"] for game in whole["games"]} >= {"kalah", "azul"}
    assert len(whole["cells"]) == len(whole["games"]) * len(whole["schools"])
    kalah = ludoteca("table", "kalah", "--lang", "es")
    assert kalah.returncode == 0, kalah.stderr
    assert "ms por jugada" in kalah.stdout and "ludoteca watch kalah" in kalah.stdout
    assert "player.pl" in kalah.stdout
    assert ludoteca("table", "chess").returncode == 2
