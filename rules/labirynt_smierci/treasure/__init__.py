"""Treasure [14]: finding, wearing, drinking and sharing."""
