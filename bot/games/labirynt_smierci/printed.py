"""Labirynt Śmierci on paper: a character's sheet, and the levels."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.games.labirynt_smierci.sheets import alike, weapons
from bot.games.labirynt_smierci.words import map_in_words
from bot.games.printed import Form
from bot.words.narrator import Narrator
from images.printing.shapes import Cell, Field, Mark, Part, Plan, Sheet, Side
from rules.labirynt_smierci.view import CharacterView, MapView, SegmentView, View

SUNS = ("red", "yellow", "blue")
WOUNDS = 12
"""Boxes on a sheet that nobody has filled in yet."""
SIDES: dict[str, Side] = {"C": "open", "D": "door", "W": "wall"}
PLAIN = ("corridor", "room")
PARTY = Mark(art="signs/token")
MONSTERS = "icons/monsters"
STONE = "plights/stone"


def blank_sheet(narrator: Narrator) -> Sheet:
    """A sheet for a character that is written by hand."""
    form = Form(narrator)
    names = tuple(form.field(label) for label in ("name", "player", "race"))
    figures = ("strength", "dexterity", "resistance", *(f"sun.{sun}" for sun in SUNS), "armour")
    return Sheet(names, tuple(map(form.field, figures)), (form.track("wounds", WOUNDS),), tuple(_parts(form)))


def _parts(form: Form) -> Iterator[Part]:
    for label, rows in _ROWS.items():
        yield form.part(label, rows)


_ROWS = {"weapons": 2, "spells": 3, "skills": 2, "carried": 4, "worn": 2, "gold": 1, "experience": 1}


def sheet(narrator: Narrator, one: CharacterView) -> Sheet:
    """A character's sheet as it is now."""
    from images.labirynt_smierci.faces import of_character

    form, plain = Form(narrator), narrator.plain
    who = Field(plain.say("print.name"), plain.term(one.name))
    lost = "" if one.alive else one.fate or "dead"
    fate = f" – {plain.say(f'card.{lost}')}" if lost else ""
    names = (who, form.field("player", plain.seat(one.seat)), form.field("race", f"{_race(narrator, one)}{fate}"))
    numbers = {"strength": one.full, "dexterity": one.dexterity, "resistance": one.resistance}
    numbers |= {f"sun.{sun}": many for sun, many in zip(SUNS, one.potential, strict=True)}
    figures = tuple(form.field(label, value) for label, value in {**numbers, "armour": one.armour}.items())
    lines = dict(_lines(narrator, one))
    parts = tuple(form.part(label, rows, *lines.get(label, ())) for label, rows in _ROWS.items())
    return Sheet(names, figures, (form.track("wounds", one.full, one.full - one.strength),), parts, of_character(one))


def _race(narrator: Narrator, one: CharacterView) -> str:
    if one.ally:
        return narrator.plain.say("card.ally")
    race = narrator.plain.say(f"race.{one.race}")
    return f"{race}, {narrator.plain.say('card.apprentice')}" if one.apprentice else race


def _lines(narrator: Narrator, one: CharacterView) -> Iterator[tuple[str, list[str]]]:
    plain = narrator.plain
    yield "weapons", [weapons(plain, one)]
    elsewhere = {f"weapon.{kind}": n for kind, n in one.weapon_skill.items() if n and kind not in one.weapons}
    skills = elsewhere | {f"skill.{skill}": n for skill, n in one.skills.items() if n}
    yield "skills", [", ".join(f"{plain.say(key)} +{n}" for key, n in skills.items())]
    today = [
        plain.say(f"spell.{spell}") + (f" ×{one.uses[spell]}" if spell in one.uses else "") for spell in one.spells
    ]
    yield "spells", [", ".join(today or [plain.say(f"spell.{spell}") for spell in one.known])]
    yield "worn", [alike(plain, [item for item in one.items if item.worn])]
    yield "carried", [alike(plain, [item for item in one.items if not item.worn])]
    if not one.ally:
        more = f" ({plain.say('card.wealth', wealth=one.wealth)})" if one.wealth > one.gold else ""
        yield "gold", [f"{one.gold}{more}"]
        yield "experience", [str(one.experience)]


# The levels ----------------------------------------------------------------------------------------------------


def plans(narrator: Narrator, view: View) -> list[Plan]:
    """The level on which the party is, then the others."""
    return [_plan(narrator, level) for level in (view.here, *view.levels) if level is not None]


def _plan(narrator: Narrator, level: MapView) -> Plan:
    title = narrator.plain.say("map.level", level=level.level)
    cells = tuple(_cell(level, one) for one in level.segments)
    legend = tuple(_legend(narrator, level))
    without_letters = msgspec.structs.replace(level, exits=())
    return Plan(f"{title[:1].upper()}{title[1:]}", cells, legend, (map_in_words(narrator.plain, without_letters),))


def _cell(level: MapView, one: SegmentView) -> Cell:
    shut = one.sealed.upper()
    sides: list[Side] = ["wall" if way in shut else SIDES[side] for way, side in zip("NESW", one.sides, strict=True)]
    marks = [PARTY] if (one.x, one.y) == level.party else []
    marks += [Mark(str(one.monsters), MONSTERS)] if one.monsters else []
    marks += [Mark(str(one.stone), STONE)] if one.stone else []
    return Cell(
        one.x,
        one.y,
        (sides[0], sides[1], sides[2], sides[3]),
        "passage" if one.kind == "corridor" else "room",
        art=_drawing(one),
        marks=tuple(marks),
    )


def _drawing(one: SegmentView) -> str:
    if one.gate or one.kind == "gate":
        return "signs/destroyed" if one.gate == "destroyed" else "monsters/gate"
    if one.kind in PLAIN:
        return ""
    from images.artwork import known

    return known("signs", one.kind, "signs/unlike")


def _legend(narrator: Narrator, level: MapView) -> Iterator[tuple[Mark, str]]:
    say = narrator.plain.say
    if level.party is not None:
        yield PARTY, say("legend.party")
    if any(one.monsters for one in level.segments):
        yield Mark(art=MONSTERS), say("legend.monsters")
    if any(one.stone for one in level.segments):
        yield Mark(art=STONE), say("legend.stone")
    shown: dict[str, str] = {}
    for one in level.segments:
        if drawing := _drawing(one):
            kind = {"signs/destroyed": "gate.destroyed", "monsters/gate": "gate"}.get(drawing, one.kind)
            shown.setdefault(drawing, say(f"legend.{kind}"))
    yield from ((Mark(art=drawing), words) for drawing, words in shown.items())
