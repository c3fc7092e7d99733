"""Draws a fight with its values and dice, and the discovery of the Crystal Chamber."""

from __future__ import annotations

from math import cos, pi, sin

from images import layout, moment_card, signs, versus
from images.canvas import Canvas, Sketch, Sprite
from images.clashes import Outcome
from images.jaskinia import tokens
from images.layout import TYPE, WIDTH
from images.lettering import Say, display_name, fit_line, width, wrap_words
from images.moments import Moment
from images.palette import FLOOR, PAPER, SHADE, WATER, Point
from images.versus import OPPOSED_PANEL, OPPOSED_PORTRAIT, Part
from rules.jaskinia.view import FightView, SeekerView, SideView, View
from rules.kernel.words import Term, Word

LINES = 2
SHOWN = 4
"""Maximum number of opponents whose emblems are shown."""


def draw_fight(fight: FightView, say: Say, ended: Outcome | None = None) -> bytes:
    """Return a fight as a PNG of page width, with the acting side on the left.

    ``ended`` adds the winner and the wounds.
    """
    title = say(f"cavefight.{fight.kind}")
    canvas = versus.open_page(title[:1].upper() + title[1:])
    for side, left in zip((fight.own, fight.other), versus.SIDES, strict=True):
        _draw_side(canvas, fight, side, left, say)
    versus.mark_sides(canvas, _outcome_in_turn_order(fight, ended))
    versus.place_between(canvas, signs.swords(60) if fight.kind == "fight" else tokens.power(56))
    return canvas.png()


def _outcome_in_turn_order(fight: FightView, ended: Outcome | None) -> Outcome | None:
    """Put the side whose turn it is first."""
    return Outcome(ended.other, ended.own) if ended and ended.other.names == fight.own.names else ended


def portraits(ended: Outcome) -> list[list[Sprite]]:
    """Return the portraits of both sides, for a strip."""
    return [[_sprite_by_name(name) for name in side.names] for side in ended]


def _sprite_by_name(name: Term) -> Sprite:
    """Return the portrait of a Seeker, an Enemy or a guardian; a plain string names a guest Seeker."""
    key = f"seeker.{name}" if isinstance(name, str) else name.key
    kind, _, id = key.partition(".")
    if kind == "seeker":
        return tokens.seeker(id, versus.PORTRAIT)
    return tokens.guardian(key, versus.PORTRAIT) if kind == "caveguardian" else tokens.card(id, versus.PORTRAIT)


def draw_moment(moment: Moment, below: Canvas | None = None) -> Canvas:
    """Draw the card of a great moment, above the picture ``below`` if given."""
    face = tokens.seeker(moment.portrait, moment_card.PORTRAIT)
    sign = _sign_of(moment.sign, moment_card.SIGN)
    return moment_card.draw_card(moment, face, sign, lambda mark, size: tokens.pawn(int(mark), size), below)


def _sign_of(sign: str, size: int) -> Sprite:
    """Return the sign of a moment's subject: Gates, a trial, Strength, Power; swords for a death."""
    kind, _, which = sign.partition(".")
    match kind:
        case "gate":
            return tokens.gate(True, size)
        case "crystal":
            return tokens.crystal(size)
        case "trial":
            return tokens.trial(which, True, size)
        case "power":
            return tokens.power(size)
        case "strength":
            return signs.blades(size)
        case _:
            return signs.swords(size)


