"""The file of a network: a plain `.npz` archive of float32 arrays with a header in JSON.

The header (`header`, the bytes of a JSON object) says what the network is for: `format`, `game`, `options` (the values
it was trained for), `context` (the options it is told), `inputs` (the components it observes, by name, each with its
bins and its scale), `codes` (the classes of moves it numbers), `hidden`, `blocks`, `seats`, `margins`, `playouts` (0
where it is missing), and `training` (how it was trained). The arrays are those of `NetworkSize.shapes`. Nothing in the
file is ever executed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Argument, Message
from ludoteca.minds.learned.archive import ArrayReader, read_archive, to_archive, write_file
from ludoteca.rules.encoding import Encoding, encoding_of
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.network_arrays import BLOCKS, Floats, Ints, NetworkSize, for_kernel

FORMAT = 1
_MOST_HIDDEN, _MOST_BLOCKS = 2048, 64
OptionValue = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Input:
    """A component of the encoding as a network takes it: one row for each value up to `bins`, and one in proportion."""

    name: str
    bins: int
    scale: float


@dataclass(frozen=True)
class Network:
    """A network for one game with the options it was trained for. Its arrays are changed by training alone."""

    game: str
    options: Mapping[str, Sequence[OptionValue]]
    context: Sequence[str]
    inputs: Sequence[Input]
    codes: Sequence[int]
    hidden: int
    blocks: int
    seats: int
    margins: tuple[float, float, float]  # weight of the margin in rewards, the margin that counts as 1, unit of scores
    arrays: dict[str, Floats]
    playouts: int = 0  # how many visits of a leaf the search leaves to playouts
    training: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """The number of rows of the first layer."""
        return sum(each.bins + 1 for each in self.inputs) + self.context_rows

    def rows_of_inputs(self) -> Iterator[tuple[int, Input]]:
        """Each input with its first row of the first layer."""
        row = 0
        for each in self.inputs:
            yield row, each
            row += each.bins + 1

    @property
    def context_rows(self) -> int:
        """The number of rows for options; at least one."""
        return max(1, sum(len(self.options[name]) for name in self.context))

    @property
    def hidden_units(self) -> int:
        """The number of units in all hidden layers: the first one, and two in each block."""
        return (2 * self.blocks + 1) * self.hidden

    @property
    def size(self) -> NetworkSize:
        return NetworkSize(self.rows, self.hidden, self.blocks, len(self.codes), self.seats)

    def context_of(self, game: KernelGame) -> Floats:
        """The rows for the options of a game: 1 for the value of each."""
        flags = [float(game.values[name] == value) for name in self.context for value in self.options[name]]
        return np.array(flags or [1.0], np.float32)

    def untrained_option(self, game: KernelGame) -> str | None:
        """The first option of a game whose value the network was not trained for; None when it serves the game."""
        return next((name for name, values in self.options.items() if game.values.get(name) not in values), None)

    def refusal(self, game: KernelGame) -> Message | None:
        """Why it does not serve a game: an option that it was not trained for, or a component that it does not know."""
        option = self.untrained_option(game)
        if option is not None:
            trained = tuple(str(value) for value in self.options[option])
            told: dict[str, Argument] = {"option": option, "value": str(game.values[option]), "trained": trained}
            return Message("minds.learned.refusal.untrained", told)
        try:
            self.layout(game)
        except BadInput as error:
            return error.message
        return None

    def layout(self, game: KernelGame) -> tuple[Ints, Ints, Floats]:
        """For each component of a game's vector its first row, its bins and its scale; at the end, the options' row.

        Raises `BadInput` when the network does not know a component.
        """
        rows = {each.name: (row, each) for row, each in self.rows_of_inputs()}
        names = component_names(encoding_of(game))
        for name in names:
            if name not in rows:
                raise BadInput("minds.learned.refusal.other_encoding", game=game.name, name=name)
        found = [rows[name] for name in names]
        first_row = np.array([*(first for first, _ in found), self.rows - self.context_rows], np.int32)
        bins = np.array([each.bins for _, each in found], np.int32)
        return first_row, bins, np.array([each.scale for _, each in found], np.float32)

    @property
    def row_scales(self) -> Floats:
        """What the byte of each row is multiplied by in a batch."""
        scales = [[1.0] * each.bins + [each.scale] for each in self.inputs]
        return np.array([*(scale for each in scales for scale in each), *[1.0] * self.context_rows], np.float32)

    def numbers(self, moves: int) -> Ints:
        """The number of each class of moves by its code; -1 for codes without one. There are `moves` codes of moves."""
        numbers = np.full(max(moves, 1 + max(self.codes)), -1, np.int32)
        numbers[list(self.codes)] = np.arange(len(self.codes))
        return numbers

    def for_kernel(self, game: KernelGame) -> tuple[Any, ...]:
        """The network as the driver reads it, for a game."""
        return for_kernel(*self.layout(game), self.arrays)

    def to_bytes(self) -> bytes:
        """The content of its file."""
        header = {
            "format": FORMAT,
            "game": self.game,
            "options": {name: list(values) for name, values in self.options.items()},
            "context": list(self.context),
            "inputs": [[each.name, each.bins, each.scale] for each in self.inputs],
            "codes": [int(code) for code in self.codes],
            "hidden": self.hidden,
            "blocks": self.blocks,
            "seats": self.seats,
            "margins": list(self.margins),
            "playouts": self.playouts,
            "training": dict(self.training),
        }
        return to_archive(header, self.arrays)

    @cached_property
    def digest(self) -> str:
        """A short hash of its weights and of what they are for."""
        use = [self.game, list(self.codes), list(self.margins), *([self.playouts] if self.playouts else [])]
        digest = blake2b(json.dumps(use).encode(), digest_size=4)
        for name in self.size.shapes:
            digest.update(np.ascontiguousarray(self.arrays[name]).tobytes())
        return digest.hexdigest()

    def save(self, file: Path) -> None:
        """Write the file; it is never half written."""
        write_file(file, self.to_bytes())


def read_network(file: Path, game: str) -> Network:
    """The network of a file for a game; raises `BadInput` when it is for another one, damaged or not a network."""

    def read(header: Any, array: ArrayReader) -> Network:
        found = _from_header(header, game, str(file))
        found.arrays.update({name: array(name, shape) for name, shape in found.size.shapes.items()})
        return found

    return read_archive(file, read)


def _from_header(header: Any, game: str, file: str) -> Network:
    """A network without arrays; raises `BadInput` when it is of another version or for another game."""
    if header["format"] != FORMAT:
        raise BadInput("minds.learned.refusal.file.version", file=file, version=str(header["format"]), known=FORMAT)
    if header["game"] != game:
        raise BadInput("minds.learned.refusal.file.other_game", file=file, other=str(header["game"]), game=game)
    inputs = tuple(Input(str(name), int(bins), float(scale)) for name, bins, scale in header["inputs"])
    weight, spread, unit = (float(number) for number in header["margins"])
    hidden, blocks, seats = int(header["hidden"]), int(header["blocks"]), int(header["seats"])
    codes = tuple(int(code) for code in header["codes"])
    playouts = int(header.get("playouts", 0))
    if not (0 < hidden <= _MOST_HIDDEN and 0 <= blocks <= _MOST_BLOCKS and 0 < seats <= 16 and playouts >= 0):
        raise ValueError("hidden, blocks, seats, playouts")
    options = {str(name): tuple(values) for name, values in header["options"].items()}
    context, margins = tuple(str(name) for name in header["context"]), (weight, spread, unit)
    size, training = (hidden, blocks, seats), header["training"]
    return Network(game, options, context, inputs, codes, *size, margins, {}, playouts, training)


def component_names(encoding: Encoding) -> list[str]:
    """The names of an encoding's components, with seats counted as they are in games of any number of them."""
    own = {f"me({seat})": f"me({number})" for number, seat in enumerate(encoding.game.seats, 1)}
    return [own.get(name, name.replace("(other", "(second")) for name in encoding.names]


