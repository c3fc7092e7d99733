"""Draws a Seeker's sheet and an overview of all players."""

from __future__ import annotations

from images import cards, layout, palette, signs
from images.canvas import Canvas
from images.cards import CARD_ROOM
from images.jaskinia import tokens
from images.jaskinia.plan import is_acting
from images.layout import TYPE, WIDTH, Block, Chip, bar, chips, paragraph
from images.lettering import Say, display_name, width
from images.lineup import SIGN as LINEUP_SIGN
from images.lineup import Person, draw_lineup
from images.palette import Box
from images.signs import plight
from rules.jaskinia.view import CardView, PlayerView, SeekerView, View
from rules.kernel.words import Term, Word

PORTRAIT = 170
HEAD = PORTRAIT + 56
NAME = 38
SIGN = 34
BAR = 170
TRIALS = ("strength", "power", "wealth")
"""The trials in display order."""


def draw_seeker(seeker: SeekerView, say: Say) -> bytes:
    """Return a Seeker's sheet as a PNG of page width."""
    head = Block(HEAD, lambda canvas, left, top: _draw_head(canvas, seeker, (left, top), say))
    text = paragraph(seeker.said or say(seeker.ability), CARD_ROOM)
    growth = _progress_chip(seeker.cave_cards, seeker.cave_cards_needed, say("cavepic.sheet.cave_cards"))
    sections = {
        "state": _state_chips(seeker, say),
        "items": _item_chips(seeker, say),
        "followers": _card_chips(seeker.followers, say),
        "trophies": _trophy_chips(seeker, say),
        "growth": [growth] if seeker.cave_cards_needed else [],  # where cards count
        "spells": _spell_chips(seeker, say),
        "trials": _trial_chips(seeker, say),
    }
    return cards.sheet(head, [text], {f"cavepic.sheet.{label}": found for label, found in sections.items()}, say)


def _draw_head(canvas: Canvas, seeker: SeekerView, corner: tuple[int, int], say: Say) -> None:
    left, top = corner
    cards.mount(canvas, corner, PORTRAIT, tokens.seeker(seeker.id, PORTRAIT - 14), dim=False)
    canvas.stamp(tokens.pawn(seeker.mark, 48), left + 26, top + PORTRAIT + 28)
    start, room = left + PORTRAIT + 20, CARD_ROOM - PORTRAIT - 20
    cards.title(canvas, display_name(seeker.name, say), start, top + 34, NAME, room)
    canvas.fitted_text(start, top + 66, f"{display_name(seeker.place, say)} ({seeker.at})", room, "italic", TYPE)
    tokens.large(canvas, seeker, (start, top + 96), say)


def _state_chips(seeker: SeekerView, say: Say) -> list[Chip]:
    align = say("cavepic.sheet.align", align=Word(f"alignment.{seeker.align}"))
    found = (("lost", seeker.lost), ("slow", seeker.slow))
    return [Chip(None, align), *(Chip(None, say(f"cavepic.{what}", turns=turns)) for what, turns in found if turns)]


def _card_chips(cards: tuple[CardView, ...], say: Say) -> list[Chip]:
    found = [Chip(tokens.card(card.id, SIGN, card.type), display_name(card.name, say)) for card in cards]
    return found or [Chip(None, say("cavepic.sheet.none"))]


def _item_chips(seeker: SeekerView, say: Say) -> list[Chip]:
    free = seeker.room - len(seeker.items)
    held = _card_chips(seeker.items, say) if seeker.items else []
    return held + ([Chip(None, say("cavepic.sheet.free", free=free))] if free > 0 else [])


def _trophy_chips(seeker: SeekerView, say: Say) -> list[Chip]:
    signs = [
        Chip(tokens.card(card.id, SIGN, card.type), f"{display_name(card.name, say)} {card.rank}")
        for card in seeker.trophies
    ]
    return [*signs, _progress_chip(seeker.points, seeker.points_needed, say("cavepic.sheet.points"))]


def _progress_chip(now: int, needed: int, words: str) -> Chip:
    part = min(now / needed, 1.0) if needed else 0.0
    return Chip(bar(part, palette.GOLD, needed, BAR), f"{now}/{needed} {words}")


def _spell_chips(seeker: SeekerView, say: Say) -> list[Chip]:
    """Show Spells, or card backs if the viewer may not see them, and the limit."""
    if seeker.spells is None:
        held = [Chip(tokens.back("spells", SIGN), "") for _ in range(seeker.spells_held)]
    else:
        held = [Chip(tokens.spell(spell.id, SIGN), display_name(spell.name, say)) for spell in seeker.spells]
    return [*held, Chip(None, say("cavepic.sheet.limit", held=seeker.spells_held, limit=seeker.limit))]


def _trial_chips(seeker: SeekerView, say: Say) -> list[Chip]:
    """Show all three trials, the passed ones in bold."""
    return [
        Chip(tokens.trial(trial, trial in seeker.trials, SIGN), say(f"cavetrial.{trial}"), trial in seeker.trials)
        for trial in TRIALS
    ]


__all__ = ["draw_seeker", "draw_seekers"]

MARGIN = 20
GAP = 14
LOW = 80
"""Height of the panel of a player whose Seeker is dead, in pixels."""
SEEKER_PORTRAIT = 112
LINE = 38
SEEKER_HEAD = 88
"""Height of a name with the values below, in pixels."""
SEEKER_SIGN = 30
PAWN = 40
APART = 12
EDGE = 5
"""Width of the red edge around the player whose turn it is, in pixels."""
FATES = {"dead": "dead", "out": "lost"}
"""Signs of players whose Seeker is dead or who are out."""
START = MARGIN + SEEKER_PORTRAIT + 24
END = WIDTH - MARGIN - 10
ROOM = END - START


