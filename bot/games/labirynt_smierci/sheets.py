"""The party and its characters in words, in lines short enough for a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from bot.games.labirynt_smierci.words import gate_in_words, map_in_words
from bot.games.table_words import Form
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from images.printing.shapes import Cell, Field, Mark, Part, Plan, Sheet, Side
from rules.kernel.words import Word
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.view import (
    CharacterView,
    ItemView,
    MapView,
    PartyView,
    SegmentView,
    SpellView,
    View,
    is_in_use,
)

# The party ---------------------------------------------------------------------------------------------------


def party(narrator: Narrator, seen: PartyView) -> str:
    """Say the adventure, gold and Gate, the members rank by rank, the dead, the winners and the shared things."""
    lines = [*_progress_lines(narrator, seen), *_member_lines(narrator, seen)]
    if seen.heap:
        lines.append(narrator.say("roster.heap", items=alike(narrator, seen.heap)))
    if winners := tuple(character.name for character in seen.characters if character.id in seen.winners):
        lines.append(narrator.say("roster.winners", names=winners))
    return "\n".join(lines)


def _progress_lines(narrator: Narrator, seen: PartyView) -> Iterator[Said]:
    yield narrator.say("roster.head", adventure=adventure(narrator, seen), sun=sun(narrator, seen))
    yield narrator.say("roster.gold", gold=seen.gold)
    if seen.gate:
        yield gate_in_words(narrator, seen.gate)


def adventure(narrator: Narrator, seen: PartyView) -> Said:
    """Say the number of the adventure and of how many."""
    key = "roster.adventure" if seen.adventures else "roster.adventure.unlimited"
    return narrator.say(key, adventure=seen.adventure, adventures=seen.adventures)


def sun(narrator: Narrator, seen: PartyView) -> Said:
    """Say the dominant sun; nothing outside the labyrinth."""
    return narrator.term(Word(f"sun.{seen.sun}")) if seen.sun else Said()


def _member_lines(narrator: Narrator, seen: PartyView) -> Iterator[str]:
    living = {character.id: character for character in seen.characters if character.alive}
    for number, rank in enumerate(seen.formation, 1):
        title = narrator.say("roster.rank", rank=number)
        yield from _titled_member_lines(narrator, title, [living.pop(member) for member in rank if member in living])
    yield from _titled_member_lines(narrator, narrator.say("roster.waiting"), list(living.values()))
    out = [character for character in seen.characters if not character.alive]
    yield from _titled_member_lines(narrator, narrator.say("roster.out"), out)


def _titled_member_lines(narrator: Narrator, title: str, members: Sequence[CharacterView]) -> Iterator[str]:
    if members:
        yield title
        yield from (_member(narrator, member) for member in members)


def _member(narrator: Narrator, character: CharacterView) -> str:
    who = {"who": character.name, "player": narrator.seat(character.seat)}
    if not character.alive:
        return narrator.say("roster.fallen", what=_fate_in_words(narrator, character), **who)
    key = "roster.ally" if character.ally else "roster.member"
    weapon = Word(f"weapon.{character.in_hand}")
    said = narrator.say(key, strength=character.strength, full=character.full, weapon=weapon, **who)
    return said if character.ally else f"{said}\n{_earnings_line(narrator, character)}"


def _earnings_line(narrator: Narrator, character: CharacterView) -> str:
    key = "roster.earned.improvements" if character.improvements else "roster.earned"
    return narrator.say(key, gold=character.gold, experience=character.experience, improvements=character.improvements)


def _fate_in_words(narrator: Narrator, character: CharacterView) -> Said:
    return narrator.say(f"card.{character.fate or 'dead'}")


# A character -------------------------------------------------------------------------------------------------


def sheet(narrator: Narrator, character: CharacterView) -> str:
    """Say a character's sheet, one fact a line."""
    return "\n".join(line for line in _sheet_lines(narrator, character) if line)


def _sheet_lines(narrator: Narrator, character: CharacterView) -> Iterator[str]:
    yield _head(narrator, character)
    figures = {"dexterity": character.dexterity, "resistance": character.resistance}
    yield narrator.say("sheet.body", strength=character.strength, full=character.full, **figures)
    yield " · ".join(_losses(narrator, character))
    if character.armour:
        yield narrator.say("sheet.armour", value=character.armour)
    yield from _lines_of_effects(narrator, character)
    yield narrator.say("sheet.weapons", weapons=weapons(narrator, character))
    yield _magic(narrator, character)
    yield _skills(narrator, character)
    yield _spells(narrator, character)
    yield _items_line(narrator, "sheet.worn", [item for item in character.items if is_in_use(character, item)])
    yield _items_line(narrator, "sheet.carried", [item for item in character.items if not is_in_use(character, item)])
    if not character.ally:
        yield narrator.say(
            "sheet.purse.wealth" if character.wealth > character.gold else "sheet.purse",
            gold=character.gold,
            wealth=character.wealth,
        )
        key = "sheet.learnt.improvements" if character.improvements else "sheet.learnt"
        yield narrator.say(key, experience=character.experience, improvements=character.improvements)


