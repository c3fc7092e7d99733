"""Sheets for a real table as PDF, black on white: sheets of characters, tables, maps, cards to cut out.

Whatever stands on them comes as plain words; nothing here knows a game. The library behind it is fpdf2: LGPL, pure
Python, takes the house's OpenType faces as they are. It takes a quarter of a second to import, so that only what draws
knows it.
"""
