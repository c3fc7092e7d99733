"""Fights: with a monster of the Encounter Table, and between characters of two players [6]."""
