"""A class: a teacher and students in one folder, with a database of what must not be lost."""
