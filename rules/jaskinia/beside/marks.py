"""The marks of the main game's things, Followers and abilities, as people type them in either language [3].

A thing is ``Name`` or ``Name (mark, mark)``: ``Miecz (broń, siła +1 w walce), Mule (carries 4)``. Each mark is one of
the mods of the Cave's own cards. Words are recognised by their beginnings, so that inflected forms work, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from rules.jaskinia.model import Thing
from rules.jaskinia.tables.effects import ModName
from rules.jaskinia.tables.sheets import CardType, Mod, OpponentType, When
from rules.kernel.errors import Refused

NONE = "-"
"""The text of an empty field."""
MOST = 9
"""The highest number that a mark may add."""
SIDES = 6
WEAPON, MAGIC, FIGHT, PSYCHIC = "weapon", "magic", "fight", "psychic"
MODS: Mapping[str, ModName] = {
    **dict.fromkeys(("sil", "strength"), "strength"),
    **dict.fromkeys(("moc", "power"), "power"),
    **dict.fromkeys(("ocal", "save", "saving"), "save"),
    **dict.fromkeys(("unik", "wymyk", "evad"), "evade"),
    **dict.fromkeys(("wrot", "gate"), "gate"),
    **dict.fromkeys(("klucz", "key"), "gate_auto"),
    **dict.fromkeys(("skret", "skrec", "free"), "free_turn"),
    **dict.fromkeys(("nosi", "nies", "unos", "udzwig", "carr"), "carry"),
    **dict.fromkeys(("czar", "spell"), "spell_limit"),
    **dict.fromkeys(("bez", "no"), "no_spells"),
    **dict.fromkeys(("atak", "attack"), "psychic_attack"),
    **dict.fromkeys(("gladiator",), "arena_friend"),
    **dict.fromkeys(("pozer", "pozre", "devour"), "devour"),
    **dict.fromkeys(("lecz", "heal"), "heal_on_kill"),
    **dict.fromkeys(("zlot", "gold"), "gold_bonus"),
    **dict.fromkeys(("powt", "rerol"), "reroll_duel"),
    **dict.fromkeys(("krad", "steal"), "steal"),
    **dict.fromkeys(("alchem",), "item_to_gold"),
    **dict.fromkeys(("zasob", "wealth"), "wealth_bonus"),
    **dict.fromkeys(("map",), "map_need"),
    **dict.fromkeys(("swiaty", "temple"), "temple_bonus"),
}
TYPES: Mapping[str, OpponentType] = {
    "zwierz": "animal",
    "animal": "animal",
    "potw": "monster",
    "monster": "monster",
    "duch": "spirit",
    "spirit": "spirit",
    "poszuk": "seeker",
    "seeker": "seeker",
}
SIGNS: Mapping[str, str] = {
    "bron": WEAPON,
    "weapon": WEAPON,
    "magi": MAGIC,
    "walk": FIGHT,
    "walc": FIGHT,
    "fight": FIGHT,
    "psych": PSYCHIC,
}
FILLING = (
    "a", "against", "always", "and", "at", "by", "do", "for", "from", "i", "in", "jest", "na", "of", "on", "or", "oraz",
    "przed", "przeciw", "przy", "the", "this", "to", "w", "when", "with", "z", "za", "zawsze", "ze",
)  # fmt: skip
"""Words without a meaning of their own."""
NUMBERLESS: tuple[ModName, ...] = (
    "gate_auto", "free_turn", "no_spells", "psychic_attack", "arena_friend", "reroll_duel", "evade", "save", "steal",
)  # fmt: skip
"""Mods without a number; some take numbers as the faces on which they work."""
BY_FACES: tuple[ModName, ...] = ("evade", "save", "steal")
EVERYBODY: tuple[OpponentType, ...] = ("animal", "monster", "spirit", "seeker")


class Mark(Struct, frozen=True):
    """The parsed words of a mark."""

    typed: str
    mod: ModName | None
    signs: tuple[str, ...]
    types: tuple[OpponentType, ...]
    numbers: tuple[int, ...]


def parted(typed: str) -> Iterator[tuple[str, str]]:
    """Yield each name with the marks in brackets behind it; commas separate the things.

    Raises ``Refused`` for marks without a name.
    """
    for piece in re.split(r",(?![^(]*\))", "" if typed.strip() in (NONE, "–") else typed):
        if not piece.strip():
            continue
        name, _, marks = piece.strip().partition("(")
        if not name.strip():
            raise Refused("guest_nameless", given=piece.strip()[:60])
        yield name.strip(), marks.strip().removesuffix(")").strip()


def read_thing(kind: CardType, marks: str) -> Thing:
    """Return an Item or a Follower from its marks; raises ``Refused`` for unknown words."""
    found = [_parse_mark(name) for name in _split_marks(marks)]
    signs = [sign for mark in found if mark.mod is None for sign in mark.signs]
    for mark in found:
        if mark.mod is None and WEAPON not in mark.signs and MAGIC not in mark.signs:
            raise Refused("guest_mark", given=mark.typed[:60])
    mods = tuple(_mod_from_mark(mark) for mark in found if mark.mod is not None)
    magic = kind == "item" and MAGIC in signs
    return Thing(type="magic_item" if magic else kind, weapon=WEAPON in signs, mods=mods, marks=marks)


def read_abilities(typed: str) -> tuple[tuple[Mod, ...], str]:
    """Return the mods of the marks, and the quoted text that no mark expresses."""
    said = re.findall(r'["„“”](.+?)["“”]', typed)
    rest = re.sub(r'["„“”].+?["“”]', "", typed)
    return tuple(
        _mod_from_mark(mark) for mark in map(_parse_mark, _split_marks("" if rest.strip() == NONE else rest))
    ), "; ".join(said)


def _split_marks(marks: str) -> list[str]:
    return [name.strip() for name in marks.split(",") if name.strip()]


def fold(text: str) -> str:
    """Return the text for comparisons: lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def _parse_mark(typed: str) -> Mark:
    mods: list[ModName] = []
    signs: list[str] = []
    types: list[OpponentType] = []
    numbers: list[int] = []
    for first, last, number, word in re.findall(r"(\d)\s*[-–]\s*(\d)|([+-]?\d+)|([^\W\d_]+)", fold(typed)):
        if first:
            numbers += range(int(first), int(last) + 1)
        elif number:
            numbers.append(int(number))
        elif (mod := _meaning_of_word(MODS, word)) is not None:
            mods.append(mod)
        elif (kind := _meaning_of_word(TYPES, word)) is not None:
            types.append(kind)
        elif (sign := _meaning_of_word(SIGNS, word)) is not None:
            signs.append(sign)
        elif word not in FILLING:
            raise Refused("guest_mark", given=typed[:60])
    return Mark(typed, _most_telling_mod(mods, types), tuple(signs), tuple(dict.fromkeys(types)), tuple(numbers))


