"""Packing as usual: the best Weapon in hand, Armour on, team-mates given what they can use, the most useful kept."""

from __future__ import annotations

from collections import Counter

import msgspec

from rules.labirynt_czarnoksieznika.equipment import packing
from rules.labirynt_czarnoksieznika.equipment.finds import lay_down, pick_up
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game

PARTS = ("helmet", "breastplate")
SAFER = 2
"""So many wounds more than its carrier a team-mate can take who is given a Crystal to bring home."""


def pack_as_usual(game: Game, one: Character, *, penetrating: bool, sharing: bool = False) -> None:
    """Arrange everything within reach; what finds no place stays in the chamber. ``sharing``: with team-mates, too."""
    collected = _collected(game, one, penetrating)
    pool = [*one.tokens, *collected]
    one.hand = one.hand if one.hand == GLOVE else ""
    one.worn, one.pack, one.loot = [], [], pool
    if can_arm(one):
        arm(game, one)
    for mate in game.mates_of(one) if sharing else ():
        _share(game, one, mate)
        _share(game, mate, one)
    _keep_the_best(game, one)


def pack_what_fits(game: Game, one: Character, *, penetrating: bool) -> None:
    """What is settled unasked: arms, what team-mates can use, and of what lies here as much as finds room.

    In a turn that was named ahead its player is not there, and team-mates keep what they have.
    """
    pack_as_usual(game, one, penetrating=False)
    if not penetrating:
        return
    if not packing.in_camp(game, one):
        for token in sorted(packing.within_reach(game, one), key=lambda token: -worth_keeping(game, one, token)):
            _take_if_it_fits(game, one, token)
    for mate in game.mates_of(one) if not game.ahead else ():
        _share(game, one, mate, crystals=False)
        _share(game, mate, one, crystals=False)


def _take_if_it_fits(game: Game, one: Character, token: str) -> None:
    """Into a box, or in hand or on where that leaves room for everything; else it lies on."""
    kept = one.hand, list(one.worn), list(one.pack)
    one.pack.append(token)
    if can_arm(one):
        arm(game, one)
    if packing.boxes_left(game, one) < 0 or one.loot:
        (one.hand, one.worn, one.pack), one.loot = kept, []
    else:
        pick_up(game, one.at, token)


class Foreseen(msgspec.Struct, frozen=True):
    """What packing as usual comes to: what is taken of what lies there, and what of one's own is laid down for it.

    Both rest on what is in the Backpack, so only who carries it knows.
    """

    takes: tuple[str, ...]
    lays: tuple[str, ...]


def foreseen(game: Game, one: Character) -> Foreseen:
    """What of the tokens that lie here is taken, and what is laid down; nothing is changed."""
    people, floor, lying = [one, *game.mates_of(one)], game.floor, list(packing.within_reach(game, one))
    kept = [(each, each.hand, each.worn, each.pack, each.loot) for each in people]
    game.floor = {where: list(tokens) for where, tokens in floor.items()}
    for each in people:
        each.worn, each.pack, each.loot = list(each.worn), list(each.pack), list(each.loot)
    pack_as_usual(game, one, penetrating=True, sharing=True)
    before, then = Counter(lying), Counter(packing.within_reach(game, one))
    game.floor = floor
    for each, hand, worn, pack, loot in kept:
        each.hand, each.worn, each.pack, each.loot = hand, worn, pack, loot
    return Foreseen(*(tuple(some.elements()) for some in (before - then, then - before)))


def can_arm(one: Character) -> bool:
    """Whether a Weapon and Armour are of any use to it: not to the Zombie, nor under the Glove."""
    return one.id != ZOMBIE and one.hand != GLOVE


def _keep_the_best(game: Game, one: Character) -> None:
    """In the Backpack; the rest stays where it stands."""
    tokens = sorted([*one.pack, *one.loot], key=lambda token: -worth_keeping(game, one, token))
    boxes = game.card(one.id).backpack
    one.pack, one.loot = tokens[:boxes], []
    lay_down(game, one.at, tokens[boxes:])


def _collected(game: Game, one: Character, penetrating: bool) -> list[str]:
    """Everything that lies here, taken up; out of the Camp only arms [8.5]."""
    if packing.in_camp(game, one):
        return _fetched(game, one)
    if not penetrating:
        return []
    lying = list(packing.within_reach(game, one))
    for token in lying:
        pick_up(game, one.at, token)
    return lying


