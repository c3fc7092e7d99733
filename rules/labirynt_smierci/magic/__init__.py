"""Chapters 10 and 11: who knows and can cast what, and the spells between fights.

Spells of a fight are in ``combat/spells``, those of an encounter in ``encounter/spells``, Thief in ``traps``.
"""
