"""The kernel that all games share; it knows no particular game."""
