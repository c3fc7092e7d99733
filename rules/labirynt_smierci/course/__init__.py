"""Chapters 4, 5 A and 17: the set-up, the choice of a way, leaving the labyrinth, victory."""
