"""Chapters 4.1 B and 12: apprentices are made by their players; experience and what it buys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel.offers import Offer, Way, choice, does_with
from rules.kernel.requests import Choose, ChooseSome, Field, Filled, Form, Option, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.course import ApprenticeJoined
from rules.labirynt_smierci.events.finds import CharacterImproved, ExperienceGained, NothingNewLearnt
from rules.labirynt_smierci.model import SKILLS, Character, Game, Group
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.traits import GATE, MOST_TRAPS
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


LATER = "later"
"""Puts an improvement off."""


def share_experience(table: Table, game: Game, group: Group) -> None:
    """The survivors share the points of a killed group; on deeper levels each share counts more [12]."""
    if not group.resident and not wanderers_teach(game):
        table.tell(NothingNewLearnt(segments_to_explore(game)))
        return
    sharers = MOST_CHARACTERS if game.options.experience == "six" else len(game.people)
    points = points_for(game, group) // sharers * game.tables.levels.of(group.level).experience
    if points:
        gain_experience(table, game.people, points, everybody=len(game.people) > 1)
    game.taught += not group.resident


def wanderers_teach(game: Game) -> bool:
    """Whether the next group of wanderers brings experience: explorers learn, campers do not [12, house]."""
    return game.options.wanderers == "always" or segments_to_explore(game) <= 0


def segments_to_explore(game: Game) -> int:
    """How many more segments the party must set foot on until wanderers bring experience again; at most 0: they do."""
    explored = sum(one.visited for level in game.levels.values() for one in level.values())
    return game.taught * game.tables.experience.ground + 1 - explored


def points_for(game: Game, group: Group) -> int:
    """So many times the rolled strengths of the killed, without what the level added; none for the Gate [12, 16]."""
    added = game.tables.levels.of(group.level).strength
    killed = [one for one in group.monsters if not one.alive and not one.person and one.kind != GATE]
    return game.tables.experience.factor * sum(max(monster.full - added, 0) for monster in killed)


def gain_experience(table: Table, people: list[Character], points: int, *, everybody: bool = False) -> None:
    """Each of these gains so many points; ``everybody``: they are the whole party."""
    for one in people:
        one.experience += points
    table.tell(ExperienceGained(tuple(one.name for one in people), points, everybody))


def purchases(game: Game, one: Character) -> int:
    """How many improvements somebody can pay for now; points that were spent still count for victory."""
    return one.experience // game.tables.experience.price - one.bought


class Lesson(msgspec.Struct, frozen=True):
    """What somebody learns: ``strength``, ``weapon`` or a skill."""

    pupil: Character
    what: str


def improvement_offers(game: Game) -> list[Offer[Any]]:
    """For each seat whose characters have points to spend: all of theirs in one form."""
    facts = {"price": game.tables.experience.price}
    option, do = Option("improve", "improve", facts=facts), does_with(improve_all)
    forms = [(seat, improvement_form(game, seat)) for seat in game.seats]
    return [Offer(seat, option, form, aside=True, do=do) for seat, form in forms if form.fields]


def improvement_form(game: Game, seat: Seat) -> Form:
    """A field for each improvement that a seat's characters can pay for: what of, or that it is put off."""
    pupils = [one for one in game.people if one.seat == seat]
    fields = [_field(seat, one, number) for one in pupils for number in range(purchases(game, one))]
    return Form(who=seat, why="improve", fields=tuple(fields), facts={"price": game.tables.experience.price})


def _field(seat: Seat, one: Character, number: int) -> Field[Lesson | None]:
    """The first of somebody's is named after him, the second besides by its number."""
    put_off: Way[Lesson | None] = Way(Option(LATER, "improve.later", facts={"who": one.name}), None)
    ask: Choose[Lesson | None] = choice(seat, "improve.one", [*improvements(one), put_off], {"who": one.name})
    return Field(f"{one.id}:{number + 1}" if number else one.id, ask, one.name)


def improvements(one: Character) -> Iterator[Way[Lesson | None]]:
    """Strength, the primary weapon, and each skill that he has; traps up to five [7.3, 12]."""
    yield _to(one, "strength", Word("improvement.strength"), one.strength)
    weapon = primary_weapon(one)
    yield _to(one, "weapon", Word(f"weapon.{weapon}"), one.weapon_skill.get(weapon, 0))
    for skill in SKILLS:
        if can_grow(one, skill):
            yield _to(one, skill, Word(f"skill.{skill}"), one.skills[skill])


def can_grow(one: Character, skill: str) -> bool:
    """Whether somebody has this skill, and may have more of it."""
    return one.skills.get(skill, 0) > 0 and (skill != "traps" or one.skills[skill] < MOST_TRAPS)


def _to(one: Character, what: str, title: Word, now: int) -> Way[Lesson | None]:
    facts: dict[str, Fact] = {"who": one.name, "what": title, "now": now + 1}
    return Way(Option(what, "improve.one", facts=facts), Lesson(one, what))


def primary_weapon(one: Character) -> str:
    """The weapon of his highest skill, else the first that he carries [4.1 B7, house]."""
    return max(one.weapon_skill, key=lambda weapon: one.weapon_skill[weapon], default=one.weapons[0])


def improve_all(table: Table, filled: Filled) -> None:
    """What a form says is learnt; what has grown as far as it can by the same form is put off."""
    for lesson in filled.values.values():
        if lesson is not None and (lesson.what not in SKILLS or can_grow(lesson.pupil, lesson.what)):
            improve(table, lesson)


def improve(table: Table, lesson: Lesson) -> None:
    """A character becomes stronger or more skilled."""
    one, what = lesson.pupil, lesson.what
    one.bought += 1
    if what == "strength":
        one.strength += 1
        table.tell(CharacterImproved(one.name, Word("improvement.strength"), one.strength))
    elif what == "weapon":
        _raise(table, one, one.weapon_skill, primary_weapon(one), "weapon")
    else:
        _raise(table, one, one.skills, what, "skill")


def _raise(table: Table, one: Character, of: dict[str, int], what: str, kind: str) -> None:
    of[what] = of.get(what, 0) + 1
    table.tell(CharacterImproved(one.name, Word(f"{kind}.{what}"), of[what]))
