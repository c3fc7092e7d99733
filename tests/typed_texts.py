"""Texts that are hard to understand: many short words, all names in a row, other scripts, digits and commas."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźżqvx0123456789"
SIGNS = ("; ", ", ", "/ ", "a:b;", "1, ", "1d6+", "=", "-5 ", "{", "e, ", "e; ")
SCRIPTS = ("кот", "ж", "قط", "ا", "猫", "竜王", "🐉", "👨‍👩‍👧", "e\u0301\u0300", "\u200d", "\u202e", "ﷺ", "ﬁ", "İ")
HARMFUL = ("game end", "game leave", "game archive", "privacy", "away", "game new", "game resume", "game import")
"""What ends the table, or takes somebody from it."""
MOST_REPEATED = 60
SAMPLE = 40


def hard_text(luck: Random, names: Sequence[str], longest: int) -> str:
    """Return a text of at most ``longest`` characters; ``names``: what the bot offers for this option."""
    known = [word for name in names for word in name.split()] or ["trol"]
    word = luck.choice(known)
    count = luck.randint(1, MOST_REPEATED)
    kinds = (
        lambda: f"{luck.choice(LETTERS)} " * count,
        lambda: f"{luck.choice(LETTERS)}{luck.choice(LETTERS)} " * count,
        lambda: f"{word[: luck.randint(1, 2)]} {luck.choice(LETTERS)} " * count,
        lambda: f"{luck.choice(SCRIPTS)} " * count,
        lambda: luck.choice(SCRIPTS) * longest,
        lambda: luck.choice(SIGNS) * longest,
        lambda: " ".join(names) or word,
        lambda: ", ".join(names) or word,
        lambda: f"{word} " * longest,
        lambda: f"{word[:-1]}x " * longest,
        lambda: " ".join(luck.choice(known) for _ in range(count)),
        lambda: " ".join(luck.choice(known)[: luck.randint(1, 4)] for _ in range(count)),
        lambda: f"{word}, " * count,
        lambda: "".join(chr(luck.randrange(0x20, 0x2FFF)) for _ in range(longest)),
    )
    return luck.choice(kinds)()[:longest]


def sample_of_texts(names: Sequence[str], longest: int) -> list[str]:
    """Return the same few texts each time."""
    luck = Random(5)
    return [hard_text(luck, names, longest) for _ in range(SAMPLE)]
