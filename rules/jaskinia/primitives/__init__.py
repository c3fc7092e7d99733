"""The primitives: each operation of ``tables/effects.py`` is a function of a few lines [12].

Each takes who is affected from ``work`` and returns the operations to be run next, if it leads to any.
"""
