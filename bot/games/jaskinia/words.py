"""Seekers, cards, Spells and fights of Jaskinia in words, for captions and alt texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from msgspec.structs import asdict

from bot.games.table_words import list_with_counts, orders_given
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome
from rules.jaskinia.events.beside import EXIT_LINES, VisitEnded
from rules.jaskinia.model import USUAL_ORDERS
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
from rules.kernel.events import Event
from rules.kernel.grid import distances
from rules.kernel.requests import Seat
from rules.kernel.turns import Pace
from rules.kernel.words import Word

SPIRIT = "spirit"
RANKED = ("animal", "monster", SPIRIT)
"""The card types with Strength or Power; a Spirit has Power."""


# Cards ---------------------------------------------------------------------------------------------------------


def card_label(narrator: Narrator, card: CardView) -> Said:
    """Say a card with its type, and its Strength or Power if it fights."""
    type = Word(f"cavetype.{card.type}")
    if card.type not in RANKED:
        return narrator.say("cave.card", card=card.name, type=type)
    stat = Word(f"cavestat.{'power' if card.type == SPIRIT else 'strength'}")
    return narrator.say("cave.card.ranked", card=card.name, type=type, stat=stat, rank=card.rank)


def card_names(narrator: Narrator, cards: Iterable[CardView]) -> Said:
    """Say the names of cards with counts."""
    return list_with_counts(narrator, [card.name for card in cards])


def card_in_words(narrator: Narrator, card: CardView) -> Said:
    """Say a card with its text; for fighting cards the text names Strength or Power."""
    name = narrator.term(card.name) if card.type in RANKED else card_label(narrator, card)
    own = card.own_text.get(narrator.locale) or card.marks
    said = narrator.passage(own) if own else narrator.first_known(card.text)
    return Said(f"{name}: {said}" if said else name)


def drawn_in_words(narrator: Narrator, cards: Sequence[CardView]) -> str:
    """Say the drawn cards, each with its text."""
    return " ".join(card_in_words(narrator.plain, card) for card in cards)


# A fight -------------------------------------------------------------------------------------------------------


def outcome_in_words(narrator: Narrator, ended: Outcome | None) -> str:
    """Say both sums and the winner; '' if the fight is undecided."""
    if ended is None:
        return ""
    plain = narrator.plain
    who, other = (plain.join_words([plain.term(name) for name in side.names]) for side in ended)
    said = plain.say("cave.alt.ended", who=who, other=other, own=ended.own.total, theirs=ended.other.total)
    winner = who if ended.own.won else other if ended.other.won else None
    return f"{said} {plain.say('cave.alt.won', who=winner)}" if winner else said


def fight_in_words(narrator: Narrator, fight: FightView) -> str:
    """Say both sides with Strength or Power, Spells and dice."""
    plain = narrator.plain
    return plain.say(
        f"cave.alt.{fight.kind}",
        one=_fight_side_text(plain, fight.kind, fight.own),
        other=_fight_side_text(plain, fight.kind, fight.other),
    )


def _fight_side_text(plain: Narrator, kind: str, side: SideView) -> Said:
    name = plain.join_words([plain.term(word) for word in side.names])
    said = plain.say(f"cave.alt.side.{kind}", name=name, value=side.value)
    more = [plain.say("cave.alt.bonus", bonus=side.bonus)] if side.bonus else []
    return Said(" ".join([said, *more, *([f"🎲 {side.die}"] if side.die else [])]))


# Seekers -------------------------------------------------------------------------------------------------------


def known_seekers(view: View) -> list[SeekerView]:
    """Return all Seekers in the cave, then the guests outside."""
    return [*view.seekers, *(player.outside for player in view.players if player.outside)]


def players(narrator: Narrator, view: View) -> str:
    """Say each player with the Seeker or its fate."""
    return "\n\n".join(player(narrator, view, each_player) for each_player in view.players)


def player(narrator: Narrator, view: View, this_player: PlayerView) -> str:
    """Say a player's Seeker in a few lines, or who died and whether a new one comes."""
    seeker = this_player.seeker or this_player.outside
    title = head(narrator, view, this_player.seeker) if this_player.seeker else _fate(narrator, view, this_player)
    return "\n".join([title, *(f"- {line}" for line in (lines(narrator, seeker) if seeker else ()))])


def _fate(narrator: Narrator, view: View, player: PlayerView) -> str:
    """Say who died, and beside the main board whether the player's Seeker is outside or coming."""
    name = player.guest if view.beside else player.last
    there = "coming" if player.coming else "outside" if view.beside else "dead"
    fate = "out" if player.out else "nobody" if name is None else there
    key = "cave.guest" if view.beside else "cave"
    return f"**{narrator.say(f'{key}.{fate}', who=player.seat, name=name)}**"


