"""Combat [9]: rounds until one side is dead, and the one question per round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.kernel.requests import Filled, Form, Seat
from rules.kernel.table import Table
from rules.kernel.turns import names, tell_decided
from rules.kernel.words import Term
from rules.labirynt_smierci.combat.blows import begin_unasked, monsters_attack, party_attacks, sum_up
from rules.labirynt_smierci.combat.lineup import awake, line_up
from rules.labirynt_smierci.combat.odds import is_surely_won, lives_at_risk
from rules.labirynt_smierci.combat.orders import WHY, Order, can_order, is_still_possible, orders_form
from rules.labirynt_smierci.combat.powers import POSSESSED, gate_blasts, regenerate, shield_mages, spread_stench
from rules.labirynt_smierci.combat.regroup import party_reorganises
from rules.labirynt_smierci.events.combat import FightBegan, FightCost, FightWon, RoundBegan
from rules.labirynt_smierci.events.magic import FightStopped, FightTired, KnifeLost, SleepersSlain
from rules.labirynt_smierci.magic.wayside import call_back, heal_by_orders
from rules.labirynt_smierci.model import ORDER_WORDS, Character, Fight, Game, Group, Orders, Seen
from rules.labirynt_smierci.party.belongings import lose_knife, name_weapons
from rules.labirynt_smierci.party.experience import share_experience, teachers
from rules.labirynt_smierci.party.formation import WIDEST, in_ranks, places_in
from rules.labirynt_smierci.party.losses import close_up, release, slay
from rules.labirynt_smierci.party.traits import mood, mood_after_fight
from rules.labirynt_smierci.treasure.items import take_treasure
from rules.labirynt_smierci.treasure.loot import divide

BADLY = 1 / 3
"""Characters with at most this part of their full strength are badly hurt."""


def asked_seats(game: Game, group: Group) -> list[Seat]:
    """Return the seats to ask in this round: those with something to order whose standing orders want the question."""
    assert game.fight
    with game.unchanged():
        asking = [game.orders_of(seat).first for seat in game.seats if seat not in game.fight.seen]
        sure = "doubt" in asking and is_surely_won(game, group)
        return [
            seat
            for seat, own in game.seats_alive()
            if wants_to_be_asked(game, seat, sure=sure) and any(can_order(game, group, member) for member in own)
        ]


def wants_to_be_asked(game: Game, seat: Seat, *, sure: bool) -> bool:
    """Whether the standing orders ask the player: in the first round, in each round, or after a change.

    ``sure``: whether a fight that a player wants to be asked about in doubt is surely won.
    """
    assert game.fight
    orders, seen = game.orders_of(seat), game.fight.seen.get(seat)
    if orders.rounds == "each":
        return True
    if not seen:
        return orders.first == "ask" or (orders.first == "doubt" and not sure)
    changed = orders.rounds == "changed"
    return (
        ((changed or orders.rounds == "hurt") and is_badly_hurt(game, seat, int(orders.hurt)))
        or ((changed or orders.rounds == "new") and len(game.fight.shown) > seen.shown)
        or (changed and len(game.living) < seen.living)
    )


def is_badly_hurt(game: Game, seat: Seat, least: int) -> bool:
    """Whether a character of the seat fell below this strength since its player was last asked."""
    assert game.fight
    before = game.fight.seen[seat].strength
    now = {member: game.characters[member].strength_now for member in before if member in game.characters}
    return any(strength < min(least, before[member]) for member, strength in now.items())


def ask_orders(
    table: Table, game: Game, group: Group, asked: Iterable[Seat], given: Mapping[str, Order] | None = None
) -> dict[str, Order]:
    """Return an order for each character: the player's answer, or the usual one by standing orders.

    ``given``: the orders of those who have not acted yet, in the middle of a round.
    """
    seats = [seat for seat, _ in game.seats_alive() if given is None or seat in asked]
    forms = {seat: form for seat in seats if (form := orders_form(game, group, seat, given))}
    left = [seat for seat in forms if seat not in asked and game.orders_of(seat).rounds == "changed"]
    tell_decided(table, game, left, ORDER_WORDS, "rounds")
    said = table.everyone(WHY, {seat: form for seat, form in forms.items() if seat in asked})
    for seat in game.seats:
        look(game, seat, anew=seat in said)
    return {
        member: order
        for seat, form in forms.items()
        for member, order in _orders_of_seat(table, game, seat, form, said).items()
    }


def _orders_of_seat(table: Table, game: Game, seat: Seat, form: Form, said: Mapping[Seat, Filled]) -> dict[str, Any]:
    """Changed standing orders hold until the fight ends."""
    assert game.fight
    filled = said[seat] if seat in said else table.as_usual(form, seat)
    standing = {name: value for name, value in filled.values.items() if name in names(Orders)}
    game.fight.orders[seat] = replace(game.orders_of(seat), **standing)
    return {name: order for name, order in filled.values.items() if name not in standing}


def look(game: Game, seat: Seat, *, anew: bool) -> None:
    """Record the state of the fight as the player sees it; ``anew``: even if it is recorded already."""
    assert game.fight
    if anew or seat not in game.fight.seen:
        strength = {character.id: character.strength_now for character in game.of_seat(seat)}
        game.fight.seen[seat] = Seen(strength, len(game.living), len(game.fight.shown))


def note_newcomers(fight: Fight, group: Group) -> None:
    """Mark all monsters of the group as shown."""
    for monster in group.monsters:
        fight.show(monster.id)


LONGEST_IDLE = 10
"""The number of rounds in which nobody grows weaker after which the fight ends."""


def fight(table: Table, game: Game, group: Group, monsters_first: bool = False) -> None:
    """Run the whole fight; after a spurned bribe the party's first attack phase is skipped [8.7]."""
    group.stance = "hostile"
    name_weapons(table, game)
    strengths = {character.id: character.strength_now for character in game.people}
    game.fight = Fight(monsters=line_up(game, group), began=strengths)
    game.tally.fights += 1
    table.tell(FightBegan(group.name, group.number, monsters_first, mood(game)))
    shield_mages(table, game, group)
    spread_stench(table, game, group)
    while goes_on(game, group):
        combat_round(table, game, group, party_strikes=not monsters_first or game.fight.round > 1)
        game.fight.round += 1
    end(table, game, group)


