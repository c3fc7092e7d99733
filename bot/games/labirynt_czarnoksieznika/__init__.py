"""How Labirynt Czarnoksiężnika shows itself."""
