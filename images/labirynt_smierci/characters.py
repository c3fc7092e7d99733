"""Character sheets as cards: who it is, how strong, what there is in the hands, in the head and in the pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from images import cards, mount, palette, pictograms
from images.belongings import icon, icon_of
from images.blocks import SIGN, Block, Chip, bar, chips, section, stack, thin_rule
from images.canvas import Canvas
from images.labirynt_smierci.faces import face, of_character
from images.lettering import Face, Say, clean_line, display_name, fit_line, shrink_to_fit
from images.mount import PADDING, ROOM
from images.page import TYPE
from images.plights import plight
from rules.labirynt_smierci.view import CharacterView, ItemView, is_in_use

PORTRAIT: Final = 140
HEAD: Final = PORTRAIT + 12
BADGE: Final = 33
"""Radius of the disc with the sign of what has befallen, in pixels."""
NAME: Final = 36
BAR: Final = 30
BESIDE_BAR: Final = 84
SUN: Final = 38
STEP_BAR: Final = 150
COLOURS: Final = ("red", "yellow", "blue")


def draw_card(character: CharacterView, say: Say) -> bytes:
    """One character's sheet as a PNG as wide as a page."""
    return mount.sheet(_sheet(character, say))


def _sheet(one: CharacterView, say: Say) -> Block:
    head = Block(HEAD, lambda canvas, left, top: _head(canvas, one, (left, top), say))
    worn, carried = ([item for item in one.items if is_in_use(one, item) is so] for so in (True, False))
    sections = (
        ("card.weapons", _weapons(one, say)),
        ("card.skills", [Chip(None, f"{say(f'skill.{name}')} {level}") for name, level in one.skills.items() if level]),
        ("card.spells", _spells(one, say)),
        ("card.worn", _items(worn, say)),
        ("card.carried", _items(carried, say)),
        ("card.purse", _purse(one, say)),
        ("card.experience", [] if one.ally else _experience(one, say)),
    )
    listed = [chips(_figures(one, say), ROOM), *(section(say(name), found, ROOM) for name, found in sections if found)]
    return stack([head, *(row for block in listed for row in (thin_rule(ROOM), block))])


def plights_of(one: CharacterView) -> list[str]:
    """What has befallen a character, as far as there is a sign for it."""
    if one.fate:
        return [one.fate]
    return [] if one.alive else ["dead"]


def marks_of(one: CharacterView) -> list[str]:
    """The signs on a portrait: what has befallen the character, or that it is a charmed monster."""
    return plights_of(one) or (["charmed"] if one.ally else [])


