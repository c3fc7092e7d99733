"""The words of the tables of Jaskinia."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.table_words import TableWords, Teller
from bot.words.narrator import Narrator
from rules.kernel.lookups import Facts
from rules.kernel.words import Word

DEEDS = ("do", "mods", "abilities", "on_win", "on_lose", "lose_instead")
"""What a card does, in operations: a sentence of the catalogues says it."""


def _comes(narrator: Narrator, value: Any) -> str | None:
    return narrator.join_words([_deed(narrator, one) for one in value])


def _deed(narrator: Narrator, one: Facts) -> str:
    """An operation: how much of it, which way of it, and what protects from it."""
    way = one.get("to") or one.get("pick") or "lost" * (one.get("n", 0) < 0)
    said = narrator.first_known(f"lookup.deed.{one['op']}.{way}", f"lookup.deed.{one['op']}", n=abs(one.get("n", 0)))
    shelter = str(one.get("unless", "")).removeprefix("has:")
    return narrator.say("lookup.unless", deed=said, card=Word(f"cavecard.{shelter}")) if shelter else said


def _barred(narrator: Narrator, value: Any) -> str | None:
    return narrator.join_words([_bar(narrator, *str(one).split(":")) for one in value])


def _bar(narrator: Narrator, what: str, about: str) -> str:
    """One kind of Seeker that may not hold a card."""
    words = {"align": f"alignment.{about}", "seeker": f"seeker.{about}", "has": f"cavecard.{about}"}
    head, word = f"lookup.barred.{what}", Word(words.get(what, about))
    return narrator.first_known(f"{head}.{about}", head, align=word, seeker=word, card=word, ability=about)


def _ways(narrator: Narrator, value: Any) -> str | None:
    """Which area lies on which side."""
    ways = [str(one).split() for one in value]
    return narrator.join_words([f"{narrator.term(Word(f'side.{side.lower()}'))} {beyond}" for side, beyond in ways])


class JaskiniaTables(TableWords):
    """Cards, Spells, Seekers, and the board."""

    heads: Mapping[str, str] = {
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
    notes: Mapping[str, tuple[str, str]] = {
        "cave_chamber": ("id", "note.chamberkind"),
        "cave_crystal": ("part", "note.cavetrial"),
        "cave_area": ("instruction", "note.cavespecial"),
        "cave_special": ("id", "note.cavespecial"),
        "cave_card": ("id", "note.cavecard"),
        "cave_spell": ("id", "note.cavespell"),
        "seeker": ("id", "note.seeker"),
    }
    folders: Mapping[str, str] = {
        "weapon": "weapon",
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
    untold = (*DEEDS, "instruction")
    hides_zero = ("gate", "seeker.spells", "gates")
    special: Mapping[str, Teller] = {"comes": _comes, "barred": _barred, "ways": _ways}
    cells: Mapping[str, Teller] = {"barred": _barred}