def draw_company(view: View, say: Say) -> bytes:
    """Return the Seekers at the start for half a phone screen as a PNG: Strength, Power, Endurance."""
    return draw_lineup([_person(seeker, say) for seeker in view.seekers])


def _person(seeker: SeekerView, say: Say) -> Person:
    values = (
        (signs.blades(LINEUP_SIGN), seeker.strength),
        (tokens.power(LINEUP_SIGN), seeker.power),
        (signs.heart(LINEUP_SIGN), seeker.endurance),
    )
    figures = [Chip(sign, str(value), strong=True) for sign, value in values]
    return Person(lambda size: tokens.seeker(seeker.id, size), display_name(seeker.name, say), figures)


def draw_seekers(view: View, say: Say) -> bytes:
    """Return all players, one below the other, as a PNG of page width."""
    # A panel is never lower than the portrait with its pawn.
    heights = [
        max(SEEKER_PORTRAIT + 20, SEEKER_HEAD + _belongings_block(player.seeker).height + 6) if player.seeker else LOW
        for player in view.players
    ]
    canvas = Canvas(WIDTH, layout.HEADING + sum(heights) + len(heights) * GAP + 10)
    layout.draw_frame(canvas, say("cavepic.seekers", round=view.round))
    top = layout.HEADING
    for player, height in zip(view.players, heights, strict=True):
        _draw_panel(canvas, player, view, (MARGIN, top, WIDTH - MARGIN, top + height), say)
        top += height + GAP
    return canvas.png()


def _draw_panel(canvas: Canvas, player: PlayerView, view: View, box: Box, say: Say) -> None:
    if player.seeker and is_acting(player.seeker, view):
        cards.edge(canvas, box, EDGE, palette.RED)
    cards.ground(canvas, box, dim=not player.seeker)
    if not player.seeker:
        _draw_dead(canvas, player, view, box[1], say)
    else:
        _draw_living(canvas, player, player.seeker, view, box[1], say)


def _draw_dead(canvas: Canvas, player: PlayerView, view: View, top: int, say: Say) -> None:
    """Draw a player without a living Seeker: who died and whether a new one comes, or that none has come yet."""
    middle = top + LOW // 2
    canvas.stamp(tokens.pawn(player.mark, 48), MARGIN + 40, middle)
    none_yet = "dead" if player.last else "waiting"
    guest = "coming" if player.coming else "outside"
    state = "out" if player.out else guest if player.guest else none_yet
    fate = "outside" if view.beside and state == none_yet else state
    if state in FATES:
        canvas.stamp(plight(FATES[state], 48), MARGIN + 104, middle)
    words = _title(player, player.guest or player.last, say)
    canvas.fitted_text(START, top + 34, words, ROOM, "bold", TYPE)
    canvas.fitted_text(START, top + 66, say(f"cavepic.{fate}"), ROOM, "italic", TYPE)


def _title(player: PlayerView, seeker: Term | None, say: Say) -> str:
    return say("cavepic.player", seeker=seeker, who=player.seat) if seeker else say("cavepic.nobody", who=player.seat)


def _draw_living(canvas: Canvas, player: PlayerView, seeker: SeekerView, view: View, top: int, say: Say) -> None:
    left = MARGIN + 10
    canvas.stamp(
        tokens.seeker(seeker.id, SEEKER_PORTRAIT), left + SEEKER_PORTRAIT // 2, top + 10 + SEEKER_PORTRAIT // 2
    )
    if view.winner == player.seat:
        canvas.stamp(plight("winner", 46), left + SEEKER_PORTRAIT - 20, top + 26)
    wide = round(width(seeker.at, "italic", TYPE))
    canvas.text(END - wide, top + 34, seeker.at, "italic", TYPE)
    canvas.stamp(tokens.pawn(player.mark, PAWN), START + PAWN // 2, top + 24)
    room = ROOM - PAWN - wide - 24
    canvas.fitted_text(START + PAWN + 8, top + 34, _title(player, seeker.name, say), room, "bold", TYPE)
    _draw_figures(canvas, seeker, top + 64)
    _belongings_block(seeker).paint(canvas, START, top + SEEKER_HEAD)


def _draw_figures(canvas: Canvas, seeker: SeekerView, middle: int) -> None:
    at = cards.signed(canvas, signs.blades(28), str(seeker.strength), START, middle, TYPE // 3) + 14
    at = cards.signed(canvas, tokens.power(30), str(seeker.power), at, middle, TYPE // 3) + 14
    at = tokens.hearts(canvas, seeker, at, middle, 24) + 12
    tokens.purse(canvas, seeker.gold, at, middle, 28)


def _belongings_block(seeker: SeekerView) -> Block:
    held = [Chip(tokens.card(card.id, SEEKER_SIGN, card.type), "") for card in (*seeker.items, *seeker.followers)]
    grown = (
        (tokens.type_sign("animal", 26), seeker.points, seeker.points_needed),
        (tokens.back("cave", SEEKER_SIGN), seeker.cave_cards, seeker.cave_cards_needed),
    )
    growth = [Chip(sign, f"{now}/{needed}") for sign, now, needed in grown if now]
    spells = [Chip(tokens.back("spells", SEEKER_SIGN), f"×{seeker.spells_held}")] if seeker.spells_held else []
    passed = [Chip(tokens.trial(trial, True, SEEKER_SIGN), "") for trial in TRIALS if trial in seeker.trials]
    return chips([*held, *growth, *spells, *passed], ROOM, LINE, APART)
