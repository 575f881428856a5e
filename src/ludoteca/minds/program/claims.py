"""Checkers of what programs claim: their words are their authors'; only the facts they name are checked."""

from ludoteca.minds.shared.claims import OWN_WORDS

CLAIMS = OWN_WORDS
