"""The league of an assignment: a ladder for fun beside the grades, with names hidden by default."""
