"""How it ended, as a picture: what the party reached, who is alive and who won, and the graves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from images import page, palette
from images.artwork import art
from images.canvas import Canvas, Sprite
from images.cards import LEADING, name_lines
from images.labirynt_smierci.characters import plights_of
from images.labirynt_smierci.faces import face, of_character
from images.lettering import Say, display_name
from images.page import HEADING, TYPE, WIDTH
from images.plights import plight
from rules.labirynt_smierci.view import CharacterView, PartyView

MARGIN: Final = 20
SIGN: Final = 150
"""Size of what stands for the end, in pixels."""
SIGNS: Final = {
    "victory": "signs/destroyed",
    "defeat": "signs/candle",
    "adventures": "signs/sun-red",
    "home": "signs/entrance",
}
ACROSS: Final = 3
PITCH: Final = (WIDTH - 2 * MARGIN) // ACROSS
PORTRAIT: Final = 104
LABEL: Final = 44
"""Height of the line above the dead, in pixels."""
TALL: Final = PORTRAIT + 2 * LEADING + 14
"""Height of a row of faces with their names, in pixels."""
MARK: Final = 40


class Group(NamedTuple):
    """Those of whom the same holds, below its words."""

    title: str
    members: Sequence[CharacterView]

    @property
    def height(self) -> int:
        """With a line for the title, in pixels; nothing where there is nobody."""
        return LABEL + -(-len(self.members) // ACROSS) * TALL if self.members else 0


def draw_ending(party: PartyView, outcome: str, say: Say) -> bytes:
    """The end of the game as a PNG as wide as a page: victory, defeat, adventures, home; dark where all is lost."""
    people = [one for one in party.characters if not one.ally]
    living = Group(say("ending.living"), [one for one in people if one.alive])
    dead = Group(say("ending.lost"), [one for one in people if not one.alive])
    top = HEADING + SIGN + MARGIN
    canvas = Canvas(WIDTH, top + living.height + dead.height + MARGIN)
    graves = 14 if not living.members else top + living.height
    if dead.members:
        canvas.block((14, graves, WIDTH - 14, canvas.size[1] - 14), palette.DARK)
    page.draw_frame(canvas, say(f"ending.{outcome}"))
    _sign(canvas, outcome, HEADING + SIGN // 2)
    _members(canvas, living, top, party.winners, say)
    _members(canvas, dead, top + living.height, party.winners, say)
    return canvas.png()


def _sign(canvas: Canvas, outcome: str, middle: int) -> None:
    """What stands for the end; a victory between crowns, a defeat between graves."""
    canvas.stamp(art(SIGNS.get(outcome, "signs/entrance"), SIGN), WIDTH // 2, middle)
    beside = {"victory": "winner", "defeat": "dead"}.get(outcome)
    for x in (WIDTH // 5, WIDTH * 4 // 5) if beside else ():
        canvas.stamp(plight(beside or "", SIGN // 2), x, middle)


def _members(canvas: Canvas, group: Group, top: int, winners: Sequence[str], say: Say) -> None:
    """Faces in rows, each with its name, the sign of what befell, or a winner's crown."""
    if not group.members:
        return
    canvas.text(WIDTH // 2, top + TYPE + 4, group.title, "italic", TYPE, True)
    for nth, one in enumerate(group.members):
        row, column = divmod(nth, ACROSS)
        there = min(ACROSS, len(group.members) - row * ACROSS)
        x = WIDTH // 2 + round((column - (there - 1) / 2) * PITCH)
        _member(canvas, one, x, top + LABEL + row * TALL, _marks(one, winners))
        for line, words in enumerate(name_lines(display_name(one.name, say), PITCH - 10, 2), 1):
            canvas.text(x, top + LABEL + row * TALL + PORTRAIT + line * LEADING - 4, words, "bold", TYPE, True)


def _member(canvas: Canvas, one: CharacterView, x: int, top: int, marks: Sequence[Sprite]) -> None:
    canvas.stamp(face(of_character(one), "", PORTRAIT), x, top + PORTRAIT // 2)
    for number, mark in enumerate(marks):
        canvas.stamp(mark, x + PORTRAIT // 2 + 8, top + MARK // 2 + number * MARK)


def _marks(one: CharacterView, winners: Sequence[str]) -> list[Sprite]:
    befallen = [] if one.alive else plights_of(one)
    return [plight(what, MARK) for what in (*(["winner"] if one.id in winners else []), *befallen)]
