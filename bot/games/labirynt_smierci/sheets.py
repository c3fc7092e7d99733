"""The party and its characters in words, in lines short enough for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from bot.games.labirynt_smierci.words import map_in_words
from bot.games.table_words import Form
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from images.labirynt_smierci.description import (
    EFFECTS,
    SUNS,
    Entry,
    finds,
    gate_in_words,
    groups_of,
    kind_in_words,
    losses,
    plights_of,
    sections,
)
from images.printing.shapes import Cell, Mark, Plan, Sheet, Side
from rules.kernel.words import Word
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.view import CharacterView, MapView, PartyView, SegmentView, SpellView, View

# The party ---------------------------------------------------------------------------------------------------


def party(narrator: Narrator, seen: PartyView) -> str:
    """Say the adventure, gold and Gate, the members rank by rank, the dead, the winners and the shared things."""
    lines: list[str] = [
        narrator.say("roster.head", adventure=adventure(narrator, seen), sun=sun(narrator, seen)),
        narrator.say("roster.gold", gold=seen.gold),
    ]
    lines += [gate_in_words(seen.gate, narrator.say)] if seen.gate else []
    for key, facts, members in groups_of(seen):
        lines += [narrator.say(f"roster.{key}", **facts), *(_member(narrator, member) for member in members)]
    if seen.heap:
        lines.append(narrator.say("roster.heap", items=_listed(finds(seen.heap, narrator.say))))
    if winners := tuple(character.name for character in seen.characters if character.id in seen.winners):
        lines.append(narrator.say("roster.winners", names=winners))
    return "\n".join(lines)


def adventure(narrator: Narrator, seen: PartyView) -> Said:
    """Say the number of the adventure and of how many."""
    return narrator.say("roster.adventure", adventure=seen.adventure, adventures=seen.adventures)


def sun(narrator: Narrator, seen: PartyView) -> Said:
    """Say the dominant sun; nothing outside the labyrinth."""
    return narrator.term(Word(f"sun.{seen.sun}")) if seen.sun else Said()


def _member(narrator: Narrator, character: CharacterView) -> str:
    key = "ally" if character.ally else "member"
    return narrator.say(
        f"roster.{key if character.alive else 'fallen'}",
        **asdict(character),
        who=character.name,
        player=narrator.seat(character.seat),
        weapon=Word(f"weapon.{character.in_hand}"),
        what=Word(f"card.{character.fate or 'dead'}"),
    )


# A character -------------------------------------------------------------------------------------------------

LINES = (
    *("head", "body", "losses", "armour", "effects", "weapons", "magic"),
    *("skills", "spells", "worn", "carried", "purse", "learnt"),
)
"""The lines of a sheet in words; the last two are not said of charmed monsters."""


def sheet(narrator: Narrator, character: CharacterView) -> str:
    """Say a character's sheet, one fact a line."""
    facts = _facts(narrator, character)
    said = (
        narrator.first_known(*keys(f"sheet.{line}", facts), **facts) or facts[line]
        for line in (LINES[:-2] if character.ally else LINES)
        if facts.get(line, True)
    )
    return "\n".join(said)


def _facts(narrator: Narrator, character: CharacterView) -> dict[str, Any]:
    """Return what words and paper say of a character, by label."""
    found = sections(character, narrator.say)
    texts = {label: _listed(entries) for label, entries in found.items()}
    texts |= {label: narrator.join_words([entry.text for entry in found[label]]) for label in ("weapons", "spells")}
    more = {
        "who": character.name,
        "player": narrator.seat(character.seat),
        "race": Word(f"race.{character.race}"),
        "ally": bool(character.ally),
        "losses": " · ".join(losses(character, narrator.say)),
        "effects": "\n".join(_lines_of_effects(narrator, character)),
        "magic": any(character.potential),
        "known": not character.spells,
        "more": character.wealth > character.gold,
    }
    return asdict(character) | dict(zip(SUNS, character.potential, strict=True)) | texts | more


def _listed(entries: Sequence[Entry]) -> Said:
    return Said(", ".join(entry.text for entry in entries))


def _lines_of_effects(narrator: Narrator, character: CharacterView) -> Iterator[str]:
    """Yield the effects of magic that end some time."""
    for what in EFFECTS:
        if value := getattr(character, what):
            yield narrator.say(f"sheet.{what}", value=value)
    if character.charming:
        yield narrator.say(f"sheet.charming.{character.charming}")


def casters(narrator: Narrator, seen: PartyView) -> Iterator[str]:
    """Say of each caster of this adventure which spells are left."""
    for character in seen.characters:
        if character.alive and character.spells:
            spells = narrator.say("sheet.spells", **_facts(narrator, character))
            yield f"**{narrator.term(character.name)}** – {spells}"


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


WOUNDS = 12
"""Wound boxes on an empty sheet."""
SIDES: dict[str, Side] = {"C": "open", "D": "door", "W": "wall"}
PLAIN = ("corridor", "room")
PARTY = Mark(art="signs/token")
MONSTERS = "icons/monsters"
STONE = "plights/stone"


FORM = Form(
    names=("name", "player", "race"),
    figures=("strength", "dexterity", "resistance", "sun.red", "sun.yellow", "sun.blue", "armour"),
    tracks={"wounds": WOUNDS},
    parts={"weapons": 2, "spells": 3, "skills": 2, "carried": 4, "worn": 2, "gold": 1, "experience": 1},
)


def printed_sheet(narrator: Narrator, character: CharacterView) -> Sheet:
    """Return a character's current sheet."""
    from images.labirynt_smierci.faces import of_character

    plain, say, full = narrator.plain, narrator.plain.say, character.full
    facts, plights = _facts(plain, character), [say(f"card.{plight}") for plight in plights_of(character)]
    more = f" ({say('card.wealth', wealth=character.wealth)})" if facts["more"] else ""
    values: dict[str, object] = {
        "name": plain.term(character.name),
        "race": " – ".join([", ".join(kind_in_words(character, say)), *plights]),
        "strength": full,
        **{f"sun.{sun}": facts[sun] for sun in SUNS},
        "wounds": (full, full - character.strength),
        "skills": f"{facts['skills']}\n{facts['effects']}",
        "gold": f"{character.gold}{more}",
    }
    values |= {"gold": "", "experience": ""} if character.ally else {}
    return FORM.fill(plain, facts | values, of_character(character))


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
