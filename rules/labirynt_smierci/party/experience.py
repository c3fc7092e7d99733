"""The creation of apprentices [4.1 B], and experience with its improvements [12]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from rules.kernel.offers import Offer, Way, choice, does_with
from rules.kernel.requests import Choose, ChooseSome, Field, Filled, Form, Option, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events.course import ApprenticeJoined
from rules.labirynt_smierci.events.finds import CharacterImproved, ExperienceGained, NothingNewLearnt
from rules.labirynt_smierci.exploration import open_exits
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.traits import GATE, MOST_TRAPS
from rules.labirynt_smierci.tables.sheets import WEAPONS, Apprentice, Hero

LONGEST_NAME = 32
NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
SKILLS = ("negotiation", "traps", "gate")
IMPROVEMENTS = ("strength", "weapon_skill", "skill")


def make_apprentices(table: Table, game: Game, turns: list[Seat]) -> None:
    """Ask all owners at once for their apprentices, then roll each apprentice's magic potential [4.1, 4.4]."""
    seats: dict[Seat, list[int]] = {}
    for number, seat in enumerate(turns):
        seats.setdefault(seat, []).append(number)
    asks = {seat: apprentice_form(game, seat, numbers) for seat, numbers in seats.items()}
    filled = table.everyone("setup.apprentices", asks) if asks else {}
    for number, seat in enumerate(turns):
        join_party(table, game, seat, filled[seat], number)


def apprentice_form(game: Game, seat: Seat, numbers: list[int]) -> Form:
    """Return one form for all apprentices of a seat."""
    fields = [field for number in numbers for field in apprentice_fields(game, seat, number)]
    return Form(who=seat, why="setup.apprentices", fields=tuple(fields), facts={"count": len(numbers)})


def apprentice_fields(game: Game, seat: Seat, number: int) -> tuple[Field, ...]:
    """Return the fields of race, name, two weapons and an improvement [4.1 B3–B7], named by the number."""
    races = tuple(_race_option(row) for row in game.tables.apprentices.apprentice)
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


def _race_option(row: Apprentice) -> Option:
    facts: Facts = {
        "strength": row.strength,
        "resistance": row.resistance,
        "skill": row.weapon_skill,
        "weapon": Word(f"weapon.{row.weapon}"),
    }
    return Option(row.race, f"race.{row.race}", f"race.{row.race}.note", facts)


def join_party(table: Table, game: Game, seat: Seat, filled: Filled, number: int) -> Character:
    """Add an apprentice as chosen, with a rolled magic potential [4.4]."""
    rolled = table.roll("1K6", "setup.potential", who=unused_name(game, filled.values[f"name{number}"]))
    character = build_apprentice(game, seat, filled.values, number, game.tables.apprentices.potential_on(rolled))
    game.characters[character.id] = character
    red, yellow, blue = character.potential
    table.tell(ApprenticeJoined(seat, character.name, Word(f"race.{character.race}"), red, yellow, blue))
    return character


def new_id(game: Game) -> str:
    """Return the next character's id; charmed monsters have other ids."""
    members = [character.id for character in game.characters.values() if not character.ally]
    return f"c{max([len(members), *(int(member[1:]) for member in members if member[1:].isdecimal())]) + 1}"


def unused_name(game: Game, name: str) -> str:
    """Return a name that no character has: a second Iskra is Iskra II."""
    borne = [character.name for character in game.characters.values()]
    numbered = [name, *(f"{name} {numeral}" for numeral in NUMERALS)]
    return next((member for member in numbered if member not in borne), name)


def character_of(sheet: Hero | Apprentice, **own: Any) -> Character:
    """Return a character with the values of a sheet [4.1, 4.3], and values of its own."""
    values = asdict(sheet) | {"skills": {skill: getattr(sheet, skill) for skill in SKILLS}}
    if isinstance(sheet, Apprentice):
        values |= {"apprentice": True, "weapons": [sheet.weapon], "weapon_skill": {sheet.weapon: sheet.weapon_skill}}
    values |= own
    return convert({**values, "in_hand": values["weapons"][0]}, Character)


