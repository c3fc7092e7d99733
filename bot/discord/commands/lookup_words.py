"""What was found in a table, in words: a title, a line for each fact, what it means, the dice, and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bot.discord.prompts.controls import CONTENT
from bot.words.clip import clip
from bot.words.narrator import Narrator
from rules.kernel.lookups import Facts, Lookup, Parameter
from rules.kernel.words import Word

HEADS = {
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
    "encounter": "encounter",
    "sorcerer_find": "id",
    "character": "id",
    "ability": "ability",
    "token": "token",
    "board": "board",
    "rune": "rune",
    "gem": "use",
    "cave_number": "use",
    "cave_chamber": "id",
    "cave_crystal": "part",
    "cave_gate": "gate",
    "cave_area": "name",
    "cave_special": "id",
    "cave_card": "id",
    "cave_spell": "id",
    "seeker": "id",
}
"""Which fact an entry is called by."""
NOTES = {
    "encounter": ("special", "note.trick"),
    "sorcerer_find": ("id", "note.loot"),
    "character": ("ability", "note.ability"),
    "ability": ("ability", "note.ability"),
    "token": ("token", "note.token"),
    "cave_chamber": ("id", "note.chamberkind"),
    "cave_crystal": ("part", "note.cavetrial"),
    "cave_area": ("instruction", "note.cavespecial"),
    "cave_special": ("id", "note.cavespecial"),
    "cave_card": ("id", "note.cavecard"),
    "cave_spell": ("id", "note.cavespell"),
    "seeker": ("id", "note.seeker"),
}
"""Where the catalogues tell what an entry does, by one of its facts."""
FOLDERS = {
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
    "met": "lookup.met",
    "tile.kind": "segment",
    "spell.kind": "lookup.spells",
    "item.kind": "lookup.kind",
    "hero.name": "hero",
    "monster.name": "monster",
    "monster.id": "monster",
    "spell.name": "spell",
    "item.name": "item",
    "power.name": "lookup.power",
    "hero.id": "hero",
    "spell.id": "spell",
    "find.id": "find",
    "encounter.encounter": "foe",
    "encounter.name": "foe",
    "encounter.kind": "lookup.encounter",
    "special": "trick",
    "sorcerer_find.id": "loot",
    "sorcerer_find.name": "loot",
    "sorcerer_find.kind": "lookup.finds",
    "part": "loot",
    "magic": "magic",
    "character.id": "character",
    "character.name": "character",
    "characters": "character",
    "team": "team",
    "ability": "ability",
    "ability.name": "ability",
    "brings": "token",
    "token": "token",
    "token.name": "token",
    "token.result": "lookup.token",
    "board": "board",
    "board.id": "board",
    "side": "board.side",
    "rune": "rune",
    "rune.element": "rune",
    "use": "lookup.gem",
    "cave_number.use": "lookup.number",
    "cave_chamber.id": "chamberkind",
    "cave_chamber.name": "chamberkind",
    "cave_crystal.part": "cavetrial",
    "map_card": "cavecard",
    "cave_area.id": "cavearea",
    "cave_area.name": "cavearea",
    "cave_area.kind": "lookup.area",
    "cave_special.id": "cavespecial",
    "cave_special.name": "cavespecial",
    "cave_card.id": "cavecard",
    "cave_card.name": "cavecard",
    "cave_card.type": "cavetype",
    "cave_spell.id": "cavespell",
    "cave_spell.name": "cavespell",
    "window": "lookup.window",
    "target": "lookup.target",
    "zone": "lookup.zone",
    "deck": "lookup.deck",
    "stat": "cavestat",
    "align": "alignment",
    "seeker.id": "seeker",
    "seeker.name": "seeker",
}
"""Where the catalogues have the words for a fact, or for a fact of one table."""
SOURCE = ("section", "origin", "rolled")
DEEDS = ("do", "mods", "abilities", "on_win", "on_lose", "lose_instead")
"""What a card does, in operations: a sentence of the catalogues says it."""
NOT_TOLD = {*SOURCE, *DEEDS, "id", "heads", "side", "instruction"}
NONE_TELLS = ("reluctance", "met")
NONE_IS_SILENT = ("gate", "traps", "negotiation", "plus", "bonus", "spells", "special", "gates")
SIGNED = ("attack_bonus", "talks", "plus", "bonus")
CERTAIN = 6


def name_of(narrator: Narrator, one: Lookup[Any], asked: Parameter[Any], value: object) -> str:
    """A value that can be asked for, as people call it."""
    return word(narrator, one.key, asked.name, str(value))


def entry(narrator: Narrator, one: Lookup[Any], found: Facts) -> str:
    """An entry of a table."""
    lines = [_title(narrator, one, found)]
    lines += _facts(narrator, one.key, found, skip=HEADS.get(one.key, ""))
    lines += [_effect(narrator, one, found), _dice(narrator, found.get("rolled", ())), source(narrator, found)]
    return clip("\n".join(line for line in lines if line), CONTENT)


def _title(narrator: Narrator, one: Lookup[Any], found: Facts) -> str:
    table = narrator.say(f"lookup.table.{one.key}")
    name = HEADS.get(one.key, "")
    if name not in found:
        return f"**{table}**"
    called = _capital(word(narrator, one.key, name, str(found[name])))
    return f"**{called}** · {table}"


def _facts(narrator: Narrator, table: str, found: Facts, skip: str = "") -> Iterator[str]:
    for name, value in found.items():
        if name in NOT_TOLD or name == skip or _is_silent(name, value):
            continue
        said = _told(narrator, table, name, value)
        yield (
            f"{_label(narrator, table, name)}: **{said}**"
            if "\n" not in said
            else f"{_label(narrator, table, name)}:{said}"
        )


def _is_silent(name: str, value: Any) -> bool:
    if value is None:
        return name not in NONE_TELLS
    return value in ("", {}) or (not value and name in NONE_IS_SILENT)


def _label(narrator: Narrator, table: str, name: str) -> str:
    return narrator.first_known(f"lookup.fact.{table}.{name}", f"lookup.fact.{name}") or name


def _effect(narrator: Narrator, one: Lookup[Any], found: Facts) -> str:
    """One sentence on what it does: of a weapon that of its kind, of a monster that of its power."""
    key = f"lookup.effect.{one.key}.{found.get(HEADS.get(one.key, ''), '')}".rstrip(".")
    said: str = narrator.first_known(key, key.rpartition(".")[0], f"lookup.effect.power.{found.get('power', '')}")
    said = said or _note(narrator, one, found)
    return f"*{said}*" if said else ""


def _note(narrator: Narrator, one: Lookup[Any], found: Facts) -> str:
    """The sentences on the fact that tells what it does; of a monster one on each of its powers."""
    name, folder = NOTES.get(one.key, ("", ""))
    value = found.get(name, ())
    return " ".join(narrator.first_known(f"{folder}.{each}") for each in ([value] if isinstance(value, str) else value))


def source(narrator: Narrator, found: Facts) -> str:
    """Section and origin, small."""
    origin = narrator.say(f"lookup.origin.{found['origin']}")
    return narrator.say("lookup.source", section=found["section"], origin=origin)


# Values ----------------------------------------------------------------------------------------------------


def _told(narrator: Narrator, table: str, name: str, value: Any) -> str:
    if (special := SPECIAL.get(name)) and (said := special(narrator, value)) is not None:
        return said
    match value:
        case bool():
            return narrator.say("house.yes" if value else "house.no")
        case Mapping():
            return ", ".join(f"{word(narrator, table, 'weapon', key)} {inner:+d}" for key, inner in value.items())
        case list() | tuple():
            return narrator.listed([word(narrator, table, name, str(one)) for one in value]) or _none(narrator)
        case int() if name in SIGNED:
            return f"{value:+d}"
        case _:
            return word(narrator, table, name, str(value))


def word(narrator: Narrator, table: str, name: str, value: str) -> str:
    """A value's word where there is one, else the value."""
    folder = FOLDERS.get(f"{table}.{name}") or FOLDERS.get(name)
    keys = (f"{folder}.{value}.full", f"{folder}.{value}", f"lookup.{folder}.{value}") if folder else ()
    return (narrator.first_known(*keys) if keys else "") or narrator.term(value)