def goes_on(game: Game, group: Group) -> bool:
    """Whether both sides have fighters and there is no truce."""
    return bool(awake(game, group) and game.people) and group.stance != "truce"


def combat_round(table: Table, game: Game, group: Group, party_strikes: bool) -> None:
    """Run one round: party (if it strikes), monsters, the Black Gate, party reorganises, monsters reorganise [9.2]."""
    assert game.fight
    before = _strengths(game, group)
    asked = begin_round(table, game, group, party_strikes)
    if not goes_on(game, group):  # a game master's correction ended it
        return
    standing = game.living
    if party_strikes:
        orders = ask_orders(table, game, group, asked)
        party_attacks(table, game, group, orders, partial(ask_anew, table, game, group, asked))
    if goes_on(game, group):
        monsters_attack(table, game, group)
        gate_blasts(table, game, group)
    if goes_on(game, group):
        fell = not all(character.alive for character in standing)
        party_reorganises(table, game, fell, partial(sum_up, table, game, group))
        regenerate(table, game, group)
        monsters_reorganise(game, group)
        tire(table, game, group, before)


def ask_anew(
    table: Table, game: Game, group: Group, asked: Sequence[Seat], given: Mapping[str, Order]
) -> dict[str, Order]:
    """By the book, ask again once a blow has made a later order void, as each takes effect at once [9.2 phase 1].

    ``given``: the orders of those who have not acted. Returns their new orders; none if nobody is asked.
    """
    acting = {character.id: character for character in game.living if character.seat in asked}
    left = {member: order for member, order in given.items() if member in acting}
    if game.pace != "book" or all(is_still_possible(game, group, acting[member], left[member]) for member in left):
        return {}
    return ask_orders(table, game, group, asked, left)


def begin_round(table: Table, game: Game, group: Group, party_strikes: bool) -> list[Seat]:
    """Fix the places and return the seats to ask for orders; without any the round runs by itself."""
    assert game.fight
    game.tally.rounds += 1
    take_places(game)
    note_newcomers(game.fight, group)
    asked = asked_seats(game, group) if party_strikes else []
    if asked:
        sum_up(table, game, group)
        table.tell(RoundBegan(game.fight.round))
        owned = [character for character in game.living if character.seat in asked]
        table.set_right(partial(goes_on, game, group))
        owners = {character.seat for character in owned}  # a game master may have given them to others
        asked = [seat for seat in game.seats if seat in owners]
        take_places(game)
        for warning in lives_at_risk(game, group) if goes_on(game, group) else ():
            table.tell(warning)
    else:
        begin_unasked(table, game, group)
    return asked


