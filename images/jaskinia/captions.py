"""The legends of the map: who is who, then only the signs that are on it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
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
    ]


def close(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    """The same for a few areas, without what lies on them; what matters least stands last."""
    ids = {area.id for area in areas}
    gates = [gate for gate in view.gates if ids.intersection(gate.between)]
    signs = [*_gates(gates, say, sign), *way_walked(view, areas, say, sign)]
    return [*_seekers(view, areas, say, sign), *signs, *_drawn(areas, say, sign), *_places(areas, say, sign)]


def way_walked(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    """The dots of this turn's way, where it leads through some of these areas."""
    ids = {area.id for area in areas}
    return _path(view, say, sign) if any({*step} <= ids for step in pairwise(view.path)) else []


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
    return [Entry(pieces.written("2", sign), say("cavepic.legend.draw"))] if any(area.draw for area in areas) else []


def _places(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    found = dict.fromkeys((area.instruction or area.kind, area.name) for area in areas if _pictured(area))
    places = [Entry(sights.sight(what, sign), display_name(name, say)) for what, name in found]
    crystal = [Entry(pieces.crystal(sign), say("cavepic.legend.crystal"))] if any(a.crystal for a in areas) else []
    letters = sorted({area.chamber[:1] for area in areas if area.chamber})
    chambers = [Entry(pieces.written(letter, sign), say("cavepic.legend.chamber")) for letter in letters]
    return crystal + chambers + places


def _pictured(area: AreaView) -> bool:
    return not area.chamber and (area.kind == "entrance" or bool(area.instruction))


def _gates(gates: Iterable[GateView], say: Say, sign: int) -> list[Entry]:
    """Shut and open ones by name: ``W1, W3: shut``."""
    kinds: dict[bool, list[str]] = {}
    for gate in gates:
        kinds.setdefault(gate.open, []).append(gate.id)
    return [
        Entry(pieces.gate(is_open, sign), say(f"cavepic.legend.{key}", gates=", ".join(sorted(kinds[is_open]))))
        for is_open, key in ((False, "shut"), (True, "open"))
        if is_open in kinds
    ]


def _path(view: View, say: Say, sign: int) -> list[Entry]:
    return [Entry(pieces.step(sign // 3), say("cavepic.legend.path"))] if len(view.path) > 1 else []


def draw_captions(found: list[Entry], room: int, form: Form) -> Canvas | None:
    """The entries in rows; None without any."""
    return legend.draw_legend(found, room, form)
