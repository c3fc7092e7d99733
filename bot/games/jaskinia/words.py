"""Seekers, their cards and Spells, and fights of Jaskinia in words: below pictures, and in their place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from bot.games.own_tables import list_with_counts, orders_given
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome
from rules.jaskinia.model import Orders
from rules.jaskinia.view import (
    AreaView,
    CardView,
    FightView,
    GateView,
    PlayerView,
    SeekerView,
    SideView,
    SpellView,
    View,
)
from rules.kernel.grid import distances
from rules.kernel.words import Word

SPIRIT = "spirit"
RANKED = ("animal", "monster", SPIRIT)
"""Types of cards that have Strength or Power; a Spirit has Power."""


# Cards ---------------------------------------------------------------------------------------------------------


def card_label(narrator: Narrator, one: CardView) -> Said:
    """A card with its type, and its Strength or Power where it fights."""
    type = Word(f"cavetype.{one.type}")
    if one.type not in RANKED:
        return narrator.say("cave.card", card=one.name, type=type)
    stat = Word(f"cavestat.{'power' if one.type == SPIRIT else 'strength'}")
    return narrator.say("cave.card.ranked", card=one.name, type=type, stat=stat, rank=one.rank)


def card_names(narrator: Narrator, cards: Iterable[CardView]) -> Said:
    """Cards by name."""
    return list_with_counts(narrator, [one.name for one in cards])


def card_in_words(narrator: Narrator, one: CardView) -> Said:
    """A card with what it says, which names the Strength or Power of whatever fights."""
    name = narrator.term(one.name) if one.type in RANKED else card_label(narrator, one)
    own = one.own_text.get(narrator.locale) or one.marks
    said = narrator.passage(own) if own else narrator.first_known(one.text)
    return Said(f"{name}: {said}" if said else name)


def drawn_in_words(narrator: Narrator, cards: Sequence[CardView]) -> str:
    """Cards that were drawn, each with what it says."""
    return " ".join(card_in_words(narrator.plain, one) for one in cards)


# A fight -------------------------------------------------------------------------------------------------------


def outcome_in_words(narrator: Narrator, ended: Outcome | None) -> str:
    """Both sums, and who won; '' while nothing is decided."""
    if ended is None:
        return ""
    plain = narrator.plain
    who, other = (plain.join_words([plain.term(one) for one in side.names]) for side in ended)
    said = plain.say("cave.alt.ended", who=who, other=other, own=ended.own.total, theirs=ended.other.total)
    winner = who if ended.own.won else other if ended.other.won else None
    return f"{said} {plain.say('cave.alt.won', who=winner)}" if winner else said


def fight_in_words(narrator: Narrator, fight: FightView) -> str:
    """Who faces whom, with which Strength or Power, what Spells add and what fell."""
    plain = narrator.plain
    return plain.say(
        f"cave.alt.{fight.kind}", one=_side(plain, fight.kind, fight.own), other=_side(plain, fight.kind, fight.other)
    )


def _side(plain: Narrator, kind: str, side: SideView) -> Said:
    name = plain.join_words([plain.term(one) for one in side.names])
    said = plain.say(f"cave.alt.side.{kind}", name=name, value=side.value)
    more = [plain.say("cave.alt.bonus", bonus=side.bonus)] if side.bonus else []
    return Said(" ".join([said, *more, *([f"🎲 {side.die}"] if side.die else [])]))


# Seekers -------------------------------------------------------------------------------------------------------


def players(narrator: Narrator, view: View) -> str:
    """Each player with the Seeker, or with what became of it."""
    return "\n\n".join(player(narrator, view, one) for one in view.players)


def player(narrator: Narrator, view: View, one: PlayerView) -> str:
    """A player: the Seeker in a few lines, or who died and whether somebody new comes."""
    if one.seeker is not None:
        return "\n".join([head(narrator, view, one.seeker), *(f"- {line}" for line in lines(narrator, one.seeker))])
    if view.beside:
        return f"**{_outside(narrator, one)}**"
    key = "cave.out" if one.out else "cave.dead"
    said = narrator.say(key, who=one.seat, name=one.last) if one.last else narrator.say("cave.nobody", who=one.seat)
    return f"**{said}**"


def _outside(narrator: Narrator, one: PlayerView) -> Said:
    """Beside the main board: whose Seeker is outside, comes in, or is dead."""
    if one.guest is not None and not one.out:
        return narrator.say("cave.guest.coming" if one.coming else "cave.guest.outside", who=one.seat, name=one.guest)
    return narrator.say("cave.guest.out" if one.out else "cave.guest.none", who=one.seat)


def head(narrator: Narrator, view: View, one: SeekerView) -> str:
    """The name, whose, which pawn; marked where it is at turn."""
    turn = " ▶" if one.active and not view.outcome else ""
    return f"**{narrator.say('cave.seeker', name=one.name, who=one.seat, mark=one.mark)}**{turn}"


def lines(narrator: Narrator, one: SeekerView) -> Iterator[str]:
    """What everybody sees of a Seeker."""
    yield values(narrator, one)
    yield belongings(narrator, one)
    yield progress(narrator, one)
    yield from plights(narrator, one)


def values(narrator: Narrator, one: SeekerView) -> Said:
    """Strength and Power in all, Endurance, gold, the place."""
    facts = {"strength": one.strength, "power": one.power, "endurance": one.endurance, "level": one.level}
    key = "cave.values.over" if one.endurance > one.level else "cave.values"
    return narrator.say(key, **facts, gold=one.gold, where=one.place, at=one.at)


def belongings(narrator: Narrator, one: SeekerView) -> str:
    """Items, Followers, and how many Spells."""
    said = [_kept(narrator, "items", one.items, room=one.room)]
    said += [narrator.say("cave.followers", things=card_names(narrator, one.followers))] if one.followers else []
    said += [narrator.say("cave.spells", held=one.spells_held, limit=one.limit)] if one.spells_held or one.limit else []
    return " · ".join(said)


def _kept(narrator: Narrator, what: str, cards: Sequence[CardView], **facts: int) -> Said:
    things = card_names(narrator, cards) or narrator.say("cave.none")
    return narrator.say(f"cave.{what}", things=things, number=len(cards), **facts)


def progress(narrator: Narrator, one: SeekerView) -> str:
    """What is still missing for own Strength and Power, and the trials that were passed."""
    said = [
        narrator.say("cave.trophies", points=one.points, needed=one.points_needed),
        *(
            [narrator.say("cave.counted", cards=one.cave_cards, needed=one.cave_cards_needed)]
            if one.cave_cards_needed
            else []
        ),
        *([narrator.say("cave.trials", trials=_trials(narrator, one))] if one.trials else []),
    ]
    return " · ".join(said)


def _trials(narrator: Narrator, one: SeekerView) -> Said:
    return narrator.join_words([narrator.term(Word(f"cavetrial.{trial}")) for trial in one.trials])


def plights(narrator: Narrator, one: SeekerView) -> Iterator[str]:
    """What hinders a Seeker in its next turns."""
    if one.lost:
        yield narrator.say("cave.lost", turns=one.lost)
    if one.slow:
        yield narrator.say("cave.slow", turns=one.slow)


def sheet(narrator: Narrator, view: View, one: SeekerView) -> str:
    """A Seeker's card: values, ability, each Item and Follower with what it does, trophies; Spells for its player."""
    own = {"strength": one.own_strength, "power": one.own_power}
    begun = {"start_strength": one.start_strength, "start_power": one.start_power}
    said: list[str] = [
        head(narrator, view, one),
        f"*{narrator.passage(one.said) if one.said else narrator.first_known(one.ability)}*",
        *lines(narrator, one),
        narrator.say("cave.own", align=Word(f"alignment.{one.align}"), **own, **begun),
        *(f"- {card_in_words(narrator, each)}" for each in (*one.items, *one.followers)),
    ]
    if one.trophies:
        said.append(narrator.say("cave.trophy_cards", things=card_names(narrator, one.trophies)))
    return "\n".join([*said, *spells(narrator, one), *_visit(narrator, one)])