def _head(narrator: Narrator, character: CharacterView) -> str:
    facts = {"who": character.name, "player": narrator.seat(character.seat)}
    if character.ally:
        return narrator.say("sheet.head.ally", **facts)
    key = "sheet.head.apprentice" if character.apprentice else "sheet.head"
    return narrator.say(key, race=Word(f"race.{character.race}"), **facts)


def _losses(narrator: Narrator, character: CharacterView) -> Iterator[str]:
    """Yield the fate of the dead; wounds and strength spent on spells of the living."""
    if not character.alive:
        yield narrator.say("sheet.plight", what=_fate_in_words(narrator, character))
    if character.wounds and character.alive:
        yield narrator.say("card.wounds", wounds=character.wounds)
    spent = character.full - character.wounds - character.strength
    if spent > 0 and character.alive:
        yield narrator.say("card.spent", spent=spent)


def _lines_of_effects(narrator: Narrator, character: CharacterView) -> Iterator[str]:
    """Yield the effects of magic that end some time."""
    for what in ("absorbs", "might"):
        if value := getattr(character, what):
            yield narrator.say(f"sheet.{what}", value=value)
    if character.charming:
        yield narrator.say(f"sheet.charming.{character.charming}")


def weapons(narrator: Narrator, character: CharacterView) -> Said:
    """Say the weapons with skills, the one in hand first."""
    kinds = sorted({*character.weapons, character.in_hand} - {""}, key=lambda kind: (kind != character.in_hand, kind))
    return narrator.join_words([_weapon(narrator, character, kind) for kind in kinds])


def _weapon(narrator: Narrator, character: CharacterView, kind: str) -> str:
    skill = character.weapon_skill.get(kind, 0)
    said = f"{narrator.say(f'weapon.{kind}')} +{skill}" if skill else narrator.say(f"weapon.{kind}")
    held = kind == character.in_hand and len(character.weapons) > 1
    return f"{said} ({narrator.say('card.in_hand')})" if held else said


def _magic(narrator: Narrator, character: CharacterView) -> str:
    red, yellow, blue = character.potential
    return narrator.say("sheet.potential", red=red, yellow=yellow, blue=blue) if any(character.potential) else ""


def _skills(narrator: Narrator, character: CharacterView) -> str:
    """Say the skills, and weapon skills without the weapon."""
    skills = {f"weapon.{kind}": n for kind, n in character.weapon_skill.items() if n and kind not in character.weapons}
    skills |= {f"skill.{skill}": n for skill, n in character.skills.items() if n}
    said = Said(", ".join(f"{narrator.say(key)} +{n}" for key, n in skills.items()))
    return narrator.say("sheet.abilities", skills=said) if said else ""


def _spells(narrator: Narrator, character: CharacterView) -> str:
    """Say the spells of this adventure with the uses left; between adventures the known spells."""
    if character.spells:
        left = {spell: f" ×{character.uses[spell]}" if spell in character.uses else "" for spell in character.spells}
        said = [narrator.say(f"spell.{spell}") + left[spell] for spell in character.spells]
        return narrator.say("sheet.spells", spells=narrator.join_words(said))
    known = tuple(Word(f"spell.{spell}") for spell in character.known)
    return narrator.say("sheet.known", spells=known) if known else ""


def casters(narrator: Narrator, seen: PartyView) -> Iterator[str]:
    """Say of each caster of this adventure which spells are left."""
    for character in seen.characters:
        if character.alive and character.spells:
            yield f"**{narrator.term(character.name)}** – {_spells(narrator, character)}"


def _items_line(narrator: Narrator, key: str, items: Sequence[ItemView]) -> str:
    return narrator.say(key, items=alike(narrator, items)) if items else ""


def alike(narrator: Narrator, items: Iterable[ItemView]) -> Said:
    """Say things of the same name with their number and total worth."""
    count: Counter[tuple[str, int]] = Counter()
    worth: Counter[tuple[str, int]] = Counter()
    for item in items:
        key = (str(narrator.term(item.title)), item.plus)
        count[key] += 1
        worth[key] += item.worth
    return Said(", ".join(_counted_item(narrator, key, count[key], worth[key]) for key in count))


