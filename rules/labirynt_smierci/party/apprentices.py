"""Chapter 4.1 B: apprentices are made by their players: race, name, two weapons, one improvement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.requests import Choose, ChooseSome, Field, Filled, Form, Option, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.course import ApprenticeJoined
from rules.labirynt_smierci.model import SKILLS, Character, Game
from rules.labirynt_smierci.tables.sheets import WEAPONS, Apprentice

LONGEST_NAME = 32
NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
IMPROVEMENTS = ("strength", "weapon_skill", "skill")


def make_apprentices(table: Table, game: Game, turns: list[Seat]) -> None:
    """All owners make theirs at once; then each apprentice's magic potential is rolled [4.1, 4.4]."""
    seats: dict[Seat, list[int]] = {}
    for number, seat in enumerate(turns):
        seats.setdefault(seat, []).append(number)
    asks = {seat: apprentice_form(game, seat, numbers) for seat, numbers in seats.items()}
    filled = table.everyone("setup.apprentices", asks) if asks else {}
    for number, seat in enumerate(turns):
        join_party(table, game, seat, filled[seat], number)


def apprentice_form(game: Game, seat: Seat, numbers: list[int]) -> Form:
    """One form for all apprentices of a seat."""
    fields = [field for number in numbers for field in apprentice_fields(game, seat, number)]
    return Form(who=seat, why="setup.apprentices", fields=tuple(fields), facts={"count": len(numbers)})


def apprentice_fields(game: Game, seat: Seat, number: int) -> tuple[Field[Any], ...]:
    """Race, name, two kinds of weapon, one improvement [4.1 B3–B7]; fields are named after the apprentice's number."""
    races = tuple(_race(row) for row in game.tables.apprentices.apprentice)
    kinds = tuple(Option(weapon, f"weapon.{weapon}") for weapon in WEAPONS)
    better = tuple(Option(what, f"improvement.{what}", f"improvement.{what}.note") for what in IMPROVEMENTS)
    names = game.tables.apprentices.names
    usual = names[(number + len(game.characters)) % len(names)]
    return (
        Field(f"race{number}", Choose(who=seat, why="apprentice.race", options=races), Word("field.race")),
        Field(
            f"name{number}",
            Text(who=seat, why="apprentice.name", longest=LONGEST_NAME, usual=usual),
            Word("field.name"),
        ),
        Field(
            f"weapons{number}",
            ChooseSome(who=seat, why="apprentice.weapons", options=kinds, least=2, most=2),
            Word("field.weapons"),
        ),
        Field(f"better{number}", Choose(who=seat, why="apprentice.better", options=better), Word("field.better")),
    )


def _race(row: Apprentice) -> Option:
    facts: dict[str, Fact] = {
        "strength": row.strength,
        "resistance": row.resistance,
        "skill": row.weapon_skill,
        "weapon": Word(f"weapon.{row.weapon}"),
    }
    return Option(row.race, f"race.{row.race}", f"race.{row.race}.note", facts)


def join_party(table: Table, game: Game, seat: Seat, filled: Filled, number: int) -> Character:
    """An apprentice as chosen, with the magic potential of a die [4.4]."""
    rolled = table.roll("1K6", "setup.potential")
    one = build_apprentice(game, seat, filled.values, number, game.tables.apprentices.potential_on(rolled))
    game.characters[one.id] = one
    red, yellow, blue = one.potential
    table.tell(ApprenticeJoined(seat, one.name, Word(f"race.{one.race}"), red, yellow, blue))
    return one


def new_id(game: Game) -> str:
    """The next character's id; charmed monsters come and go under others."""
    members = [one.id for one in game.characters.values() if not one.ally]
    return f"c{max([len(members), *(int(one[1:]) for one in members if one[1:].isdecimal())]) + 1}"


def unused_name(game: Game, name: str) -> str:
    """A name that nobody bears yet: a second Iskra is Iskra II."""
    borne = [one.name for one in game.characters.values()]
    numbered = [name, *(f"{name} {numeral}" for numeral in NUMERALS)]
    return next((one for one in numbered if one not in borne), name)


def build_apprentice(
    game: Game, seat: Seat, chosen: Mapping[str, Any], number: int, potential: tuple[int, int, int]
) -> Character:
    """The character's sheet from the choices."""
    sheet = game.tables.apprentices.of(chosen[f"race{number}"])
    weapons = list(chosen[f"weapons{number}"])
    skills = {"negotiation": sheet.negotiation, "traps": sheet.traps, "gate": sheet.gate}
    one = Character(
        id=new_id(game),
        seat=seat,
        name=unused_name(game, chosen[f"name{number}"]),
        apprentice=True,
        race=sheet.race,
        strength=sheet.strength,
        potential=potential,
        resistance=sheet.resistance,
        dexterity=sheet.dexterity,
        weapons=weapons,
        in_hand=weapons[0],
        weapon_skill={sheet.weapon: sheet.weapon_skill},
        skills=skills,
    )
    add_improvement(one, chosen[f"better{number}"], sheet.weapon)
    return one


def add_improvement(one: Character, what: str, primary: str) -> None:
    """+1 strength, +1 in the primary weapon skill, or +1 in the race's skill [4.1 B7]."""
    if what == "strength":
        one.strength += 1
    elif what == "weapon_skill":
        one.weapon_skill[primary] = one.weapon_skill.get(primary, 0) + 1
    else:
        own = next(skill for skill in SKILLS if one.skills[skill])
        one.skills[own] += 1
