"""Code that the search minds share."""
