"""Similar programs: pairs that share much of their token sequences, with the parts that match.

Comments are left out, and names that a programmer chooses freely stand for the same token, so that renaming hides
nothing. Of all runs of tokens, winnowing keeps few: of each window of hashes the smallest. Two programs that share a
run as long as a window and a run together have a hash in common for certain. What comes from texts that everybody had,
such as the games' own files, says nothing and is left out.
"""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

_RUN = 12  # tokens that are hashed together
_WINDOW = 6  # hashes of which the smallest is kept
_MOST_PARTS = 20  # matching parts of a pair
_COMMENT = {"%": r"%[^\n]*|/\*.*?\*/", ";": r";[^\n]*", "#": r"#[^\n]*", "//": r"//[^\n]*|/\*.*?\*/"}
_STRING = r"\"(?:\\.|[^\"\\\n])*\""
_TOKEN = r"'(?:\\.|[^'\\\n])*'|[?$&]?\??[A-Za-z_][\w-]*|\d+(?:\.\d+)?|:-|-->|=>|<-|->|[^\s\w]"


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is compared, with its line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of two programs that match."""

    first: tuple[int, int]
    second: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two programs, the share of the smaller one that is in the other too, and the parts that match."""

    first: str
    second: str
    share: float
    parts: tuple[Part, ...]


def comment_sign(text_suffix: str) -> str:
    """What starts a comment in files with a suffix.

    >>> comment_sign(".pl"), comment_sign(".pddl")
    ('%', ';')
    """
    return {".pl": "%", ".clp": ";", ".pddl": ";", ".py": "#", ".asl": "//"}.get(text_suffix, "#")


def tokens(text: str, sign: str) -> list[Token]:
    """The tokens of a program without comments. Variables are one token, strings one, numbers one.

    >>> [token.text for token in tokens("move(M) :- legal(M). % any", "%")]
    ['move', '(', 'V', ')', ':-', 'legal', '(', 'V', ')', '.']
    """
    pattern = re.compile(f"(?P<string>{_STRING})|(?P<comment>{_COMMENT[sign]})|(?P<token>{_TOKEN})", re.S)
    found, line, at = [], 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match.lastgroup != "comment":
            found.append(Token(_normal(match.group(), sign), line))
    return found


def _normal(word: str, sign: str) -> str:
    """A token as it is compared."""
    if word[0] in "\"'":
        return "S"
    if word[0].isdigit():
        return "N"
    if sign == ";":
        return "V" if word[0] in "?$&" and len(word) > 1 else word.lower()
    if sign == "#":
        return word if word in _PYTHON_WORDS or not (word[0].isalpha() or word[0] == "_") else "V"
    return "V" if word[0].isupper() or word[0] == "_" else word


_PYTHON_WORDS = frozenset((*keyword.kwlist, *dir(builtins)))


def fingerprint(words: Sequence[Token]) -> dict[int, list[int]]:
    """The hashes that winnowing keeps, each with the numbers of the tokens where its runs start."""
    hashes = [_hash(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)]
    kept: dict[int, list[int]] = {}
    last = -1
    for start in range(max(1, len(hashes) - _WINDOW + 1)) if hashes else ():
        window = hashes[start : start + _WINDOW]
        smallest = min(window)
        at = start + max(place for place, value in enumerate(window) if value == smallest)
        if at != last:
            kept.setdefault(smallest, []).append(at)
            last = at
    return kept


def _hash(words: Sequence[Token]) -> int:
    text = "\0".join(word.text for word in words)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class _Print:
    name: str
    words: list[Token]
    kept: dict[int, list[int]]


def similar_pairs(
    programs: Mapping[str, str], sign: str, common: Sequence[str] = (), least: float = 0.3
) -> list[SimilarPair]:
    """The pairs of programs (by name) with at least a share in common, the most similar first.

    `common` are texts that everybody had: what comes from them does not count.

    >>> text = "move(M) :- legal(M), captures(M, N), N > 2, not(gives_away(M)), safe(M), extra_turn(M). "
    >>> pairs = similar_pairs({"a": text, "b": "% mine!\\n" + text.replace("M", "Mine"), "c": "p."}, "%")
    >>> [(pair.first, pair.second, pair.share) for pair in pairs]
    [('a', 'b', 1.0)]
    """
    shared = {value for text in common for value in _all_hashes(tokens(text, sign))}
    prints = []
    for name, text in sorted(programs.items()):
        words = tokens(text, sign)
        kept = {value: places for value, places in fingerprint(words).items() if value not in shared}
        prints.append(_Print(name, words, kept))
    found = [_pair(one, other) for one, other in combinations(prints, 2)]
    close = [pair for pair in found if pair is not None and pair.share >= least]
    return sorted(close, key=lambda pair: (-pair.share, pair.first, pair.second))


def _all_hashes(words: Sequence[Token]) -> Iterator[int]:
    for at in range(len(words) - _RUN + 1):
        yield _hash(words[at : at + _RUN])


def _pair(one: _Print, other: _Print) -> SimilarPair | None:
    both = one.kept.keys() & other.kept.keys()
    smaller = min(len(one.kept), len(other.kept))
    if not both or not smaller:
        return None
    return SimilarPair(one.name, other.name, round(len(both) / smaller, 3), _parts(one, other, both))


def _parts(one: _Print, other: _Print, both: set[int]) -> tuple[Part, ...]:
    """The lines of the runs that both have; neighbouring runs are joined."""
    runs = sorted((at, there) for value in both for at in one.kept[value][:1] for there in other.kept[value][:1])
    joined: list[list[int]] = []  # first and last token in one, in the other
    for at, there in runs:
        last = joined[-1] if joined else None
        if last is not None and 0 <= at - last[1] <= _WINDOW and abs((there - last[3]) - (at - last[1])) <= _WINDOW:
            last[1], last[3] = at + _RUN - 1, max(last[3], there + _RUN - 1)
        else:
            joined.append([at, at + _RUN - 1, there, there + _RUN - 1])
    longest = sorted(joined, key=lambda part: part[0] - part[1])[:_MOST_PARTS]
    return tuple(
        Part(
            (one.words[first].line, one.words[last].line),
            (other.words[start].line, other.words[min(end, len(other.words) - 1)].line),
        )
        for first, last, start, end in sorted(longest)
    )
