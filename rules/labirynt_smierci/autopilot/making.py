"""How the autopilot makes characters, picks spells, and what it does outside the labyrinth."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.requests import Field, Form, NextAction, Seat
from rules.labirynt_smierci.autopilot.asides import improvement, thing_to_wear
from rules.labirynt_smierci.model import Game

RACES = ("dwarf", "human", "elf")
SIDEARM = {"dwarf": ["axe", "bow"], "elf": ["bow", "sword"], "human": ["sword", "bow"]}
# fmt: off
SPELLS = (
    "sleep", "heal", "mental_attack", "lightning", "rejuvenate", "charm", "explosion", "blast", "mage_armor",
    "magic_shield", "cow", "neutralize_poison", "thief", "oratory", "stone_flesh", "redemption", "cease_fire",
)
# fmt: on
"""The most useful first."""


def apprentices(fields: tuple[Field[Any], ...], seat: Seat) -> Value:
    """One of each race in turn, armed for both ranks."""
    filled: dict[str, Value] = {}
    for field in fields:
        kind, number = field.name.rstrip("0123456789"), int("".join(filter(str.isdigit, field.name)))
        race = RACES[number % len(RACES)]
        usual = {"race": race, "weapons": list(SIDEARM[race]), "better": "strength"}
        filled[field.name] = usual[kind] if kind in usual else plain(field.ask, seat)
    return filled


def spells(field: Field[Any]) -> list[str]:
    """The most useful ones first."""
    ids = [option.id for option in field.ask.options]  # type: ignore[attr-defined]
    wanted = sorted(ids, key=lambda spell: SPELLS.index(spell) if spell in SPELLS else len(SPELLS))
    return wanted[: field.ask.least]  # type: ignore[attr-defined]


def outside(game: Game, request: NextAction, seat: Seat) -> Value:
    """Take on a recruit when one is due, learn, put things on, then go in again."""
    for action in request.of(seat):
        if action.option.id == "recruit" and isinstance(action.ask, Form):
            return ["recruit", apprentices(action.ask.fields, seat)]
    return improvement(game, request, seat) or thing_to_wear(game, request, seat) or ["enter"]
