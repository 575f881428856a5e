"""The nouns everything else is built on: game, mind, record, explanation. Imports nothing of ours."""