def _fetched(game: Game, one: Character) -> list[str]:
    """What is taken out of the store: what was put by there stays, for the Glove or for a team-mate."""
    tokens, store = wanted_of_store(game, one), game.teams[one.seat].store
    for token in tokens:
        store.remove(token)
        if one.hand and packing.weapon_bonus(game, token):
            store.append(one.hand)
            one.hand = ""
    return tokens


def wanted_of_store(game: Game, one: Character) -> list[str]:
    """A better Weapon, for which the other one stays there; Armour only for who comes with nothing at all."""
    if not can_arm(one):
        return []
    store = game.teams[one.seat].store
    best = max((token for token in store), key=lambda token: packing.weapon_bonus(game, token), default="")
    own = max(packing.weapon_bonus(game, token) for token in (one.hand, *one.tokens))
    weapons = [best] if best and packing.weapon_bonus(game, best) > own else []
    pieces = [next((token for token in store if is_part(game, token, part)), "") for part in PARTS]
    slots = game.card(one.id).armour_slots if not one.tokens else 0
    return [*weapons, *[piece for piece in pieces if piece][:slots]]


# Arms ----------------------------------------------------------------------------------------------------------


def arm(game: Game, one: Character) -> None:
    """The best Weapon of what it carries into the hand, Armour on where there is a place for it."""
    best = max(
        (token for token in (*one.loot, *one.pack)), key=lambda token: packing.weapon_bonus(game, token), default=""
    )
    if best and packing.weapon_bonus(game, best) > packing.weapon_bonus(game, one.hand):
        back = one.hand
        packing.let_go(one, best)
        one.hand = best
        if back:
            packing.receive(game, one, back)
    for part in missing_parts(game, one):
        piece = next((token for token in (*one.loot, *one.pack) if is_part(game, token, part)), "")
        if piece and len(one.worn) < game.card(one.id).armour_slots:
            packing.let_go(one, piece)
            one.worn.append(piece)


def missing_parts(game: Game, one: Character) -> list[str]:
    """The parts of Armour that it does not wear."""
    return [part for part in PARTS if not any(is_part(game, worn, part) for worn in one.worn)]


def is_part(game: Game, token: str, part: str) -> bool:
    """Whether a token is Armour for this part of the body."""
    return packing.is_kind(game, token, "armour") and game.tables.finds.of(token).part == part


# Team-mates ----------------------------------------------------------------------------------------------------


def _share(game: Game, one: Character, mate: Character, *, crystals: bool = True) -> None:
    """Out of the Backpack of one what is of more use to the other; Weapon and Armour are put on at once [5.6]."""
    for token in [*one.loot, *one.pack]:
        if token == CRYSTAL and not crystals:
            continue
        if packing.boxes_left(game, mate) > 0 and is_better_with(game, token, one, mate):
            packing.let_go(one, token)
            packing.receive(game, mate, token)
            if can_arm(mate):
                arm(game, mate)


def is_better_with(game: Game, token: str, one: Character, mate: Character) -> bool:
    """Whether a token in the Backpack of one is of more use to a team-mate."""
    if mate.id == ZOMBIE:
        return False
    if token == CRYSTAL:
        return not mate.rune and _wounds_to_take(mate) >= _wounds_to_take(one) + SAFER
    find = game.tables.finds.of(token)
    match find.kind:
        case "elixir":
            return _is_hurt(game, mate) and not _is_hurt(game, one)
        case "scroll":
            return find.magic in game.card(mate.id).magic and find.magic not in game.card(one.id).magic
        case "weapon":
            return can_arm(mate) and packing.weapon_bonus(game, token) > packing.weapon_bonus(game, mate.hand)
    free = len(mate.worn) < game.card(mate.id).armour_slots
    return can_arm(mate) and free and find.part in missing_parts(game, mate)


def _wounds_to_take(one: Character) -> int:
    return one.life + len(one.worn)


def _is_hurt(game: Game, one: Character) -> bool:
    return one.life < game.card(one.id).life


def worth_keeping(game: Game, one: Character, token: str) -> int:
    """How much a character wants to keep a token in its Backpack: Crystals first, then what it can use."""
    if token == CRYSTAL:
        return 100
    find = game.tables.finds.of(token)
    if find.kind == "elixir":
        return 30
    if find.kind == "scroll":
        return 20 if find.magic in game.card(one.id).magic else 6
    return 12 if find.kind == "armour" else 4 * find.bonus