def _counted_item(narrator: Narrator, key: tuple[str, int], count: int, worth: int) -> str:
    name, plus = key
    said = name + (f" +{plus}" if plus else "") + (f" ×{count}" if count > 1 else "")
    return f"{said} ({narrator.say('card.worth', worth=worth)})" if worth else said


# Spells ------------------------------------------------------------------------------------------------------


def spell_notes(narrator: Narrator, seen: View, shown: Sequence[CharacterView]) -> Iterator[str]:
    """Yield the effect of each castable spell of these characters that has a note in the catalogue."""
    known = {spell.id: spell for spell in seen.magic}
    spells = [known[id] for id in dict.fromkeys(id for character in shown for id in character.spells) if id in known]
    noted = [spell for spell in spells if narrator.has_words(f"note.spell.{spell.id}")]
    if noted:
        yield narrator.say("sheet.spell_notes")
    for spell in noted:
        yield narrator.say("sheet.spell_note", spell=Word(f"spell.{spell.id}"), note=_spell_note(narrator, spell))


def _spell_note(narrator: Narrator, spell: SpellView) -> Said:
    facts = {"cost": spell.cost, "amount": spell.amount, "uses": spell.uses, "left": 0}
    return narrator.first_known(*keys(f"note.spell.{spell.id}", facts), spell=Word(f"spell.{spell.id}"), **facts)


SUNS = ("red", "yellow", "blue")
WOUNDS = 12
"""Wound boxes on an empty sheet."""
SIDES: dict[str, Side] = {"C": "open", "D": "door", "W": "wall"}
PLAIN = ("corridor", "room")
PARTY = Mark(art="signs/token")
MONSTERS = "icons/monsters"
STONE = "plights/stone"


def blank_sheet(narrator: Narrator) -> Sheet:
    """Return an empty character sheet."""
    form = Form(narrator)
    names = tuple(form.field(label) for label in ("name", "player", "race"))
    figures = ("strength", "dexterity", "resistance", *(f"sun.{sun}" for sun in SUNS), "armour")
    return Sheet(names, tuple(map(form.field, figures)), (form.track("wounds", WOUNDS),), tuple(_sheet_parts(form)))


def _sheet_parts(form: Form) -> Iterator[Part]:
    for label, rows in _ROWS.items():
        yield form.part(label, rows)


_ROWS = {"weapons": 2, "spells": 3, "skills": 2, "carried": 4, "worn": 2, "gold": 1, "experience": 1}


def printed_sheet(narrator: Narrator, character: CharacterView) -> Sheet:
    """Return a character's current sheet."""
    from images.labirynt_smierci.faces import of_character

    form, plain = Form(narrator), narrator.plain
    who = Field(plain.say("print.name"), plain.term(character.name))
    lost = "" if character.alive else character.fate or "dead"
    fate = f" – {plain.say(f'card.{lost}')}" if lost else ""
    names = (
        who,
        form.field("player", plain.seat(character.seat)),
        form.field("race", f"{_race(narrator, character)}{fate}"),
    )
    numbers = {"strength": character.full, "dexterity": character.dexterity, "resistance": character.resistance}
    numbers |= {f"sun.{sun}": many for sun, many in zip(SUNS, character.potential, strict=True)}
    figures = tuple(form.field(label, value) for label, value in {**numbers, "armour": character.armour}.items())
    lines = dict(_printed_sheet_lines(narrator, character))
    parts = tuple(form.part(label, rows, *lines.get(label, ())) for label, rows in _ROWS.items())
    return Sheet(
        names,
        figures,
        (form.track("wounds", character.full, character.full - character.strength),),
        parts,
        of_character(character),
    )


def _race(narrator: Narrator, character: CharacterView) -> str:
    if character.ally:
        return narrator.plain.say("card.ally")
    race = narrator.plain.say(f"race.{character.race}")
    return f"{race}, {narrator.plain.say('card.apprentice')}" if character.apprentice else race