def build_apprentice(
    game: Game, seat: Seat, chosen: Mapping[str, Any], number: int, potential: tuple[int, int, int]
) -> Character:
    """Return the apprentice's sheet from the choices."""
    sheet = game.tables.apprentices.of(chosen[f"race{number}"])
    character = character_of(
        sheet,
        id=new_id(game),
        seat=seat,
        name=unused_name(game, chosen[f"name{number}"]),
        potential=potential,
        weapons=chosen[f"weapons{number}"],
        joined=game.adventure + game.outside,
    )
    add_improvement(character, chosen[f"better{number}"], sheet.weapon)
    return character


def add_improvement(character: Character, what: str, primary: str) -> None:
    """Add +1 to strength, the primary weapon skill, or the race's skill [4.1 B7]."""
    if what == "strength":
        character.strength += 1
    elif what == "weapon_skill":
        character.weapon_skill[primary] = character.weapon_skill.get(primary, 0) + 1
    else:
        own = next(skill for skill in SKILLS if character.skills[skill])
        character.skills[own] += 1


LATER = "later"
"""The choice that postpones an improvement."""


def share_experience(table: Table, game: Game, group: Group) -> None:
    """Share the points of the killed among the survivors, once; each share counts more on deeper levels [5 C5, 12]."""
    is_known = any(monster.taught for monster in group.monsters)
    if not (group.resident or is_known or wanderers_teach(game)):
        table.tell(NothingNewLearnt(segments_to_explore(game)))
        return
    sharers = MOST_CHARACTERS if game.options.experience == "six" else len(game.people)
    points = points_for(game, group) // sharers * game.tables.levels.of(group.level).experience
    if points:
        gain_experience(table, game.people, points, everybody=len(game.people) > 1)
    game.taught += not (group.resident or is_known)
    for monster in teachers(group):
        monster.taught = True


def teachers(group: Group) -> list[Monster]:
    """Return the killed whose deaths have given no experience yet; members who turned on the party never do."""
    return [each for each in group.monsters if not (each.alive or each.person or each.taught)]


def wanderers_teach(game: Game) -> bool:
    """Whether the next group of wanderers gives experience, which needs new segments explored [12, house]."""
    if game.options.wanderers == "gate" and _is_only_the_gate_left(game):
        return True
    return game.options.wanderers == "always" or segments_to_explore(game) <= 0


def _is_only_the_gate_left(game: Game) -> bool:
    """Whether every opening that is still to explore leads to the Gate."""
    gate = game.gate
    if not gate or gate.found or gate.segments_left != 1:
        return False
    return not any(any(open_exits(level)) for number, level in game.levels.items() if number != gate.level)


def segments_to_explore(game: Game) -> int:
    """The number of new segments to enter until wanderers give experience again; 0 or less: they do now."""
    explored = sum(segment.visited for level in game.levels.values() for segment in level.values())
    return game.taught * game.tables.experience.ground + 1 - explored


def points_for(game: Game, group: Group) -> int:
    """The points of the killed, by their rolled strengths without the level's addition; none for the Gate [12, 16]."""
    added = game.tables.levels.of(group.level).strength
    strengths = [max(monster.full - added, 0) for monster in teachers(group) if monster.kind != GATE]
    return game.tables.experience.factor * sum(strengths)


def gain_experience(table: Table, people: list[Character], points: int, *, everybody: bool = False) -> None:
    """Give each of these members the points; ``everybody``: they are the whole party."""
    for person in people:
        person.experience += points
    table.tell(ExperienceGained(tuple(person.name for person in people), points, everybody))


def purchases(game: Game, character: Character) -> int:
    """The number of improvements that the character can buy now; spent points still count for victory."""
    return character.experience // game.tables.experience.price - character.bought


class Lesson(Struct, frozen=True):
    """A character's improvement: ``strength``, ``weapon`` or a skill."""

    pupil: Character
    what: str