def _visit(narrator: Narrator, one: SeekerView) -> Iterator[str]:
    """What a guest's exit card would tell now."""
    if one.visit:
        yield narrator.say("cave.guest.visit")
    for line in one.visit:
        facts = msgspec.structs.asdict(line)
        yield narrator.first_known(*keys(f"event.{type(line).__name__}", facts), **facts)


# What only its player knows ------------------------------------------------------------------------------------


def spells(narrator: Narrator, one: SeekerView) -> Iterator[str]:
    """Spells in hand, each with what it says: when it can be cast, and what it does; nothing for other eyes."""
    for spell in one.spells or ():
        yield f"- 📖 {_spell(narrator, spell)}"


def _spell(narrator: Narrator, spell: SpellView) -> Said:
    text = narrator.first_known(spell.text) or narrator.say("note.cavespell.guest")
    return narrator.say("cave.spell", spell=spell.name, text=text)


def mine(narrator: Narrator, view: View) -> str:
    """A player's own: the Seeker, the Spells, standing orders."""
    own = next((one for one in view.players if one.seat == view.viewer), None)
    if own is None:
        return ""
    said = [player(narrator, view, own)]
    if own.seeker is not None:
        said += list(spells(narrator, own.seeker)) or [narrator.say("cave.no_spells", limit=own.seeker.limit)]
        said += [*aims(narrator, view, own.seeker), *way_on(narrator, view, own.seeker)]
    if own.orders:
        said.append(orders(narrator, own.orders))
    return "\n".join(said)