def _head(canvas: Canvas, one: CharacterView, corner: tuple[int, int], say: Say) -> None:
    """Portrait, name, race, and the bar of strength."""
    left, top = corner
    box = (left, top, left + PORTRAIT, top + PORTRAIT)
    canvas.block(box, palette.SHADE if plights_of(one) else palette.PAPER)
    canvas.frame(box, 2)
    canvas.stamp(face(of_character(one), one.in_hand, PORTRAIT - 16), left + PORTRAIT // 2, top + PORTRAIT // 2)
    for what in marks_of(one):
        canvas.stamp(pictograms.letter("", 10, BADGE), left + PORTRAIT - BADGE, top + PORTRAIT - BADGE)
        canvas.stamp(plight(what, 40), left + PORTRAIT - BADGE, top + PORTRAIT - BADGE)
    start = left + PORTRAIT + PADDING
    room = left + ROOM - start
    words, size = shrink_to_fit(display_name(one.name, say), "bold", NAME, TYPE, room)
    canvas.text(start, top + 34, words, "bold", size)
    canvas.text(start, top + 67, fit_line(_kind(one, say), "italic", TYPE, room), "italic", TYPE)
    _strength(canvas, one, (start, top + 78, room), say)


def _kind(one: CharacterView, say: Say) -> str:
    if one.ally:
        return say("card.ally")
    race = say(f"race.{one.race}")
    return f"{race} · {say('card.apprentice')}" if one.apprentice else race


def _strength(canvas: Canvas, one: CharacterView, place: tuple[int, int, int], say: Say) -> None:
    """What is left is red, what spells took is blue, wounds stay light; below, the losses in words."""
    left, top, room = place
    spent = max(0, one.full - one.wounds - one.strength)
    full = max(one.full, 1)
    parts = [(min(max(one.strength, 0) / full, 1.0), palette.RED), (min(spent / full, 1.0), palette.WATER)]
    cards.bar(canvas, (left, top, left + room - BESIDE_BAR, top + BAR), parts if one.strength > 0 else [], one.full)
    canvas.text(left + room - BESIDE_BAR + 10, top + BAR - 4, f"{one.strength}/{one.full}", "bold", 30)
    face: Face = "bold" if plights_of(one) else "text"
    canvas.text(left, top + BAR + 27, fit_line(_losses(one, spent, say), face, TYPE, room), face, TYPE)


def _losses(one: CharacterView, spent: int, say: Say) -> str:
    """What has befallen the character, wounds, and strength that went into spells."""
    told = [say(f"card.{what}") for what in plights_of(one)]
    if one.wounds and "dead" not in plights_of(one):
        told.append(say("card.wounds", wounds=one.wounds))
    if spent and one.alive:
        told.append(say("card.spent", spent=spent))
    return " · ".join(told) or say("card.unhurt")


def _figures(one: CharacterView, say: Say) -> list[Chip]:
    """Figures with their names, and the potential under each of the three suns."""
    found = [Chip(None, f"{say(f'card.{what}')} {value}") for what, value in _numbers(one)]
    if not any(one.potential):
        return found
    return [
        *found,
        Chip(None, say("card.magic"), label=True),
        *(Chip(pictograms.sun(colour, SUN), f"{value}") for colour, value in zip(COLOURS, one.potential, strict=True)),
    ]


def _numbers(one: CharacterView) -> list[tuple[str, str]]:
    extra = (("armour", f"{one.armour}"), ("absorbs", f"{one.absorbs}"), ("might", f"+{one.might}"))
    there = [pair for pair, value in zip(extra, (one.armour, one.absorbs, one.might), strict=True) if value]
    return [("dexterity", f"{one.dexterity}"), ("resistance", f"{one.resistance}"), *there]


def _weapons(one: CharacterView, say: Say) -> list[Chip]:
    """Weapons with the skill in each, the one in the hand first and in bold, and told where there is a choice."""
    kinds = sorted(one.weapons, key=lambda kind: kind != one.in_hand)
    held = one.in_hand if len(kinds) > 1 else ""
    return [_weapon(kind, one.weapon_skill.get(kind, 0), kind == held, say) for kind in kinds]


def _weapon(kind: str, skill: int, in_hand: bool, say: Say) -> Chip:
    words = say(f"weapon.{kind}") + (f" +{skill}" if skill else "")
    return Chip(icon(kind, SIGN), f"{words} – {say('card.in_hand')}" if in_hand else words, in_hand)


def _spells(one: CharacterView, say: Say) -> list[Chip]:
    """Spells of this adventure; limited ones with how often they still can be cast."""
    ready = one.spells or one.usable
    return [Chip(None, say(f"spell.{spell}") + _left(one.uses.get(spell))) for spell in ready]


def _left(uses: int | None) -> str:
    return "" if uses is None else f" ×{uses}"


def _items(items: Iterable[ItemView], say: Say) -> list[Chip]:
    """Finds with their icons; those of one name are counted, and what they are worth added up."""
    alike: Counter[tuple[str, str, str, int]] = Counter()
    worth: Counter[tuple[str, str, str, int]] = Counter()
    for item in items:
        key = (item.kind, item.name, clean_line(display_name(item.title, say)), item.plus)
        alike[key] += 1
        worth[key] += item.worth
    return [
        Chip(
            icon_of(key[0], key[1], SIGN),
            key[2]
            + (f" +{key[3]}" if key[3] else "")
            + (f" ×{count}" if count > 1 else "")
            + (f" · {say('card.worth', worth=worth[key])}" if worth[key] else ""),
        )
        for key, count in alike.items()
    ]


def _purse(one: CharacterView, say: Say) -> list[Chip]:
    """Gold, and what all treasure is worth together if that is more; charmed monsters have no purse."""
    if one.ally and not one.wealth:
        return []
    found = [Chip(pictograms.coin(SIGN - 2), say("party.gold", gold=one.gold), True)]
    if one.wealth > one.gold:
        found.append(Chip(icon("wealth", SIGN), say("card.wealth", wealth=one.wealth)))
    return found


def _experience(one: CharacterView, say: Say) -> list[Chip]:
    """The points, a bar that is full at the next improvement, and how many improvements can be bought."""
    part = one.experience % one.lesson / one.lesson
    ready = say("card.improvements", number=one.improvements) if one.improvements else _to_go(one)
    return [
        Chip(icon("experience", SIGN), f"{one.experience}", True),
        Chip(bar(part, palette.GOLD, 10, STEP_BAR), ready, bool(one.improvements)),
    ]


def _to_go(one: CharacterView) -> str:
    return f"{one.experience % one.lesson}/{one.lesson}"
