#!/usr/bin/env python3
"""A program for Ludoteca: chooses the legal move that gains most. See ../protocol.md."""

import json
import sys


def join(request):
    """A game begins: `seat` is ours."""
    return "ready"


def choose(request):
    """A move, and why."""
    gains = {fact[1]: fact[3] for fact in request["facts"] if fact[0] == "gain" and fact[2] == request["seat"]}
    move = max(request["moves"], key=lambda move: gains.get(move, 0))
    return {"move": move, "because": "no move gains more"}


for line in sys.stdin:
    request = json.loads(line)
    answer = join(request) if request["do"] == "join" else choose(request)
    print(json.dumps({"id": request["id"], "done": answer}), flush=True)
