"""Exploration: Encounter, Penetration, Tasks [3.1, 5, 9]."""
