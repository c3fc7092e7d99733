"""The wording of the tables of Labirynt Śmierci."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.table_words import TableWords, Teller
from bot.words.narrator import Narrator
from rules.kernel.lookups import Facts
from rules.kernel.words import Word

CERTAIN = 6
"""The value of 1K6 from which a chance is certain."""


def _reluctance_in_words(narrator: Narrator, value: Any) -> str | None:
    return narrator.say("lookup.no_talks") if value is None else None


def _dexterity_in_words(narrator: Narrator, value: Any) -> str | None:
    """A hydra's dexterity is half its strength [15.6]."""
    return value.replace("strength", narrator.say("lookup.strength")) if isinstance(value, str) else None


def _bribe_limit(narrator: Narrator, value: Any) -> str | None:
    """Say the highest result with which a bribe is taken."""
    if value == 0:
        return narrator.say("lookup.never")
    return narrator.say("lookup.certain" if value >= CERTAIN else "lookup.taken", limit=value)


def _sides_in_words(narrator: Narrator, value: Any) -> str | None:
    """Say the sides of a segment; the value lists them clockwise from the north."""
    pairs = zip(("n", "e", "s", "w"), value, strict=True)
    return narrator.join_words(
        [f"{narrator.term(Word(f'side.{side}'))} {narrator.say(f'lookup.side.{kind.lower()}')}" for side, kind in pairs]
    )


def _potential_in_words(narrator: Narrator, value: Any) -> str | None:
    return "/".join(map(str, value))


def _skill_in_words(narrator: Narrator, value: Any) -> str | None:
    """Say a hero's bonuses by weapon; for a monster the value is a number."""
    if not isinstance(value, Mapping):
        return None
    return ", ".join(f"{narrator.term(Word(f'weapon.{weapon}'))} {plus:+d}" for weapon, plus in value.items())


def _treasure_in_words(narrator: Narrator, value: Any) -> str | None:
    if value is None:
        return narrator.say("lookup.none")
    if isinstance(value, Mapping):
        key = "lookup.always" if value["chance"] >= CERTAIN else "lookup.chance"
        return narrator.say(key, amount=str(value["amount"]), chance=value["chance"])
    return None


def _items_in_words(narrator: Narrator, value: Any) -> str | None:
    if not isinstance(value, list):
        return _treasure_in_words(narrator, value)
    return "".join(f"\n- **{_item_in_words(narrator, item)}**" for item in value) or narrator.say("lookup.none")


def _item_in_words(narrator: Narrator, entry: Facts) -> str:
    called = narrator.term(Word(f"item.{entry['item']}"))
    return f"{called} {entry['plus']:+d}" if entry.get("plus") else called


def _traps_in_words(narrator: Narrator, value: Any) -> str | None:
    return "".join(f"\n- {_trap_in_words(narrator, item)}" for item in value)


def _trap_in_words(narrator: Narrator, entry: Facts) -> str:
    hurt = [narrator.count_in_words(entry["wounds"], "wounds")] if "wounds" in entry else []
    hurt += [narrator.say("lookup.poisoned", poison=entry["poison"])] if "poison" in entry else []
    hurt += [narrator.say("lookup.everyone")] if entry.get("everyone") else []
    return f"{narrator.term(Word('trap.' + entry['trap']))}: **{', '.join(hurt)}**"


def _meeting_in_words(narrator: Narrator, value: Any) -> str | None:
    if value is None:
        return narrator.say("lookup.nobody")
    if not isinstance(value, Mapping):
        return None
    strengths = tuple(value["strengths"])
    return narrator.say(
        "lookup.meets", number=len(strengths), monster=Word(f"monster.{value['monster']}"), strengths=strengths
    )


def _guards_in_words(narrator: Narrator, value: Any) -> str | None:
    lines = []
    for name, strength in value.items():
        each = (
            narrator.dice_code(strength) if isinstance(strength, str) else narrator.join_words(list(map(str, strength)))
        )
        lines.append(f"\n- {narrator.term(Word('monster.' + name))}: **{each}**")
    return "".join(lines)


