"""What was found in a table, in words: a title, a line for each fact, what it means, the dice, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bot.lookup.titles import Table
from bot.words.narrator import Narrator
from rules.kernel.lookups import Facts

SOURCE = ("section", "origin", "rolled")
NOT_TOLD = (*SOURCE, "id")


def entry(narrator: Narrator, table: Table, found: Facts) -> str:
    """An entry of a table."""
    lines = [_title(narrator, table, found), *(_line(label, said) for label, said in facts(narrator, table, found))]
    does = effect(narrator, table, found)
    lines += [f"*{capitalised(does)}*" if does else "", dice(narrator, found.get("rolled", ()))]
    lines += [source(narrator, found)]
    return "\n".join(line for line in lines if line)


def _title(narrator: Narrator, table: Table, found: Facts) -> str:
    title = narrator.say(f"lookup.table.{table.key}")
    called = name_of(narrator, table, found)
    return f"**{called}** · {title}" if called else f"**{title}**"


def name_of(narrator: Narrator, table: Table, found: Facts) -> str:
    """What an entry is called; '' where it has no name."""
    name = table.words.heads.get(table.key, "")
    return capitalised(table.words.word(narrator, table.key, name, str(found[name]))) if name in found else ""


def _line(label: str, said: str) -> str:
    return f"{label}: **{said}**" if "\n" not in said else f"{label}:{said}"


def facts(narrator: Narrator, table: Table, found: Facts) -> Iterator[tuple[str, str]]:
    """What an entry says besides its name: each fact under its label."""
    untold = (*NOT_TOLD, *table.words.untold, table.words.heads.get(table.key, ""))
    for name, value in found.items():
        if name in untold or _is_silent(table, name, value):
            continue
        yield _label(narrator, table.key, name), _told(narrator, table, name, value)


def _is_silent(table: Table, name: str, value: Any) -> bool:
    if value is None:
        return name not in table.words.tells_none
    hides_zero = {name, f"{table.key}.{name}"} & {*table.words.hides_zero}
    return value in ("", {}) or (not value and bool(hides_zero)) or (value == 1 and name in table.words.hides_one)


def _label(narrator: Narrator, table: str, name: str) -> str:
    return narrator.first_known(f"lookup.fact.{table}.{name}", f"lookup.fact.{name}") or name


def effect(narrator: Narrator, table: Table, found: Facts) -> str:
    """One sentence on what an entry does: of a weapon that of its kind, of a monster that of its power."""
    key = f"lookup.effect.{table.key}.{found.get(table.words.heads.get(table.key, ''), '')}".rstrip(".")
    said: str = narrator.first_known(key, key.rpartition(".")[0], *table.words.effects(found))
    return said or _note(narrator, table, found)


def _note(narrator: Narrator, table: Table, found: Facts) -> str:
    """The sentences on the fact that tells what it does; of a monster one on each of its powers."""
    name, folder = table.words.notes.get(table.key, ("", ""))
    value = found.get(name, ())
    return " ".join(narrator.first_known(f"{folder}.{each}") for each in ([value] if isinstance(value, str) else value))


def source(narrator: Narrator, found: Facts) -> str:
    """Section and origin, small."""
    origin = narrator.say(f"lookup.origin.{found['origin']}")
    return narrator.say("lookup.source", section=found["section"], origin=origin)


# Values ----------------------------------------------------------------------------------------------------


def _told(narrator: Narrator, table: Table, name: str, value: Any) -> str:
    words = table.words
    if (special := words.special.get(name)) and (said := special(narrator, value)) is not None:
        return said
    match value:
        case bool():
            return narrator.say("house.yes" if value else "house.no")
        case Mapping():
            return ", ".join(
                f"{words.word(narrator, table.key, name, key)} {words.number(narrator, of)}"
                for key, of in value.items()
            )
        case list() | tuple():
            listed = [words.word(narrator, table.key, name, str(one)) for one in value]
            return narrator.join_words(listed) or narrator.say("lookup.none")
        case int() if name in words.signed:
            return f"{value:+d}"
        case _:
            return words.word(narrator, table.key, name, str(value))


# Dice ------------------------------------------------------------------------------------------------------


def dice(narrator: Narrator, rolled: Sequence[Facts]) -> str:
    """All dice, each as a die of a table's answer is told; several throws for the same thing in one."""
    said = []
    for (what, code), same in groupby(rolled, key=lambda one: (one["for"], one["code"])):
        throws = list(same)
        label = narrator.first_known(f"lookup.dice.{what}", f"lookup.fact.{what}").lower()
        times = f"{len(throws)}× " if len(throws) > 1 else ""
        said.append(f"{label} {times}{narrator.dice_code(code)}: **{', '.join(map(_thrown, throws))}**".strip())
    return f"🎲 {'; '.join(said)}" if said else ""


def _thrown(one: Facts) -> str:
    shown = " + ".join(map(str, one["dice"]))
    return shown if shown == str(one["total"]) else f"{shown} → {one['total']}"


def capitalised(said: str) -> str:
    """Words with a capital letter at their beginning."""
    return said[:1].upper() + said[1:]
