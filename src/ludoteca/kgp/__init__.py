"""The Kalah Game Protocol (KGP), version 1.0.0: agents of others play here, and minds of ours play there.

The protocol is that of the course server "kalah" of the KWARC group; its specification, its server (go-kgp) and its
clients are public. `docs/kgp.md` says what we do where the specification leaves room.
"""
