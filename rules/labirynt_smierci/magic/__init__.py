"""Magic [10, 11]: knowledge and casting of spells, and the spells between fights.

Spells in fights are in ``combat/spells``, spells in encounters in ``encounter/spells``, Thief in ``traps``.
"""
