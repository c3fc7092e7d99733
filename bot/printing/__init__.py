"""Sheets for a real table: what is printed of a game, put together from its face and its tables."""
