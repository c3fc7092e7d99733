"""The characters' belongings [5, 9.2, 14], and the weapons usable from each rank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from rules.kernel.odds import FACES
from rules.kernel.offers import Asking, Deed, Offer, Pick, Way, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events.course import WeaponReadied
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party.formation import MELEE, rank_of
from rules.labirynt_smierci.party.traits import dexterity_of

MISSILES = ("bow", "knife")
FRONT_RANK, SECOND_RANK = 0, 1


def is_usable(weapon: str, rank: int) -> bool:
    """Whether the weapon works from this rank: hand weapons from the first, bow and thrown knife from the second."""
    return (rank == FRONT_RANK and weapon in MELEE) or (rank == SECOND_RANK and weapon in MISSILES)


def attack_bonus(game: Game, character: Character, weapon: str) -> int:
    """The bonus to the attack die: dexterity, weapon skill, a magic weapon's bonus, effects [9.5, 10, 14]."""
    stench = game.tables.powers.stench if game.fight and character.id in game.fight.reeling else 0
    might = character.might if weapon in MELEE else 0
    return (
        dexterity_of(game, character)
        + character.weapon_skill.get(weapon, 0)
        + magic_of(character, weapon, game.fight.thrown.count(character.id) if game.fight and weapon == KNIFE else 0)
        + might
        - stench
    )


KNIFE = "knife"
"""The weapon that is gone after a throw until a victory [9.2, 9.5]."""


def magic_of(character: Character, weapon: str, thrown: int = 0) -> int:
    """The bonus of the character's best magic weapon of this kind [14]; ``thrown``: the number already thrown."""
    plus = [item.plus for item in character.items if item.kind == "weapon" and item.name == weapon]
    return sorted(plus, reverse=True)[thrown] if thrown < len(plus) else 0


def is_of_kind(item: Item, weapon: str) -> bool:
    """Whether the item is a magic weapon of this kind."""
    return item.kind == "weapon" and item.name == weapon


def knives_of(character: Character) -> int:
    """The number of knives to throw in a fight: the own one and each magic one [9.5]."""
    own = KNIFE in character.weapons and KNIFE not in character.lent
    return own + sum(is_of_kind(item, KNIFE) for item in character.items)


def lose_knife(character: Character) -> None:
    """Remove a thrown knife, the best one; the character keeps at least one weapon."""
    magic = [item for item in character.items if is_of_kind(item, KNIFE)]
    if magic:
        lose(character, max(magic, key=lambda item: item.plus))
    elif len(character.weapons) > 1:
        character.weapons.remove(KNIFE)
        arm(character)


def weapon_facts(game: Game, character: Character, weapon: str, target: int = 0) -> Facts:
    """Return a weapon's throw, its mean wounds, and the faces that wound and that fell a target of this strength."""
    bonus, combat = attack_bonus(game, character, weapon), game.tables.combat
    faces = [combat.wounds(weapon, face + bonus) for face in FACES]
    return {
        "weapon": Word(f"weapon.{weapon}"),
        "throw": f"1K6{bonus:+d}" if bonus else "1K6",
        "hits": sum(wounds > 0 for wounds in faces),
        "fells": sum(wounds >= target for wounds in faces) if target else 0,
        "tenths": round(10 * combat.mean_wounds(weapon, bonus)),
    }


def best_weapon(game: Game, character: Character, rank: int) -> str | None:
    """Return the weapon with the most mean wounds from this rank; None if no weapon is usable there."""
    useful = [weapon for weapon in character.weapons if is_usable(weapon, rank)]
    if not useful[1:]:
        return next(iter(useful), None)
    return max(useful, key=lambda weapon: wounds_with(game, character, weapon))


def better_weapon(game: Game, character: Character) -> str | None:
    """Return a carried weapon with more mean wounds in this rank than the one in hand, or None.

    Missiles that the player saves are left out; a useless weapon in hand is changed before a fight anyway.
    """
    rank, best = rank_of(game, character.id), None
    if is_usable(character.in_hand, rank):
        best = best_weapon(game, character, rank)
    if best is None or (best in MISSILES and game.orders_of(character.seat).missiles != "loose"):
        return None
    return best if wounds_with(game, character, best) > wounds_with(game, character, character.in_hand) else None


def wounds_with(game: Game, character: Character, weapon: str) -> float:
    """The mean wounds of an attack with this weapon."""
    return game.tables.combat.mean_wounds(weapon, attack_bonus(game, character, weapon))


def name_weapons(table: Table, game: Game) -> None:
    """Before a fight, put the best weapon for his rank in the hand of each character whose weapon is useless there."""
    for character in game.living:
        rank = rank_of(game, character.id)
        better = None if is_usable(character.in_hand, rank) else best_weapon(game, character, rank)
        if better is not None:
            take_in_hand(table, game, character.id, better)


