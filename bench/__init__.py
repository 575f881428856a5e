"""One script for each claim about speed, measured side by side in one run; ``python -m bench`` runs them all."""
