from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.classroom.members import Members
from ludoteca.classroom.store import ClassStore, class_folder, class_names, new_class
from ludoteca.core.errors import BadInput, NotFound
from ludoteca.storage.errors import StoreError


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClassStore]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with closing(new_class(class_folder("logic-1"))) as store:
        yield store


def test_a_class_is_made_once_and_found_by_its_name(store: ClassStore) -> None:
    assert (store.name, class_names()) == ("logic-1", ["logic-1"])
    with pytest.raises(BadInput, match="already"):
        new_class(store.folder)
    with pytest.raises(NotFound, match="class new"):
        ClassStore(class_folder("other"))
    for name in ("../x", "A", "", "a/b", "x" * 41):
        with pytest.raises(BadInput):
            class_folder(name)
    for damage, reason in ((b"SQLite format 3\0" + b"\xa5" * 5000, "damaged|not a database"), (b"text" * 99, "not a")):
        store.folder.joinpath("class.db-wal").unlink(missing_ok=True)
        store.folder.joinpath("class.db").write_bytes(damage)
        with pytest.raises(StoreError, match=reason):
            ClassStore(store.folder)


def test_members_come_in_by_their_tokens_alone(store: ClassStore) -> None:
    members = Members(store)
    teacher, secret = members.add("Prof. Ruiz", "teacher")
    code = members.renew_code()
    ana, token = members.join(code, " Ana\u00a0 María ")
    assert (ana.name, ana.role, ana.is_teacher, teacher.is_teacher) == ("Ana María", "student", False, True)
    assert len(token) >= 32
    assert [member.name for member in members.all()] == ["Prof. Ruiz", "Ana María"]
    assert members.by_token(token) == members.by_cookie(members.cookie_value(token)) == ana
    assert members.by_token(secret) == teacher
    strangers = ("", "x", "\udcff", members.cookie_value(token))
    assert [members.by_token(given) for given in strangers] == [None] * 4
    assert members.by_cookie(token) is None
    database = store.folder.joinpath("class.db").read_bytes() + store.folder.joinpath("class.db-wal").read_bytes()
    assert ana.id.encode() in database
    assert token.encode() not in database and members.cookie_value(token).encode() not in database
    new = members.reset(ana.id)
    assert (members.by_token(token), members.by_token(new)) == (None, ana)


def test_names_are_clean_and_unique(store: ClassStore) -> None:
    members = Members(store)
    ana, _ = members.add("Ana", "student")
    members.add("Bob", "student")
    for taken in ("ANA", " ana ", "ＡＮＡ"):
        with pytest.raises(BadInput, match="already"):
            members.add(taken, "student")
    for bad in ("", "  ", "\u200b", "a\x00b", "x" * 61, "--", "a\u202eb"):
        with pytest.raises(BadInput, match="1 to 60 characters"):
            members.add(bad, "student")
    with pytest.raises(BadInput, match="already"):
        members.rename(ana.id, "bob")
    assert members.rename(ana.id, "ANA").name == "ANA"
    assert members.named("ana").id == ana.id
    with pytest.raises(NotFound):
        members.rename("no", "New")


def test_the_code_can_be_renewed_and_closed(store: ClassStore) -> None:
    members = Members(store)
    with pytest.raises(NotFound):
        members.join("", "Early")
    old, new = members.renew_code(), members.renew_code()
    assert (members.is_code(old), members.is_code(new)) == (False, True)
    members.close_joining()
    for code in (old, new, "None"):
        with pytest.raises(NotFound, match="no longer works"):
            members.join(code, "Late")


def test_a_student_is_removed_with_everything_and_a_teacher_stays(store: ClassStore) -> None:
    members = Members(store)
    teacher, _ = members.add("T", "teacher")
    ana, token = members.add("Ana", "student")
    with store.transaction() as db:
        db.execute("CREATE TABLE works (member TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE, text TEXT)")
        db.execute("INSERT INTO works VALUES (?, 'hers')", (ana.id,))
    members.remove(ana.id)
    assert members.by_token(token) is None
    with store.reading() as db:
        assert db.execute("SELECT * FROM works").fetchall() == []
    with pytest.raises(BadInput, match="teacher"):
        members.remove(teacher.id)
    assert members.add("Ana", "student")[0].id != ana.id


def test_threads_write_at_the_same_time_and_what_fails_changes_nothing(store: ClassStore) -> None:
    members = Members(store)
    threads = [threading.Thread(target=lambda n=n: members.add(f"Student {n}", "student")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(members.all()) == 8

    def fail() -> None:
        with store.transaction() as db:
            db.execute("DELETE FROM members")
            db.execute("INSERT INTO settings VALUES ('x', NULL)")

    with pytest.raises(StoreError):
        fail()
    assert len(members.all()) == 8
