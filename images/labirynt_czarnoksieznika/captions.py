"""The legends under boards: only the signs that are on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from images import legend, pawns
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import chambers, finds, pieces
from images.labirynt_czarnoksieznika.plan import may_act
from images.legend import Entry, Form
from images.lettering import Say, display_name
from rules.labirynt_czarnoksieznika.view import BoardView, View

TOKENS: Final = ("trap", "cloud", "tree")
KINDS: Final = (*chambers.ELEMENTS, "runes", "teleport")
OVERALL: Final = {"teleport": "leads"}
"""The words of signs that say more where all boards are shown."""
CLOSE: Final = {"camp": "camp.own"}
"""Those that do where there is room: a Camp is closed to others."""


def entries(boards: Iterable[BoardView], view: View, say: Say, sign: int) -> list[Entry]:
    """Who acts, then what lies about, then the signs of chambers; signs of so many pixels."""
    shown = tuple(boards)
    parts = (_digits, _tokens, _lying, _chambers)
    return _acting(shown, view, say, sign) + [entry for part in parts for entry in part(shown, say, sign)]


def places(boards: Iterable[BoardView], _: View, say: Say, sign: int) -> list[Entry]:
    """What lies there, and the signs of chambers."""
    shown = tuple(boards)
    return _tokens(shown, say, sign) + _lying(shown, say, sign) + _chambers(shown, say, sign)


def things(boards: Iterable[BoardView], _: View, say: Say, sign: int) -> list[Entry]:
    """The elements, to which Runes go, where Teleports lead, and what lies there."""
    shown = tuple(boards)
    kinds = (*chambers.ELEMENTS, "teleport")
    signs = [Entry(chambers.sign(kind, sign), say(f"plan.legend.{OVERALL.get(kind, kind)}")) for kind in kinds]
    return signs + _tokens(shown, say, sign) + _lying(shown, say, sign)


def close(board: BoardView, view: View, say: Say, sign: int) -> list[Entry]:
    """The same for one board, with the teams that are on it and every token that lies there."""
    shown = (board,)
    tokens = dict.fromkeys(word for chamber in board.chambers for word in chamber.floor)
    floor = [Entry(finds.floor_token(token, sign), display_name(token, say)) for token in tokens]
    people = _teams(board, view, say, sign) + _acting(shown, view, say, sign)
    return people + _digits(shown, say, sign) + _tokens(shown, say, sign) + floor + _chambers(shown, say, sign, CLOSE)


def _teams(board: BoardView, view: View, say: Say, sign: int) -> list[Entry]:
    present = {pawn.team for pawn in board.pawns}
    return [
        Entry(pieces.badge(one.team, sign - 6), display_name(one.name, say))
        for one in view.teams
        if one.team in present
    ]


def _acting(boards: tuple[BoardView, ...], view: View, say: Say, sign: int) -> list[Entry]:
    acting = [pawn for board in boards for pawn in board.pawns if may_act(pawn, view)][:1]
    size = round(sign / pawns.EMPHASIS)
    return [Entry(pieces.pawn(pawn.team, "", size, True), say("plan.legend.moving")) for pawn in acting]


def _digits(boards: tuple[BoardView, ...], say: Say, sign: int) -> list[Entry]:
    there = any(chamber.digit is not None for board in boards for chamber in board.chambers)
    return [Entry(pieces.digit(sign), say("plan.legend.digit"))] if there else []


def _tokens(boards: tuple[BoardView, ...], say: Say, sign: int) -> list[Entry]:
    there = {chamber.token for board in boards for chamber in board.chambers}
    return [Entry(pieces.special(kind, "", sign), say(f"plan.legend.{kind}")) for kind in TOKENS if kind in there]


def _lying(boards: tuple[BoardView, ...], say: Say, sign: int) -> list[Entry]:
    floors = [word for board in boards for chamber in board.chambers for word in chamber.floor]
    crystals = [word for word in floors if pieces.is_crystal(word)]
    found = [Entry(pieces.pile(sign - 4), say("plan.legend.finds"))] if len(crystals) < len(floors) else []
    return found + ([Entry(pieces.crystal(sign - 4), say("plan.legend.crystal"))] if crystals else [])


def _chambers(boards: tuple[BoardView, ...], say: Say, sign: int, more: Mapping[str, str] = OVERALL) -> list[Entry]:
    """``more``: kinds whose words say more."""
    kinds = {chamber.kind for board in boards for chamber in board.chambers}
    words = {kind: say(f"plan.legend.{more.get(kind, kind)}") for kind in ("camp", *KINDS) if kind in kinds}
    return [
        Entry(chambers.camp("", sign) if kind == "camp" else chambers.sign(kind, sign), said)
        for kind, said in words.items()
    ]


def draw_captions(found: list[Entry], room: int, form: Form) -> Canvas | None:
    """The entries in rows; None without any."""
    return legend.draw_legend(found, room, form)
