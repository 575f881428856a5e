"""Benchmarks: one script for each group of claims about speed; ``python -m bench`` runs all of them."""
