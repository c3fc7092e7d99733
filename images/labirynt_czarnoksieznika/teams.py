"""The teams: whose they are, how many Gems they have, and the three cards of each."""

from __future__ import annotations

from typing import Final, NamedTuple

from images import cards, marks, page, palette, pictograms
from images.canvas import Canvas, Sprite
from images.labirynt_czarnoksieznika import chambers, equipment, finds, pieces
from images.labirynt_czarnoksieznika.plan import numeral
from images.labirynt_czarnoksieznika.portraits import portrait
from images.lettering import Face, Say, clean_line, fit_line, shrink_to_fit, width
from images.plights import plight
from rules.labirynt_czarnoksieznika.view import CardView, TeamView, View

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
MARGIN: Final = 24
GAP: Final = 12
HEAD: Final = 58
"""Height of a team's line, in pixels."""
LINE: Final = 42
"""Height of the line with what is in the Camp and on the cards."""
ACROSS: Final = 3
PAD: Final = 8
CARD: Final = (WIDTH - 2 * MARGIN - 2 * GAP - 2 * PAD) // ACROSS
TALL: Final = 224
"""Height of a card, in pixels."""
PORTRAIT: Final = 84
NAME: Final = 24
NAME_LEAST: Final = 18
SECOND: Final = 20
TEXT: Final = 22
TITLE: Final = 28
TITLE_LEAST: Final = 22
SIGN: Final = 32
HEART: Final = 26
EDGE: Final = 5
"""Width of the red edge around the team whose turn it is, in pixels."""
ZOMBIE: Final = "Z"
"""The mark of the Zombie, which has no card of its own."""
PLIGHTS: Final = {"asleep": "asleep", "dead": "dead", "gone": "lost"}


class Fact(NamedTuple):
    """A sign and what stands beside it."""

    sign: Sprite
    words: str


