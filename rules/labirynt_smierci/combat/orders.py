"""The orders of a round: a strike, a shot, a spell, another weapon, the Gate's skill, or nothing [9.2]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

from rules.kernel.offers import Way, choice
from rules.kernel.requests import Field, Form, Option, Seat
from rules.kernel.turns import BOOK, order_field
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.combat.powers import TryGate, gate_orders
from rules.labirynt_smierci.combat.regroup import may_move
from rules.labirynt_smierci.combat.spells import spell_orders
from rules.labirynt_smierci.exploration import mark_in_words
from rules.labirynt_smierci.magic.casting import Cast
from rules.labirynt_smierci.model import ORDER_WORDS, Character, Game, Group, Orders
from rules.labirynt_smierci.party.belongings import KNIFE, MISSILES, SECOND_RANK, is_usable, knives_of, weapon_facts
from rules.labirynt_smierci.party.formation import nearest_opponents, places_in, rank_of
from rules.labirynt_smierci.party.traits import spells_of

WHY = "combat.orders"


class Attack(Struct, frozen=True):
    """An attack with the weapon in hand on a monster, by its id."""

    target: str


class Change(Struct, frozen=True):
    """A change of weapon instead of an attack."""

    weapon: str


class Hold(Struct, frozen=True):
    """An order to do nothing."""


Order = Attack | Change | Hold | TryGate | Cast[str]
HOLD = Hold()


# A player's form -------------------------------------------------------------------------------------------------


def orders_form(game: Game, group: Group, seat: Seat, given: Mapping[str, Order] | None = None) -> Form | None:
    """Return the form of the seat's orders and the standing orders that matter now; None if no character can act.

    ``given``: in the middle of a round, the orders of those who have not acted; who has none is left out, and an order
    that is still possible is the usual one.
    """
    assert game.fight
    own = [character for character in game.of_seat(seat) if given is None or character.id in given]
    chosen = ((character, list(possible_orders(game, group, character))) for character in own)
    fields: list[Field] = [
        _character_order_field(seat, character, ways, (given or {}).get(character.id))
        for character, ways in chosen
        if len(ways) > 1
    ]
    if not fields:
        return None
    orders = game.orders_of(seat)
    fields += [
        order_field(Orders, seat, ORDER_WORDS, name, getattr(orders, name))
        for name in standing_that_matters(game, group, seat)
    ]
    facts: Facts = {"round": game.fight.round, "monster": group.name, "number": group.number}
    if game.pace == BOOK:
        facts["book"] = True
    return Form(who=seat, why=WHY, fields=tuple(fields), facts=facts)


def standing_that_matters(game: Game, group: Group, seat: Seat) -> Iterator[str]:
    """Yield the standing orders that matter now: the next question, changes of rank, targets, missiles."""
    assert game.fight
    own = game.of_seat(seat)
    yield "rounds"
    if may_move(game, seat):
        yield "regroup"
    yield "hurt"
    if len(group.living) > 1:
        yield "target"
    if any(
        weapon in MISSILES
        for character in own
        if rank_of(game, character.id) == SECOND_RANK
        for weapon in character.weapons
    ):
        yield "missiles"
    if any(spells_of(game, character) for character in own):
        yield "spells"


def _character_order_field(
    seat: Seat, character: Character, ways: list[Way[Order]], given: Order | None
) -> Field[Order]:
    facts: Facts = {
        "who": character.name,
        "weapon": Word(f"weapon.{character.in_hand}"),
        "strength": character.strength_now,
    }
    usual = next((way.option.id for way in ways if way.meant == given), None)
    return Field(character.id, choice(seat, "combat.order", ways, facts), character.name, usual)


def can_order(game: Game, group: Group, character: Character) -> bool:
    """Whether the character has a choice of orders."""
    return len([*islice(possible_orders(game, group, character), 2)]) > 1


def is_still_possible(game: Game, group: Group, character: Character, order: Order) -> bool:
    """Whether nothing that happened in the round has made the order void."""
    return any(way.meant == order for way in possible_orders(game, group, character))


# What a character can do -----------------------------------------------------------------------------------------


def possible_orders(game: Game, group: Group, character: Character) -> Iterator[Way[Order]]:
    """Yield the possible orders: attack, shut the Gate, cast, change the weapon (costs the attack), or hold [9.2]."""
    for target in targets(game, group, character):
        yield Way(_attack_option(game, group, character, target), Attack(target))
    yield from gate_orders(game, group, character)
    yield from spell_orders(game, group, character)
    for weapon in character.weapons:
        if weapon != character.in_hand and not is_thrown(game, character, weapon):
            note = "combat.change.cost" if is_usable(weapon, rank_of(game, character.id)) else "combat.change.useless"
            yield Way(
                Option(f"change:{weapon}", "combat.change", note, weapon_facts(game, character, weapon)), Change(weapon)
            )
    yield Way(Option("hold", "combat.hold"), HOLD)


def _attack_option(game: Game, group: Group, character: Character, target: str) -> Option:
    monster = next(monster for monster in group.monsters if monster.id == target)
    manner = {"bow": "shoot", "knife": "throw"}.get(character.in_hand, "strike")
    facts: Facts = {
        **weapon_facts(game, character, character.in_hand, monster.strength),
        "monster": monster.name,
        "mark": mark_in_words(game, target),
        "strength": monster.strength,
    }
    lone = ".lone" if len(group.monsters) == 1 else ""
    return Option(f"attack:{target}", f"combat.attack.{manner}{lone}", "combat.attack.odds", facts)


def targets(game: Game, group: Group, character: Character) -> list[str]:
    """Return the legal targets of the weapon in hand: the nearest from the first rank, any from the second."""
    rank = rank_of(game, character.id)
    assert game.fight
    if not is_usable(character.in_hand, rank) or is_thrown(game, character, character.in_hand):
        return []
    alive = [monster.id for monster in group.living]
    standing = [monster for monster in game.fight.monsters[0] if monster in alive]
    if rank == SECOND_RANK:
        assert game.fight
        own = places_in(game.formation[SECOND_RANK])[character.id]
        place = game.fight.monster_places
        return sorted(standing, key=lambda other: (abs(place[other] - own), place[other]))
    return nearest_opponents(character.id, game.fight.party_places, game.fight.monster_places, standing)


def is_thrown(game: Game, character: Character, weapon: str) -> bool:
    """Whether the character has thrown all knives in this fight; they come back after a victory [9.2, 9.5]."""
    assert game.fight
    return weapon == KNIFE and game.fight.thrown.count(character.id) >= knives_of(character)
