"""Ludoteca: the classic schools of artificial intelligence play board games, and every move says why.

>>> from ludoteca.games import load_game
>>> kalah = load_game("kalah", {"pits": 4, "seeds": 3})
>>> [move.text for move in kalah.start(seed=0).moves]
['1', '2', '3', '4']
"""

__version__ = "0.2.0"