def new_network(
    games: Sequence[KernelGame],
    hidden: int,
    blocks: int,
    context: Sequence[str],
    bins: Mapping[str, int],
    margins: tuple[float, float, float],
    seed: int,
) -> Network:
    """A network for some games with other options, with random weights; `bins` are by relation."""
    inputs: dict[str, Input] = {}
    for game in games:
        encoding = encoding_of(game)
        for name, high in zip(component_names(encoding), encoding.high, strict=True):
            scale = 1.0 / float(high)
            if name not in inputs or inputs[name].scale > scale:
                levels = min(int(high), bins.get(name.partition("(")[0], 0)) if high > 1 else 0
                inputs[name] = Input(name, levels, scale)
    options = {option: _values(games, option) for option in games[0].values}
    codes = sorted({int(code) for game in games for code in encoding_of(game).classes})
    seats = max(len(game.seats) for game in games)
    found = Network(
        games[0].name, options, tuple(context), tuple(inputs.values()), codes, hidden, blocks, seats, margins, {}
    )
    return randomized(found, seed)


def randomized(network: Network, seed: int) -> Network:
    """A network like another one, with random weights."""
    rng = np.random.Generator(np.random.PCG64(seed))
    arrays = {name: _initial(name, shape, rng) for name, shape in network.size.shapes.items()}
    return replace(network, arrays=arrays, training={})


def with_inputs(network: Network, larger: Network) -> Network:
    """A network with the inputs of a larger one; those it lacks add nothing until they are trained."""
    known, rows = network.arrays["input"], np.zeros_like(larger.arrays["input"])
    first_row = {each: row for row, each in network.rows_of_inputs()}
    for row, each in larger.rows_of_inputs():
        if each in first_row:
            rows[row : row + each.bins + 1] = known[first_row[each] : first_row[each] + each.bins + 1]
    rows[-larger.context_rows :] = known[-network.context_rows :]
    return replace(network, inputs=larger.inputs, arrays={**network.arrays, "input": rows})


def with_blocks(network: Network, larger: Network) -> Network:
    """A network with the missing blocks of a larger one behind its own; they add nothing until they are trained."""
    arrays = dict(network.arrays)
    for name in BLOCKS:
        added = larger.arrays[name][network.blocks :]
        arrays[name] = np.concatenate([arrays[name], np.zeros_like(added) if name.startswith("outer") else added])
    return replace(network, blocks=larger.blocks, arrays=arrays)


def _values(games: Iterable[KernelGame], option: str) -> tuple[Any, ...]:
    return tuple(sorted({game.values[option] for game in games}, key=str))


def _initial(name: str, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """He's initialization; what blocks and heads add begins small."""
    if name.endswith("bias"):
        return np.zeros(shape, np.float32)
    fan_in = 32 if name == "input" else shape[-2]  # about so many rows of the first layer are set
    factor = {"outer": 0.2, "policy": 0.2, "value": 0.2}.get(name, 1.0)
    drawn: Floats = (rng.standard_normal(shape) * factor * np.sqrt(2.0 / fan_in)).astype(np.float32)
    return drawn


def option_sets(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """All combinations of option values.

    >>> option_sets({"pits": [3, 4], "seeds": [2]})
    [{'pits': 3, 'seeds': 2}, {'pits': 4, 'seeds': 2}]
    """
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