def _meaning_of_word(words: Mapping[str, Any], word: str) -> Any:
    """The longest known beginning decides."""
    found = [begun for begun in words if word.startswith(begun) and (len(begun) > 2 or word == begun)]
    return words[max(found, key=len)] if found else None


def _most_telling_mod(mods: list[ModName], types: list[OpponentType]) -> ModName | None:
    """Return the most specific mod of several words: no Spells, attacks with Power, gold for Spirits."""
    for said in ("no_spells", "psychic_attack"):
        if said in mods:
            return said
    if "gold_bonus" in mods and "spirit" in types:
        return "spirit_gold"
    return mods[0] if mods else None


def _mod_from_mark(mark: Mark) -> Mod:
    name, numbers = mark.mod, mark.numbers
    if name is None:
        raise Refused("guest_mark", given=mark.typed[:60])
    if name in BY_FACES:
        faces = mark.numbers or (tuple(range(1, SIDES + 1)) if name == "evade" else ())
        if not faces or any(not 1 <= face <= SIDES for face in faces):
            raise Refused("guest_faces", given=mark.typed[:60])
        return Mod(mod=name, faces=faces, types=(mark.types or EVERYBODY) if name == "evade" else ())
    if name not in NUMBERLESS and (len(numbers) != 1 or not -MOST <= numbers[0] <= MOST or not numbers[0]):
        raise Refused("guest_number", given=mark.typed[:60], most=MOST)
    n = numbers[0] if numbers else 0
    match name:
        case "devour":
            return Mod(mod=name, max_endurance=n)
        case "heal_on_kill":
            return Mod(mod=name, n=n, type=next((kind for kind in mark.types if kind != "seeker"), "animal"))
        case "strength" | "power":
            return Mod(mod=name, n=n, when=_mod_condition(name, mark))
        case _:
            return Mod(mod=name, n=n)


def _mod_condition(name: str, mark: Mark) -> When:
    if name == "strength" and "animal" in mark.types:
        return "fight_animal"
    if name == "power" and "spirit" in mark.types:
        return "psychic_spirit"
    if FIGHT in mark.signs or PSYCHIC in mark.signs:
        return "fight" if name == "strength" else "psychic"
    return "always"