def head(narrator: Narrator, view: View, seeker: SeekerView) -> str:
    """Say a Seeker's name, player and pawn; ▶ marks the Seeker to move."""
    turn = " ▶" if seeker.active and not view.outcome else ""
    return f"**{narrator.say('cave.seeker', name=seeker.name, who=seeker.seat, mark=seeker.mark)}**{turn}"


LINES = (("values",), ("items", "followers", "spells"), ("trophies", "counted", "trials"), ("lost",), ("slow",))
"""What everybody sees of a Seeker, line by line."""


def lines(narrator: Narrator, seeker: SeekerView) -> Iterator[str]:
    """Yield the lines on a Seeker that everybody sees."""
    for names in LINES:
        if said := sayings(narrator, seeker, *names):
            yield " · ".join(said)


def sayings(narrator: Narrator, seeker: SeekerView, *names: str) -> list[Said]:
    """Say these facts of a Seeker's sheet, without those that there are not."""
    facts = asdict(seeker) | {
        "over": seeker.endurance > seeker.level,
        "carried": len(seeker.items),
        "items": card_names(narrator, seeker.items) or narrator.say("cave.none"),
        "followers": card_names(narrator, seeker.followers),
        "spells": seeker.spells_held or seeker.limit,
        "trophies": True,
        "trophy_cards": card_names(narrator, seeker.trophies),
        "counted": seeker.cave_cards_needed,
        "trials": tuple(Word(f"cavetrial.{trial}") for trial in seeker.trials),
        "align": Word(f"alignment.{seeker.align}"),
    }
    return [narrator.first_known(*keys(f"cave.{name}", facts), **facts) for name in names if facts.get(name, True)]


def sheet(narrator: Narrator, view: View, seeker: SeekerView) -> str:
    """Say a Seeker's card: values, ability, Items, Followers, trophies; Spells for its own player only."""
    said = [
        head(narrator, view, seeker),
        f"*{narrator.passage(seeker.said) if seeker.said else narrator.first_known(seeker.ability)}*",
        *lines(narrator, seeker),
        *sayings(narrator, seeker, "own"),
        *(f"- {card_in_words(narrator, each)}" for each in (*seeker.items, *seeker.followers)),
        *sayings(narrator, seeker, "trophy_cards"),
        *spells(narrator, seeker),
        *_visit_lines(narrator, seeker),
    ]
    return "\n".join(said)


def _visit_lines(narrator: Narrator, seeker: SeekerView) -> Iterator[str]:
    """Yield what a guest's exit card would say now."""
    if seeker.visit:
        yield narrator.say("cave.guest.visit")
    for line in seeker.visit:
        yield _event_in_words(narrator, line)


def _event_in_words(narrator: Narrator, event: Event) -> Said:
    facts = asdict(event)
    return narrator.first_known(*keys(f"event.{type(event).__name__}", facts), **facts)


def last_exit_card(narrator: Narrator, told: Sequence[Event], seat: Seat) -> str:
    """Say the exit card of the seat's last visit; '' if there was none."""
    ended = [nth for nth, event in enumerate(told) if isinstance(event, VisitEnded) and event.by == seat]
    if not ended:
        return ""
    rest = takewhile(lambda event: isinstance(event, EXIT_LINES), told[ended[-1] + 1 :])
    return "\n".join(_event_in_words(narrator, event) for event in (told[ended[-1]], *rest))


# What only its player knows ------------------------------------------------------------------------------------


def spells(narrator: Narrator, seeker: SeekerView) -> Iterator[str]:
    """Yield each Spell in hand with its text; nothing for other viewers."""
    for spell in seeker.spells or ():
        yield f"- 📖 {_spell_in_words(narrator, spell)}"


def _spell_in_words(narrator: Narrator, spell: SpellView) -> Said:
    text = narrator.first_known(spell.text) or narrator.say("note.cavespell.guest")
    return narrator.say("cave.spell", spell=spell.name, text=text)


def mine(narrator: Narrator, view: View) -> str:
    """Say a player's own Seeker, Spells and standing orders."""
    own = next((player for player in view.players if player.seat == view.viewer), None)
    if not own:
        return ""
    said = [player(narrator, view, own)]
    if own.seeker:
        said += list(spells(narrator, own.seeker)) or [narrator.say("cave.no_spells", limit=own.seeker.limit)]
        said += [] if view.outcome else [*aims(narrator, view, own.seeker), *way_on(narrator, view, own.seeker)]
    if own.orders:
        said.append(orders(narrator, own.orders, view.pace))
    return "\n".join(said)


