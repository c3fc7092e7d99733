"""Jaskinia: Seekers in a forking cave, by the sections of the spec."""
