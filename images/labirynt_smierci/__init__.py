"""The pictures of Labirynt Śmierci."""