def _printed_sheet_lines(narrator: Narrator, character: CharacterView) -> Iterator[tuple[str, list[str]]]:
    plain = narrator.plain
    yield "weapons", [weapons(plain, character)]
    elsewhere = {
        f"weapon.{kind}": n for kind, n in character.weapon_skill.items() if n and kind not in character.weapons
    }
    skills = elsewhere | {f"skill.{skill}": n for skill, n in character.skills.items() if n}
    said = [f"{plain.say(key)} +{n}" for key, n in skills.items()]
    yield "skills", [", ".join([*said, *_lines_of_effects(plain, character)])]
    today = [
        plain.say(f"spell.{spell}") + (f" ×{character.uses[spell]}" if spell in character.uses else "")
        for spell in character.spells
    ]
    yield "spells", [", ".join(today or [plain.say(f"spell.{spell}") for spell in character.known])]
    yield "worn", [alike(plain, [item for item in character.items if item.worn])]
    yield "carried", [alike(plain, [item for item in character.items if not item.worn])]
    if not character.ally:
        more = f" ({plain.say('card.wealth', wealth=character.wealth)})" if character.wealth > character.gold else ""
        yield "gold", [f"{character.gold}{more}"]
        yield "experience", [str(character.experience)]


COLUMNS, ROWS = 11, 14
"""The squares of an empty level on a page."""

# The levels ----------------------------------------------------------------------------------------------------


def plans(narrator: Narrator, view: View) -> list[Plan]:
    """Return the plans of the levels, the party's level first."""
    return [_plan(narrator, level) for level in (view.here, *view.levels) if level]


def blank_plans(narrator: Narrator, tables: Tables) -> list[Plan]:
    """Return a grid for each level, on which a table draws its segments."""
    cells = tuple(Cell(x, y, ("wall",) * 4, "blank") for y in range(ROWS) for x in range(COLUMNS))
    doors = ((Mark(way="door"), narrator.plain.say("legend.door")),)
    return [Plan(_title(narrator, level.level), cells, doors) for level in tables.levels.level]


def _title(narrator: Narrator, level: int) -> str:
    title = narrator.plain.say("map.level", level=level)
    return f"{title[:1].upper()}{title[1:]}"


def _plan(narrator: Narrator, level: MapView) -> Plan:
    cells = tuple(_cell(level, segment) for segment in level.segments)
    legend = tuple(_legend(narrator, level))
    without_letters = replace(level, exits=())
    return Plan(_title(narrator, level.level), cells, legend, (map_in_words(narrator.plain, without_letters),))


def _cell(level: MapView, segment: SegmentView) -> Cell:
    shut = segment.sealed.upper()
    sides = ["wall" if way in shut else SIDES[side] for way, side in zip("NESW", segment.sides, strict=True)]
    marks = [PARTY] if (segment.x, segment.y) == level.party else []
    marks += [Mark(str(segment.monsters), MONSTERS)] if segment.monsters else []
    marks += [Mark(str(segment.stone), STONE)] if segment.stone else []
    return Cell(
        segment.x,
        segment.y,
        (sides[0], sides[1], sides[2], sides[3]),
        "passage" if segment.kind == "corridor" else "room",
        art=_drawing(segment),
        marks=tuple(marks),
    )


def _drawing(segment: SegmentView) -> str:
    if segment.gate or segment.kind == "gate":
        return "signs/destroyed" if segment.gate == "destroyed" else "monsters/gate"
    if segment.kind in PLAIN:
        return ""
    from images.artwork import known

    return known("signs", segment.kind, "signs/unlike")


def _has_open_end(level: MapView) -> bool:
    """Whether a passage or a door leads to where no segment has been laid yet."""
    laid = {(segment.x, segment.y) for segment in level.segments}
    return any(
        side != "W" and way not in segment.sealed.upper() and (segment.x + dx, segment.y + dy) not in laid
        for segment in level.segments
        for way, side, (dx, dy) in zip("NESW", segment.sides, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True)
    )


def _legend(narrator: Narrator, level: MapView) -> Iterator[tuple[Mark, str]]:
    say = narrator.plain.say
    if level.party is not None:
        yield PARTY, say("legend.party")
    if any(segment.monsters for segment in level.segments):
        yield Mark(art=MONSTERS), say("legend.monsters")
    if any(segment.stone for segment in level.segments):
        yield Mark(art=STONE), say("legend.stone")
    ways = {
        side
        for segment in level.segments
        for way, side in zip("NESW", segment.sides, strict=True)
        if way not in segment.sealed.upper()
    }
    if "D" in ways:
        yield Mark(way="door"), say("legend.door")
    if _has_open_end(level):
        yield Mark(way="open"), say("legend.opening")
    shown: dict[str, str] = {}
    for segment in level.segments:
        if drawing := _drawing(segment):
            kind = {"signs/destroyed": "gate.destroyed", "monsters/gate": "gate"}.get(drawing, segment.kind)
            shown.setdefault(drawing, say(f"legend.{kind}"))
    yield from ((Mark(art=drawing), words) for drawing, words in shown.items())
