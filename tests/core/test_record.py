from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, Reason, Rejected, Source
from ludoteca.core.game import Fact
from ludoteca.core.i18n import Message, say
from ludoteca.core.record import (
    Forfeit,
    Header,
    Line,
    Record,
    Recorder,
    Result,
    Turn,
    parse_record,
    read_record,
    to_line,
)
from ludoteca.minds.shared.search.trace import Branch, SearchTree

HEADER = Header(
    "kalah", {"pits": 6, "sweep": True, "capture": "empty"}, 7, ("south", "north"), ("random", "greedy"), "0"
)
WHY = Explanation(
    Reason(
        Message("minds.line", {"line": ("3", "4")}), (Fact("over", ()), Fact("pit", ("south", 1, 4))), Source("a.pl", 3)
    ),
    (Rejected("2", Reason(Message("minds.greedy.less", {"gain": 1, "less": 2}))),),
    SearchTree((Branch("3", "south", 0.5, visits=10, children=(Branch("1", "north", -2, "at_most"),)),), ("3",)),
    effort=1000,
    value=0.25,
)
TURN = Turn("south", "3", WHY, 0.25)
RESULT = Result((30.0, 18.0), (1.0, 0.0), "south", Forfeit("north", Message("child.too_slow", {"seconds": 1.5})))
WHOLE: list[Line] = [HEADER, TURN, TURN, RESULT]


def text_of(lines: list[Line]) -> str:
    return "".join(to_line(line) + "\n" for line in lines)


def test_a_record_reads_back_as_it_was_written() -> None:
    assert parse_record(text_of(WHOLE)) == Record(HEADER, (TURN, TURN), RESULT)


def test_a_draw_has_no_winner() -> None:
    draw = Result((24.0, 24.0), (0.5, 0.5), None)
    assert parse_record(text_of([HEADER, draw])).result == draw


@given(st.integers(0, len(text_of(WHOLE))))
def test_a_record_cut_anywhere_is_readable_up_to_its_last_whole_line(cut: int) -> None:
    text = text_of(WHOLE)[:cut]
    whole_lines = text.count("\n") + (text.endswith("}") and text_of(WHOLE)[cut : cut + 1] == "\n")
    if whole_lines == 0:
        with pytest.raises(BadInput):
            parse_record(text)
        return
    record = parse_record(text)
    assert [record.header, *record.turns, record.result][:whole_lines] == WHOLE[:whole_lines]
    assert len(record.turns) == min(whole_lines - 1, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "its first line is not a header"),
        ("hello\n", "line 1: this is not a JSON object"),
        ("[1]\n", "line 1: this is not a JSON object"),
        (text_of([TURN]), "its first line is not a header"),
        (text_of([HEADER, RESULT, TURN]), "line 2: a record is a header, then moves, then one result"),
        (text_of([HEADER, HEADER]), "line 2"),
        (text_of([HEADER]) + '{"kind":"dance"}\n', '"dance" is not a kind of line'),
        (text_of([HEADER]) + '{"kind":"move","seat":3}\n', "line 2, seat: Input should be a valid string"),
    ],
)
def test_a_damaged_record_says_where(text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_record(text, "game.jsonl")
    assert said in str(caught.value)
    assert "game.jsonl" in str(caught.value)


def with_field(line: Line, **fields: str) -> str:
    """A record whose second line has some fields replaced by JSON texts."""
    data = json.loads(to_line(line))
    texts = {**{name: json.dumps(value) for name, value in data.items()}, **fields}
    return text_of([HEADER]) + "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in texts.items()) + "}\n"


def deep(levels: int) -> str:
    claim = '{"key":"minds.human.chosen","args":{}}'
    reason = f'{{"claim":{claim}}}'
    for _ in range(levels):
        reason = f'{{"claim":{claim},"because":[{reason}]}}'
    return f'{{"reason":{reason}}}'


