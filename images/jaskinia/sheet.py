"""A Seeker's sheet with everything on it."""

from __future__ import annotations

from typing import Final

from images import mount, palette
from images.blocks import Block, Chip, bar, paragraph, section, stack, thin_rule
from images.canvas import Canvas
from images.jaskinia import emblems, pieces, values
from images.lettering import Say, display_name, fit_line, shrink_to_fit
from images.mount import ROOM
from images.page import TYPE
from rules.jaskinia.view import CardView, SeekerView
from rules.kernel.words import Word

PORTRAIT: Final = 170
HEAD: Final = PORTRAIT + 56
NAME: Final = 38
SIGN: Final = 34
BAR: Final = 170
TRIALS: Final = ("strength", "power", "wealth")
"""In the order in which they are told."""


def draw_seeker(seeker: SeekerView, say: Say) -> bytes:
    """A Seeker's sheet as a PNG as wide as a page."""
    head = Block(HEAD, lambda canvas, left, top: _head(canvas, seeker, (left, top), say))
    return mount.sheet(stack([head, *_sections(seeker, say)]))


def _head(canvas: Canvas, seeker: SeekerView, corner: tuple[int, int], say: Say) -> None:
    """Portrait, name, alignment and place, and the values."""
    left, top = corner
    box = (left, top, left + PORTRAIT, top + PORTRAIT)
    canvas.block(box, palette.PAPER)
    canvas.frame(box, 2)
    middle = (left + PORTRAIT // 2, top + PORTRAIT // 2)
    canvas.stamp(emblems.seeker(seeker.id, PORTRAIT - 14), *middle)
    canvas.stamp(pieces.pawn(seeker.mark, 48), left + 26, top + PORTRAIT + 28)
    start, room = left + PORTRAIT + 20, ROOM - PORTRAIT - 20
    words, size = shrink_to_fit(display_name(seeker.name, say), "bold", NAME, TYPE, room)
    canvas.text(start, top + 34, words, "bold", size)
    canvas.text(start, top + 66, fit_line(_standing(seeker, say), "italic", TYPE, room), "italic", TYPE)
    values.large(canvas, seeker, (start, top + 96), say)


def _standing(seeker: SeekerView, say: Say) -> str:
    """Where it is."""
    return f"{display_name(seeker.place, say)} ({seeker.at})"


def _state(seeker: SeekerView, say: Say) -> list[Chip]:
    """Its alignment, what holds it up, and for how many turns."""
    align = say("cavepic.sheet.align", align=Word(f"alignment.{seeker.align}"))
    found = (("lost", seeker.lost), ("slow", seeker.slow))
    return [Chip(None, align), *(Chip(None, say(f"cavepic.{what}", turns=turns)) for what, turns in found if turns)]


def _sections(seeker: SeekerView, say: Say) -> list[Block]:
    """What the sheet says, line by line."""
    parts: tuple[tuple[str, list[Chip]], ...] = (
        ("state", _state(seeker, say)),
        ("items", _items(seeker, say)),
        ("followers", _named(seeker.followers, say)),
        ("trophies", _trophies(seeker, say)),
        ("growth", _growth(seeker, say)),
        ("spells", _spells(seeker, say)),
        ("trials", _trials(seeker, say)),
    )
    blocks = [section(say(f"cavepic.sheet.{label}"), found, ROOM) for label, found in parts if found]
    return [
        row
        for block in (paragraph(seeker.said or say(seeker.ability), ROOM), *blocks)
        for row in (thin_rule(ROOM), block)
    ]


def _growth(seeker: SeekerView, say: Say) -> list[Chip]:
    """How far the next own Power is; nothing where cards do not count."""
    needed = seeker.cave_cards_needed
    return [_progress(seeker.cave_cards, needed, say("cavepic.sheet.cave_cards"))] if needed else []


def _named(cards: tuple[CardView, ...], say: Say) -> list[Chip]:
    """Cards by emblem and name."""
    found = [Chip(emblems.card(card.id, SIGN, card.type), display_name(card.name, say)) for card in cards]
    return found or [Chip(None, say("cavepic.sheet.none"))]


def _items(seeker: SeekerView, say: Say) -> list[Chip]:
    """Items, and how many more there is room for."""
    free = seeker.room - len(seeker.items)
    held = _named(seeker.items, say) if seeker.items else []
    return held + ([Chip(None, say("cavepic.sheet.free", free=free))] if free > 0 else [])


def _trophies(seeker: SeekerView, say: Say) -> list[Chip]:
    """What was killed, with its Strength, and how far the next own Strength is."""
    signs = [
        Chip(emblems.card(card.id, SIGN, card.type), f"{display_name(card.name, say)} {card.rank}")
        for card in seeker.trophies
    ]
    return [*signs, _progress(seeker.points, seeker.points_needed, say("cavepic.sheet.points"))]


def _progress(now: int, needed: int, words: str) -> Chip:
    """A bar with a notch for each point, and its words."""
    part = min(now / needed, 1.0) if needed else 0.0
    return Chip(bar(part, palette.GOLD, needed, BAR), f"{now}/{needed} {words}")


def _spells(seeker: SeekerView, say: Say) -> list[Chip]:
    """The Spells for who may see them, backs for everybody else; and how many may be held."""
    if seeker.spells is None:
        held = [Chip(pieces.back("spells", SIGN), "") for _ in range(seeker.spells_held)]
    else:
        held = [Chip(emblems.spell(spell.id, SIGN), display_name(spell.name, say)) for spell in seeker.spells]
    return [*held, Chip(None, say("cavepic.sheet.limit", held=seeker.spells_held, limit=seeker.limit))]


def _trials(seeker: SeekerView, say: Say) -> list[Chip]:
    """All three trials, those passed in bold."""
    return [
        Chip(pieces.trial(trial, trial in seeker.trials, SIGN), say(f"cavetrial.{trial}"), trial in seeker.trials)
        for trial in TRIALS
    ]
