"""The kinds of task, one module each, found by their names: a module defines the class `KIND`."""
