"""Chapters 10 and 11: spells, and resisting them."""
