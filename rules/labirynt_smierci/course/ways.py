"""The time before a move: free actions in any order until a way is chosen [5 A]."""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.grid import SIDES
from rules.kernel.offers import Offer, Offers, as_far_as_asked, does, followed_by, taken_of
from rules.kernel.requests import PARTY, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.combat.places import marching_offers, pairing_offers
from rules.labirynt_smierci.course.called import happens
from rules.labirynt_smierci.course.journeys import EXPLORE, go_on, travel_offers
from rules.labirynt_smierci.encounter.monsters import break_truce, encounter, look_for_monsters, number_factor
from rules.labirynt_smierci.exploration import LETTERS, LEVELS, STAIRS, gate_is_next, side_of, ways_on
from rules.labirynt_smierci.finds.features import examining_offers
from rules.labirynt_smierci.free_actions import free_action_offers, settle
from rules.labirynt_smierci.magic.wayside import teleport_offers
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.belongings import weapon_offers


class Way(Struct, frozen=True):
    """A way out of the party's segment: a side, ``up``, ``down`` or ``out``; its letter; whether it is explored."""

    id: str
    letter: str
    known: bool


def ways_out(game: Game) -> list[Way]:
    """Return the ways out of the party's segment, lettered clockwise from the north."""
    level = game.levels[game.level]
    ways = [(side, beyond in level) for side, beyond in ways_on(game.here, game.square)]
    if game.here.kind == "stairs":
        ways += [(way, True) for way, deeper in STAIRS.items() if game.level + deeper in LEVELS]
    if game.here.kind == "entrance":
        ways.append(("out", True))
    return [Way(way, LETTERS[n], known) for n, (way, known) in enumerate(ways)]


class Chosen(Struct, frozen=True):
    """The party's way and the seat whose answer decided it; no way if the party died in a fight that it started.

    ``onward``: it explores on.
    """

    way: str = ""
    by: Seat = PARTY
    onward: bool = False


def choose_way(table: Table, game: Game) -> Chosen:
    """Return the next step of a journey, or ask for free actions until a way is chosen."""
    game.door_open = False
    if (journey := game.journey) and (step := go_on(table, game)):
        return Chosen(step, journey.by, journey.onward)
    while game.people:
        before = game.met
        righted = table.set_one_right()
        if interrupted(table, game, before) or righted:
            continue
        offers = as_far_as_asked(table, way_offers(game))
        taken = table.next_action("way", offers, segment=Word(f"segment.{game.here.kind}"))
        if way := taken_of(offers, taken).done(table, taken.value):
            if journey := game.journey:
                journey.by = taken.seat
            return Chosen(str(way), taken.seat, journey is not None and journey.onward)
    return Chosen()


def way_offers(game: Game) -> Offers:
    """Return all offers before a move: explore on, the feature here, ways and journeys, free actions."""
    with game.unchanged():
        ways = ways_out(game)
        steps, journeys = [_way_offer(game, way) for way in ways], travel_offers(game, len(ways))
        first = [journey for journey in journeys if journey.option.id == EXPLORE]
        others = journeys[len(first) :]
        unknown = any(not way.known for way in ways)
        yield from first
        yield from examining_offers(game)
        yield from (steps if unknown else others)
        yield from (others if unknown else steps)
        yield from free_offers(game)


def interrupted(table: Table, game: Game, before: Group | None) -> bool:
    """Settle a game master's corrections before the party goes on: deaths and called events.

    ``before``: the group that was here.
    """
    group = game.met
    if game.fallen or game.heap:
        settle(table, game)
        return True
    if happens(table, game):
        return True
    if group and group is not before:
        encounter(table, game, group)
        return True
    return False


def _way_offer(game: Game, way: Way) -> Offer[None]:
    label, note = f"way.{way.id}", _way_note(game, way)
    facts: Facts = {"letter": way.letter, "side": Word(f"side.{way.id}")}
    if way.id in SIDES:
        label = "way.door" if side_of(game.here, way.id) == "D" else "way.corridor"
        if way.known:
            label += ".known"
            facts["what"] = Word(f"place.{game.levels[game.level][game.square.beyond(way.id)].kind}")
        elif gate_is_next(game):
            label, note = f"{label}.gate", "way.gate"
    elif way.id in STAIRS:
        level = game.level + STAIRS[way.id]
        strength, number = game.tables.levels.of(level).strength, number_factor(game, level)
        facts |= {"level": level, "strength": strength, "number": number}
    facts |= {"adventure": game.adventure, "adventures": game.options.adventures}
    return Offer(PARTY, Option(way.id, label, note, facts), do=lambda *_: way.id)


def _way_note(game: Game, way: Way) -> str:
    if way.id == "down":
        return "way.down"
    if way.id != "out":
        return ""
    if game.gate and game.gate.destroyed:
        return "way.out.victory"
    if game.adventure == game.options.adventures:
        return "way.out.last"
    return "way.out" if game.options.adventures else "way.out.unlimited"


def free_offers(game: Game) -> list[Offer]:
    """Return the free actions before a move [5]: the order of march, weapons, magic, things, a broken peace."""
    offers: list[Offer] = []
    if game.met and game.met.living:
        facts: Facts = {"monster": game.met.name, "number": len(game.met.living)}
        option = Option("attack", "way.attack", "way.attack.cost", facts)
        offers.append(Offer(PARTY, option, do=does(attack_the_peaceful, game)))
        offers += pairing_offers(game, game.met)
    offers += marching_offers(game)
    offers += weapon_offers(game)
    arriving = [followed_by(offer, look_for_monsters, game, False) for offer in teleport_offers(game)]
    return [*offers, *free_action_offers(game), *arriving]


def attack_the_peaceful(table: Table, game: Game) -> None:
    """Attack the group that let the party be."""
    if game.met:
        break_truce(table, game, game.met)
