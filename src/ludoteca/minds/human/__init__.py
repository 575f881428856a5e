"""A human player at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludoteca.core.clock import Clock
from ludoteca.core.errors import IllegalMove
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, Position, find_move, seat_key, some_texts
from ludoteca.core.i18n import Message, phrase, preferred_language, say
from ludoteca.core.mind import Choice, Mind, Player, Resigned, TakeBack
from ludoteca.minds.shared.reasons import consequences


class Human(Mind):
    """Asks for a move at the terminal, or for one of the commands help, why, why not, what if, undo and resign."""

    at_terminal = True

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return HumanPlayer(game, seat)


class Explainer(Protocol):
    """Answers questions about the last move of another player."""

    def why(self) -> None:
        """Show the reason of the move."""

    def why_not(self, move: str) -> None:
        """Show the reason against another move."""

    def what_if(self, move: str) -> None:
        """Show what would have made the player choose another move."""


_MOST_NAMED = 120  # moves that help lists
_WHY = ("why", "porqué", "porque", "por qué")
_WHY_NOT = tuple(f"{why} {no} " for why in _WHY for no in ("not", "no"))
_WHAT_IF = ("what if ", "y si ", "¿y si ")


class HumanPlayer(Player):
    """A player that reads input until it is a legal move. `explainer`, once there is a move to explain, answers."""

    def __init__(self, game: Game, seat: int) -> None:
        self.language = preferred_language()
        self.seat = say(Message(seat_key(game, seat)), self.language)
        self.explainer: Explainer | None = None

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        while True:
            word = self._read(position).strip().lower()
            match word:
                case "help" | "?" | "ayuda":
                    self._help(position)
                case _ if self._is_question(word):
                    self._answer(word.rstrip("?"))
                case "undo" | "deshacer":
                    raise TakeBack
                case "resign" | "quit" | "exit" | "rendirse" | "salir":
                    raise Resigned("minds.human.resigned")
                case "":
                    continue
                case _:
                    try:
                        move = parse_move(position, word, self.language)
                    except IllegalMove as error:
                        print(say(error.message, self.language))
                        continue
                    return person_choice(position, move)

    def _help(self, position: Position) -> None:
        """Print the legal moves with their names, and the commands."""
        named = list(_names(position, self.language).items())
        width = max(len(move.text) for move, _ in named[:_MOST_NAMED])
        for move, name in named[:_MOST_NAMED]:
            print(f"  {move.text:<{width}}  {name}")
        if len(named) > _MOST_NAMED:
            print("  …")
        print(phrase("minds.human.help", self.language))

    def _read(self, position: Position) -> str:
        """A line of input; raises `KeyboardInterrupt` when the terminal is closed."""
        try:
            shown = some_texts(position.moves)
            key = "prompt" if len(shown) == len(position.moves) and len(shown[0]) < 5 else "prompt_many"
            return input(phrase(f"minds.human.{key}", self.language, seat=self.seat, legal=shown, first=shown[0]))
        except (EOFError, RuntimeError):  # a closed terminal is neither a move nor a resignation
            print()
            raise KeyboardInterrupt from None

    def _is_question(self, word: str) -> bool:
        return word.rstrip("?") in _WHY or word.startswith((*_WHY_NOT, *_WHAT_IF))

    def _answer(self, question: str) -> None:
        """Answer a question about the last move of another player."""
        if self.explainer is None:
            print(phrase("minds.human.nothing_to_explain", self.language))
            return
        for beginnings, answer in ((_WHY_NOT, self.explainer.why_not), (_WHAT_IF, self.explainer.what_if)):
            for beginning in beginnings:
                if question.startswith(beginning):
                    answer(question.removeprefix(beginning).strip())
                    return
        self.explainer.why()


def person_choice(position: Position, move: Move) -> Choice:
    """A person's choice of a legal move: why is not known, what the move does is."""
    return Choice(move, Explanation(Reason(Message("minds.human.chosen"), because=consequences(position, move))))


def parse_move(position: Position, words: str, language: str) -> Move:
    """The legal move with this text or name, or the only one that starts with it; raises `IllegalMove`."""
    typed = " ".join(words.split())
    for texts in ({move: move.text for move in position.moves}, _names(position, language)):
        exact = [move for move, text in texts.items() if text.lower() == typed]
        found = exact or [move for move, text in texts.items() if text.lower().startswith(typed)]
        if len(found) == 1:
            return found[0]
    return find_move(position, words)


def _names(position: Position, language: str) -> dict[Move, str]:
    """The legal moves in words."""
    return {move: say(position.game.move_name(position, move), language) for move in position.moves}


MIND = Human
