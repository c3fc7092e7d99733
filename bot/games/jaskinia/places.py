"""The cave in words: Gates, who stands where, what lies there, the ways out of an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.games.jaskinia.words import card_label
from bot.words.narrator import Narrator, Said
from rules.jaskinia.view import AreaView, GateView, SeekerView, View
from rules.kernel.words import Word

REACH = 2
"""So many columns and rows on each side of an area are shown close up, as long as the cave goes on there."""


def area_of(view: View, id: str) -> AreaView:
    """An area by its id."""
    return next(one for one in view.areas if one.id == id)


# All of it -----------------------------------------------------------------------------------------------------


def cave_in_words(narrator: Narrator, view: View) -> str:
    """Who stands where, the Gates, the Crystal Chamber, what lies about; then where everything is."""
    return " ".join(cave_in_lines(narrator, view))


def cave_in_lines(narrator: Narrator, view: View) -> list[Said]:
    """The same, sentence by sentence."""
    return [
        narrator.say("cave.alt.whole", round=view.round),
        *(_seeker(narrator, one) for one in view.seekers),
        gates(narrator, view.gates),
        crystal(narrator, view),
        *_lying(narrator, view.areas),
        *_path(narrator, view),
        narrator.say("cave.alt.decks", **view.left),
        *_places(narrator, view.areas),
    ]


def gates(narrator: Narrator, some: Iterable[GateView]) -> Said:
    """Which Gates stand open."""
    each = [
        narrator.say(f"cave.gate.{'open' if one.open else 'closed'}", gate=one.id, between=Said("–".join(one.between)))
        for one in some
    ]
    return narrator.say("cave.alt.gates", gates=Said(", ".join(each)))


def crystal(narrator: Narrator, view: View) -> Said:
    """Where the Crystal Chamber is, or that nobody knows."""
    if not view.crystal:
        return narrator.say("cave.crystal.hidden")
    return narrator.say("cave.crystal.found", where=area_of(view, view.crystal).name, at=view.crystal)


def _seeker(narrator: Narrator, one: SeekerView) -> Said:
    return narrator.say("cave.alt.seeker", name=one.name, who=one.seat, mark=one.mark, where=one.place, at=one.at)


def _lying(narrator: Narrator, areas: Iterable[AreaView]) -> Iterator[Said]:
    for area in areas:
        if things := _things(narrator, area):
            yield narrator.say("cave.alt.lying", where=area.name, at=area.id, things=things)


def _things(narrator: Narrator, area: AreaView) -> Said:
    """Cards face up and the gold of the dead."""
    said = [card_label(narrator, one) for one in area.cards]
    said += [narrator.say("cave.alt.gold", gold=area.gold)] if area.gold else []
    return Said(", ".join(said))


def _path(narrator: Narrator, view: View) -> Iterator[Said]:
    if view.path:
        yield narrator.say("cave.alt.path", path=Said(" → ".join(view.path)))


def _places(narrator: Narrator, areas: Iterable[AreaView]) -> Iterator[Said]:
    """Where the Entrance, the Chambers and the special areas are."""
    some = [area for area in areas if area.kind in ("entrance", "chamber", "special")]
    if some:
        named = [f"{narrator.term(area.name)} ({area.id})" for area in some]
        yield narrator.say("cave.alt.places", places=Said(", ".join(named)))


# Around an area ------------------------------------------------------------------------------------------------


def surroundings_in_words(narrator: Narrator, view: View, at: str) -> str:
    """An area, what is there and who, where its exits lead, and what is to be seen close by."""
    area, shown = area_of(view, at), around(view, at)
    ids = [one.id for one in shown]
    gates_there = [gate for gate in view.gates if any(side in ids for side in gate.between)]
    said = [
        narrator.say("cave.alt.here", where=area.name, at=at),
        *_of_area(narrator, area),
        *(_exit(narrator, view, area, side) for side in area.exits),
        *_lying(narrator, shown),
        *(_seeker(narrator, one) for one in view.seekers if one.at in ids),
        *(_path(narrator, view) if any(step in ids for step in view.path) else ()),
        *([gates(narrator, gates_there)] if gates_there else []),
        *_places(narrator, shown),
    ]
    return " ".join(said)


def _of_area(narrator: Narrator, area: AreaView) -> Iterator[Said]:
    """What whoever stops here does."""
    if area.crystal:
        yield narrator.say("cave.alt.crystal")
    elif area.chamber:
        yield narrator.say("cave.alt.chamber")
    if area.instruction:
        yield narrator.fill("{does:^}.", {"does": narrator.first_known(f"note.cavespecial.{area.instruction}")})
    if area.draw:
        yield narrator.say("cave.alt.draw", cards=area.draw)


def _exit(narrator: Narrator, view: View, area: AreaView, side: str) -> Said:
    beyond = area_of(view, area.exits[side])
    closed = any({area.id, beyond.id} == {*gate.between} and not gate.open for gate in view.gates)
    key = "cave.alt.exit.closed" if closed else "cave.alt.exit"
    return narrator.say(key, side=Word(f"side.{side.lower()}"), where=beyond.name, at=beyond.id)


def around(view: View, at: str) -> list[AreaView]:
    """The areas that are shown close up around one, the nearest first."""
    places = {area.id: _place(area.id) for area in view.areas}
    lines = [sorted({place[n] for place in places.values()}) for n in (0, 1)]
    shown = [_stretch(line, middle) for line, middle in zip(lines, places[at], strict=True)]
    seen = [area for area in view.areas if all(n in line for n, line in zip(places[area.id], shown, strict=True))]
    return sorted(seen, key=lambda area: _far(places[area.id], places[at]))


def _place(id: str) -> tuple[int, int]:
    """The column and the row of an area: of E7 the fifth and the seventh."""
    return ord(id[0]) - ord("A"), int(id[1:])


def _stretch(line: Sequence[int], middle: int) -> Sequence[int]:
    """The columns or rows around one; at the edge of the cave as many, all on one side."""
    across = 2 * REACH + 1
    first = min(max(line.index(middle) - REACH, 0), len(line) - across)
    return line[first : first + across]


def _far(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
