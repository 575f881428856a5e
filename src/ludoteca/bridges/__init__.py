"""Bridges to other people's tools, each an optional extra: PettingZoo and OpenSpiel."""
