"""Code that several minds share; this folder is not a mind."""
