"""Rules as plain functions over a NumPy record, compiled by numba and bound to game-independent drivers."""
