"""Players of other projects for Azul, each with an adapter to its positions and moves."""
