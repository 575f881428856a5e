from __future__ import annotations

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.mind import MindName
from ludoteca.core.options import Option, read_options, read_settings

ABOUT = "games.kalah.option.pits"
PITS = Option("pits", int, 6, ABOUT, low=1, high=12)
SWEEP = Option("sweep", bool, True, ABOUT)
CAPTURE = Option("capture", str, "opposite", ABOUT, choices=("opposite", "empty"))
SECONDS = Option("seconds", float, None, ABOUT, low=0.01)


def test_defaults_fill_what_is_not_given() -> None:
    assert read_options((PITS, SWEEP, SECONDS), {"pits": "4"}) == {"pits": 4, "sweep": True, "seconds": None}


@pytest.mark.parametrize(("given", "value"), [("yes", True), ("NO", False), (True, True), (0, False), ("on", True)])
def test_yes_and_no_are_read_as_people_write_them(given: object, value: bool) -> None:
    assert SWEEP.read(given) is value


@pytest.mark.parametrize(
    ("option", "given", "said"),
    [
        (PITS, "13", "pits=13 is out of range: a whole number from 1 to 12."),
        (PITS, "six", "pits=six is not a whole number: give a whole number from 1 to 12."),
        (PITS, "4.5", "is not a whole number"),
        (PITS, "", "is not a whole number"),
        (SWEEP, "maybe", "sweep=maybe is not yes or no."),
        (CAPTURE, "emty", 'did you mean "capture=empty"?'),
        (SECONDS, "0", "out of range: a number, 0.01 or more"),
        (SECONDS, "nan", "is not a number"),
    ],
)
def test_a_bad_value_says_what_is_allowed(option: Option, given: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        option.read(given)
    assert said in str(caught.value)


def test_an_unknown_option_names_the_nearest() -> None:
    with pytest.raises(BadInput, match='no option "pit"; did you mean "pits"'):
        read_options((PITS,), {"pit": 4})


@pytest.mark.parametrize("word", ["pits", "=4", ""])
def test_a_setting_is_name_and_value(word: str) -> None:
    with pytest.raises(BadInput, match="is not a setting"):
        read_settings([word])


@pytest.mark.parametrize("text", ["random", "montecarlo:simulations=2000", "montecarlo:seconds=1,exploration=0.5"])
def test_the_name_of_a_mind_reads_back(text: str) -> None:
    assert str(MindName.read(text)) == text


@pytest.mark.parametrize("text", ["", ":", "montecarlo:", "montecarlo:simulations"])
def test_a_name_that_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        MindName.read(text)
