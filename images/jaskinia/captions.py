"""The legends of the map: who is who, then only the signs that are on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from images import legend, pawns
from images.canvas import Canvas
from images.jaskinia import pieces, sights
from images.jaskinia.plan import is_acting
from images.legend import Entry, Form
from images.lettering import Say, display_name
from rules.jaskinia.view import AreaView, GateView, View

MARK: Final = 0.88
"""Type of a pawn's number in parts of its size: as large as the words beside it."""


def entries(view: View, say: Say, sign: int) -> list[Entry]:
    """Seekers, then what lies about, then the signs of areas; signs of so many pixels."""
    return [
        *_seekers(view, view.areas, say, sign),
        *_acting(view, view.areas, say, sign),
        *_lying(view.areas, say, sign),
        *_places(view.areas, say, sign),
        *_gates(view.gates, say, sign),
        *_path(view, say, sign),
        *_left(view, say, sign),
    ]


def close(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    """The same for a few areas, without what lies on them."""
    ids = {area.id for area in areas}
    gates = [gate for gate in view.gates if ids.intersection(gate.between)]
    people = [*_seekers(view, areas, say, sign), *_acting(view, areas, say, sign)]
    return [*people, *_drawn(areas, say, sign), *_places(areas, say, sign), *_gates(gates, say, sign)]


def _seekers(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    ids = {area.id for area in areas}
    return [
        Entry(pieces.pawn(one.mark, sign, False, round(sign * MARK)), display_name(one.name, say))
        for one in view.seekers
        if one.at in ids
    ]


def _acting(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    ids = {area.id for area in areas}
    size = round(sign / pawns.EMPHASIS)
    those = [one for one in view.seekers if is_acting(one, view) and one.at in ids]
    return [Entry(pieces.pawn(one.mark, size, True, 0), say("cavepic.legend.moving")) for one in those[:1]]


def _lying(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    size = sign - 2
    cards = (
        [Entry(pieces.cards_on_floor(size), say("cavepic.legend.cards"))] if any(area.cards for area in areas) else []
    )
    gold = [Entry(pieces.gold(size), say("cavepic.legend.gold"))] if any(area.gold for area in areas) else []
    return _drawn(areas, say, sign) + cards + gold


def _drawn(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    return [Entry(pieces.digit(sign), say("cavepic.legend.draw"))] if any(area.draw for area in areas) else []


def _places(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    found = dict.fromkeys((area.instruction or area.kind, area.name) for area in areas if _pictured(area))
    places = [Entry(sights.sight(what, sign), display_name(name, say)) for what, name in found]
    crystal = [Entry(pieces.crystal(sign), say("cavepic.legend.crystal"))] if any(a.crystal for a in areas) else []
    return crystal + places


def _pictured(area: AreaView) -> bool:
    return not area.chamber and (area.kind == "entrance" or bool(area.instruction))


def _gates(gates: Iterable[GateView], say: Say, sign: int) -> list[Entry]:
    kinds = {gate.open for gate in gates}
    return [
        Entry(pieces.gate(is_open, sign), say("cavepic.legend.open" if is_open else "cavepic.legend.shut"))
        for is_open in (False, True)
        if is_open in kinds
    ]


def _path(view: View, say: Say, sign: int) -> list[Entry]:
    return [Entry(pieces.step(sign // 3), say("cavepic.legend.path"))] if len(view.path) > 1 else []


def _left(view: View, say: Say, sign: int) -> list[Entry]:
    """How many cards each deck still holds."""
    return [Entry(pieces.back(deck, sign), say(f"cavepic.left.{deck}", left=left)) for deck, left in view.left.items()]


def draw_captions(found: list[Entry], room: int, form: Form) -> Canvas | None:
    """The entries in rows; None without any."""
    return legend.draw_legend(found, room, form)
