"""Fights and psychic combat: with Enemies, guardians and other Seekers [6]."""
