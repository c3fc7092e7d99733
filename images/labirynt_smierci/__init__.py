"""Draws the pictures of Labirynt Śmierci."""
