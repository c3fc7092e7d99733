"""A Seeker's sheet with everything on it."""

from __future__ import annotations

from typing import Final

from images import mount, palette
from images.blocks import LABEL, Block, Chip, chips, label_block, paragraph, stack, thin_rule
from images.canvas import Canvas
from images.cards import bar
from images.jaskinia import emblems, pieces, values
from images.lettering import Say, display_name, fit_line, shrink_to_fit
from images.mount import ROOM
from rules.jaskinia.view import CardView, SeekerView
from rules.kernel.words import Word

PORTRAIT: Final = 186
HEAD: Final = PORTRAIT + 16
NAME: Final = 40
NAME_LEAST: Final = 28
TEXT: Final = 24
SIGN: Final = 32
BAR: Final = 230
BAR_HIGH: Final = 24
TRIALS: Final = ("strength", "power", "wealth")
"""In the order in which they are told."""


def draw_seeker(seeker: SeekerView, say: Say) -> bytes:
    """A Seeker's sheet as a PNG, 800 pixels wide."""
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
    canvas.stamp(pieces.pawn(seeker.mark, 58), left + 24, top + PORTRAIT - 22)
    start, room = left + PORTRAIT + 20, ROOM - PORTRAIT - 20
    words, size = shrink_to_fit(display_name(seeker.name, say), "bold", NAME, NAME_LEAST, room)
    canvas.text(start, top + 34, words, "bold", size)
    canvas.text(start, top + 66, fit_line(_standing(seeker, say), "italic", TEXT, room), "italic", TEXT)
    values.large(canvas, seeker, (start, top + 84), say)


def _standing(seeker: SeekerView, say: Say) -> str:
    """Its alignment, and where it is."""
    character = say("cavepic.sheet.align", align=Word(f"alignment.{seeker.align}"))
    return f"{character} · {display_name(seeker.place, say)} ({seeker.at})"


def _hindrances(seeker: SeekerView, say: Say) -> list[Chip]:
    """What holds it up, and for how many turns."""
    found = (("lost", seeker.lost), ("slow", seeker.slow))
    return [Chip(None, say(f"cavepic.{what}", turns=turns)) for what, turns in found if turns]


def _sections(seeker: SeekerView, say: Say) -> list[Block]:
    """What the sheet says, line by line."""
    room = ROOM - LABEL
    held_up = _hindrances(seeker, say)
    listed = [
        *([("state", chips(held_up, room))] if held_up else []),
        ("ability", paragraph(seeker.said or say(seeker.ability), room)),
        ("items", chips(_items(seeker, say), room)),
        ("followers", chips(_named(seeker.followers, say), room)),
        ("trophies", _trophies(seeker, room, say)),
        *([("growth", _growth(seeker, say))] if seeker.cave_cards_needed else []),
        ("spells", chips(_spells(seeker, say), room)),
        ("trials", chips(_trials(seeker, say), room)),
    ]
    return [
        row for label, block in listed for row in (thin_rule(ROOM), label_block(say(f"cavepic.sheet.{label}"), block))
    ]


def _growth(seeker: SeekerView, say: Say) -> Block:
    """How far the next own Power is."""
    return _progress(seeker.cave_cards, seeker.cave_cards_needed, say("cavepic.sheet.cave_cards"))


def _named(cards: tuple[CardView, ...], say: Say) -> list[Chip]:
    """Cards by emblem and name."""
    found = [Chip(emblems.card(card.id, SIGN, card.type), display_name(card.name, say)) for card in cards]
    return found or [Chip(None, say("cavepic.sheet.none"))]


def _items(seeker: SeekerView, say: Say) -> list[Chip]:
    """Items, and how many more there is room for."""
    free = seeker.room - len(seeker.items)
    held = _named(seeker.items, say) if seeker.items else []
    return held + ([Chip(None, say("cavepic.sheet.free", free=free))] if free > 0 else [])


def _trophies(seeker: SeekerView, room: int, say: Say) -> Block:
    """What was killed, with its Strength, and how far the next own Strength is."""
    signs = [
        Chip(emblems.card(card.id, SIGN, card.type), f"{display_name(card.name, say)} {card.rank}")
        for card in seeker.trophies
    ]
    progress = _progress(seeker.points, seeker.points_needed, say("cavepic.sheet.points"))
    return stack([chips(signs, room), progress]) if signs else progress


def _progress(now: int, needed: int, words: str) -> Block:
    """A bar with a notch for each point, and its words."""

    def paint(canvas: Canvas, left: int, top: int) -> None:
        part = min(now / needed, 1.0) if needed else 0.0
        bar(canvas, (left, top + 8, left + BAR, top + 8 + BAR_HIGH), [(part, palette.GOLD)], needed)
        line = fit_line(f"{now}/{needed}  {words}", "text", TEXT - 1, ROOM - LABEL - BAR - 14)
        canvas.text(left + BAR + 14, top + 29, line, "text", TEXT - 1)

    return Block(42, paint)


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
