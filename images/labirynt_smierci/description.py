"""Describes a character's sheet as data, which words, card and paper read; needs no drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rules.labirynt_smierci.view import CharacterView, GateView, ItemView, PartyView, is_in_use

if TYPE_CHECKING:
    from images.lettering import Say

SUNS = ("red", "yellow", "blue")
EFFECTS = ("absorbs", "might")
"""The numbers of a character that words, card and paper show as effects that end some time."""


class Entry(NamedTuple):
    """A weapon, skill, spell or find: its catalogue key, its words, and a note beside them; ``strong`` if in hand."""

    key: str
    words: str
    note: str = ""
    strong: bool = False

    @property
    def text(self) -> str:
        """The words with the note in brackets."""
        return f"{self.words} ({self.note})" if self.note else self.words


def sections(character: CharacterView, say: Say) -> dict[str, list[Entry]]:
    """Return what stands under each label of a sheet; between adventures the known spells."""
    used = character.uses
    levels = {f"weapon.{kind}": n for kind, n in character.weapon_skill.items() if kind not in character.weapons}
    levels |= {f"skill.{name}": n for name, n in character.skills.items()}
    spells = [(f"spell.{spell}", used.get(spell)) for spell in character.spells or character.known]
    return {
        "weapons": [_weapon(character, kind, say) for kind in weapons_in_order(character)],
        "skills": [Entry(key, say(key) + _plus(n)) for key, n in levels.items() if n],
        "spells": [Entry(key, say(key) + ("" if left is None else f" ×{left}")) for key, left in spells],
        "worn": finds([item for item in character.items if is_in_use(character, item)], say),
        "carried": finds([item for item in character.items if not is_in_use(character, item)], say),
    }


def _weapon(character: CharacterView, kind: str, say: Say) -> Entry:
    key, held = f"weapon.{kind}", kind == character.in_hand and len(character.weapons) > 1
    words = say(key) + _plus(character.weapon_skill.get(kind, 0))
    return Entry(key, words, say("card.in_hand") if held else "", held)


def _plus(bonus: int) -> str:
    return f" +{bonus}" if bonus else ""


def finds(items: Iterable[ItemView], say: Say) -> list[Entry]:
    """Return things; those of the same name are counted, and their worth is added up."""
    worths = defaultdict[tuple[str, int], list[int]](list)
    for item in items:
        worths[item.title.key, item.plus].append(item.worth)
    return [
        Entry(
            key,
            say(key) + _plus(plus) + (f" ×{len(each)}" if len(each) > 1 else ""),
            say("card.worth", worth=sum(each)) if any(each) else "",
        )
        for (key, plus), each in worths.items()
    ]


def weapons_in_order(character: CharacterView) -> list[str]:
    """Return the kinds of weapons with skills, the one in hand first."""
    kinds = {*character.weapons, character.in_hand} - {""}
    return sorted(kinds, key=lambda kind: (kind != character.in_hand, kind))


def plights_of(character: CharacterView) -> list[str]:
    """Return the misfortunes of a character that have a sign."""
    if character.fate:
        return [character.fate]
    return [] if character.alive else ["dead"]


def spent_on_spells(character: CharacterView) -> int:
    """Return the strength that spells have cost."""
    return max(0, character.full - character.wounds - character.strength)


def losses(character: CharacterView, say: Say) -> list[str]:
    """Say the fate, the wounds, and the strength spent on spells."""
    plights, spent = plights_of(character), spent_on_spells(character)
    said = [say(f"card.{plight}") for plight in plights]
    said += [say("card.wounds", wounds=character.wounds)] if character.wounds and "dead" not in plights else []
    return said + ([say("card.spent", spent=spent)] if spent and character.alive else [])


def kind_in_words(character: CharacterView, say: Say) -> list[str]:
    """Say the race, and that somebody is an apprentice; of a monster, that it is charmed."""
    if character.ally:
        return [say("card.ally")]
    return [say(f"race.{character.race}"), *([say("card.apprentice")] if character.apprentice else [])]


def groups_of(party: PartyView) -> list[tuple[str, dict[str, int], list[CharacterView]]]:
    """Return the members by ranks from the front, then unranked, then out of play, each group with its key and facts.

    Out of play are the dead, petrified, turned and lost; the group of nobody but the dead is called so.
    """
    living = {character.id: character for character in party.characters if character.alive}
    ranks = [[living.pop(id) for id in rank if id in living] for rank in party.formation]
    out = [character for character in party.characters if not character.alive]
    groups = [
        *(("rank", {"rank": number}, rank) for number, rank in enumerate(ranks, 1)),
        ("unplaced", {}, [*living.values()]),
        ("out" if any(character.fate for character in out) else "dead", {}, out),
    ]
    return [group for group in groups if group[2]]


def gate_in_words(gate: GateView, say: Say) -> str:
    """Say what is known of the Black Gate."""
    left = gate.segments_left
    state = ".destroyed" if gate.destroyed else ".found" if gate.found else "" if left is None else ".left"
    return say(f"party.gate{state}", level=gate.level, left=left or 0)