def _draw_side(canvas: Canvas, fight: FightView, side: SideView, left: int, say: Say) -> None:
    versus.panel(canvas, left, sum_of(fight, side))
    shown = [card.id for card in side.cards[:SHOWN]] or [side.seeker]
    pitch = OPPOSED_PANEL // max(1, len(shown))
    size = min(OPPOSED_PORTRAIT, pitch - 10)
    for number, sprite_of in enumerate(shown):
        canvas.stamp(_portrait(side, sprite_of, size), left + pitch * number + pitch // 2, versus.PORTRAITS)
    if side.mark:
        canvas.stamp(tokens.pawn(side.mark, 48), left + OPPOSED_PANEL // 2 - size // 2 + 10, versus.MARKS - 8)
    _draw_names(canvas, [display_name(name, say) for name in side.names], left + OPPOSED_PANEL // 2, versus.NAMED)


def _draw_names(canvas: Canvas, names: list[str], middle: int, base: int) -> None:
    if len(names) == 1:
        versus.write_name(canvas, names[0], middle, base, OPPOSED_PANEL - 16)
        return
    lines = wrap_words(", ".join(names), "bold", TYPE, OPPOSED_PANEL - 16)
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], fit_line(" ".join(lines[LINES - 1 :]), "bold", TYPE, OPPOSED_PANEL - 16)]
    for number, line in enumerate(lines):
        canvas.text(middle, base - 12 + number * (versus.SECOND), line, "bold", TYPE, True)


def _portrait(side: SideView, id: str, size: int) -> Sprite:
    if side.seeker:
        return tokens.seeker(id, size)
    if not side.cards:
        name = side.names[0] if side.names else ""
        return tokens.guardian(name if isinstance(name, str) else name.key, size)
    return tokens.card(id, size, next(card.type for card in side.cards if card.id == id))


def sum_of(fight: FightView, side: SideView) -> list[Part]:
    """Return the parts of the sum: value + die, with the bonus of Spells, = total. A die not yet rolled is empty."""
    sign = signs.blades(36) if fight.kind == "fight" else tokens.power(38)
    return versus.sum_of(sign, side.value - side.bonus, side.die, side.bonus)


HALL = 226
"""Height of the hall, in pixels."""
STONE = 150
FACE = 132
SIGN = 64
RAYS = 24
WIDE = 0.22
"""Half the width of a ray, as a fraction of the distance to the next ray."""
GLOW = 94
EDGE = 24
ROOM = WIDTH - 2 * EDGE
ROW = 132
TRIALS_AT = (112, 306, 508)
"""Centres of the trials in pixels; the last trial has the longest name."""
NAMED = 226
HEIGHT = layout.HEADING + HALL + ROW


def draw_discovery(view: View, say: Say, finder: SeekerView) -> bytes:
    """Return the discovery of the Crystal Chamber as a PNG of page width."""
    canvas = Canvas(WIDTH, HEIGHT)
    there = next(area for area in view.areas if area.id == view.crystal)
    layout.draw_frame(canvas, f"{say('cavepic.legend.crystal')} · {there.chamber or there.id}")
    middle = layout.HEADING + HALL // 2
    canvas.stamp(_draw_hall(), WIDTH // 2, middle)
    canvas.frame((EDGE, layout.HEADING, WIDTH - EDGE, layout.HEADING + HALL))
    canvas.stamp(tokens.crystal(STONE), WIDTH // 2, middle)
    canvas.stamp(tokens.seeker(finder.id, FACE), WIDTH // 5, middle + 20)
    canvas.stamp(tokens.pawn(finder.mark, 48), WIDTH // 5 - FACE // 2, middle + 20 + FACE // 3)
    name = fit_line(display_name(finder.name, say), "bold", TYPE, WIDTH // 3)
    canvas.block(
        (EDGE + 6, layout.HEADING + HALL - 40, EDGE + 14 + round(width(name, "bold", TYPE)), layout.HEADING + HALL - 6),
        PAPER,
    )
    canvas.text(EDGE + 10, layout.HEADING + HALL - 14, name, "bold", TYPE)
    _draw_trials(canvas, say)
    return canvas.png()


def _draw_hall() -> Sprite:
    sketch = Sketch(ROOM, HALL)
    x, y = ROOM / 2, HALL / 2
    sketch.shape([(0, 0), (ROOM, 0), (ROOM, HALL), (0, HALL)], SHADE)
    for ray in range(RAYS):
        sketch.shape([(x, y), *(_point_at(ray + side, ROOM) for side in (-WIDE, WIDE))], FLOOR)
    sketch.circle(x, y, GLOW, FLOOR, line=2)
    sketch.circle(x, y, GLOW - 12, WATER)
    for ray in range(RAYS):
        sketch.line([_point_at(ray + 0.5, GLOW + 8), _point_at(ray + 0.5, GLOW + 30 + 22 * (ray % 2))], 3)
    return sketch.sprite()


def _point_at(ray: float, far: float) -> Point:
    """Return the point ``ray`` rays around the stone and ``far`` units from it."""
    turn = 2 * pi * ray / RAYS
    return ROOM / 2 + far * cos(turn), HALL / 2 + far * sin(turn)


def _draw_trials(canvas: Canvas, say: Say) -> None:
    """Draw the trials side by side, none of them passed."""
    top = layout.HEADING + HALL
    for trial, middle in zip(tokens.TRIALS, TRIALS_AT, strict=True):
        canvas.stamp(tokens.trial(trial, False, SIGN), middle, top + 14 + SIGN // 2)
        canvas.fitted_text(
            middle, top + SIGN + 44, display_name(Word(f"cavetrial.{trial}"), say), NAMED, "text", TYPE, True
        )
