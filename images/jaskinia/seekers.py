"""All players at a glance: who is where, how strong, with what; the dead, too."""

from __future__ import annotations

from typing import Final

from images import marks, page, palette
from images.canvas import Canvas
from images.cards import bar, ground
from images.jaskinia import emblems, pieces, values
from images.jaskinia.plan import is_acting
from images.jaskinia.sheet import TRIALS, draw_seeker
from images.lettering import Say, display_name, fit_line, shrink_to_fit, width
from images.plights import plight
from rules.jaskinia.view import PlayerView, SeekerView, View
from rules.kernel.words import Term

__all__ = ["draw_seeker", "draw_seekers"]

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
MARGIN: Final = 24
GAP: Final = 16
TALL: Final = 156
"""Height of a player's panel, in pixels."""
LOW: Final = 76
"""The same of one whose Seeker is dead."""
PORTRAIT: Final = 130
NAME: Final = 28
NAME_LEAST: Final = 20
TEXT: Final = 22
PLACE: Final = 290
"""Room for where somebody is, in pixels."""
SIGN: Final = 30
BOX: Final = 36
"""Side of the box of an Item, in pixels."""
EDGE: Final = 5
"""Width of the red edge around whose turn it is, in pixels."""
FATES: Final = {"dead": "dead", "out": "lost"}
"""The signs of what has befallen."""
START: Final = MARGIN + PORTRAIT + 26
END: Final = WIDTH - MARGIN - 12


def draw_seekers(view: View, say: Say) -> bytes:
    """All players as a PNG, 800 pixels wide, one below the other."""
    heights = [TALL if player.seeker else LOW for player in view.players]
    canvas = Canvas(WIDTH, page.HEADING + sum(heights) + len(heights) * GAP + 10)
    page.draw_frame(canvas, say("cavepic.seekers", round=view.round))
    top = page.HEADING
    for player, height in zip(view.players, heights, strict=True):
        _panel(canvas, player, view, (MARGIN, top, WIDTH - MARGIN, top + height), say)
        top += height + GAP
    return canvas.png()


def _panel(canvas: Canvas, player: PlayerView, view: View, box: tuple[int, int, int, int], say: Say) -> None:
    if player.seeker and is_acting(player.seeker, view):
        around = (box[0] - EDGE, box[1] - EDGE, box[2] + EDGE, box[3] + EDGE)
        canvas.block(around, palette.RED)
        canvas.frame(around, 1)
    ground(canvas, box)
    if player.seeker is None:
        canvas.block((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), palette.SHADE)
        _dead(canvas, player, view, box[1], say)
    else:
        _alive(canvas, player, player.seeker, view, box[1], say)


def _dead(canvas: Canvas, player: PlayerView, view: View, top: int, say: Say) -> None:
    """Who died, and whether somebody else will come; or that nobody has come yet."""
    middle = top + LOW // 2
    canvas.stamp(pieces.pawn(player.mark, 48), MARGIN + 40, middle)
    state = "out" if player.out else _outside(player) or ("dead" if player.last else "waiting")
    fate = "outside" if view.beside and state in ("dead", "waiting") else state
    if state in FATES:
        canvas.stamp(plight(FATES[state], 48), MARGIN + 104, middle)
    room = END - START
    words, size = shrink_to_fit(_title(player, player.guest or player.last, say), "bold", NAME, NAME_LEAST, room)
    canvas.text(START, top + 34, words, "bold", size)
    canvas.text(START, top + 62, fit_line(say(f"cavepic.{fate}"), "italic", TEXT, room), "italic", TEXT)


def _outside(player: PlayerView) -> str:
    """Of a guest: whether it is coming in; '' where there is none."""
    return ("coming" if player.coming else "outside") if player.guest else ""


def _title(player: PlayerView, seeker: Term | None, say: Say) -> str:
    return say("cavepic.player", seeker=seeker, who=player.seat) if seeker else say("cavepic.nobody", who=player.seat)


def _alive(canvas: Canvas, player: PlayerView, seeker: SeekerView, view: View, top: int, say: Say) -> None:
    left = MARGIN + 12
    canvas.stamp(emblems.seeker(seeker.id, PORTRAIT), left + PORTRAIT // 2, top + 10 + PORTRAIT // 2)
    canvas.stamp(pieces.pawn(player.mark, 46), left + 18, top + TALL - 28)
    if view.winner == player.seat:
        canvas.stamp(plight("winner", 46), left + PORTRAIT - 20, top + 26)
    place = fit_line(f"{display_name(seeker.place, say)} ({seeker.at})", "italic", TEXT, PLACE)
    wide = round(width(place, "italic", TEXT))
    canvas.text(END - wide, top + 33, place, "italic", TEXT)
    words, size = shrink_to_fit(_title(player, seeker.name, say), "bold", NAME, NAME_LEAST, END - START - wide - 16)
    canvas.text(START, top + 34, words, "bold", size)
    _figures(canvas, seeker, top + 60)
    _belongings(canvas, seeker, top + 98)
    _growth(canvas, seeker, top + 134)


def _figures(canvas: Canvas, seeker: SeekerView, middle: int) -> None:
    """Strength, Power, Endurance, gold."""
    at = values.draw_signed_figure(canvas, marks.blades(28), str(seeker.strength), START, middle, 30) + 16
    at = values.draw_signed_figure(canvas, pieces.power(30), str(seeker.power), at, middle, 30) + 16
    at = values.hearts(canvas, seeker, at, middle, 24) + 14
    values.purse(canvas, seeker.gold, at, middle, 28)


def _belongings(canvas: Canvas, seeker: SeekerView, middle: int) -> None:
    """Items in their boxes, then Followers."""
    at = START
    for number in range(max(seeker.room, len(seeker.items))):
        box = (at, middle - BOX // 2, at + BOX, middle + BOX // 2)
        full = number < len(seeker.items)
        canvas.block(box, palette.FLOOR if full else palette.SHADE)
        canvas.frame(box, 2 if full else 1)
        if full:
            card = seeker.items[number]
            canvas.stamp(emblems.card(card.id, BOX - 8, card.type), at + BOX // 2, middle)
        at += BOX + 4
    at += 14
    for card in seeker.followers:
        if at + BOX > END:
            canvas.text(at, middle + 8, "…", "bold", TEXT)
            return
        canvas.stamp(emblems.card(card.id, BOX, card.type), at + BOX // 2, middle)
        at += BOX + 6


def _growth(canvas: Canvas, seeker: SeekerView, middle: int) -> None:
    """Trophies and Cave cards on the way to the next own value, Spells, trials."""
    at = START
    for sign, now, needed in (
        (emblems.type_sign("animal", 26), seeker.points, seeker.points_needed),
        (pieces.back("cave", 30), seeker.cave_cards, seeker.cave_cards_needed),
    ):
        if not needed:
            continue
        canvas.stamp(sign, at + 14, middle)
        part = min(now / needed, 1.0) if needed else 0.0
        bar(canvas, (at + 32, middle - 9, at + 132, middle + 9), [(part, palette.GOLD)], needed)
        at += 132 + 16
    for number, trial in enumerate(TRIALS):
        canvas.stamp(pieces.trial(trial, trial in seeker.trials, SIGN), at + 16 + number * 34, middle)
    at += 3 * 34 + 16
    for _ in range(seeker.spells_held):
        canvas.stamp(pieces.back("spells", SIGN + 4), at + 14, middle)
        at += 30
