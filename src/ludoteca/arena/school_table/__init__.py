"""The table of schools: how strong every school is in every game, and what a move of it costs.

`bench/table.py` plays one tournament a game and writes `table.jsonl`, one game a line, which ships. `reading.py` reads
it, `making.py` makes a line of a tournament, `cells.py` sets schools against games, `picture.py` draws that as SVG.
"""