def draw_teams(view: View, say: Say) -> bytes:
    """All teams as a PNG, 800 pixels wide, a line and three cards for each."""
    heights = [HEAD + TALL + 2 * PAD + (LINE if _facts(team) else 0) for team in view.teams]
    canvas = Canvas(WIDTH, page.HEADING + sum(heights) + len(heights) * (GAP + 6) + MARGIN // 2)
    page.draw_frame(canvas, say("plan.teams", goal=view.goal))
    top = page.HEADING
    for team, height in zip(view.teams, heights, strict=True):
        _team(canvas, team, view, (top, height), say)
        top += height + GAP + 6
    return canvas.png()


def _team(canvas: Canvas, team: TeamView, view: View, place: tuple[int, int], say: Say) -> None:
    top, height = place
    _ground(canvas, team, view, (MARGIN, top, WIDTH - MARGIN, top + height))
    _head(canvas, team, view, top, say)
    row = top + HEAD
    if facts := _facts(team):
        _line(canvas, facts, row)
        row += LINE
    for number, card in enumerate(_people(team)[:ACROSS]):
        _card(canvas, card, (MARGIN + PAD + number * (CARD + GAP), row + PAD - 2), say)


def _ground(canvas: Canvas, team: TeamView, view: View, box: tuple[int, int, int, int]) -> None:
    """A frame, with a red edge for the team whose turn it is; dim for one that is out."""
    if _plays(team, view):
        around = (box[0] - EDGE, box[1] - EDGE, box[2] + EDGE, box[3] + EDGE)
        canvas.block(around, palette.RED)
        canvas.frame(around, 1)
    canvas.block(box, palette.SHADE if team.out else palette.PAPER)
    canvas.frame(box, 2)


def _plays(team: TeamView, view: View) -> bool:
    return team.active and not view.outcome


def _head(canvas: Canvas, team: TeamView, view: View, top: int, say: Say) -> None:
    """Sign and name of the team, whose it is, its Gems and the Glove."""
    canvas.stamp(pieces.badge(team.team, 42), MARGIN + PAD + 24, top + HEAD // 2 + 2)
    right = _gems(canvas, team, (view.goal, top), view.winner == team.seat)
    start = MARGIN + PAD + 60
    state = "plan.team.out" if team.out else "plan.team.active" if _plays(team, view) else "plan.team"
    title = say(state, team=team.name, who=team.seat)
    words, size = shrink_to_fit(title, "bold", TITLE, TITLE_LEAST, right - start - 8)
    canvas.text(start, top + 40, words, "bold", size)


def _gems(canvas: Canvas, team: TeamView, place: tuple[int, int], won: bool) -> int:
    """How many Gems of those that win, the Glove, a winner's crown; gives where they begin."""
    goal, top = place
    words = f"{team.gems}/{goal}"
    left = WIDTH - MARGIN - PAD - 8 - round(width(words, "bold", TITLE))
    canvas.text(left, top + 40, words, "bold", TITLE)
    canvas.stamp(finds.pictogram("gem", 36), left - 26, top + HEAD // 2 + 2)
    left -= 50
    if team.has_glove:
        canvas.stamp(finds.pictogram("glove", 40), left - 24, top + HEAD // 2)
        left -= 52
    if won:
        canvas.stamp(plight("winner", 40), left - 24, top + HEAD // 2)
        left -= 52
    return left


def _facts(team: TeamView) -> list[Fact]:
    """What lies in the Camp, and which special tokens still lie on the cards."""
    facts = [Fact(chambers.camp(team.team, SIGN), f"{team.stored}")] if team.stored and team.store is None else []
    if team.store:
        facts = [Fact(chambers.camp(team.team, SIGN), "")]
        facts += [Fact(finds.held_token(token, SIGN - 4), "") for token in team.store]
    special = [Fact(_special(kind, team), f"×{number}") for kind, number in team.free_tokens.items() if number]
    return facts + special + _zombies(team)


def _people(team: TeamView) -> list[CardView]:
    """The three characters of a team, without the Zombie."""
    return [card for card in team.cards if card.mark != ZOMBIE]


def _zombies(team: TeamView) -> list[Fact]:
    """Where the Zombie is, and what it carries."""
    raised = [card for card in team.cards if card.mark == ZOMBIE]
    places = [Fact(pieces.pawn(team.team, ZOMBIE, SIGN), place_in_words(card)) for card in raised]
    return places + [Fact(sign, "") for card in raised for sign in equipment.backpack_contents(card)]


def place_in_words(card: CardView) -> str:
    """The chamber and the number of its board."""
    return f"{card.at} · {numeral(card.board)}"


def _special(kind: str, team: TeamView) -> Sprite:
    return pieces.pawn(team.team, ZOMBIE, SIGN) if kind == "zombie" else pieces.special(kind, "", SIGN)


def _line(canvas: Canvas, facts: list[Fact], top: int) -> None:
    left, end = MARGIN + PAD + 6, WIDTH - MARGIN - PAD
    for fact in facts:
        wide = SIGN + (6 + round(width(fact.words, "bold", TEXT)) + 14 if fact.words else 8)
        if left + wide > end:
            canvas.text(left, top + 28, "…", "bold", TEXT)
            return
        canvas.stamp(fact.sign, left + SIGN // 2, top + LINE // 2)
        canvas.text(left + SIGN + 6, top + 28, fact.words, "bold", TEXT)
        left += wide


def _card(canvas: Canvas, card: CardView, place: tuple[int, int], say: Say) -> None:
    left, top = place
    box = (left, top, left + CARD, top + TALL)
    cards.ground(canvas, box)
    if card.state != "active":
        canvas.block((left + 2, top + 2, box[2] - 2, box[3] - 2), palette.SHADE)
    _figure(canvas, card, left + PAD, top + PAD)
    _name(canvas, say(f"{card.name.key}.full"), (left + PORTRAIT + 2 * PAD + 2, top), CARD - PORTRAIT - 3 * PAD - 2)
    equipment.life(canvas, card, left + PORTRAIT + 2 * PAD + 2, top + 74, HEART)
    _strength(canvas, card, left + PAD, top + PORTRAIT + PAD, say)
    equipment.at_hand(canvas, card, left + PAD, top + TALL - 2 * (equipment.BOX + 5) - 3)
    equipment.backpack(canvas, card, left + PAD, top + TALL - equipment.BOX - 6)


def _figure(canvas: Canvas, card: CardView, left: int, top: int) -> None:
    """The portrait with the pawn's sign, and what has befallen."""
    canvas.stamp(portrait(card.id, PORTRAIT), left + PORTRAIT // 2, top + PORTRAIT // 2)
    canvas.stamp(pieces.pawn(card.team, card.mark, 32), left + 12, top + PORTRAIT - 12)
    if befallen := befallen_of(card):
        spot = (left + PORTRAIT - 16, top + PORTRAIT - 14)
        canvas.stamp(pictograms.letter("", 10, 18), *spot)
        canvas.stamp(plight_sign(befallen, 25), *spot)


def befallen_of(card: CardView) -> str:
    """What has befallen a character, '' if nothing has."""
    return card.state if card.state != "active" else "stunned" if card.stunned else ""


def plight_sign(befallen: str, size: int) -> Sprite:
    """The sign of what has befallen a character."""
    return marks.stunned(size) if befallen == "stunned" else plight(PLIGHTS[befallen], size)


def _name(canvas: Canvas, name: str, place: tuple[int, int], room: int) -> None:
    """The first word in bold, what it is called besides in italics below."""
    left, top = place
    first, _, rest = clean_line(name, "bold").partition(" ")
    words, size = shrink_to_fit(first, "bold", NAME, NAME_LEAST, room)
    canvas.text(left, top + 30, words, "bold", size)
    words, size = shrink_to_fit(rest, "italic", SECOND, SECOND - 4, room)
    canvas.text(left, top + 53, words, "italic", size)


def _strength(canvas: Canvas, card: CardView, left: int, top: int, say: Say) -> None:
    """Strength, and the chamber with its board, or what has befallen in words."""
    canvas.stamp(marks.blades(26), left + 14, top + 18)
    words = f"{card.strength}"
    canvas.text(left + 34, top + 27, words, "bold", 26)
    active = card.state == "active"
    face: Face = "text" if active else "italic"
    where = place_in_words(card) if active else say(f"plan.{card.state}")
    line = fit_line(where, face, TEXT, CARD - 2 * PAD - 64)
    canvas.text(left + CARD - 2 * PAD - round(width(line, face, TEXT)), top + 26, line, face, TEXT)