def aims(narrator: Narrator, view: View, seeker: SeekerView) -> Iterator[str]:
    """Yield a Seeker's aims: own Strength for trophies, and the goal that its turn's question names."""
    missing = seeker.points_needed - seeker.points
    yield narrator.say("cave.aim.trade" if missing <= 0 else "cave.aim.trophies", missing=missing)
    if seeker.aim.key != "caveaim.trade":
        yield narrator.say("cave.aim", aim=seeker.aim, left=view.goal - len(seeker.trials))


def way_on(narrator: Narrator, view: View, seeker: SeekerView) -> Iterator[str]:
    """Yield the way and distance to the next goal: the Crystal Chamber, a Chamber that may be it, or a Gate."""
    if view.crystal:
        return way_to(narrator, view, seeker, [view.crystal])
    inside = next(area.zone == "inner" for area in view.areas if area.id == seeker.at)
    if inside or any(gate.open for gate in view.gates) or not view.gates:
        chambers = [area.id for area in view.areas if area.kind == "chamber" and area.zone == "inner"]
        return way_to(narrator, view, seeker, chambers, ".search")
    return way_to(narrator, view, seeker, [at for gate in view.gates for at in gate.between], ".gates")


def way_to(narrator: Narrator, view: View, seeker: SeekerView, goals: Collection[str], kind: str = "") -> Iterator[str]:
    """Yield the nearest of these areas and its distance; nothing if the Seeker stands on one or no way leads there.

    ``kind``: the suffix of the catalogue key.
    """
    exits = {area.id: tuple(area.exits.values()) for area in view.areas}
    closed = {frozenset(gate.between) for gate in view.gates if not gate.open}
    far = distances(seeker.at, lambda at: [to for to in exits[at] if frozenset((at, to)) not in closed])
    near = min((at for at in goals if at in far), key=far.__getitem__, default=seeker.at)
    if near != seeker.at:
        place = next(area.name for area in view.areas if area.id == near)
        gate = next((gate.id for gate in view.gates if near in gate.between), "")
        yield narrator.say(f"cave.aim.way{kind}", where=place, at=near, far=far[near], gate=gate)


def what_now(narrator: Narrator, view: View, seeker: SeekerView) -> Iterator[str]:
    """Yield the way, the abilities of the Seeker's card, its aims and the effects of its things and Followers."""
    yield from way_on(narrator, view, seeker)
    said = narrator.passage(seeker.said) if seeker.said else narrator.first_known(seeker.ability)
    yield narrator.say("cave.powers", name=seeker.name, text=said)
    yield from aims(narrator, view, seeker)
    yield from (f"- {card_in_words(narrator, each)}" for each in (*seeker.items, *seeker.followers))


def orders(narrator: Narrator, given: dict[str, str], pace: Pace) -> str:
    """Say the standing orders that differ from the default."""
    changed = orders_given(narrator, "caveorders", given, USUAL_ORDERS[pace])
    return narrator.say("cave.orders", orders=changed or narrator.say("cave.orders.usual"))


REACH = 2
"""The columns and rows shown on each side of an area in the close-up."""


def area_of(view: View, id: str) -> AreaView:
    """Return an area by its id."""
    return next(area for area in view.areas if area.id == id)


# All of it -----------------------------------------------------------------------------------------------------


def cave_in_words(narrator: Narrator, view: View) -> str:
    """Say where Seekers, Gates, the Crystal Chamber, cards and special places are."""
    return " ".join(cave_in_lines(narrator, view))


def cave_in_lines(narrator: Narrator, view: View) -> list[Said]:
    """Return the sentences of ``cave_in_words``."""
    return [
        narrator.say("cave.alt.whole", round=view.round),
        *(_seeker_text(narrator, seeker) for seeker in view.seekers),
        gates(narrator, view.gates),
        crystal(narrator, view),
        *_floor_lines(narrator, view.areas),
        *_path_line(narrator, view),
        narrator.say("cave.alt.decks", **view.left),
        *_special_places_line(narrator, view.areas),
    ]


def gates(narrator: Narrator, some: Iterable[GateView]) -> Said:
    """Say which Gates are open or closed."""
    each = [
        narrator.say(
            f"cave.gate.{'open' if gate.open else 'closed'}", gate=gate.id, between=Said("–".join(gate.between))
        )
        for gate in some
    ]
    return narrator.say("cave.alt.gates", gates=Said(", ".join(each)))


