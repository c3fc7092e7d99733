"""One character's card: who it is, how strong, what it has, what it can do."""

from __future__ import annotations

from typing import Final

from images import marks, mount, palette, pictograms
from images.blocks import LABEL, Block, Chip, chips, label_block, paragraph, stack, thin_rule
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import chambers, equipment, finds, pieces
from images.labirynt_czarnoksieznika.plan import numeral
from images.labirynt_czarnoksieznika.portraits import portrait
from images.labirynt_czarnoksieznika.teams import befallen_of, plight_sign
from images.lettering import Say, display_name, fit_line, shrink_to_fit
from images.mount import PADDING, ROOM
from rules.labirynt_czarnoksieznika.view import CardView, TokenView

PORTRAIT: Final = 168
HEAD: Final = PORTRAIT + 16
NAME: Final = 38
NAME_LEAST: Final = 26
TEXT: Final = 24
HEART: Final = 40
BADGE: Final = 33
"""Radius of the disc with the sign of what has befallen, in pixels."""
SIGN: Final = 32
STRENGTH: Final = 46


def draw_card(card: CardView, say: Say) -> bytes:
    """A character's card as a PNG, 800 pixels wide."""
    head = Block(HEAD, lambda canvas, left, top: _head(canvas, card, (left, top), say))
    return mount.sheet(stack([head, *_sections(card, say)]))


def _sections(card: CardView, say: Say) -> list[Block]:
    """What the card says, line by line; no line for what there is no place for."""
    room = ROOM - LABEL
    listed = [
        label_block(say("plan.card.ability"), _ability(card, room, say)),
        label_block(say("plan.card.hand"), chips([_hand(card, say)], room)),
    ]
    if card.slots or card.worn:
        listed.append(label_block(say("plan.card.armour"), chips(_worn(card, say), room)))
    listed.append(label_block(say("plan.card.pack"), _pack(card, room, say)))
    if card.has_rune:
        listed.append(label_block(say("plan.card.rune"), chips([_rune(card, say)], room)))
    listed.append(label_block(say("plan.card.magic"), chips(_magic(card, say), room)))
    return [row for block in listed for row in (thin_rule(ROOM), block)]


def _ability(card: CardView, room: int, say: Say) -> Block:
    """What it is called, and below what it does."""
    name = display_name(card.ability, say)
    return stack(
        [chips([Chip(None, name[:1].upper() + name[1:], True)], room), paragraph(say(f"note.{card.ability.key}"), room)]
    )


def _head(canvas: Canvas, card: CardView, corner: tuple[int, int], say: Say) -> None:
    """Portrait, name, where it is, Life Points and Strength."""
    left, top = corner
    box = (left, top, left + PORTRAIT, top + PORTRAIT)
    canvas.block(box, palette.SHADE if card.state != "active" else palette.PAPER)
    canvas.frame(box, 2)
    canvas.stamp(portrait(card.id, PORTRAIT - 22), left + PORTRAIT // 2, top + PORTRAIT // 2)
    canvas.stamp(pieces.pawn(card.team, card.mark, 52), left + 30, top + PORTRAIT - 30)
    if befallen := befallen_of(card):
        canvas.stamp(pictograms.letter("", 10, BADGE), left + PORTRAIT - BADGE, top + PORTRAIT - BADGE)
        canvas.stamp(plight_sign(befallen, 44), left + PORTRAIT - BADGE, top + PORTRAIT - BADGE)
    start, room = left + PORTRAIT + PADDING, ROOM - PORTRAIT - PADDING
    words, size = shrink_to_fit(say(f"{card.name.key}.full"), "bold", NAME, NAME_LEAST, room)
    canvas.text(start, top + 34, words, "bold", size)
    canvas.text(start, top + 68, fit_line(_standing(card, say), "italic", TEXT, room), "italic", TEXT)
    equipment.life(canvas, card, start, top + 102, HEART)
    _strength(canvas, card, start, top + 146)


def _standing(card: CardView, say: Say) -> str:
    """Where it is, or that it is on no board; and that it is stunned."""
    if card.state != "active":
        return say(f"plan.{card.state}")
    where = say("plan.card.at", chamber=card.at, board=numeral(card.board))
    return f"{where} · {say('plan.stunned')}" if card.stunned else where


def _strength(canvas: Canvas, card: CardView, left: int, middle: int) -> None:
    """The card's Strength, and with what is in the hand."""
    canvas.stamp(marks.blades(36), left + 19, middle)
    more = f" + {card.hand.bonus}" if card.hand and card.hand.bonus else ""
    canvas.text(left + STRENGTH, middle + 12, f"{card.strength}{more}", "bold", 36)


def _named(token: TokenView, say: Say) -> Chip:
    bonus = f" +{token.bonus}" if token.bonus else ""
    return Chip(finds.held_token(token, SIGN), display_name(token.name, say) + bonus)


def _hand(card: CardView, say: Say) -> Chip:
    return _named(card.hand, say)._replace(strong=True) if card.hand else Chip(None, say("plan.card.empty"))


def _worn(card: CardView, say: Say) -> list[Chip]:
    """What is worn, and how many places are left."""
    return [_named(token, say) for token in card.worn] + _left(card.slots - len(card.worn), say)


def _pack(card: CardView, room: int, say: Say) -> Block:
    """What is in the Backpack and how much room is left for who may see it, else its boxes."""
    if not card.pack:
        return Block(equipment.BOX + 8, lambda canvas, left, top: equipment.backpack(canvas, card, left, top + 4))
    return chips([_named(token, say) for token in card.pack] + _left(card.boxes - len(card.pack), say), room)


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
