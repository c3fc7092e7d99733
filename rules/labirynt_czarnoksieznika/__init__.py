"""Labirynt Czarnoksiężnika: rival teams on several boards, runes, crystals, gems and the Glove of Doom."""
