"""Selects faces of heroes and apprentices, and the fighter states that pictures and words name."""

from __future__ import annotations

from functools import cache

from images.artwork import STRANGER, art, known, there_are
from images.canvas import Sprite
from images.signs import emblem_of, is_monster
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.view import CharacterView, FighterView

HEROES = "labirynt_smierci/heroes"
APPRENTICES = "labirynt_smierci/apprentices"
IN_HAND = "labirynt_smierci/in_hand"
MEN = ("barnaba", "bonawentura", "jarema", "kosma", "kuba", "luca", "mustafa", "zawisza")
"""Men's names that end in "a", as women's names do."""


@cache
def face(drawing: str, weapon: str, size: int) -> Sprite:
    """Return a head with the weapon in hand beside it; monsters and strangers have no weapon."""
    head = art(drawing, size)
    armed = drawing.startswith((HEROES, APPRENTICES)) and weapon in there_are(IN_HAND)
    return head.under(art(f"{IN_HAND}/{weapon}", size)) if armed else head


def of_character(character: CharacterView) -> str:
    """Return the drawing of a party member; a charmed monster uses that of its kind."""
    kind = character.ally or (f"{character.race}-apprentice" if character.apprentice else character.race)
    return _drawing_of_character(kind, character.name, character.id)


def of_fighter(fighter: FighterView) -> str:
    """Return the drawing of a fighter, including members who turned on the party."""
    return _drawing_of_character(fighter.kind, fighter.name, fighter.person or fighter.id)


def _drawing_of_character(kind: str, name: Term, id: str) -> str:
    """Select the drawing by name for a hero, by race, name and number for an apprentice, else by kind."""
    if is_monster(kind):
        return emblem_of(kind)
    if kind.endswith("-apprentice"):
        return _drawing_of_apprentice(kind.removesuffix("-apprentice"), name, id)
    hero = name.key.removeprefix("hero.") if isinstance(name, Word) else ""
    return known(HEROES, hero, emblem_of(kind))


def _drawing_of_apprentice(race: str, name: Term, id: str) -> str:
    """Assign heads of one race and sex in turn, so that apprentices look different while heads last."""
    alike = f"{race}-{'f' if is_a_woman(name) else 'm'}"
    heads = [each_name for each_name in there_are(APPRENTICES) if each_name.startswith(alike)]
    number = int("".join(filter(str.isdecimal, id)) or 0)
    return f"{APPRENTICES}/{heads[number % len(heads)]}" if heads else known("races", race, STRANGER)


def is_a_woman(name: Term) -> bool:
    """Whether a name sounds female in Polish: Iskra, Mira II; not Bran, Kuba."""
    first = name.split()[:1] if isinstance(name, str) else []
    return any(each_name.lower().endswith("a") and each_name.lower() not in MEN for each_name in first)


STATES = ("asleep", "shielded", "charmed", "turned")


def states_of(fighter: FighterView, ours: bool) -> list[str]:
    """Return the states of a fighter in the order of STATES; ``ours``: on the party's side."""
    # Kinds from a group's own tables are drawn by name.
    called = fighter.name.key if isinstance(fighter.name, Word) else ""
    monster = is_monster(fighter.kind) or called.startswith("monster.")
    holds = (fighter.asleep, fighter.shielded, ours and monster, not ours and not monster)
    return [state for state, is_so in zip(STATES, holds, strict=True) if is_so]
