"""Kernel games: rules as functions over a NumPy record, compiled by numba with game-independent search drivers."""
