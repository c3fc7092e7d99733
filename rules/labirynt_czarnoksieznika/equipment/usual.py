"""Default packing: the best Weapon, Armour on, useful things to team-mates, the most useful tokens kept."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from rules.labirynt_czarnoksieznika.equipment import packing
from rules.labirynt_czarnoksieznika.equipment.finds import lay_down, pick_up
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game

PARTS = ("helmet", "breastplate")
SAFER = 2
"""A Crystal is handed to a team-mate who can take this many wounds more than its carrier."""


def pack_as_usual(game: Game, character: Character, *, penetrating: bool, sharing: bool = False) -> None:
    """Pack everything within reach; the rest stays in the chamber. ``sharing``: with team-mates, too."""
    collected = _collect_tokens(game, character, penetrating)
    pool = [*character.tokens, *collected]
    character.hand = character.hand if character.hand == GLOVE else ""
    character.worn, character.pack, character.loot = [], [], pool
    if can_arm(character):
        arm(game, character)
    for mate in game.mates_of(character) if sharing else ():
        _share_with_mate(game, character, mate)
        _share_with_mate(game, mate, character)
    tokens = sorted([*character.pack, *character.loot], key=lambda token: -worth_keeping(game, character, token))
    boxes = game.card(character.id).backpack
    character.pack, character.loot = tokens[:boxes], []
    lay_down(game, character.at, tokens[boxes:])


def pack_what_fits(game: Game, character: Character, *, penetrating: bool) -> None:
    """Pack without asking: arms, exchanges with team-mates, and tokens from the floor that fit.

    In a planned turn the player is away, so team-mates keep their tokens.
    """
    pack_as_usual(game, character, penetrating=False)
    if not penetrating:
        return
    if not packing.in_camp(game, character):
        for token in sorted(
            packing.within_reach(game, character), key=lambda token: -worth_keeping(game, character, token)
        ):
            _take_if_it_fits(game, character, token)
    for mate in game.mates_of(character) if not game.ahead else ():
        _share_with_mate(game, character, mate, crystals=False)
        _share_with_mate(game, mate, character, crystals=False)


def _take_if_it_fits(game: Game, character: Character, token: str) -> None:
    kept = character.hand, list(character.worn), list(character.pack)
    character.pack.append(token)
    if can_arm(character):
        arm(game, character)
    if packing.boxes_left(game, character) < 0 or character.loot:
        (character.hand, character.worn, character.pack), character.loot = kept, []
    else:
        pick_up(game, character.at, token)


class Foreseen(Struct, frozen=True):
    """The result of default packing: the tokens taken from the floor and the own tokens laid down for them.

    Both depend on the Backpack, so only its owner may know them.
    """

    takes: tuple[str, ...]
    lays: tuple[str, ...]


def foreseen(game: Game, character: Character) -> Foreseen:
    """Return which tokens default packing would take and lay down, without changing anything."""
    people, floor, lying = (
        [character, *game.mates_of(character)],
        game.floor,
        list(packing.within_reach(game, character)),
    )
    kept = [(each, each.hand, each.worn, each.pack, each.loot) for each in people]
    game.floor = {where: list(tokens) for where, tokens in floor.items()}
    for each in people:
        each.worn, each.pack, each.loot = list(each.worn), list(each.pack), list(each.loot)
    pack_as_usual(game, character, penetrating=True, sharing=True)
    before, then = Counter(lying), Counter(packing.within_reach(game, character))
    game.floor = floor
    for each, hand, worn, pack, loot in kept:
        each.hand, each.worn, each.pack, each.loot = hand, worn, pack, loot
    return Foreseen(*(tuple(some.elements()) for some in (before - then, then - before)))


def can_arm(character: Character) -> bool:
    """Whether the character can use Weapons and Armour: not the Zombie, nor a wearer of the Glove."""
    return character.id != ZOMBIE and character.hand != GLOVE


def _collect_tokens(game: Game, character: Character, penetrating: bool) -> list[str]:
    """Take up everything in the chamber; from the Camp's store only arms [8.5]."""
    if packing.in_camp(game, character):
        return _fetch_from_store(game, character)
    if not penetrating:
        return []
    lying = list(packing.within_reach(game, character))
    for token in lying:
        pick_up(game, character.at, token)
    return lying


