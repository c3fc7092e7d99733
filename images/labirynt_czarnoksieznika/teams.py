"""Draws the teams with the cards of their characters, their equipment and Gems."""

from __future__ import annotations

from images import cards, layout, palette, signs
from images.canvas import Canvas, Sprite
from images.cards import CARD_ROOM, MOUNT_PADDING
from images.labirynt_czarnoksieznika import pieces
from images.labirynt_czarnoksieznika.pieces import numeral, portrait
from images.layout import TYPE, WIDTH, Block, Chip, chips, paragraph, section, stack
from images.lettering import Say, clean_line, display_name, fit_line, width, wrap_words
from images.palette import Box
from images.signs import plight
from rules.labirynt_czarnoksieznika.view import CardView, TeamView, TokenView, View


def held(card: CardView, size: int) -> list[Chip]:
    """Return signs of all the character has: in the hand, worn, the Rune, the Backpack; covered tokens counted."""
    at_hand = [pieces.held_token(token, size) for token in (card.hand, *card.worn) if token]
    rune = [pieces.rune(card.rune or "", size)] if card.has_rune else []
    return [*(Chip(sign, "") for sign in (*at_hand, *rune)), *packed(card, size)]


def packed(card: CardView, size: int) -> list[Chip]:
    """Return signs of the Backpack's contents, or only their number if the viewer may not see them."""
    if card.pack is None:
        return [Chip(covered(size), f"×{card.carried}")] if card.carried else []
    return [Chip(pieces.held_token(token, size), "") for token in card.pack]


def covered(size: int) -> Sprite:
    """Return the sign of a face-down token."""
    return pieces.pictogram("covered", size)


MARGIN = 20
GAP = 10
HEAD = 47
"""Height of a team's title line, in pixels."""
LINE = 38
"""Height of a line with the contents of the Camp or the cards, in pixels."""
ACROSS = 2
"""Number of cards side by side: the third character is asleep or dead."""
PAD = 8
CARD = (WIDTH - 2 * MARGIN - GAP - 2 * PAD) // ACROSS
ROOM = CARD - 2 * PAD
PORTRAIT = 72
NAMED = 36
"""Height of a name, in pixels."""
BESIDE = PORTRAIT + PAD + 4
"""Left edge of the text beside the portrait, in pixels from the card's edge."""
TALL = 2 * NAMED + 4
"""Height of the portrait and the text beside it, in pixels."""
PLACE = 132
"""Width of a pawn and its place in words, in pixels."""
SIGN = 30
APART = 10
HEART = 28
EDGE = 5
"""Width of the red edge around the team whose turn it is, in pixels."""
ZOMBIE = "Z"
"""The mark of the Zombie, which has no card of its own."""
PLIGHTS = {"asleep": "asleep", "dead": "dead", "gone": "lost"}


