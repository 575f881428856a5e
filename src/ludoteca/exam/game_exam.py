"""The exam of a game: copies are safe, text round-trips, illegal moves raise, facts keep to the vocabulary, …"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput, IllegalMove, LudotecaError
from ludoteca.core.game import Game, Move, Position, find_move, seat_key
from ludoteca.core.i18n import LANGUAGES, Message, can_say, has_gist, has_words, quoted, say
from ludoteca.core.loading import game_fault
from ludoteca.core.resources import resource
from ludoteca.core.vocabulary import actions_in, actions_of, lexicon_of, perceive, vocabulary_of
from ludoteca.exam.golden import golden_files, replayed
from ludoteca.exam.perft import perft_cases, wrong_compiled_count, wrong_count
from ludoteca.exam.result import Failed, Result, run
from ludoteca.exam.sampling import random_positions, some_positions
from ludoteca.games import folder_of, open_game
from ludoteca.games.levels import levels_of
from ludoteca.minds.schools import load_mind
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.game_base import GameBase
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver import driver_of
from ludoteca.rules.kernel.solver.endgame_table import has_tables
from ludoteca.rules.position_editor import Edit, can_edit, draft_of, draw_editor, edited, tools_of

Check = Callable[[Game], None]
GAME_CHECKS: dict[str, Check] = {}
"""Every check of a game, by name; each raises `Failed`."""

_ROUNDING = 1e-6
_EDITED, _PLACES = 3, 8  # positions that are edited, and places of each
_SIMILAR = 20  # similar positions that are looked at
_RULES = ("STATE", "SEATS", "MOVES", "seats", "moves", "play", "score", "is_decided", "final_result", "resample_hidden")
_HINTS = ("expected_score", "win_estimate", "HORIZON", "chance_events", "playout_move", "prior")
_MARGIN_HINTS = ("settled_margin", "max_remaining", "margin_step", "key", "estimate", "move_order")
_ENDGAME_HINTS = ("endgame_options", "seeds_left", "pits_in_row", "seeds_in", "put_seeds")


def examine_game(game: Game) -> Iterator[Result]:
    """The result of every check."""
    for name, check in GAME_CHECKS.items():
        yield run("game", name, partial(_guarded, check, game))


def _guarded(check: Check, game: Game) -> None:
    """Run a check; an error the game's code raises where nothing else catches it is the game's fault."""
    try:
        check(game)
    except (Failed, LudotecaError):
        raise
    except Exception as error:
        raise game_fault(game.name, folder_of(game), error) from error


def _check(check: Check) -> Check:
    GAME_CHECKS[check.__name__] = check
    return check


@_check
def files(game: Game) -> None:
    """The rules page in both languages."""
    for page in ("README.md", "README.es.md"):
        if not resource(folder_of(game) / page).is_file():
            raise Failed("missing", file=page)


@_check
def messages(game: Game) -> None:
    """Title, introduction, options, seats and vocabulary in both languages, with the arguments of each relation."""
    prefix = f"games.{game.name}"
    keys = [f"{prefix}.title", f"{prefix}.about", *(option.about for option in game.options)]
    keys += [seat_key(game, seat) for seat in range(len(game.seats))]
    keys += [word.about for word in lexicon_of(game)]
    missing = tuple(key.removeprefix(f"{prefix}.") for key in dict.fromkeys(keys) if not has_words(key))
    if missing:
        raise Failed("missing", keys=missing)
    unfit = tuple(word.name for word in lexicon_of(game) if not has_gist(word.about, word.args))
    if unfit:
        raise Failed("unfit", names=unfit)


@_check
def hints(game: Game) -> None:
    """A kernel game has all rules and the hints every search needs, and those of alpha-beta all or not at all."""
    if not isinstance(game, KernelGame):
        return
    undefined = tuple(name for name in _RULES if not hasattr(game.rules, name))
    if undefined:
        raise Failed("rules", names=undefined)
    needed = list(_HINTS)
    for first, hints in (("settled_margin", _MARGIN_HINTS), ("endgame_options", _MARGIN_HINTS + _ENDGAME_HINTS)):
        if hasattr(game.hints, first):
            needed += hints
    missing = [name for name in dict.fromkeys(needed) if not hasattr(game.hints, name)]
    if missing:
        raise Failed("missing", names=tuple(missing))


@_check
def immutable(game: Game) -> None:
    """Positions never change."""
    for position in some_positions(game, 1):
        before = position.save(), position.facts(), position.scores()
        for move in position.moves:
            position.after(move)
            position.events(move)
        if (position.save(), position.facts(), position.scores()) != before:
            raise Failed("changed", position=repr(position)[:200])


@_check
def round_trip(game: Game) -> None:
    """Positions save, load, compare and hash."""
    for position in random_positions(game, 2):
        again = game.load(position.save())
        if again != position or hash(again) != hash(position) or again.moves != position.moves:
            raise Failed("differs", position=repr(position)[:200])


@_check
def setup(game: Game) -> None:
    """`setup.py`, where there is one, sets positions up from their facts, and similar ones are distinct."""
    functions = vars(game.module("setup")) if isinstance(game, GameBase) and game.module("setup") else {}
    for position in random_positions(game, 11) if "position_of" in functions else ():
        again = game.position(position.facts())
        same = set(again.facts()) == set(position.facts()) and again.turn == position.turn
        if not same or again.moves != position.moves or again.scores() != position.scores():
            raise Failed("differs", position=repr(position)[:200])
    for position in some_positions(game, 12) if "similar" in functions else ():
        seen = {frozenset(position.facts())}
        for similar in islice(game.similar(position), _SIMILAR):
            if similar.turn != position.turn or not similar.moves:
                raise Failed("turn", position=repr(similar)[:200])
            if frozenset(similar.facts()) in seen:
                raise Failed("twice", position=repr(similar)[:200])
            seen.add(frozenset(similar.facts()))


@_check
def editing(game: Game) -> None:
    """`editing.py`, where there is one, draws positions from facts, and each change gives facts or a reason why not."""
    if not (isinstance(game, GameBase) and can_edit(game)):
        return
    for tool in tools_of(game):
        if not has_words(f"{game.message_prefix}.setup.tool.{tool}"):
            raise Failed("no_words", tool=tool)
    lot = random.Random(13)
    for position in islice(random_positions(game, 13), _EDITED):
        facts = position.facts()
        draft = draft_of(game, facts)
        if set(draft.facts()) != set(facts) or game.svg(draft) != game.svg(position):
            raise Failed("differs", position=repr(position)[:200])
        places = re.findall(r'data-place="([^"]+)"', draw_editor(game, draft, "en", False))
        if not places:
            raise Failed("no_places")
        for place in lot.sample(places, min(_PLACES, len(places))):
            edit = Edit(place, lot.choice(tools_of(game)), lot.random() < 0.5)
            with suppress(BadInput):
                draw_editor(game, draft_of(game, edited(game, facts, edit)), "es", True)


@_check
def distinct_moves(game: Game) -> None:
    """Moves are told apart by text and by code, and found by their text."""
    for position in random_positions(game, 3):
        texts = [move.text for move in position.moves]
        for text in texts:
            if texts.count(text) > 1:
                raise Failed("twice", move=text)
            if find_move(position, text).text != text:
                raise Failed("not_found", move=text)
        if len({move.code for move in position.moves}) != len(texts):
            raise Failed("codes")


@_check
def ending(game: Game) -> None:
    """There are moves until the game is over, and then none; the result shares one win."""
    position = game.start(4)
    for position in random_positions(game, 4):
        if (position.turn is None) != (len(position.moves) == 0):
            raise Failed("moves", position=repr(position)[:200])
    if abs(sum(position.result()) - 1) > 1e-9 or len(position.result()) != len(game.seats):
        raise Failed("result", result=str(position.result()))
    if len(position.scores()) != len(game.seats):
        raise Failed("scores", scores=str(position.scores()))


@_check
def illegal_moves(game: Game) -> None:
    """Illegal moves raise."""
    positions = list(random_positions(game, 5))
    for position in (positions[0], positions[-1]):
        for illegal in (Move(10_000, "nonsense"), Move(-1, "")):
            for attempt in (position.after, position.events):
                try:
                    attempt(illegal)
                except IllegalMove:
                    continue
                raise Failed("accepted", move=illegal.text)


@_check
def facts(game: Game) -> None:
    """Facts keep to the vocabulary, each once."""
    words = {relation.name: len(relation.args) for relation in game.vocabulary if relation.kind == "position"}
    for position in random_positions(game, 6):
        told = position.facts()
        for fact in told:
            if words.get(fact.relation) != len(fact.args):
                raise Failed("unknown", fact=str(fact))
        if len(set(told)) != len(told):
            raise Failed("twice", fact=next(str(fact) for fact in told if told.count(fact) > 1))


@_check
def perception(game: Game) -> None:
    """What a symbolic mind is told keeps to the vocabulary: moves, events and gains too."""
    words = {relation.name: relation for relation in vocabulary_of(game)}
    if len(words) != len(vocabulary_of(game)):
        raise Failed("word_twice")
    about_moves = any(relation.kind == "move" for relation in game.vocabulary)
    for position in some_positions(game, 10):
        if position.turn is None:
            continue
        told, texts = perceive(position), {move.text for move in position.moves}
        for fact in told:
            word = words.get(fact.relation)
            fits = word is not None and len(fact.args) == len(word.args)
            if not fits or (word is not None and word.kind != "position" and fact.args[0] not in texts):
                raise Failed("unknown", fact=str(fact))
        if len(set(told)) != len(told):
            raise Failed("twice", fact=next(str(fact) for fact in told if told.count(fact) > 1))
        for move in position.moves if about_moves else ():
            if not position.move_facts(move):
                raise Failed("no_move_fact", move=move.text)


@_check
def events(game: Game) -> None:
    """Every event has a message that its arguments fit."""
    for position in some_positions(game, 7):
        for move in position.moves:
            for event in position.events(move):
                if not can_say(Message(event.key, event.args)):
                    raise Failed("unsayable", key=event.key)


@_check
def words(game: Game) -> None:
    """Moves, the end and the points can be said in words: names tell moves apart, and the score sheet adds up."""
    for position in some_positions(game, 13):
        _check_names(game, position)
        for move in position.moves:
            game.move_sentence(position, move)
        rows = game.score_sheet(position)
        if any(len(row.points) != len(game.seats) for row in rows):
            raise Failed("columns", position=repr(position)[:200])
        sums = [sum(points) for points in zip(*(row.points for row in rows), strict=True)]
        if any(abs(total - points) > _ROUNDING for total, points in zip(sums, position.scores(), strict=True)):
            raise Failed("sum", sums=str(sums), scores=str(position.scores()))
        if position.turn is not None and game.ending(position) is not None:
            raise Failed("early", position=repr(position)[:200])


def _check_names(game: Game, position: Position) -> None:
    """Raises `Failed` when two moves have the same name in a language."""
    for language in LANGUAGES:
        seen: dict[str, str] = {}
        for move in position.moves:
            name = say(game.move_name(position, move), language)
            if seen.setdefault(name, move.text) != move.text:
                raise Failed("twice", name=name, one=seen[name], other=move.text)


@_check
def secrets(game: Game) -> None:
    """Positions that differ only in secrets look the same to every seat."""
    for position in some_positions(game, 8):
        if position.turn is None:
            continue
        shown = _look(game, position)
        if any(_look(game, position.seen_by(position.turn, seed)) != shown for seed in (1, 2)):
            raise Failed("shown", position=repr(position)[:200])


def _look(game: Game, position: Position) -> tuple[object, ...]:
    """All that a mind and a person are shown of a position."""
    return position.moves, perceive(position), position.scores(), position.expected_scores(), game.svg(position)


@_check
def encoding(game: Game) -> None:
    """`encoding.py`, where there is one, tells every seat a vector within bounds, and numbers every move."""
    if not (isinstance(game, GameBase) and game.module("encoding")):
        return
    encoding = encoding_of(game)
    for position in random_positions(game, 2):
        if [encoding.move(position, encoding.number_of(move)) for move in position.moves] != list(position.moves):
            raise Failed("numbers", position=repr(position)[:200])
        for seat in range(len(game.seats)):
            vector = encoding.vector(position, seat)
            out = [encoding.names[at] for at in np.flatnonzero((vector < encoding.low) | (vector > encoding.high))]
            if out:
                raise Failed("bounds", names=tuple(out[:5]))
            _compare_vectors(game, position, seat, vector)


def _compare_vectors(game: Game, position: Position, seat: int, vector: NDArray[np.float32]) -> None:
    """See that `vector.py`, where there is one, makes the same vector of the state, and the same classes of moves."""
    if isinstance(position, KernelPosition) and (module := position.game.module("vector")):
        again = np.full_like(vector, np.nan)
        module.encode(position.state, seat, again)
        if not np.array_equal(vector, again):
            raise Failed("differs", position=repr(position)[:200])
        for move in position.moves:
            found = encoding_of(game).class_of(position, move)
            if found not in encoding_of(game).classes or module.move_class(position.state, move.code) != found:
                raise Failed("classes", move=move.text, position=repr(position)[:200])


@_check
def actions(game: Game) -> None:
    """Every move is one action, and no other move is the same one."""
    words = {action.name: len(action.args) for action in actions_of(game)}
    for position in random_positions(game, 6):
        known = actions_in(position)
        for move in position.moves:
            action = position.action(move)
            if known.get(action) != move or words.get(action.relation) != len(action.args):
                raise Failed("wrong", action=str(action), move=move.text)


@_check
def views(game: Game) -> None:
    """The board can be drawn at any time, in both languages, wide and narrow."""
    from rich.console import Console

    for position in some_positions(game, 9):
        for language in LANGUAGES:
            for narrow in (False, True):
                if not game.svg(position, None, language, narrow).startswith("<svg"):
                    raise Failed("no_svg")
            console = Console(width=100)
            with console.capture() as captured:
                console.print(game.terminal(position, None, language))
            if not captured.get().strip():
                raise Failed("no_board")


@_check
def levels(game: Game) -> None:
    """The mind of every level plays the game, with a budget in counts, so that its games can be repeated."""
    for level in levels_of(game):
        mind = load_mind(level.mind, game)
        if mind.at_terminal or mind.timed:
            raise Failed("timed", level=level.name, mind=level.mind)


@_check
def perft(game: Game) -> None:
    """The rules count as many lines of play as `exam/perft.toml` says."""
    cases = perft_cases(folder_of(game))
    if not cases:
        raise Failed("missing")
    for case in cases:
        wrong = wrong_count(open_game(game.name, case.options), case)
        if wrong is not None:
            raise Failed("wrong", depth=wrong[0], expected=wrong[1], found=wrong[2])


@_check
def compiled(game: Game) -> None:
    """Rules and hints compile for every search, and compiled rules count the same."""
    if not isinstance(game, KernelGame):
        return
    search = driver_of(game) or "horizon_search"
    for driver in ("playouts", "tree_search", search, "endgame" if has_tables(game) else None):
        if driver is not None:
            game.kernel_for(driver)
    for case in perft_cases(folder_of(game)):
        variant = open_game(game.name, case.options)
        assert isinstance(variant, KernelGame)
        wrong = wrong_compiled_count(variant, case)
        if wrong is not None:
            raise Failed("wrong", depth=wrong[0], expected=wrong[1], found=wrong[2])


@_check
def golden(game: Game) -> None:
    """Golden games are played as they were written."""
    paths = golden_files(folder_of(game))
    if not paths:
        raise Failed("missing")
    for path in paths:
        try:
            found, kept = replayed(game, path), path.read_text(encoding="utf-8").splitlines()
        except IllegalMove as error:
            raise Failed("illegal", file=str(path), why=quoted(error.message)) from None
        if found != kept:
            raise Failed("differs", file=str(path), line=_first_difference(found, kept))


def _first_difference(found: list[str], kept: list[str]) -> int:
    for number, (one, other) in enumerate(zip(found, kept, strict=False), 1):
        if one != other:
            return number
    return min(len(found), len(kept)) + 1
