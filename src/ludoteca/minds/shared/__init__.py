"""Code that several schools share; this folder is no school."""
