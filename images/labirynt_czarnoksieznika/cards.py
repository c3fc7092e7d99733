"""One character's card: who it is, how strong, what it has, what it can do."""

from __future__ import annotations

from typing import Final

from images import marks, mount, palette, pictograms
from images.blocks import Block, Chip, paragraph, section, stack, thin_rule
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import chambers, equipment, finds, pieces
from images.labirynt_czarnoksieznika.plan import numeral
from images.labirynt_czarnoksieznika.portraits import portrait
from images.labirynt_czarnoksieznika.teams import befallen_of, plight_sign, strength_in_words
from images.lettering import Say, display_name, fit_line, shrink_to_fit
from images.mount import PADDING, ROOM
from images.page import TYPE
from rules.labirynt_czarnoksieznika.view import CardView, TokenView

PORTRAIT: Final = 168
HEAD: Final = PORTRAIT + 12
NAME: Final = 36
PAWN: Final = 46
HEART: Final = 36
BADGE: Final = 33
"""Radius of the disc with the sign of what has befallen, in pixels."""
SIGN: Final = 34
STRENGTH: Final = 44


def draw_card(card: CardView, say: Say) -> bytes:
    """A character's card as a PNG as wide as a page."""
    head = Block(HEAD, lambda canvas, left, top: _head(canvas, card, (left, top), say))
    return mount.sheet(stack([head, *_sections(card, say)]))


def _sections(card: CardView, say: Say) -> list[Block]:
    """What the card says, line by line; no line for what there is no place for."""
    listed = [
        _ability(card, say),
        section(say("plan.card.hand"), [_hand(card, say)], ROOM),
    ]
    if card.slots or card.worn:
        listed.append(section(say("plan.card.armour"), _worn(card, say), ROOM))
    listed.append(section(say("plan.card.pack"), _pack(card, say), ROOM))
    if card.has_rune:
        listed.append(section(say("plan.card.rune"), [_rune(card, say)], ROOM))
    listed.append(section(say("plan.card.magic"), _magic(card, say), ROOM))
    return [row for block in listed for row in (thin_rule(ROOM), block)]


def _ability(card: CardView, say: Say) -> Block:
    """What it is called, and below what it does."""
    name = display_name(card.ability, say)
    called = section(say("plan.card.ability"), [Chip(None, name[:1].upper() + name[1:], True)], ROOM)
    return stack([called, paragraph(say(f"note.{card.ability.key}"), ROOM)])


def _head(canvas: Canvas, card: CardView, corner: tuple[int, int], say: Say) -> None:
    """Portrait, name, where it is, Life Points and Strength."""
    left, top = corner
    box = (left, top, left + PORTRAIT, top + PORTRAIT)
    canvas.block(box, palette.SHADE if card.state != "active" else palette.PAPER)
    canvas.frame(box, 2)
    canvas.stamp(portrait(card.id, PORTRAIT - 22), left + PORTRAIT // 2, top + PORTRAIT // 2)
    if befallen := befallen_of(card):
        canvas.stamp(pictograms.letter("", 10, BADGE), left + PORTRAIT - BADGE, top + PORTRAIT - BADGE)
        canvas.stamp(plight_sign(befallen, 44), left + PORTRAIT - BADGE, top + PORTRAIT - BADGE)
    start, room = left + PORTRAIT + PADDING, ROOM - PORTRAIT - PADDING
    words, size = shrink_to_fit(say(f"{card.name.key}.full"), "bold", NAME, TYPE, room)
    canvas.text(start, top + 32, words, "bold", size)
    canvas.stamp(pieces.pawn(card.team, card.mark, PAWN), start + PAWN // 2, top + 62)
    beside = start + PAWN + 8
    line = fit_line(_standing(card, say), "italic", TYPE, room - PAWN - 8)
    canvas.text(beside, top + 72, line, "italic", TYPE)
    after = equipment.life(canvas, card, start, top + 108, HEART)
    if card.stunned:
        canvas.text(after + 10, top + 118, say("plan.stunned"), "italic", TYPE)
    _strength(canvas, card, start, top + 150, say)


def _standing(card: CardView, say: Say) -> str:
    """Where it is, or that it is on no board."""
    if card.state != "active":
        return say(f"plan.{card.state}")
    return say("plan.card.at", chamber=card.at, board=numeral(card.board))


def _strength(canvas: Canvas, card: CardView, left: int, middle: int, say: Say) -> None:
    """The card's Strength, and with what is in the hand."""
    canvas.stamp(marks.blades(34), left + 18, middle)
    said = f"{say('plan.card.strength')} {strength_in_words(card, ' + ')}"
    canvas.text(left + STRENGTH, middle + 11, said, "bold", TYPE + 4)


def _named(token: TokenView, say: Say) -> Chip:
    bonus = f" +{token.bonus}" if token.bonus else ""
    return Chip(finds.held_token(token, SIGN), display_name(token.name, say) + bonus)


def _hand(card: CardView, say: Say) -> Chip:
    return _named(card.hand, say)._replace(strong=True) if card.hand else Chip(None, say("plan.card.empty"))


def _worn(card: CardView, say: Say) -> list[Chip]:
    """What is worn, and how many places are left."""
    return [_named(token, say) for token in card.worn] + _left(card.slots - len(card.worn), say)


def _pack(card: CardView, say: Say) -> list[Chip]:
    """What is in the Backpack for who may see it, else how much, and how much room is left."""
    held = equipment.packed(card, SIGN) if card.pack is None else [_named(token, say) for token in card.pack]
    return held + _left(card.boxes - card.carried, say)


def _left(free: int, say: Say) -> list[Chip]:
    """How many places are left, if any are."""
    return [Chip(None, say("plan.card.free", free=free))] if free > 0 else []


def _rune(card: CardView, say: Say) -> Chip:
    words = say(f"plan.legend.{card.rune}") if card.rune else say("plan.card.hidden")
    return Chip(chambers.rune(card.rune or "", SIGN), words)


def _magic(card: CardView, say: Say) -> list[Chip]:
    """The kinds of scroll that it can cast."""
    kinds = [Chip(finds.pictogram(kind, SIGN), say(f"plan.card.{kind}")) for kind in card.magic]
    return kinds or [Chip(None, say("plan.card.none"))]