def tire(table: Table, game: Game, group: Group, before: tuple[int, int]) -> None:
    """End the fight in a truce after ten rounds in which neither side has grown weaker [house].

    A wound that regenerates in its round does not count. ``before``: the strengths of both sides before the round.
    """
    assert game.fight
    weaker = any(now < then for now, then in zip(_strengths(game, group), before, strict=True))
    game.fight.idle = 0 if weaker else game.fight.idle + 1
    if game.fight.idle >= LONGEST_IDLE:
        group.stance = "truce"
        table.tell(FightTired(group.name, group.number, LONGEST_IDLE))


def _strengths(game: Game, group: Group) -> tuple[int, int]:
    """Return the present strengths of the party and of the monsters."""
    return sum(person.strength_now for person in game.people), sum(monster.strength for monster in group.living)


def take_places(game: Game) -> None:
    """Fix the places for the round; ranks stand centred [9.1]."""
    assert game.fight
    game.fight.party_places = places_in(game.formation[0])
    game.fight.monster_places = places_in(game.fight.monsters[0])


def monsters_reorganise(game: Game, group: Group) -> None:
    """Remove the fallen and fill the first rank to three with the strongest behind [9.2 phase 5]."""
    assert game.fight
    alive = {monster.id: monster for monster in group.living}
    front = [monster for monster in game.fight.monsters[0] if monster in alive]
    behind = [member for rank in game.fight.monsters[1:] for member in rank if member in alive]
    behind.sort(key=lambda member: -alive[member].strength)
    missing = WIDEST - len(front)
    game.fight.monsters = (tuple(front + behind[:missing]), *in_ranks(behind[missing:]))


def end(table: Table, game: Game, group: Group) -> None:
    """Kill sleepers, return charmed members, then handle experience, the dead and the treasure [5 C, 10, 12]."""
    assert game.fight
    sum_up(table, game, group)
    rounds, thrown, began = game.fight.round - 1, game.fight.thrown, game.fight.began
    if game.people and group.stance != "truce":
        finish_sleepers(table, game, group)
    for monster in [each_monster for each_monster in group.living if each_monster.person and game.people]:
        release(table, game, group, monster)
    lay_down_weapons(game)
    close_up(table, game)
    if game.people:
        after_the_fight(table, game, group, rounds, thrown, began)


def lay_down_weapons(game: Game) -> None:
    """End the fight and all effects that last for one fight."""
    game.fight = None
    for character in game.characters.values():
        character.might, character.charming = 0, ""


def after_the_fight(
    table: Table, game: Game, group: Group, rounds: int, thrown: Sequence[str], began: Mapping[str, int]
) -> None:
    """Give experience, call back the dead and hand out the treasure; a stopped group keeps its treasure.

    ``thrown``: owners of thrown knives, which return only after a victory [9.5]. ``began``: strength before the fight.
    """
    if group.stance == "truce" and group.living:
        if game.here.group is group:
            table.tell(FightStopped(group.name, group.number))
        for member in [member for member in thrown if game.characters[member].alive]:
            lose_knife(game.characters[member])
            table.tell(KnifeLost(game.characters[member].name))
        if teachers(group):
            share_experience(table, game, group)
    elif group.title != POSSESSED:
        number = sum(not monster.person for monster in group.monsters)
        table.tell(FightWon(group.name, number, rounds, mood_after_fight(game)))
        share_experience(table, game, group)
    if not group.living:
        game.here.group = None
    call_back(table, game)
    heal_by_orders(table, game)
    tell_cost(table, game, began)
    if group.stance != "truce" and group.title != POSSESSED:
        take_treasure(table, game, group)
    divide(table, game)


def tell_cost(table: Table, game: Game, began: Mapping[str, int]) -> None:
    """Tell which survivors have less strength than before the fight and how much is left."""
    hurt = [person for person in game.people if person.strength_now < began.get(person.id, 0)]
    if hurt:
        badly = [person for person in hurt if person.strength_now <= BADLY * person.strength]
        left = tuple(f"{person.strength_now}/{person.strength}" for person in hurt)
        table.tell(FightCost(names_in(hurt), left, names_in(badly)))


def names_in(party: Iterable[Character]) -> tuple[Term, ...]:
    """The names of these characters."""
    return tuple(character.name for character in party)


def finish_sleepers(table: Table, game: Game, group: Group) -> None:
    """Kill the sleepers without a roll when nobody is awake [10]; a sleeping member recovers."""
    sleepers = [each_monster for each_monster in group.living if not each_monster.person]
    for monster in sleepers:
        slay(table, game, group, monster)
    if sleepers:
        table.tell(SleepersSlain(group.name, len(sleepers)))