def _none(narrator: Narrator) -> str:
    return narrator.say("lookup.none")


def _reluctance(narrator: Narrator, value: Any) -> str | None:
    return narrator.say("lookup.no_talks") if value is None else None


def dexterity(narrator: Narrator, value: Any) -> str | None:
    """A hydra's is half its strength [15.6]."""
    return value.replace("strength", narrator.say("lookup.strength")) if isinstance(value, str) else None


def _limit(narrator: Narrator, value: Any) -> str | None:
    return narrator.say("lookup.never") if value == 0 else None


def _potential(narrator: Narrator, value: Any) -> str | None:
    return "/".join(map(str, value))


def _hoard(narrator: Narrator, value: Any) -> str | None:
    """A column of the treasure table: by chance, or what was rolled."""
    if isinstance(value, Mapping):
        key = "lookup.always" if value["chance"] >= CERTAIN else "lookup.chance"
        return narrator.say(key, amount=value["amount"], chance=value["chance"])
    return None


def _items(narrator: Narrator, value: Any) -> str | None:
    if not isinstance(value, list):
        return _hoard(narrator, value)
    return "".join(f"\n- **{_item(narrator, one)}**" for one in value) or _none(narrator)


def _item(narrator: Narrator, one: Facts) -> str:
    called = narrator.term(Word(f"item.{one['item']}"))
    return f"{called} {one['plus']:+d}" if one.get("plus") else called


