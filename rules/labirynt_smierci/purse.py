"""Everybody carries their own gold; the party shares what it finds and pays together [5, 8.7]."""

from __future__ import annotations

from rules.labirynt_smierci.model import Game


def share(game: Game, gold: int) -> None:
    """Gold in equal parts to the living; what is left over to those who have least."""
    people = game.people
    for one in people:
        one.gold += gold // len(people)
    poorest = sorted(people, key=lambda one: (one.gold, people.index(one)))
    for one in poorest[: gold % len(people)] if people else []:
        one.gold += 1


def levy(game: Game, gold: int) -> None:
    """The party pays: as equal parts as the purses allow; at most what all have together."""
    left = min(gold, game.purse)
    while left:
        payers = sorted((one for one in game.people if one.gold), key=lambda one: -one.gold)
        part = max(left // len(payers), 1)
        for one in payers:
            paid = min(part, one.gold, left)
            one.gold -= paid
            left -= paid
