"""Copies of games: export, checked import, and the proof of fair dice."""