def draw_teams(view: View, say: Say) -> bytes:
    """Return all teams as a PNG of page width, with lines and cards for each; a team that is out has one line."""
    heights = [HEAD + _team_facts(team, say).height + _team_height(team) + 4 for team in view.teams]
    canvas = Canvas(WIDTH, layout.HEADING + sum(heights) + len(heights) * (GAP + 2) + MARGIN // 2)
    layout.draw_frame(canvas, say("plan.teams.over" if view.outcome else "plan.teams", goal=view.goal))
    top = layout.HEADING
    for team, height in zip(view.teams, heights, strict=True):
        _draw_team(canvas, team, view, (top, height), say)
        top += height + GAP + 2
    return canvas.png()


def _draw_team(canvas: Canvas, team: TeamView, view: View, place: tuple[int, int], say: Say) -> None:
    top, height = place
    _draw_frame(canvas, team, view, (MARGIN, top, WIDTH - MARGIN, top + height))
    _draw_head(canvas, team, view, top, say)
    row = top + HEAD
    facts = _team_facts(team, say)
    facts.paint(canvas, MARGIN + PAD + 6, row)
    row += facts.height
    tall = _team_height(team) - 2
    for number, card in enumerate(_members_on_boards(team)):
        down, across = divmod(number, ACROSS)
        left, high = MARGIN + PAD + across * (CARD + GAP), tall // _card_row_count(team)
        _draw_card(canvas, card, (left, row + down * high, left + CARD, row + (down + 1) * high - down), say)


def _draw_frame(canvas: Canvas, team: TeamView, view: View, box: Box) -> None:
    """Draw a frame with a red edge for the team whose turn it is, dim for a team that is out."""
    if _is_at_turn(team, view):
        cards.edge(canvas, box, EDGE, palette.RED)
    canvas.block(box, palette.SHADE if team.out else palette.PAPER)
    canvas.frame(box)


def _is_at_turn(team: TeamView, view: View) -> bool:
    return team.active and not view.outcome


def _draw_head(canvas: Canvas, team: TeamView, view: View, top: int, say: Say) -> None:
    canvas.stamp(pieces.badge(team.team, 38), MARGIN + PAD + 22, top + HEAD // 2)
    right = _draw_gems(canvas, team, (view.goal, top), view.winner == team.seat)
    start = MARGIN + PAD + 50
    state = "plan.team.out" if team.out else "plan.team.active" if _is_at_turn(team, view) else "plan.team"
    title = say(state, team=team.name, who=team.seat)
    canvas.fitted_text(start, top + 33, title, right - start - 8, "bold", TYPE)


def _draw_gems(canvas: Canvas, team: TeamView, place: tuple[int, int], won: bool) -> int:
    """Draw the Gems held of those needed, the Glove and a winner's crown; return the left edge."""
    goal, top = place
    words = f"{team.gems}/{goal}"
    left = WIDTH - MARGIN - PAD - 8 - round(width(words, "bold", TYPE))
    canvas.text(left, top + 33, words, "bold", TYPE)
    canvas.stamp(pieces.pictogram("gem", 36), left - 26, top + HEAD // 2)
    left -= 50
    for held, sign in ((team.has_glove, pieces.pictogram("glove", 40)), (won, plight("winner", 40))):
        if held:
            canvas.stamp(sign, left - 24, top + HEAD // 2)
            left -= 52
    return left


def _team_facts(team: TeamView, say: Say) -> Block:
    """Show the Camp's contents, special tokens not yet laid, the Zombie's place and the characters on no board."""
    facts = [Chip(pieces.camp(team.team, SIGN), f"×{team.stored}")] if team.stored and team.store is None else []
    if team.store:
        facts = [Chip(pieces.camp(team.team, SIGN), say("plan.legend.camp"))]
        facts += [Chip(pieces.held_token(token, SIGN), "") for token in team.store]
    special = [
        Chip(
            pieces.pawn(team.team, ZOMBIE, SIGN + 4) if kind == "zombie" else pieces.special(kind, "", SIGN),
            say(f"plan.legend.{kind}") + (f" ×{number}" if number > 1 else ""),
        )
        for kind, number in team.free_tokens.items()
        if number
    ]
    away = (
        []
        if team.out
        else [
            Chip(plight_sign(card.state, SIGN), _short_name(card, say)) for card in team.cards if card.state != "active"
        ]
    )
    return chips([*facts, *special, *_zombie_chips(team), *away], WIDTH - 2 * MARGIN - 2 * PAD - 12, LINE, 2 * APART)


def _members_on_boards(team: TeamView) -> list[CardView]:
    """Return the characters on the boards without the Zombie; empty for a team that is out."""
    return [] if team.out else [card for card in team.cards if card.mark != ZOMBIE and card.state == "active"]


def _card_row_count(team: TeamView) -> int:
    return -(-len(_members_on_boards(team)) // ACROSS)


def _zombie_chips(team: TeamView) -> list[Chip]:
    raised = [card for card in team.cards if card.mark == ZOMBIE]
    places = [Chip(pieces.pawn(team.team, ZOMBIE, SIGN + 4), place_in_words(card)) for card in raised]
    return places + [chip for card in raised for chip in packed(card, SIGN)]


def place_in_words(card: CardView) -> str:
    """Return the chamber and the number of its board."""
    return f"{card.at} · {numeral(card.board)}"


def _team_height(team: TeamView) -> int:
    if not _members_on_boards(team):
        return 0
    held = max(_held_block(card).height for card in _members_on_boards(team))
    return _card_row_count(team) * (TALL + max(held, LINE) + 6)


def _held_block(card: CardView) -> Block:
    return chips(held(card, SIGN), ROOM - PLACE, LINE - 2, APART)


def _draw_card(canvas: Canvas, card: CardView, box: Box, say: Say) -> None:
    left, top = box[:2]
    cards.ground(canvas, box)
    canvas.stamp(portrait(card.id, PORTRAIT), left + PAD + PORTRAIT // 2, top + PAD // 2 + PORTRAIT // 2)
    beside = left + PAD + BESIDE
    cards.name(canvas, [fit_line(_short_name(card, say), "bold", TYPE, ROOM - BESIDE)], beside, top + 32)
    _draw_values(canvas, card, beside, top + NAMED + 2)
    below = top + TALL
    _draw_place(canvas, card, left + PAD, below)
    _held_block(card).paint(canvas, left + PAD + PLACE, below)


def _short_name(card: CardView, say: Say) -> str:
    return clean_line(say(f"{card.name.key}.full"), "bold").partition(" ")[0]


def _draw_values(canvas: Canvas, card: CardView, left: int, top: int) -> None:
    middle = top + NAMED // 2
    at = cards.signed(canvas, signs.blades(HEART), strength_in_words(card), left, middle, 10) + 14
    cards.signed(canvas, signs.heart(HEART, card.life > 0), f"{card.life}/{card.full_life}", at, middle, 10)


def strength_in_words(card: CardView, plus: str = "+") -> str:
    """Return the Strength and the bonus of the Weapon or the Glove in hand."""
    return f"{card.strength}{plus}{card.hand.bonus}" if card.hand and card.hand.bonus else f"{card.strength}"


def _draw_place(canvas: Canvas, card: CardView, left: int, top: int) -> None:
    befallen = befallen_of(card)
    sign = plight_sign(befallen, SIGN) if befallen else pieces.pawn(card.team, card.mark, SIGN + 6)
    canvas.stamp(sign, left + (SIGN + 6) // 2, top + LINE // 2)
    canvas.text(left + SIGN + 14, top + LINE // 2 + 10, place_in_words(card), "text", TYPE)


def befallen_of(card: CardView) -> str:
    """Return the misfortune of a character (``stunned`` or a state other than ``active``), or ''."""
    return card.state if card.state != "active" else "stunned" if card.stunned else ""


def plight_sign(befallen: str, size: int) -> Sprite:
    """Return the sign of a character's misfortune."""
    return signs.stunned(size) if befallen == "stunned" else plight(PLIGHTS[befallen], size)


HALF = int(WIDTH / layout.LANDSCAPE)
"""Height of a picture for half a phone screen, in pixels."""
LINEUP_EDGE = 14
BADGES = 46
"""Width of the column of team signs, in pixels."""
THREE = 3
BETWEEN = 8
LINEUP_CARD = (WIDTH - 2 * LINEUP_EDGE - BADGES - (THREE - 1) * BETWEEN) // THREE
LINEUP_ROOM = LINEUP_CARD - 2 * PAD
LINEUP_TALLEST = 200
FACE = 52
"""Size of a portrait, in pixels."""
ROW = TYPE + 1
SCROLL = 27


def draw_lineup(view: View, say: Say) -> bytes:
    """Return the three characters of each team for half a phone screen as a PNG, with their values and abilities."""
    number = max(1, len(view.teams))
    tall = min(LINEUP_TALLEST, (HALF - 2 * LINEUP_EDGE + BETWEEN) // number - BETWEEN)
    canvas = Canvas(WIDTH, number * (tall + BETWEEN) - BETWEEN + 2 * LINEUP_EDGE)
    for nth, team in enumerate(view.teams):
        top = LINEUP_EDGE + nth * (tall + BETWEEN)
        canvas.stamp(pieces.badge(team.team, BADGES - 8), LINEUP_EDGE + BADGES // 2 - 6, top + tall // 2)
        for column, card in enumerate([card for card in team.cards if card.mark != ZOMBIE][:THREE]):
            left = LINEUP_EDGE + BADGES + column * (LINEUP_CARD + BETWEEN)
            _draw_lineup_card(canvas, card, (left, top, left + LINEUP_CARD, top + tall), say, awake=not view.setting_up)
    canvas.frame((0, 0, *canvas.size))
    return canvas.png()


def _draw_lineup_card(canvas: Canvas, card: CardView, box: Box, say: Say, *, awake: bool) -> None:
    """Draw portrait, name, Strength and Life; below, the ability and castable scrolls, in words if they fit."""
    left, top, right, bottom = box
    dim = awake and card.state != "active"
    cards.ground(canvas, box, dim=dim)
    canvas.stamp(portrait(card.id, FACE), left + PAD // 2 + FACE // 2, top + PAD // 2 + FACE // 2)
    if dim:
        canvas.stamp(plight_sign(card.state, SIGN - 4), left + FACE - 4, top + FACE - 8)
    beside, base = left + FACE + PAD, top + ROW - 4
    canvas.fitted_text(beside, base, _short_name(card, say), right - beside - 4, "bold", TYPE)
    at = beside
    for sign, figure in ((signs.blades(SCROLL), card.strength), (signs.heart(SCROLL), card.full_life)):
        at = cards.signed(canvas, sign, str(figure), at, base + ROW - 9, 9, 3) + 5
    base += 2 * ROW
    lines = max(1, (bottom - 6 - base) // ROW + 1)
    kinds = [(pieces.pictogram(kind, SCROLL), say(f"plan.card.{kind}")) for kind in card.magic]
    aside = 0 if lines > 1 + len(kinds) else len(kinds) * (SCROLL + 2)
    room = lines if aside else lines - len(kinds)
    told = wrap_words(display_name(card.ability, say), "text", TYPE, LINEUP_ROOM)
    told = [*told[: room - 1], fit_line(" ".join(told[room - 1 :]), "text", TYPE, LINEUP_ROOM - aside)]
    for line in filter(None, told):
        canvas.text(left + PAD, base, line, "text", TYPE)
        base += ROW
    for nth, (sign, words) in enumerate(kinds):
        if aside:
            canvas.stamp(sign, right - PAD // 2 - SCROLL // 2 - nth * (SCROLL + 2), bottom - PAD // 2 - SCROLL // 2)
        else:
            canvas.stamp(sign, left + PAD + SCROLL // 2, base - 9)
            canvas.fitted_text(left + PAD + SCROLL + 6, base, words, LINEUP_ROOM - SCROLL - 6, "text", TYPE)
            base += ROW


CARDS_PORTRAIT = 168
CARDS_HEAD = CARDS_PORTRAIT + 12
NAME = 36
PAWN = 46
CARDS_HEART = 36
CARDS_SIGN = 34
STRENGTH = 44


def draw_card(card: CardView, say: Say) -> bytes:
    """Return a character's card as a PNG of page width."""
    head = Block(CARDS_HEAD, lambda canvas, left, top: _card_head(canvas, card, (left, top), say))
    name = display_name(card.ability, say)
    called = section(say("plan.card.ability"), [Chip(None, name[:1].upper() + name[1:], True)], CARD_ROOM)
    text = stack([called, paragraph(say(f"note.{card.ability.key}"), CARD_ROOM)])
    hand = _token_chip(card.hand, say)._replace(strong=True) if card.hand else Chip(None, say("plan.card.empty"))
    sections = {
        "hand": [hand],
        "armour": [_token_chip(token, say) for token in card.worn]
        + _free_places_chip(card.slots - len(card.worn), say),
        "pack": _pack_chips(card, say),
        "rune": [_rune_chip(card, say)] if card.has_rune else [],
        "magic": _scroll_chips(card, say),
    }
    return cards.sheet(head, [text], {f"plan.card.{label}": found for label, found in sections.items()}, say)


def _card_head(canvas: Canvas, card: CardView, corner: tuple[int, int], say: Say) -> None:
    left, top = corner
    befallen = befallen_of(card)
    badges = [plight_sign(befallen, 44)] if befallen else []
    face = portrait(card.id, CARDS_PORTRAIT - 22)
    cards.mount(canvas, corner, CARDS_PORTRAIT, face, *badges, dim=card.state != "active")
    start, room = left + CARDS_PORTRAIT + MOUNT_PADDING, CARD_ROOM - CARDS_PORTRAIT - MOUNT_PADDING
    cards.title(canvas, say(f"{card.name.key}.full"), start, top + 32, NAME, room)
    canvas.stamp(pieces.pawn(card.team, card.mark, PAWN), start + PAWN // 2, top + 62)
    beside = start + PAWN + 8
    canvas.fitted_text(beside, top + 72, _whereabouts(card, say), room - PAWN - 8, "italic", TYPE)
    most = card.full_life if card.state in ("active", "asleep") else 0  # who is out of play has none
    after = cards.hearts(canvas, card.life, most, start, top + 108, CARDS_HEART)
    if card.stunned:
        canvas.text(after + 10, top + 118, say("plan.stunned"), "italic", TYPE)
    _draw_strength(canvas, card, start, top + 150, say)


def _whereabouts(card: CardView, say: Say) -> str:
    if card.state != "active":
        return say(f"plan.{card.state}")
    return say("plan.card.at", chamber=card.at, board=numeral(card.board))


def _draw_strength(canvas: Canvas, card: CardView, left: int, middle: int, say: Say) -> None:
    canvas.stamp(signs.blades(34), left + 18, middle)
    said = f"{say('plan.card.strength')} {strength_in_words(card, ' + ')}"
    canvas.text(left + STRENGTH, middle + 11, said, "bold", TYPE + 4)


def _token_chip(token: TokenView, say: Say) -> Chip:
    bonus = f" +{token.bonus}" if token.bonus else ""
    return Chip(pieces.held_token(token, CARDS_SIGN), display_name(token.name, say) + bonus)


def _pack_chips(card: CardView, say: Say) -> list[Chip]:
    """Show the Backpack's contents, or their number if the viewer may not see them, and the free places."""
    held = packed(card, CARDS_SIGN) if card.pack is None else [_token_chip(token, say) for token in card.pack]
    return held + _free_places_chip(card.boxes - card.carried, say)


def _free_places_chip(free: int, say: Say) -> list[Chip]:
    return [Chip(None, say("plan.card.free", free=free))] if free > 0 else []


def _rune_chip(card: CardView, say: Say) -> Chip:
    words = say(f"plan.legend.{card.rune}") if card.rune else say("plan.card.hidden")
    return Chip(pieces.rune(card.rune or "", CARDS_SIGN), words)


def _scroll_chips(card: CardView, say: Say) -> list[Chip]:
    kinds = [Chip(pieces.pictogram(kind, CARDS_SIGN), say(f"plan.card.{kind}")) for kind in card.magic]
    return kinds or [Chip(None, say("plan.card.none"))]
