"""Prints sheets for a real table as PDF, black on white: character sheets, tables, maps, cards to cut out.

All text comes from the callers; nothing here knows a game. Uses fpdf2 (LGPL, pure Python, OpenType), which takes 0.25
seconds to import, so only the modules that draw import it.
"""
