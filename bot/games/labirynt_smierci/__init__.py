"""How Labirynt Śmierci shows itself."""
