"""Assignments of a class: published, handed in, checked, graded, and how similar the programs are."""