def aims(narrator: Narrator, view: View, one: SeekerView) -> Iterator[str]:
    """What a Seeker may go for next: own Strength for trophies, and the goal that its turn's question names."""
    missing = one.points_needed - one.points
    yield narrator.say("cave.aim.trade" if missing <= 0 else "cave.aim.trophies", missing=missing)
    if one.aim.key != "caveaim.trade":
        yield narrator.say("cave.aim", aim=one.aim, left=view.goal - len(one.trials))


def _has_way_in(view: View, one: SeekerView) -> bool:
    inside = next(area.zone == "inner" for area in view.areas if area.id == one.at)
    return inside or any(gate.open for gate in view.gates) or not view.gates


def way_on(narrator: Narrator, view: View, one: SeekerView) -> Iterator[str]:
    """The way to the next goal, and how far it is: the Crystal Chamber, a Chamber that may be it, a Gate."""
    if view.crystal:
        return way_to(narrator, view, one, [view.crystal])
    if _has_way_in(view, one):
        chambers = [area.id for area in view.areas if area.kind == "chamber" and area.zone == "inner"]
        return way_to(narrator, view, one, chambers, ".search")
    return way_to(narrator, view, one, [at for gate in view.gates for at in gate.between], ".gates")


def way_to(narrator: Narrator, view: View, one: SeekerView, goals: Collection[str], kind: str = "") -> Iterator[str]:
    """The nearest of these areas, of this ``kind``, and how far it is; nothing where one is, or no way leads."""
    exits = {area.id: tuple(area.exits.values()) for area in view.areas}
    closed = {frozenset(gate.between) for gate in view.gates if not gate.open}
    far = distances(one.at, lambda at: [to for to in exits[at] if frozenset((at, to)) not in closed])
    near = min((at for at in goals if at in far), key=far.__getitem__, default=one.at)
    if near != one.at:
        place = next(area.name for area in view.areas if area.id == near)
        gate = next((gate.id for gate in view.gates if near in gate.between), "")
        yield narrator.say(f"cave.aim.way{kind}", where=place, at=near, far=far[near], gate=gate)


def what_now(narrator: Narrator, view: View, one: SeekerView) -> Iterator[str]:
    """The way, what a Seeker's card can do, then what it is after, and what its things and Followers can do."""
    yield from way_on(narrator, view, one)
    said = narrator.passage(one.said) if one.said else narrator.first_known(one.ability)
    yield narrator.say("cave.powers", name=one.name, text=said)
    yield from aims(narrator, view, one)
    yield from (f"- {card_in_words(narrator, each)}" for each in (*one.items, *one.followers))


def orders(narrator: Narrator, given: dict[str, str]) -> str:
    """Standing orders that are not those with which everybody begins."""
    changed = orders_given(narrator, "caveorders", given, Orders())
    return narrator.say("cave.orders", orders=changed or narrator.say("cave.orders.usual"))


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
