"""Builds the puzzles that ship with the games."""