def _mirror_in_words(narrator: Narrator, value: Any) -> str | None:
    if "segments" not in value:
        return narrator.say("lookup.shows_level", level=value["level"])
    return narrator.say("lookup.shows", level=value["level"], segments=value["segments"])


def _chance_in_words(narrator: Narrator, value: Any) -> str | None:
    """Say a column of the treasure table in its short form."""
    return f"{value['chance']}: {narrator.dice_code(str(value['amount']))}" if isinstance(value, Mapping) else None


class LabiryntSmierciTables(TableWords):
    """The wording of monsters by level, weapons by combat table column and treasure by letter."""

    heads: Mapping[str, str] = {
        "hero": "id",
        "apprentice": "race",
        "trap": "trap",
        "monster": "monster",
        "resident": "monster",
        "wandering": "monster",
        "spell": "id",
        "find": "find",
        "item": "item",
        "power": "power",
    }
    folders: Mapping[str, str] = {
        "monster": "monster",
        "monsters": "monster",
        "weapon": "weapon",
        "weapons": "weapon",
        "column": "weapon",
        "spells": "spell",
        "power": "lookup.power",
        "result": "lookup.result",
        "race": "race",
        "trap": "trap",
        "find": "find",
        "feature": "legend",
        "colour": "sun",
        "item": "item",
        "works_like": "item",
        "met": "lookup.met",
        "tile.id": "lookup.tile",
        "tile.kind": "segment",
        "spell.kind": "lookup.spells",
        "item.kind": "lookup.kind",
        "hero.name": "hero",
        "hero.id": "hero",
        "monster.name": "monster",
        "monster.id": "monster",
        "spell.name": "spell",
        "spell.id": "spell",
        "item.name": "item",
        "power.name": "lookup.power",
        "find.id": "find",
        "weapon_skill": "weapon",
        "guards": "monster",
    }
    row_names: Mapping[str, str] = {"find": "id"}
    untold = ("heads",)
    tells_none = ("reluctance", "met", "gold", "jewels", "items")
    hides_zero = ("gate", "traps", "negotiation", "plus", "bonus", "spells", "special")
    hides_one = ("times",)
    signed = ("attack_bonus", "talks", "plus", "bonus")
    special: Mapping[str, Teller] = {
        "reluctance": _reluctance_in_words,
        "dexterity": _dexterity_in_words,
        "limit": _bribe_limit,
        "sides": _sides_in_words,
        "potential": _potential_in_words,
        "weapon_skill": _skill_in_words,
        "gold": _treasure_in_words,
        "jewels": _treasure_in_words,
        "items": _items_in_words,
        "sprung": _traps_in_words,
        "met": _meeting_in_words,
        "guards": _guards_in_words,
        "shows": _mirror_in_words,
    }
    cells: Mapping[str, Teller] = {
        "sides": lambda narrator, value: "".join(
            narrator.say(f"lookup.side.{kind.lower()}")[0].upper() for kind in value
        ),
        "dexterity": _dexterity_in_words,
        "potential": _potential_in_words,
        "gold": _chance_in_words,
        "jewels": _chance_in_words,
        "items": _chance_in_words,
    }

    def row(self, found: Facts) -> Facts:
        """Return the row; a hydra's dexterity is half its strength [15.6]."""
        return found | {"dexterity": "strength/2"} if found.get("heads") else found

    def column(self, narrator: Narrator, name: str) -> str:
        """Say a column's head: a sum of strengths or a weapon."""
        return name.removeprefix("sum ") if name.startswith("sum ") else narrator.first_known(f"weapon.{name}")

    def effects(self, found: Facts) -> Sequence[str]:
        """Return the catalogue keys of a monster's power, and of the effects of a group's own monsters and items."""
        keys = [f"lookup.effect.power.{found.get('power', '')}", f"note.monster.{found.get('monster', '')}"]
        if "works_like" in found:
            keys += [f"note.item.{found['item']}", f"lookup.effect.item.{found['works_like']}"]
        return keys
