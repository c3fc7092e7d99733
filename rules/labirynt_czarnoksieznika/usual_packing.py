"""How a character packs when nobody says otherwise: best Weapon in hand, Armour on, the most useful tokens kept."""

from __future__ import annotations

from rules.labirynt_czarnoksieznika.finds import lay_down, pick_up
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.packing import in_camp, is_kind, weapon_bonus, within_reach

PARTS = ("helmet", "breastplate")


def pack_as_usual(game: Game, one: Character, *, penetrating: bool) -> None:
    """Arrange everything within reach; what finds no place stays in the chamber."""
    pool = [*one.tokens, *_collected(game, one, penetrating)]
    one.hand = one.hand if one.hand == GLOVE else ""
    one.worn, one.pack, one.loot = [], [], []
    if one.id != ZOMBIE and one.hand != GLOVE:
        _arm(game, one, pool)
    pool.sort(key=lambda token: -worth(game, one, token))
    boxes = game.card(one.id).backpack
    one.pack, rest = pool[:boxes], pool[boxes:]
    lay_down(game, one.at, rest)


def _collected(game: Game, one: Character, penetrating: bool) -> list[str]:
    """Everything that lies here, taken up; in the Camp too [8.5]."""
    if in_camp(game, one):
        store = game.teams[one.seat].store
        game.teams[one.seat].store = []
        return store
    if not penetrating:
        return []
    lying = list(within_reach(game, one))
    for token in lying:
        pick_up(game, one.at, token)
    return lying


def _arm(game: Game, one: Character, pool: list[str]) -> None:
    """The best Weapon and as much Armour as there are places for, out of the pool."""
    weapons = [token for token in pool if weapon_bonus(game, token)]
    if weapons:
        one.hand = max(weapons, key=lambda token: weapon_bonus(game, token))
        pool.remove(one.hand)
    for part in PARTS:
        piece = next((token for token in pool if is_part(game, token, part)), None)
        if piece is not None and len(one.worn) < game.card(one.id).armour_slots:
            pool.remove(piece)
            one.worn.append(piece)


def is_part(game: Game, token: str, part: str) -> bool:
    """Whether a token is Armour for this part of the body."""
    return is_kind(game, token, "armour") and game.tables.finds.of(token).part == part


def worth(game: Game, one: Character, token: str) -> int:
    """How much a character wants to keep a token in its Backpack: Crystals first, then what it can use."""
    if token == CRYSTAL:
        return 100
    find = game.tables.finds.of(token)
    if find.kind == "elixir":
        return 30
    if find.kind == "scroll":
        return 20 if find.magic in game.card(one.id).magic else 6
    return 12 if find.kind == "armour" else 4 * find.bonus
