"""The fields of a state agree with the NumPy record that they stand for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import load_game
from ludoteca.rules.kernel.fields import Fields
from ludoteca.rules.kernel.game import KernelGame

MIXED = np.dtype(
    [
        ("flag", np.bool_),
        ("wide", np.int64),
        ("grid", np.int16, (2, 3)),
        ("small", np.uint8),
        ("part", np.float32),
        ("bits", np.uint64),
    ],
    align=True,
)


@given(st.binary(min_size=MIXED.itemsize, max_size=MIXED.itemsize))
def test_they_hold_what_the_record_holds(state: bytes) -> None:
    record, fields = np.frombuffer(state, MIXED)[0], Fields(MIXED, state)
    again = np.frombuffer(fields.tobytes(), MIXED)[0]
    for name in MIXED.names or ():
        np.testing.assert_array_equal(getattr(fields, name), record[name])
        np.testing.assert_array_equal(again[name], record[name])


@pytest.mark.parametrize("name", ["kalah", "azul", "queens"])
def test_a_state_comes_back_with_what_was_written(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, KernelGame)
    position = game.start(3)
    fields = position.fields()
    assert fields.tobytes() == bytes.fromhex(position.save())
    fields.turn = 1
    written = np.frombuffer(fields.tobytes(), game.rules.STATE)[0]
    assert written["turn"] == 1
    assert position.state.turn == 0, "the position is left alone"


def test_what_is_written_is_converted_as_numpy_does() -> None:
    fields: Any = Fields(MIXED, bytes(MIXED.itemsize))
    fields.small, fields.wide, fields.grid[1, 2] = np.int64(7), 2.9, -5
    record = np.frombuffer(fields.tobytes(), MIXED)[0]
    assert (record["small"], record["wide"], record["grid"][1, 2]) == (7, 2, -5)


@pytest.mark.parametrize("number", [-1, 256])
def test_a_number_that_does_not_fit_is_refused(number: int) -> None:
    fields: Any = Fields(MIXED, bytes(MIXED.itemsize))
    fields.small = number
    with pytest.raises(OverflowError):
        fields.tobytes()


def test_a_field_that_is_no_number_is_named() -> None:
    with pytest.raises(TypeError, match="the field word of STATE is no number"):
        Fields(np.dtype([("word", "S4")]), bytes(4))
