"""A player's turn: a move or what stands in for it, then the area where it ended [4.1]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.jaskinia.ahead import take_ahead
from rules.jaskinia.aims import aim_of
from rules.jaskinia.asides import aside_offers, healing, useful_spells
from rules.jaskinia.beside.leaving import leave_offers
from rules.jaskinia.beside.sayings import turn_offers
from rules.jaskinia.cards import spell_word
from rules.jaskinia.decks import other_deck
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.beside import AbilityRecalled
from rules.jaskinia.events.course import SeekerTurn, StayedToHeal, TurnMissed
from rules.jaskinia.exploration.arriving import arrive, look_around
from rules.jaskinia.exploration.trials import trial_offers
from rules.jaskinia.gates import gate_offers
from rules.jaskinia.model import Game, Seeker, Trip
from rules.jaskinia.movement import area_options, move_offers, zone_of
from rules.jaskinia.places import area_word, gates_at
from rules.jaskinia.seeker.belongings import castable, draw_spells
from rules.jaskinia.seeker.dying import draw_seeker
from rules.jaskinia.seeker.trophies import Set, points, trade, trade_ways, waste
from rules.jaskinia.seeker.values import might, power, strength
from rules.jaskinia.tables.sheets import Gate
from rules.kernel.offers import Offer, Pick, Way, choice, does, does_with, ending, ends, followed_by, one_way, take
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term, Word


def play_turn(table: Table, game: Game) -> None:
    """One turn; who died comes again as somebody else [8.5]."""
    seat = game.active_seat
    game.trip = Trip()
    if game.players[seat].seeker is None:
        come_again(table, game, seat)
    take_turn(table, game, game.seeker_of(seat))


def take_turn(table: Table, game: Game, one: Seeker) -> None:
    """The turn of a Seeker in the Cave; who lost it does nothing [4.12]."""
    game.trip = Trip()
    if one.lost:
        one.lost -= 1
        table.tell(TurnMissed(one.seat, one.name, one.lost))
        return
    begin(table, game, one)
    set_out(table, game, one)
    if game.alive(one) and not (game.trip.over or game.outcome):
        arrive(table, game, one)
    finish(table, game, one)


def come_again(table: Table, game: Game, seat: Seat) -> None:
    """Another Seeker at the Entrance, with the Spells of its card [8.5]."""
    one = draw_seeker(table, game, seat, "seeker.next")
    if spells := game.sheet(one).spells:
        draw_spells(table, game, one, spells)


def begin(table: Table, game: Game, one: Seeker) -> None:
    """What the whole turn goes by [4.11, A8]."""
    game.trip = Trip(power=power(game, one), path=[one.at], slow=one.slow > 0)
    one.slow = max(0, one.slow - 1)
    guest = game.visitor(one)
    table.tell(SeekerTurn(one.seat, one.name))
    if guest is not None and guest.said:
        table.tell(AbilityRecalled(one.name, guest.said))


def set_out(table: Table, game: Game, one: Seeker) -> None:
    """Move, stay to be healed or for a trial, or try Gates; asides before it [4.2]."""
    if game.players[one.seat].ahead is not None:
        table.set_right()
        if game.goes_on(one) and take_ahead(table, game, one, start_offers(game, one)):
            return
    while game.goes_on(one):
        table.set_right()
        if not game.goes_on(one):
            return
        beside = turn_offers(game, one) if game.beside is not None else ()
        asides = [*other_deck(game, one), *aside_offers(game, one), *beside]
        game.trip.offered = worth_asking(game, one, asides)
        offers = [*start_offers(game, one), *asides]
        if take(table, "turn.start", offers, secret=True, player=one.seat, **_progress(game, one)):
            return


def _progress(game: Game, one: Seeker) -> dict[str, Fact]:
    """How a Seeker is, how far it has come, and what it is after [3.2, 10.8]."""
    trophies: dict[str, Fact] = {"points": points(game, one.trophies), "needed": game.tables.seekers.trophies}
    return {
        **trophies,
        "character": one.name,
        "strength": strength(game, one),
        "armed": _armed(game, one),
        "power": power(game, one),
        "endurance": one.endurance,
        "level": max(one.level, one.endurance),
        "gold": one.gold,
        "trials": len(one.trials),
        "goal": game.options.trials,
        "aim": aim_of(game, one),
    }


def _armed(game: Game, one: Seeker) -> int:
    """The Strength that a fight counts, where it is another one; 0: the same [6.2]."""
    armed = might(game, one, "fight", ())
    return armed if armed != strength(game, one) else 0


def start_offers(game: Game, one: Seeker) -> list[Offer[Any]]:
    """Everything that stands for the move of a turn."""
    trials = [followed_by(offer, _stay_here, game, one) for offer in trial_offers(game, one)]
    gates: list[Offer[Any]] = [*gate_offers(game, one), *_gate_spells(game, one)]
    moves = [*gates, *move_offers(game, one), *_spells_to_go(game, one)]
    return [*trials, *leave_offers(game, one), *_healing(game, one), *moves]


def _healing(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    """Whoever begins the turn at the Entrance may stay and pay [8.2]; guests are healed outside."""
    price = game.tables.seekers.healing_price
    there = game.beside is None and one.at == game.tables.board.entrance
    if there and one.endurance < one.level and one.gold >= price:
        yield Offer(one.seat, Option("heal", "stay.heal", facts={"gold": price}), do=ends(does(stay, game, one)))


def _gate_spells(game: Game, one: Seeker) -> Iterator[Pick[Gate]]:
    for gate in gates_at(game, one.at):
        for spell in castable(game, one, "gate"):
            option = Option(f"cast:{spell}:{gate.id}", "cast.gate", f"cavespell.{spell}", _named(spell))
            yield one_way(one.seat, "gate.spell", option, gate, does_with(_cast_at_gate, game, one, spell), secret=True)


def _cast_at_gate(table: Table, game: Game, one: Seeker, spell: str, gate: Gate) -> bool:
    """False when it was cancelled, so that one may still move."""
    return cast(table, game, one, spell, target=gate.id, words=(Word("cavegate"),))


def _spells_to_go(game: Game, one: Seeker) -> Iterator[Pick[str]]:
    for spell in castable(game, one, "instead_of_move"):
        areas = zone_of(game, one)
        option, facts = Option(f"cast:{spell}", "cast.spell", f"cavespell.{spell}", _named(spell)), _named(spell)
        ways, do = tuple(map(Way, area_options(game, areas, one), areas)), does_with(_cast_to_go, game, one, spell)
        yield Pick(one.seat, option, secret=True, ways=ways, why="spell.area", facts=facts, always=True, do=do)


def _cast_to_go(table: Table, game: Game, one: Seeker, spell: str, area: str) -> bool:
    """False when it was cancelled, so that one may still move."""
    return cast(table, game, one, spell, target=area, words=(area_word(game, area),))


def _named(spell: str) -> dict[str, Term]:
    return {"spell": spell_word(spell)}


def stay(table: Table, game: Game, one: Seeker) -> None:
    """1 Endurance for 1 gold; that is the turn [8.2]."""
    price = game.tables.seekers.healing_price
    one.gold -= price
    one.endurance += 1
    game.tally.healed += 1
    table.tell(StayedToHeal(one.name, price, one.endurance, one.gold))
    game.trip.over = True


def _stay_here(table: Table, game: Game, one: Seeker) -> None:
    """Who stayed for a trial may take what lies there, but meets nobody [A21]."""
    if game.goes_on(one):
        look_around(table, game, one)
    game.trip.over = True


def finish(table: Table, game: Game, one: Seeker) -> None:
    """Trophies and own-turn Spells once more before the turn ends, for who wants to be asked."""
    game.trip.moved = False
    while _goes_on(table, game, one) and (sets := _new_trades(game, one)):
        least = sets[0].meant
        some = _chosen(table, game, one, sets) if waste(game, least) else least  # nobody would keep what costs nothing
        if some is None:
            break
        trade(table, game, one, some)
    while _goes_on(table, game, one):
        offers = aside_offers(game, one)
        if not asks_at_end(game, one, offers):
            return
        done = Offer(one.seat, Option("done", "turn.done"), do=ending)
        if take(table, "turn.finish", [done, *offers], secret=True, player=one.seat):
            return


def _goes_on(table: Table, game: Game, one: Seeker) -> bool:
    """Whether the turn is still to be ended, after all that was set right."""
    if game.alive(one) and not game.outcome:
        table.set_right()
    return game.alive(one) and not game.outcome


def _chosen(table: Table, game: Game, one: Seeker, sets: Sequence[Way[Set]]) -> Set | None:
    """Which trophies go for Strength, asked openly so that the usual answer is named; None: they are kept."""
    keep: Way[Set | None] = Way(Option("keep", "trophies.keep"), None)
    facts: dict[str, Fact] = {"character": one.name, "points": points(game, one.trophies)}
    return table.ask(choice(one.seat, "turn.trophies", [*sets, keep], facts))


def _new_trades(game: Game, one: Seeker) -> list[Way[Set]]:
    """Sets of trophies, if there are more than when the turn began, and the player wants to be asked."""
    asked = game.orders(one).trophies == "ask"
    new = asked and any(what not in game.trip.offered for what in _trades(game, one))
    return trade_ways(game, one) if new else []


def asks_at_end(game: Game, one: Seeker, offers: Sequence[Offer[Any]]) -> bool:
    """Whether a Spell is at hand that the player wants to be asked about before the turn ends."""
    order, useful = game.orders(one).end, _spells(game, one, offers)
    return order != "never" and any(order == "ask" or what not in game.trip.offered for what in useful)


def worth_asking(game: Game, one: Seeker, offers: Sequence[Offer[Any]]) -> list[str]:
    """Spells and trophies that can be made use of; after a wound, or with another trophy, it is something new."""
    return [*_spells(game, one, offers), *_trades(game, one)]


def _spells(game: Game, one: Seeker, offers: Sequence[Offer[Any]]) -> list[str]:
    """Each once in a turn; one that heals again after another wound."""
    useful = useful_spells(game, one, offers)
    return [f"{offer.option.id}:{one.endurance if healing(game, offer) else ''}" for offer in useful]


def _trades(game: Game, one: Seeker) -> list[str]:
    return [f"trade:{len(one.trophies)}"] if trade_ways(game, one) else []