def take_in_hand(table: Table, game: Game, one_id: str, weapon: str) -> None:
    """Take another weapon in hand outside combat, at no cost."""
    character = game.characters[one_id]
    character.in_hand = weapon
    table.tell(WeaponReadied(character.name, Word(f"weapon.{weapon}")))


# Named before a fight: free until its first round [9.2, 9.4] -----------------------------------------------------


def weapon_offers(game: Game) -> Iterator[Offer[Filled]]:
    """Yield for each player the offer to choose the weapons in hand, if there is a choice."""
    for seat, own in game.seats_alive():
        if any(len(character.weapons) > 1 for character in own):
            make, do = partial(weapons_form, game, seat), does_with(ready_weapons, game)
            yield Asking(seat, Option("weapons", "weapons.ready"), aside=True, make=make, do=do)


def weapons_form(game: Game, seat: Seat) -> Form:
    """Return the form of the weapon in hand for each character of the seat."""
    fields = []
    for character in game.of_seat(seat):
        kinds = sorted(character.weapons, key=lambda weapon: weapon != character.in_hand)
        options = tuple(_weapon_in_hand_option(game, character, weapon) for weapon in kinds)
        fields.append(Field(character.id, Choose(who=seat, why="weapons.ready", options=options), character.name))
    return Form(who=seat, why="weapons.ready", fields=tuple(fields))


def _weapon_in_hand_option(game: Game, character: Character, weapon: str) -> Option:
    note = "weapons.odds" if is_usable(weapon, rank_of(game, character.id)) else "weapons.useless"
    return Option(weapon, f"weapon.{weapon}", note, weapon_facts(game, character, weapon))


def ready_weapons(table: Table, game: Game, chosen: Filled) -> None:
    """Take the chosen weapons in hand."""
    for member, weapon in chosen.values.items():
        if game.characters[member].in_hand != weapon:
            take_in_hand(table, game, member, weapon)


def receive(character: Character, item: Item) -> None:
    """Give an item to the character."""
    character.items.append(item)
    arm(character)


def lose(character: Character, item: Item) -> None:
    """Take an item off and away from the character."""
    character.items.remove(item)
    item.worn = False
    arm(character)


def arm(character: Character) -> None:
    """Update a character's weapons: magic ones can be used as long as they are held, whatever his own kinds [14]."""
    own = [weapon for weapon in character.weapons if weapon not in character.lent]
    held = [item.name for item in character.items if item.kind == "weapon"]
    character.lent = [weapon for weapon in dict.fromkeys(held) if weapon not in own]
    character.weapons = [*own, *character.lent]
    if character.in_hand not in character.weapons:
        character.in_hand = character.weapons[0]


def is_stuck(game: Game, item: Item) -> bool:
    """Whether the item cannot be removed: a worn talisman of evil inside the labyrinth [14]."""
    return item.worn and (item.kind, item.name) == ("talisman", "evil") and not game.outside


def one_of_each(items: Iterable[Item]) -> list[Item]:
    """Return one item of each set that nobody can tell apart."""
    seen: dict[tuple[object, ...], Item] = {}
    for item in items:
        seen.setdefault((item.title, item.plus, item.worth, item.worn), item)
    return list(seen.values())


# In questions ----------------------------------------------------------------------------------------------------


class Belonging(Struct, frozen=True):
    """A thing and its owner."""

    owner: Character
    item: Item


def thing_way(character: Character, item: Item, label: str, note: str = "") -> Way[Belonging]:
    """Return a character's thing as an option."""
    option = Option(
        f"{character.id}:{item.id}", label, note or note_of(item), {"who": character.name, **facts_of(item)}
    )
    return Way(option, Belonging(character, item))


def facts_of(item: Item) -> Facts:
    """Return the facts for the words about a thing."""
    return {"item": item.title, "plus": item.plus, "worth": item.worth}


def note_of(item: Item) -> str:
    """Return the note beside a thing's name: its bonus, its price, or that its effect is unknown."""
    if item.plus or item.worth:
        return "item.plus" if item.plus else "item.worth"
    return "item.unknown" if is_riddle(item) else ""


def is_riddle(item: Item) -> bool:
    """Whether the item's effect is unknown."""
    return not item.name and item.kind in ("potion", "talisman", "medallion")


def offer_things(
    seat: Seat, what: str, ways: Sequence[Way[Belonging]], do: Deed[Belonging]
) -> Iterator[Pick[Belonging]]:
    """Yield the offer to do this with one of the things; nothing without things."""
    option = Option(what, what)
    if len(ways) == 1:
        only = ways[0].option
        option = Option(f"{what}:{only.id}", only.label, only.note, only.facts)
    if ways:
        yield Pick(seat, option, aside=True, ways=tuple(ways), why=what, do=do)
