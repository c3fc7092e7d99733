"""The course of a game [2, 4]: the set-up, then a turn to a stage, in the Cave alone or beside the main board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import convert, to_builtins

from rules.jaskinia.beside import outside
from rules.jaskinia.beside.sheets import annex_of
from rules.jaskinia.cards import card_word, fill_decks, spell_word
from rules.jaskinia.decks import other_deck
from rules.jaskinia.effects import cast
from rules.jaskinia.events.beside import AbilityRecalled, CaveLaidOut, GuestEntered
from rules.jaskinia.events.course import SeekersOrder, SeekerTurn, StayedToHeal, TurnMissed
from rules.jaskinia.exploration.arriving import arrive, look_around
from rules.jaskinia.exploration.called import set_right
from rules.jaskinia.exploration.chambers import trial_offers, wealth_facts
from rules.jaskinia.fight.odds import odds_against
from rules.jaskinia.forecast import percent
from rules.jaskinia.free_actions import free_action_offers, healing, take_ahead, useful_spells
from rules.jaskinia.model import TRIALS, USUAL_ORDERS, Game, Player, Seeker, Trip
from rules.jaskinia.movement import area_options, gate_offers, move_offers, zone_of
from rules.jaskinia.places import FIGHTS, WEALTH, area_word, gates_at, trial_value
from rules.jaskinia.seeker.belongings import Set, castable, draw_spells, gain, points, trade, trade_ways, waste
from rules.jaskinia.seeker.dying import draw_seeker, first_seeker
from rules.jaskinia.seeker.values import bonus, item_limit, might, power, spell_limit, strength
from rules.jaskinia.tables.sheets import Gate
from rules.kernel.odds import THROWS, odds
from rules.kernel.offers import (
    Offer,
    Pick,
    Way,
    choice,
    does,
    does_with,
    ending,
    ends,
    followed_by,
    one_way,
    take,
    taken_of,
)
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import highest_begins, in_turns
from rules.kernel.words import Facts, Phrase, Term, Word, phrase

GROWN = 9
"""Total Strength and Power together with which one goes through the Gates."""
TRIED = ("trials", "here", "grow")
"""Aims with which the trials that are open are told."""
HOPE = 0.25
"""The mean chance in the trials that are left from which on they are worth a journey."""


def aim_of(game: Game, seeker: Seeker) -> Phrase:
    """The next thing on the way to the Crystal; in a turn of one area only, that there is no more [4.11]."""
    slow = game.trip.slow and bool(game.order) and seeker.seat == game.active_seat
    if slow:
        return phrase("caveaim.slow")
    aim = _next_aim(game, seeker)
    return phrase(f"caveaim.{aim}", **(_trials_left(game, seeker) if aim in TRIED else {}))


def _next_aim(game: Game, seeker: Seeker) -> str:
    if gain(game, seeker.trophies):
        return "trade"
    if game.beside and game.beside.taken:
        return "taken"
    if game.crystal:
        if not (_has_wealth(game, seeker) or _has_hope_in_trials(game, seeker)):
            return "grow"
        return "here" if seeker.at == game.crystal else "trials"
    if has_map(game, seeker):
        return "map"
    board, inner = game.tables.board, game.tables.crystal.search_zone
    if not board.gate or game.area(seeker.at).zone == inner:
        return "search"
    if strength(game, seeker) + power(game, seeker) < GROWN:
        return "rise"
    return "search" if game.gates else "gates"


def _trials_left(game: Game, seeker: Seeker) -> Facts:
    """The trials that are open, each with what a Seeker has for it and what it needs; and where they are."""
    left = tuple(_trial_left(game, seeker, trial) for trial in TRIALS if trial not in seeker.trials)
    return {"left": left, "at": game.crystal}


def _trial_left(game: Game, seeker: Seeker, trial: str) -> Phrase:
    if trial == WEALTH:
        facts = wealth_facts(game, seeker)
        return phrase("caveaim.wealth", own=facts["points"], needed=facts["needed"], sure=_has_wealth(game, seeker))
    own, needed = might(game, seeker, FIGHTS[trial], ()), trial_value(game, trial)
    chances = odds(own - needed)
    sure = chances.wins == THROWS
    return phrase(f"caveaim.{trial}", own=own, needed=needed, chance=percent(chances.win), sure=sure)


def _has_wealth(game: Game, seeker: Seeker) -> bool:
    """Whether the trial of Wealth is open, and sure to be passed [10.7]."""
    facts = wealth_facts(game, seeker)
    return WEALTH not in seeker.trials and facts["points"] >= facts["needed"]


def _has_hope_in_trials(game: Game, seeker: Seeker) -> bool:
    """Whether the fights of the trials that are left are not yet out of reach; that of Wealth spares one of them."""
    left = game.options.trials - len(seeker.trials)
    chances = sorted(
        (_trial_win_chance(game, seeker, trial) for trial in FIGHTS if trial not in seeker.trials), reverse=True
    )
    fought = chances[: left - (WEALTH not in seeker.trials)] or chances[:left]
    return bool(fought) and sum(fought) >= HOPE * len(fought)


def _trial_win_chance(game: Game, seeker: Seeker, trial: str) -> float:
    """To win it; none where a loss is likelier, and death."""
    chances = odds_against(game, seeker, FIGHTS[trial], trial_value(game, trial))
    return chances.win if seeker.endurance > 1 or chances.wins > chances.losses else 0.0


def has_map(game: Game, seeker: Seeker) -> bool:
    """Whether enough Map fragments are at hand [10.2]."""
    crystal = game.tables.crystal
    return seeker.items.count(crystal.map_card) >= max(1, crystal.map_fragments - bonus(game, seeker, "map_need"))


def play_turn(table: Table, game: Game) -> None:
    """One turn; who died comes again as somebody else [8.5]."""
    seat = game.active_seat
    game.trip = Trip()
    if not game.players[seat].seeker:
        come_again(table, game, seat)
    take_turn(table, game, game.seeker_of(seat))


def take_turn(table: Table, game: Game, seeker: Seeker) -> None:
    """The turn of a Seeker in the Cave; who lost it does nothing [4.12]."""
    game.trip = Trip()
    if seeker.lost:
        seeker.lost -= 1
        table.tell(TurnMissed(seeker.seat, seeker.name, seeker.lost))
        return
    begin(table, game, seeker)
    set_out(table, game, seeker)
    if game.alive(seeker) and not (game.trip.over or game.outcome):
        arrive(table, game, seeker)
    finish(table, game, seeker)


def come_again(table: Table, game: Game, seat: Seat) -> None:
    """Another Seeker at the Entrance, with the Spells of its card [8.5]."""
    seeker = draw_seeker(table, game, seat, "seeker.next")
    if spells := game.sheet(seeker).spells:
        draw_spells(table, game, seeker, spells)


def begin(table: Table, game: Game, seeker: Seeker) -> None:
    """What the whole turn goes by [4.11, A8]."""
    game.trip = Trip(power=power(game, seeker), path=[seeker.at], slow=seeker.slow > 0)
    seeker.slow = max(0, seeker.slow - 1)
    guest = game.visitor(seeker)
    table.tell(SeekerTurn(seeker.seat, seeker.name))
    if guest and guest.said:
        table.tell(AbilityRecalled(seeker.name, guest.said))


def set_out(table: Table, game: Game, seeker: Seeker) -> None:
    """Move, stay to be healed or for a trial, or try Gates; asides before it [4.2]."""
    if game.players[seeker.seat].ahead:
        set_right(table, game)
        if game.goes_on(seeker) and take_ahead(table, game, seeker, start_offers(game, seeker)):
            return
    while game.goes_on(seeker):
        set_right(table, game)
        if not game.goes_on(seeker):
            return
        beside = outside.turn_offers(game, seeker) if game.beside else ()
        asides = [*other_deck(game, seeker), *free_action_offers(game, seeker), *beside]
        game.trip.offered = worth_asking(game, seeker, asides)
        offers = [*start_offers(game, seeker), *asides]
        facts = {"player": seeker.seat, **_progress_facts(game, seeker)}
        game.calls_open = True
        taken = table.next_action("turn.start", offers, secret=True, **facts)
        game.calls_open = False
        if taken_of(offers, taken).done(table, taken.value):
            return


def _progress_facts(game: Game, seeker: Seeker) -> Facts:
    """How a Seeker is, how far it has come, and what it is after [3.2, 10.8]."""
    trophies: Facts = {"points": points(game, seeker.trophies), "needed": game.tables.seekers.trophies}
    return {
        **trophies,
        "character": seeker.name,
        "strength": strength(game, seeker),
        "armed": _armed_strength(game, seeker),
        "power": power(game, seeker),
        "endurance": seeker.endurance,
        "level": max(seeker.level, seeker.endurance),
        "gold": seeker.gold,
        "trials": len(seeker.trials),
        "goal": game.options.trials,
        "aim": aim_of(game, seeker),
    }


def _armed_strength(game: Game, seeker: Seeker) -> int:
    """The Strength that a fight counts, where it is another one; 0: the same [6.2]."""
    armed = might(game, seeker, "fight", ())
    return armed if armed != strength(game, seeker) else 0


def start_offers(game: Game, seeker: Seeker) -> list[Offer]:
    """Everything that stands for the move of a turn."""
    trials = [followed_by(offer, _look_around_after_stay, game, seeker) for offer in trial_offers(game, seeker)]
    gates: list[Offer] = [*gate_offers(game, seeker), *_gate_spell_picks(game, seeker)]
    moves = [*gates, *move_offers(game, seeker), *_travel_spell_picks(game, seeker)]
    return [*trials, *outside.leave_offers(game, seeker), *_healing_offers(game, seeker), *moves]


def _healing_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """Whoever begins the turn at the Entrance may stay and pay [8.2]; guests are healed outside."""
    price = game.tables.seekers.healing_price
    there = game.beside is None and seeker.at == game.tables.board.entrance
    if there and seeker.endurance < seeker.level and seeker.gold >= price:
        yield Offer(seeker.seat, Option("heal", "stay.heal", facts={"gold": price}), do=ends(does(stay, game, seeker)))


def _gate_spell_picks(game: Game, seeker: Seeker) -> Iterator[Pick[Gate]]:
    for gate in gates_at(game, seeker.at):
        for spell in castable(game, seeker, "gate"):
            option = Option(f"cast:{spell}:{gate.id}", "cast.gate", f"cavespell.{spell}", _spell_facts(spell))
            yield one_way(
                seeker.seat, "gate.spell", option, gate, does_with(_cast_at_gate, game, seeker, spell), secret=True
            )


def _cast_at_gate(table: Table, game: Game, seeker: Seeker, spell: str, gate: Gate) -> bool:
    """False when it was cancelled, so that one may still move."""
    return cast(table, game, seeker, spell, target=gate.id, words=(Word("cavegate"),))


def _travel_spell_picks(game: Game, seeker: Seeker) -> Iterator[Pick[str]]:
    for spell in castable(game, seeker, "instead_of_move"):
        areas = zone_of(game, seeker)
        option, facts = (
            Option(f"cast:{spell}", "cast.spell", f"cavespell.{spell}", _spell_facts(spell)),
            _spell_facts(spell),
        )
        ways, do = (
            tuple(map(Way, area_options(game, areas, seeker), areas)),
            does_with(_cast_travel_spell, game, seeker, spell),
        )
        yield Pick(seeker.seat, option, secret=True, ways=ways, why="spell.area", facts=facts, always=True, do=do)


def _cast_travel_spell(table: Table, game: Game, seeker: Seeker, spell: str, area: str) -> bool:
    """False when it was cancelled, so that one may still move."""
    return cast(table, game, seeker, spell, target=area, words=(area_word(game, area),))


def _spell_facts(spell: str) -> dict[str, Term]:
    return {"spell": spell_word(spell)}


def stay(table: Table, game: Game, seeker: Seeker) -> None:
    """1 Endurance for 1 gold; that is the turn [8.2]."""
    price = game.tables.seekers.healing_price
    seeker.gold -= price
    seeker.endurance += 1
    game.tally.healed += 1
    table.tell(StayedToHeal(seeker.name, price, seeker.endurance, seeker.gold))
    game.trip.over = True


def _look_around_after_stay(table: Table, game: Game, seeker: Seeker) -> None:
    """Who stayed for a trial may take what lies there, but meets nobody [A21]."""
    if game.goes_on(seeker):
        look_around(table, game, seeker)
    game.trip.over = True


def finish(table: Table, game: Game, seeker: Seeker) -> None:
    """Trophies and own-turn Spells once more before the turn ends, for who wants to be asked."""
    game.trip.moved = False
    while _is_turn_going_on(table, game, seeker) and (sets := _new_trade_ways(game, seeker)):
        least = sets[0].meant
        some = (
            _ask_trophies_to_trade(table, game, seeker, sets) if waste(game, least) else least
        )  # nobody would keep what costs nothing
        if some is None:
            break
        trade(table, game, seeker, some)
    while _is_turn_going_on(table, game, seeker):
        offers = free_action_offers(game, seeker)
        if not asks_at_end(game, seeker, offers):
            return
        done = Offer(seeker.seat, Option("done", "turn.done"), do=ending)
        if take(table, "turn.finish", [done, *offers], secret=True, player=seeker.seat):
            return


def _is_turn_going_on(table: Table, game: Game, seeker: Seeker) -> bool:
    """Whether the turn is still to be ended, after all that was set right."""
    if game.alive(seeker) and not game.outcome:
        table.set_right()
    return game.alive(seeker) and not game.outcome


def _ask_trophies_to_trade(table: Table, game: Game, seeker: Seeker, sets: Sequence[Way[Set]]) -> Set | None:
    """Which trophies go for Strength, asked openly so that the usual answer is named; None: they are kept."""
    keep = Way(Option("keep", "trophies.keep"), None)
    facts: Facts = {"character": seeker.name, "points": points(game, seeker.trophies)}
    return table.ask(choice(seeker.seat, "turn.trophies", [*sets, keep], facts))


def _new_trade_ways(game: Game, seeker: Seeker) -> list[Way[Set]]:
    """Sets of trophies, if there are more than when the turn began, and the player wants to be asked."""
    asked = game.orders(seeker).trophies == "ask"
    new = asked and any(what not in game.trip.offered for what in _trade_keys(game, seeker))
    return trade_ways(game, seeker) if new else []


def asks_at_end(game: Game, seeker: Seeker, offers: Sequence[Offer]) -> bool:
    """Whether a Spell is at hand that the player wants to be asked about before the turn ends."""
    order, useful = game.orders(seeker).end, _offered_spell_keys(game, seeker, offers)
    return order != "never" and any(order == "ask" or what not in game.trip.offered for what in useful)


def worth_asking(game: Game, seeker: Seeker, offers: Sequence[Offer]) -> list[str]:
    """Spells and trophies that can be made use of; after a wound, or with another trophy, it is something new."""
    return [*_offered_spell_keys(game, seeker, offers), *_trade_keys(game, seeker)]


def _offered_spell_keys(game: Game, seeker: Seeker, offers: Sequence[Offer]) -> list[str]:
    """Each once in a turn; one that heals again after another wound."""
    useful = useful_spells(game, seeker, offers)
    return [f"{offer.option.id}:{seeker.endurance if healing(game, offer) else ''}" for offer in useful]


def _trade_keys(game: Game, seeker: Seeker) -> list[str]:
    return [f"trade:{len(seeker.trophies)}"] if trade_ways(game, seeker) else []


def play_turn_beside(table: Table, game: Game) -> None:
    """A turn of somebody inside, or of somebody who comes in; before that, if need be, all the time in the world."""
    outside.wait_outside(table, game)
    if game.outcome:
        return
    while not outside.has_turn(game, game.active_seat):
        game.turn = (game.turn + 1) % len(game.order)
    seat, annex = game.active_seat, annex_of(game)
    seeker = game.players[seat].seeker
    if not seeker:
        come_in(table, game, seat)
    else:
        take_turn(table, game, seeker)
    annex.numbers = {}
    outside.look_at_the_crown(table, game)
    if annex.again == seat and outside.has_turn(game, seat):
        game.turn = (game.turn - 1) % len(game.order)
    annex.again = ""


def come_in(table: Table, game: Game, seat: Seat) -> None:
    """From outside onto the Entrance: that is the Move; somebody who stands there may be met [4.1, 4.2]."""
    game.trip = Trip()
    if not _ask_to_enter(table, game, seat):
        return
    guest, seeker = outside.guest_of(game, seat)
    guest.before = convert(to_builtins(seeker), Seeker)
    guest.kept, guest.coming, guest.notes = None, False, []
    game.players[seat].seeker = seeker
    seeker.at = game.tables.board.entrance
    game.trip = Trip(power=power(game, seeker), path=[seeker.at])
    table.tell(GuestEntered(seat, seeker.name, Word(f"exitfrom.{guest.came}"), seeker.at))
    arrive(table, game, seeker)
    finish(table, game, seeker)


def _ask_to_enter(table: Table, game: Game, seat: Seat) -> bool:
    """The sheet is shown, with what it adds up to, before it counts [3]."""
    while outside.guest_of(game, seat)[0].coming and not game.outcome:
        table.set_right()
        enter = Offer(seat, Option("enter", "guest.enter"), do=does(_confirm_entering))
        own = [enter, outside.stay_offer(game, seat, aside=False), outside.sheet_offer(game, seat)]
        offers = [*own, *outside.outside_offers(game, but=seat), *outside.table_offers(game)]
        if take(table, "guest.enter", offers, secret=True, **_sheet_facts(game, outside.guest_of(game, seat)[1])):
            return True
    return False


def _confirm_entering(_: Table) -> bool:
    return True


def _sheet_facts(game: Game, seeker: Seeker) -> Facts:
    values: Facts = {
        "strength": strength(game, seeker),
        "power": power(game, seeker),
        "endurance": seeker.endurance,
    }
    limits: Facts = {"room": item_limit(game, seeker), "limit": spell_limit(game, seeker)}
    things = tuple(map(card_word, (*seeker.items, *seeker.followers)))
    more: Facts = {"level": seeker.level, "gold": seeker.gold, "spells": len(seeker.spells), "things": things}
    return {"character": seeker.name, **values, **limits, **more}


def set_up(table: Table, game: Game) -> None:
    """Stage 0: everything before the first turn."""
    fill_decks(game)
    gates = game.tables.board.gate
    game.gates = [gate.id for gate in gates if gate.open or game.options.gates == "open"]
    game.players = {seat: Player(seat=seat, orders=USUAL_ORDERS[game.pace]) for seat in game.seats}
    if game.beside:  # Seekers are dealt at the table, and all are outside [2.1, 2.2]
        game.order = list(game.seats)
        game.tally.rounds = 1
        table.tell(CaveLaidOut(tuple(game.order)))
        return
    for seat in game.seats:
        first_seeker(table, game, seat)
    game.order = list(game.seats)
    for seeker in game.seekers:
        if spells := game.sheet(seeker).spells:
            draw_spells(table, game, seeker, spells)
    game.order = highest_begins(table, game.seats, "setup.first")
    game.tally.rounds = 1
    table.tell(SeekersOrder(tuple(game.order)))


def is_in(game: Game, seat: Seat) -> bool:
    """Whether a player has turns: dead is who gets another Seeker, or is out [8.5]; outside one has none."""
    return outside.has_turn(game, seat) if game.beside else not game.players[seat].out


def play_one_turn(table: Table, game: Game) -> None:
    """The turn of a player, alone or beside the main board."""
    if game.beside:
        play_turn_beside(table, game)
    else:
        play_turn(table, game)


play_stage = in_turns(set_up, play_one_turn, is_in)
"""One stage; stage 0 is the set-up, every other the turn of one player."""
