"""Abilities that cost a Find: Traps, Acid Clouds, the Tree of Life, the Zombie; and how Clouds drift [10]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.offers import Pick, Way, does_with
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go
from rules.labirynt_czarnoksieznika.events import finds
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game, Token, TokenKind
from rules.labirynt_czarnoksieznika.tables.sheets import Place, board_of, chamber_of, exits, place
from rules.labirynt_czarnoksieznika.throws import throw
from rules.labirynt_czarnoksieznika.ways import has_room

LAYS: Mapping[str, TokenKind] = {"trap": "trap", "acid_cloud": "cloud", "tree_of_life": "tree"}
"""The abilities that lay a token."""
BARRED = ("camp", "teleport")
"""Where no special token can be [10.2]."""


def count_of(game: Game, kind: TokenKind) -> int:
    """How many special tokens of a kind there are [2.2]."""
    row: Any = getattr(game.tables.powers, kind)
    number: int = row.count
    return number


def free_tokens(game: Game, kind: TokenKind) -> int:
    """How many of them still lie on their owner's card."""
    return count_of(game, kind) - sum(token.kind == kind for token in game.tokens.values())


def can_use(game: Game, character: Character) -> bool:
    """Whether a character's ability with a cost can be used where it stands [10.1, 10.2]."""
    return bool(_payable_finds(character)) and could_use(game, character)


def could_use(game: Game, character: Character) -> bool:
    """The same as far as everybody sees it: whatever it carries to pay with."""
    if not character.active or game.ability_used or game.kind_at(character.at) in BARRED:
        return False
    ability = game.card(character.id).ability
    if character.id != ZOMBIE and ability == "raise_zombie":
        return ZOMBIE not in game.characters and has_room(game, character.at, Character(id=ZOMBIE, seat=character.seat))
    return ability in LAYS and character.at not in game.tokens and free_tokens(game, LAYS[ability]) > 0


def _payable_finds(character: Character) -> list[str]:
    """The Finds that could be given up."""
    return list(dict.fromkeys(token for token in character.tokens if token != CRYSTAL))


def has_to_spare(character: Character) -> bool:
    """Whether anything lies in the Backpack, which everybody sees: what is in hand or worn hardly anybody gives up."""
    return bool(character.pack or character.loot)


class Ability(Pick[str], frozen=True, eq=False, kw_only=True):
    """To use an ability that costs a Find: which is given up."""

    character: Character


def ability_offers(game: Game, character: Character) -> Iterator[Ability]:
    """To use it, and which Find is given up; only its player is asked."""
    if can_use(game, character):
        ability = game.card(character.id).ability
        facts: dict[str, Fact] = {"who": character.name, "ability": Word(f"ability.{ability}"), **success_facts(game)}
        yield Ability(
            character.seat,
            Option(f"use:{character.id}", "turn.use", f"turn.use.{ability}", facts),
            character=character,
            ways=tuple(_cost_way(token) for token in _payable_finds(character)),
            why="ability.cost",
            facts=facts,
            always=True,
            aside=True,
            secret=True,
            do=does_with(use_ability, game, character),
        )


def _cost_way(token: str) -> Way[str]:
    return Way(Option(token, "cost.find", facts={"token": token_word(token)}), token)


def success_facts(game: Game) -> dict[str, Fact]:
    """On which faces an ability with a cost works."""
    return {"least": min(game.tables.powers.success), "most": max(game.tables.powers.success)}


def use_ability(table: Table, game: Game, character: Character, cost: str) -> None:
    """The Find is gone either way; on success the token lies in the chamber, or the Zombie stands there [10.1]."""
    ability = game.card(character.id).ability
    game.ability_used = True
    let_go(character, cost)
    discard(game, cost)
    table.tell(finds.AbilityPaid(character.name, Word(f"ability.{ability}")))
    success = game.tables.powers.success
    if throw(table, game, "ability.roll", bad=lambda face: face not in success, who=character) not in success:
        table.tell(finds.AbilityFailed(character.name))
    elif ability == "raise_zombie":
        raise_zombie(table, game, character)
    else:
        game.tokens[character.at] = Token(kind=LAYS[ability], seat=character.seat)
        table.tell(finds.TokenLaid(character.name, Word(f"token.{LAYS[ability]}"), *game.spot(character.at)))


def raise_zombie(table: Table, game: Game, master: Character) -> None:
    """It appears beside its master, and has its Move if no Zombie had it in this turn [10.6]."""
    life = game.tables.powers.zombie.life
    game.characters[ZOMBIE] = Character(id=ZOMBIE, seat=master.seat, life=life, state="active", at=master.at)
    table.tell(finds.ZombieRaised(master.name, *game.spot(master.at)))


def drift(table: Table, game: Game, seat: Seat) -> None:
    """At the end of its owner's turn each Acid Cloud may go through an exit, not onto another special token [10.9]."""
    clouds = [where for where, token in game.tokens.items() if token.kind == "cloud" and token.seat == seat]
    for where in clouds:
        ways = list(exits(game.face_at(where), chamber_of(where)).values())
        face = throw(table, game, "cloud.drift", bad=lambda _: False)
        after = place(ways[face - 1], board_of(where)) if face <= len(ways) else where
        if after in game.tokens:  # where it is, or where another one lies
            table.tell(finds.CloudStayed(seat, *game.spot(where)))
        else:
            _move_cloud(table, game, where, after)


def _move_cloud(table: Table, game: Game, before: Place, after: Place) -> None:
    """In a Camp or Teleport chamber it returns to its card [10.2, 10.9]."""
    cloud = game.tokens.pop(before)
    if game.kind_at(after) in BARRED:
        table.tell(finds.CloudGone(cloud.seat, *game.spot(before)))
        return
    game.tokens[after] = cloud
    table.tell(finds.CloudDrifted(cloud.seat, chamber_of(before), *game.spot(after)))