def _fetch_from_store(game: Game, character: Character) -> list[str]:
    """Take the wanted arms out of the store; the rest stays for the Glove or a team-mate."""
    tokens, store = wanted_of_store(game, character), game.teams[character.seat].store
    for token in tokens:
        store.remove(token)
        if character.hand and packing.weapon_bonus(game, token):
            store.append(character.hand)
            character.hand = ""
    return tokens


def wanted_of_store(game: Game, character: Character) -> list[str]:
    """Return a better Weapon, in exchange for the held one, and Armour if the character comes with nothing."""
    if not can_arm(character):
        return []
    store = game.teams[character.seat].store
    best = max((token for token in store), key=lambda token: packing.weapon_bonus(game, token), default="")
    own = max(packing.weapon_bonus(game, token) for token in (character.hand, *character.tokens))
    weapons = [best] if best and packing.weapon_bonus(game, best) > own else []
    pieces = [next((token for token in store if is_part(game, token, part)), "") for part in PARTS]
    slots = game.card(character.id).armour_slots if not character.tokens else 0
    return [*weapons, *[piece for piece in pieces if piece][:slots]]


# Arms ----------------------------------------------------------------------------------------------------------


def arm(game: Game, character: Character) -> None:
    """Put the best carried Weapon into the hand, and Armour into free slots."""
    best = max(
        (token for token in (*character.loot, *character.pack)),
        key=lambda token: packing.weapon_bonus(game, token),
        default="",
    )
    if best and packing.weapon_bonus(game, best) > packing.weapon_bonus(game, character.hand):
        back = character.hand
        packing.let_go(character, best)
        character.hand = best
        if back:
            packing.receive(game, character, back)
    for part in missing_parts(game, character):
        piece = next((token for token in (*character.loot, *character.pack) if is_part(game, token, part)), "")
        if piece and len(character.worn) < game.card(character.id).armour_slots:
            packing.let_go(character, piece)
            character.worn.append(piece)


def missing_parts(game: Game, character: Character) -> list[str]:
    """Return the parts of Armour that the character does not wear."""
    return [part for part in PARTS if not any(is_part(game, worn, part) for worn in character.worn)]


def is_part(game: Game, token: str, part: str) -> bool:
    """Whether a token is Armour for this part of the body."""
    return packing.is_kind(game, token, "armour") and game.tables.finds.of(token).part == part


# Team-mates ----------------------------------------------------------------------------------------------------


def _share_with_mate(game: Game, character: Character, mate: Character, *, crystals: bool = True) -> None:
    """Give a team-mate the tokens that it can use better; arms are put on at once [5.6]."""
    for token in [*character.loot, *character.pack]:
        if token == CRYSTAL and not crystals:
            continue
        if packing.boxes_left(game, mate) > 0 and is_better_with(game, token, character, mate):
            packing.let_go(character, token)
            packing.receive(game, mate, token)
            if can_arm(mate):
                arm(game, mate)


def is_better_with(game: Game, token: str, character: Character, mate: Character) -> bool:
    """Whether a team-mate can use a token in the character's Backpack better."""
    if mate.id == ZOMBIE:
        return False
    if token == CRYSTAL:
        return not mate.rune and _wounds_to_take(mate) >= _wounds_to_take(character) + SAFER
    find = game.tables.finds.of(token)
    match find.kind:
        case "elixir":
            return _is_hurt(game, mate) and not _is_hurt(game, character)
        case "scroll":
            return find.magic in game.card(mate.id).magic and find.magic not in game.card(character.id).magic
        case "weapon":
            return can_arm(mate) and packing.weapon_bonus(game, token) > packing.weapon_bonus(game, mate.hand)
        case "armour":
            free = len(mate.worn) < game.card(mate.id).armour_slots
            return can_arm(mate) and free and find.part in missing_parts(game, mate)


def _wounds_to_take(character: Character) -> int:
    return character.life + len(character.worn)


def _is_hurt(game: Game, character: Character) -> bool:
    return character.life < game.card(character.id).life


def worth_keeping(game: Game, character: Character, token: str) -> int:
    """Return how much a character wants to keep a token in its Backpack: Crystals most, then things it can use."""
    if token == CRYSTAL:
        return 100
    find = game.tables.finds.of(token)
    if find.kind == "elixir":
        return 30
    if find.kind == "scroll":
        return 20 if find.magic in game.card(character.id).magic else 6
    return 12 if find.kind == "armour" else 4 * find.bonus