def _sprung(narrator: Narrator, value: Any) -> str | None:
    return "".join(f"\n- {_one_trap(narrator, one)}" for one in value)


def _one_trap(narrator: Narrator, one: Facts) -> str:
    hurt = [narrator.counted(one["wounds"], "wounds")] if "wounds" in one else []
    hurt += [narrator.say("lookup.poisoned", poison=one["poison"])] if "poison" in one else []
    hurt += [narrator.say("lookup.everyone")] if one.get("everyone") else []
    return f"{narrator.term(Word('trap.' + one['trap']))}: **{', '.join(hurt)}**"


def _met(narrator: Narrator, value: Any) -> str | None:
    if value is None:
        return narrator.say("lookup.nobody")
    if not isinstance(value, Mapping):
        return None
    strengths = tuple(value["strengths"])
    return narrator.say(
        "lookup.meets", number=len(strengths), monster=Word(f"monster.{value['monster']}"), strengths=strengths
    )


def _guards(narrator: Narrator, value: Any) -> str | None:
    lines = []
    for name, strength in value.items():
        each = strength if isinstance(strength, str) else narrator.listed(list(map(str, strength)))
        lines.append(f"\n- {narrator.term(Word('monster.' + name))}: **{each}**")
    return "".join(lines)


def _shows(narrator: Narrator, value: Any) -> str | None:
    if "segments" not in value:
        return narrator.say("lookup.shows_level", level=value["level"])
    return narrator.say("lookup.shows", level=value["level"], segments=value["segments"])


def _comes(narrator: Narrator, value: Any) -> str | None:
    return narrator.listed([_deed(narrator, one) for one in value])


def _deed(narrator: Narrator, one: Facts) -> str:
    """An operation: how much of it, which way of it, and what protects from it."""
    way = one.get("to") or one.get("pick") or "lost" * (one.get("n", 0) < 0)
    said = narrator.first_known(f"lookup.deed.{one['op']}.{way}", f"lookup.deed.{one['op']}", n=abs(one.get("n", 0)))
    shelter = str(one.get("unless", "")).removeprefix("has:")
    return narrator.say("lookup.unless", deed=said, card=Word(f"cavecard.{shelter}")) if shelter else said


def _digits(narrator: Narrator, value: Any) -> str | None:
    return ", ".join(f"{chamber} {digit}" for chamber, digit in value.items())


SPECIAL: dict[str, Callable[[Narrator, Any], str | None]] = {
    "reluctance": _reluctance,
    "dexterity": dexterity,
    "limit": _limit,
    "potential": _potential,
    "gold": _hoard,
    "jewels": _hoard,
    "items": _items,
    "sprung": _sprung,
    "met": _met,
    "guards": _guards,
    "shows": _shows,
    "digits": _digits,
    "comes": _comes,
}
"""Facts that are told in a way of their own; None: like any other."""


# Dice ------------------------------------------------------------------------------------------------------


def _dice(narrator: Narrator, rolled: Sequence[Facts]) -> str:
    """All dice; several throws for the same thing in one."""
    said = []
    for (what, code), same in groupby(rolled, key=lambda one: (one["for"], one["code"])):
        throws = list(same)
        label = narrator.first_known(f"lookup.dice.{what}", f"lookup.fact.{what}").lower()
        times = f"{len(throws)}× " if len(throws) > 1 else ""
        said.append(f"{label} {times}{code}: **{', '.join(map(_thrown, throws))}**".strip())
    return f"🎲 {'; '.join(said)}" if said else ""


def _thrown(one: Facts) -> str:
    shown = " + ".join(map(str, one["dice"]))
    return shown if shown == str(one["total"]) else f"{shown} → {one['total']}"


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]
