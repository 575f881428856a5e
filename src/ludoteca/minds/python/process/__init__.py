"""The process in which a program in Python runs."""