def improvement_offers(game: Game) -> list[Offer]:
    """Return for each seat with points to spend one form for all its characters."""
    facts = {"price": game.tables.experience.price, "ready": sum(purchases(game, person) for person in game.people)}
    option, do = Option("improve", "improve", facts=facts), does_with(improve_all)
    forms = [(seat, improvement_form(game, seat)) for seat in game.seats]
    return [Offer(seat, option, form, aside=True, do=do) for seat, form in forms if form.fields]


def improvement_form(game: Game, seat: Seat) -> Form:
    """Return a form with a field for each improvement that the seat's characters can buy or postpone."""
    pupils = [person for person in game.people if person.seat == seat]
    fields = [_lesson_field(seat, pupil, number) for pupil in pupils for number in range(purchases(game, pupil))]
    return Form(who=seat, why="improve", fields=tuple(fields), facts={"price": game.tables.experience.price})


def _lesson_field(seat: Seat, character: Character, number: int) -> Field[Lesson | None]:
    """Return the field of one improvement; a later one does not know what the number will be then."""
    ways = list(improvements(character))
    if number:
        ways = [replace(way, option=replace(way.option, label="improve.more")) for way in ways]
    put_off = Way(Option(LATER, "improve.later", facts={"who": character.name}), None)
    ask = choice(seat, "improve.one", [*ways, put_off], {"who": character.name})
    return Field(f"{character.id}:{number + 1}" if number else character.id, ask, character.name)


def improvements(character: Character) -> Iterator[Way[Lesson | None]]:
    """Yield the possible improvements: strength, the primary weapon, and each own skill; traps up to five [7.3, 12]."""
    yield _lesson_way(character, "strength", Word("improvement.strength"), character.strength)
    weapon = primary_weapon(character)
    note = "improve.weapon" if weapon == character.in_hand else "improve.weapon.stowed"
    yield _lesson_way(character, "weapon", Word(f"weapon.{weapon}"), character.weapon_skill.get(weapon, 0), note)
    for skill in SKILLS:
        if can_grow(character, skill):
            yield _lesson_way(character, skill, Word(f"skill.{skill}"), character.skills[skill])


def can_grow(character: Character, skill: str) -> bool:
    """Whether the character has this skill and can improve it."""
    return character.skills.get(skill, 0) > 0 and (skill != "traps" or character.skills[skill] < MOST_TRAPS)


def _lesson_way(character: Character, what: str, title: Word, now: int, note: str = "") -> Way[Lesson | None]:
    held = Word(f"weapon.{character.in_hand}")
    facts: Facts = {"who": character.name, "what": title, "was": now, "now": now + 1, "held": held}
    return Way(Option(what, "improve.one", note or f"improve.{what}", facts), Lesson(character, what))


def primary_weapon(character: Character) -> str:
    """Return the weapon of the highest skill, else the first weapon [4.1 B7, house]."""
    return max(character.weapon_skill, key=lambda weapon: character.weapon_skill[weapon], default=character.weapons[0])


def improve_all(table: Table, filled: Filled) -> None:
    """Carry out the improvements of a form; a skill that has reached its limit in the form is postponed."""
    for lesson in filled.values.values():
        if lesson is not None and (lesson.what not in SKILLS or can_grow(lesson.pupil, lesson.what)):
            improve(table, lesson)


def improve(table: Table, lesson: Lesson) -> None:
    """Carry out one improvement."""
    character, what = lesson.pupil, lesson.what
    character.bought += 1
    if what == "strength":
        character.strength += 1
        table.tell(CharacterImproved(character.name, Word("improvement.strength"), character.strength))
    elif what == "weapon":
        _raise_skill(table, character, character.weapon_skill, primary_weapon(character), "weapon")
    else:
        _raise_skill(table, character, character.skills, what, "skill")


def _raise_skill(table: Table, character: Character, of: dict[str, int], what: str, kind: str) -> None:
    of[what] = of.get(what, 0) + 1
    table.tell(CharacterImproved(character.name, Word(f"{kind}.{what}"), of[what]))