def claim(key: str, args: str = "{}") -> str:
    return f'{{"reason":{{"claim":{{"key":{json.dumps(key)},"args":{args}}}}}}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (with_field(RESULT, scores="[Infinity,0]"), "a number is infinite or NaN"),
        (with_field(RESULT, scores="[NaN,0]"), "a number is infinite or NaN"),
        (with_field(RESULT, scores="[1e999,0]"), "a number is infinite or NaN"),
        (with_field(RESULT, scores=f"[1{'0' * 400},0]"), "a number is larger than 18,446,744,073,709,551,616"),
        (with_field(RESULT, scores=f"[1{'0' * 5000},0]"), "this is not a JSON object"),
        (with_field(RESULT, scores="null"), "scores: Input should be a valid array"),
        (with_field(TURN, seconds="NaN"), "a number is infinite or NaN"),
        (with_field(TURN, mood='"good"'), 'there is no field "mood"'),
        (with_field(TURN, why=claim("minds.human.chosen")[:-1] + ',"mood":1}'), 'there is no field "mood"'),
        (with_field(TURN, why='{"reason":1,"reason":2}'), 'an object has the name "reason" twice'),
        (with_field(TURN, why=claim("a" * 300)), "unknown message key"),
        (with_field(TURN, why=claim("core./etc")), "unknown message key"),
        (with_field(TURN, why=claim("core.mind_name", f'{{"{"n" * 300}":1}}')), "a name has 300 characters"),
        (with_field(TURN, why=claim("core.mind_name", f'{{"given":"{"x" * 2001}"}}')), "a text has 2,001 characters"),
        (with_field(TURN, why=deep(60)), "nested more than 100 deep"),
        (with_field(TURN, why=deep(5000)), "this is not a JSON object"),
        (with_field(TURN, why='{"reason":[' + ",".join([deep(0)] * 2001) + "]}"), "has 2,001 reasons; at most 2,000"),
        (with_field(TURN, why=f'{{"reason":[{",".join([json.dumps("x" * 2000)] * 140)}]}}'), "at most 262,144"),
        (with_field(TURN, why=f'"{"x" * 600_000}"'), "a line has at most 524,288"),
        (text_of([HEADER]) + "{}\n" * 20_000, "has 20,001 lines: a record has at most 20,000"),
    ],
)
def test_a_record_beyond_the_limits_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_record(text, "game.jsonl")
    assert said in str(caught.value)
    assert "line 2" in str(caught.value) or "lines" in str(caught.value)
    assert say(caught.value.message, "es") != str(caught.value)


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_record(tmp_path / "none.jsonl")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\n")
    with pytest.raises(BadInput, match="UTF-8"):
        read_record(tmp_path / "binary")


def test_a_record_cut_in_the_middle_of_a_character_is_readable(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes((text_of([HEADER, TURN]) + '{"kind":"move","text":"–').encode()[:-1])
    assert read_record(path).turns == (TURN,)


def test_a_reason_without_words_is_refused() -> None:
    strange = Turn("south", "3", Explanation(Reason(Message("minds.nobody.knows"))))
    with pytest.raises(BadInput, match=r"line 2: unknown message key .minds\.nobody\.knows."):
        parse_record(text_of([HEADER, strange]))
    misfit = Turn("south", "3", Explanation(Reason(Message("minds.line", {"line": 3}))))
    with pytest.raises(BadInput, match="line 2"):
        parse_record(text_of([HEADER, misfit]))


def test_the_recorder_keeps_up_with_moves_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(path)
    recorder.keep([HEADER, TURN])
    assert read_record(path).turns == (TURN,)
    recorder.keep([HEADER])
    assert read_record(path).turns == ()
    recorder.keep(WHOLE)
    recorder.close()
    assert read_record(path).result == RESULT


def test_the_recorder_does_not_write_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(BadInput, match="exists already"):
        Recorder(path)
    assert path.read_text() == "mine"
    with pytest.raises(BadInput, match="cannot be written"):
        Recorder(tmp_path / "no such folder" / "game.jsonl")
