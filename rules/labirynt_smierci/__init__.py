"""Labirynt Śmierci: a co-operative crawl through a labyrinth that is laid as the party explores it."""
