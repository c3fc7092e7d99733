"""The legend under a map: only the signs that are on it."""

from __future__ import annotations

from images import pictograms, stonework
from images.labirynt_smierci.insets import PLACE, marked, place
from images.labirynt_smierci.standing import gate_of
from images.legend import SIGN, Entry
from images.lettering import Say
from rules.labirynt_smierci.view import MapView


def entries(level: MapView, whole: MapView, say: Say) -> list[Entry]:
    """What the map shows, the party first, then what waits, features and ways on; the inset shows the ``whole``."""
    found: list[Entry] = []
    if level.party is not None:
        found.append(Entry(pictograms.token(SIGN), say("legend.party")))
    if any(segment.monsters for segment in level.segments):
        found.append(Entry(pictograms.monsters(0, SIGN), say("legend.monsters")))
    if any(segment.stone for segment in level.segments):
        found.append(Entry(pictograms.stone(SIGN), say("legend.stone")))
    return found + _gate(whole, say) + _features(level, say) + _elsewhere(level, whole, say) + _ways(level, say)


def _gate(level: MapView, say: Say) -> list[Entry]:
    states = {gate_of(segment) for segment in level.segments}
    shown: list[Entry] = []
    if "open" in states:
        shown.append(Entry(pictograms.black_gate(SIGN), say("legend.gate")))
    if "destroyed" in states:
        shown.append(Entry(pictograms.destroyed(SIGN), say("legend.gate.destroyed")))
    return shown


def _features(level: MapView, say: Say) -> list[Entry]:
    kinds = {segment.kind for segment in level.segments} - {"gate"}
    present = [kind for kind in pictograms.FEATURES if kind in kinds]
    shown = [Entry(pictograms.feature(kind, SIGN), say(f"legend.{kind}")) for kind in present]
    if any(segment.examined for segment in level.segments):
        shown.append(Entry(pictograms.tick(SIGN - 6), say("legend.examined")))
    return shown


def _elsewhere(level: MapView, whole: MapView, say: Say) -> list[Entry]:
    """What the inset alone shows: that something stands there, where neither the party nor monsters cover it."""
    seen = (one for one in whole.segments if marked(one) and not one.monsters and (one.x, one.y) != whole.party)
    if len(level.segments) == len(whole.segments) or not any(seen):
        return []
    return [Entry(place(PLACE[1] + 4), say("legend.place"))]


def _ways(level: MapView, say: Say) -> list[Entry]:
    ways: list[Entry] = []
    if any("D" in segment.sides for segment in level.segments):
        ways.append(Entry(stonework.door(90, False), say("legend.door")))
    if any(not way.letter and not way.known for way in level.exits):
        ways.append(Entry(pictograms.opening(6.0), say("legend.opening")))
    if any(segment.sealed for segment in level.segments):
        ways.append(Entry(pictograms.sealed(22), say("legend.sealed")))
    return ways
