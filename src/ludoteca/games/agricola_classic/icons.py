"""The pictures that stand for what cards let one do."""

from __future__ import annotations

ACTIONS = {
    "build-room": "room",
    "build-stable": "stable",
    "change-starting-player": "first",
    "plow": "plow",
    "sow": "grain",
    "bake-bread": "bread",
    "build-fence": "fence",
    "take-major-improvement": "star",
    "renovate": "renovate",
    "grow-family": "child",
}
"""The picture that stands for what a card lets one do."""