def crystal(narrator: Narrator, view: View) -> Said:
    """Say where the Crystal Chamber is, or that it is hidden."""
    if not view.crystal:
        return narrator.say("cave.crystal.hidden")
    return narrator.say("cave.crystal.found", where=area_of(view, view.crystal).name, at=view.crystal)


def _seeker_text(narrator: Narrator, seeker: SeekerView) -> Said:
    return narrator.say(
        "cave.alt.seeker", name=seeker.name, who=seeker.seat, mark=seeker.mark, where=seeker.place, at=seeker.at
    )


def _floor_lines(narrator: Narrator, areas: Iterable[AreaView]) -> Iterator[Said]:
    for area in areas:
        if things := _things_on_area(narrator, area):
            yield narrator.say("cave.alt.lying", where=area.name, at=area.id, things=things)


def _things_on_area(narrator: Narrator, area: AreaView) -> Said:
    said = [card_label(narrator, card) for card in area.cards]
    said += [narrator.say("cave.alt.gold", gold=area.gold)] if area.gold else []
    return Said(", ".join(said))


def _path_line(narrator: Narrator, view: View) -> Iterator[Said]:
    if view.path:
        yield narrator.say("cave.alt.path", path=Said(" → ".join(view.path)))


def _special_places_line(narrator: Narrator, areas: Iterable[AreaView]) -> Iterator[Said]:
    some = [area for area in areas if area.kind in ("entrance", "chamber", "special")]
    if some:
        named = [f"{narrator.term(area.name)} ({area.id})" for area in some]
        yield narrator.say("cave.alt.places", places=Said(", ".join(named)))


# Around an area ------------------------------------------------------------------------------------------------


def surroundings_in_words(narrator: Narrator, view: View, at: str) -> str:
    """Say an area with its cards, Seekers and exits, and what is close by."""
    area, shown = area_of(view, at), around(view, at)
    ids = [each_area.id for each_area in shown]
    gates_there = [gate for gate in view.gates if any(side in ids for side in gate.between)]
    said = [
        narrator.say("cave.alt.here", where=area.name, at=at),
        *_area_effect_lines(narrator, area),
        *(_exit_text(narrator, view, area, side) for side in area.exits),
        *_floor_lines(narrator, shown),
        *(_seeker_text(narrator, seeker) for seeker in view.seekers if seeker.at in ids),
        *(_path_line(narrator, view) if any(step in ids for step in view.path) else ()),
        *([gates(narrator, gates_there)] if gates_there else []),
        *_special_places_line(narrator, shown),
    ]
    return " ".join(said)


def _area_effect_lines(narrator: Narrator, area: AreaView) -> Iterator[Said]:
    """Yield what happens to a Seeker who stops here."""
    if area.crystal:
        yield narrator.say("cave.alt.crystal")
    elif area.chamber:
        yield narrator.say("cave.alt.chamber")
    if area.instruction:
        yield narrator.fill("{does:^}.", {"does": narrator.first_known(f"note.cavespecial.{area.instruction}")})
    if area.draw:
        yield narrator.say("cave.alt.draw", cards=area.draw)


def _exit_text(narrator: Narrator, view: View, area: AreaView, side: str) -> Said:
    beyond = area_of(view, area.exits[side])
    closed = any({area.id, beyond.id} == {*gate.between} and not gate.open for gate in view.gates)
    key = "cave.alt.exit.closed" if closed else "cave.alt.exit"
    return narrator.say(key, side=Word(f"side.{side.lower()}"), where=beyond.name, at=beyond.id)


def around(view: View, at: str) -> list[AreaView]:
    """Return the areas of the close-up around an area, the nearest first."""
    # Area E7 is column 5, row 7.
    places = {area.id: (ord(area.id[0]) - ord("A"), int(area.id[1:])) for area in view.areas}
    lines = [sorted({place[n] for place in places.values()}) for n in (0, 1)]
    shown = [_nearby_lines(line, middle) for line, middle in zip(lines, places[at], strict=True)]
    seen = [area for area in view.areas if all(n in line for n, line in zip(places[area.id], shown, strict=True))]
    return sorted(seen, key=lambda area: sum(abs(n - m) for n, m in zip(places[area.id], places[at], strict=True)))


def _nearby_lines(line: Sequence[int], middle: int) -> Sequence[int]:
    """Return the columns or rows around ``middle``; at the edge of the cave the window shifts inwards."""
    across = 2 * REACH + 1
    first = min(max(line.index(middle) - REACH, 0), len(line) - across)
    return line[first : first + across]
