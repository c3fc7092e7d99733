"""All players at a glance: who is where, how strong, with what; the dead, too."""

from __future__ import annotations

from typing import Final

from images import marks, page, palette
from images.blocks import Block, Chip, chips
from images.canvas import Canvas
from images.cards import ground
from images.jaskinia import emblems, pieces, values
from images.jaskinia.plan import is_acting
from images.jaskinia.sheet import TRIALS, draw_seeker
from images.lettering import Say, fit_line, width
from images.page import TYPE, WIDTH
from images.plights import plight
from rules.jaskinia.view import PlayerView, SeekerView, View
from rules.kernel.words import Term

__all__ = ["draw_seeker", "draw_seekers"]

MARGIN: Final = 20
GAP: Final = 14
LOW: Final = 80
"""Height of the panel of one whose Seeker is dead, in pixels."""
PORTRAIT: Final = 112
LINE: Final = 38
HEAD: Final = 88
"""Height of a name with the values below, in pixels."""
SIGN: Final = 30
PAWN: Final = 40
APART: Final = 12
EDGE: Final = 5
"""Width of the red edge around whose turn it is, in pixels."""
FATES: Final = {"dead": "dead", "out": "lost"}
"""The signs of what has befallen."""
START: Final = MARGIN + PORTRAIT + 24
END: Final = WIDTH - MARGIN - 10
ROOM: Final = END - START


def draw_seekers(view: View, say: Say) -> bytes:
    """All players as a PNG as wide as a page, one below the other."""
    heights = [_height(player.seeker) if player.seeker else LOW for player in view.players]
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
    words = _title(player, player.guest or player.last, say)
    canvas.text(START, top + 34, fit_line(words, "bold", TYPE, ROOM), "bold", TYPE)
    canvas.text(START, top + 66, fit_line(say(f"cavepic.{fate}"), "italic", TYPE, ROOM), "italic", TYPE)


def _outside(player: PlayerView) -> str:
    """Of a guest: whether it is coming in; '' where there is none."""
    return ("coming" if player.coming else "outside") if player.guest else ""


def _title(player: PlayerView, seeker: Term | None, say: Say) -> str:
    return say("cavepic.player", seeker=seeker, who=player.seat) if seeker else say("cavepic.nobody", who=player.seat)


def _height(seeker: SeekerView) -> int:
    """Height of a panel, in pixels: never lower than the portrait with the pawn below."""
    return max(PORTRAIT + 20, HEAD + _belongings(seeker).height + 6)


def _alive(canvas: Canvas, player: PlayerView, seeker: SeekerView, view: View, top: int, say: Say) -> None:
    """Who it is and where, its values, and what it has."""
    left = MARGIN + 10
    canvas.stamp(emblems.seeker(seeker.id, PORTRAIT), left + PORTRAIT // 2, top + 10 + PORTRAIT // 2)
    if view.winner == player.seat:
        canvas.stamp(plight("winner", 46), left + PORTRAIT - 20, top + 26)
    wide = round(width(seeker.at, "italic", TYPE))
    canvas.text(END - wide, top + 34, seeker.at, "italic", TYPE)
    canvas.stamp(pieces.pawn(player.mark, PAWN), START + PAWN // 2, top + 24)
    room = ROOM - PAWN - wide - 24
    canvas.text(
        START + PAWN + 8, top + 34, fit_line(_title(player, seeker.name, say), "bold", TYPE, room), "bold", TYPE
    )
    _figures(canvas, seeker, top + 64)
    _belongings(seeker).paint(canvas, START, top + HEAD)


def _figures(canvas: Canvas, seeker: SeekerView, middle: int) -> None:
    """Strength, Power, Endurance, gold."""
    at = values.draw_signed_figure(canvas, marks.blades(28), str(seeker.strength), START, middle, TYPE) + 14
    at = values.draw_signed_figure(canvas, pieces.power(30), str(seeker.power), at, middle, TYPE) + 14
    at = values.hearts(canvas, seeker, at, middle, 24) + 12
    values.purse(canvas, seeker.gold, at, middle, 28)


def _belongings(seeker: SeekerView) -> Block:
    """Items, Followers, what counts towards the next own value, Spells, trials that were passed."""
    held = [Chip(emblems.card(card.id, SIGN, card.type), "") for card in (*seeker.items, *seeker.followers)]
    grown = (
        (emblems.type_sign("animal", 26), seeker.points, seeker.points_needed),
        (pieces.back("cave", SIGN), seeker.cave_cards, seeker.cave_cards_needed),
    )
    growth = [Chip(sign, f"{now}/{needed}") for sign, now, needed in grown if now]
    spells = [Chip(pieces.back("spells", SIGN), f"×{seeker.spells_held}")] if seeker.spells_held else []
    passed = [Chip(pieces.trial(trial, True, SIGN), "") for trial in TRIALS if trial in seeker.trials]
    return chips([*held, *growth, *spells, *passed], ROOM, LINE, APART)
