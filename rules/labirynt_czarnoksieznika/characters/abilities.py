"""Abilities that cost a Find: Traps, Acid Clouds, the Tree of Life and the Zombie; and the drift of Clouds [10]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.offers import Pick, Way, does_with
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go
from rules.labirynt_czarnoksieznika.events import finds
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game, Token, TokenKind
from rules.labirynt_czarnoksieznika.tables.sheets import Place, board_of, chamber_of, exits, place
from rules.labirynt_czarnoksieznika.throws import throw
from rules.labirynt_czarnoksieznika.ways import has_room

LAYS: Mapping[str, TokenKind] = {"trap": "trap", "acid_cloud": "cloud", "tree_of_life": "tree"}
BARRED = ("camp", "teleport")
"""Chambers in which special tokens are forbidden [10.2]."""


def count_of(game: Game, kind: TokenKind) -> int:
    """Return the number of special tokens of a kind [2.2]."""
    row: Any = getattr(game.tables.powers, kind)
    number: int = row.count
    return number


def free_tokens(game: Game, kind: TokenKind) -> int:
    """Return the number of special tokens of a kind that still lie on their owner's card."""
    return count_of(game, kind) - sum(token.kind == kind for token in game.tokens.values())


def can_use(game: Game, character: Character) -> bool:
    """Whether a character can use its ability with a cost in its chamber [10.1, 10.2]."""
    return bool(_payable_finds(character)) and could_use(game, character)


def could_use(game: Game, character: Character) -> bool:
    """Whether the ability is usable by public facts, not counting the Find that pays for it."""
    if not character.active or game.ability_used or game.kind_at(character.at) in BARRED:
        return False
    ability = game.card(character.id).ability
    if character.id != ZOMBIE and ability == "raise_zombie":
        return ZOMBIE not in game.characters and has_room(game, character.at, Character(id=ZOMBIE, seat=character.seat))
    return ability in LAYS and character.at not in game.tokens and free_tokens(game, LAYS[ability]) > 0


def _payable_finds(character: Character) -> list[str]:
    return list(dict.fromkeys(token for token in character.tokens if token != CRYSTAL))


def has_to_spare(character: Character) -> bool:
    """Whether the Backpack holds anything, which is public; things in use are hardly ever given up."""
    return bool(character.pack or character.loot)


class Ability(Pick[str], frozen=True, eq=False, kw_only=True):
    """An offer to use an ability that costs a Find; the ways are the Finds."""

    character: Character


def ability_offers(game: Game, character: Character) -> Iterator[Ability]:
    """Return the offers to use an ability, with the Finds that can pay; only its player is asked."""
    if can_use(game, character):
        ability = game.card(character.id).ability
        facts: Facts = {"who": character.name, "ability": Word(f"ability.{ability}"), **success_facts(game)}
        yield Ability(
            character.seat,
            Option(f"use:{character.id}", "turn.use", f"turn.use.{ability}", facts),
            character=character,
            ways=tuple(
                Way(Option(token, "cost.find", facts={"token": token_word(token)}), token)
                for token in _payable_finds(character)
            ),
            why="ability.cost",
            facts=facts,
            always=True,
            aside=True,
            secret=True,
            do=does_with(use_ability, game, character),
        )


def success_facts(game: Game) -> Facts:
    """Return the lowest and highest face on which an ability with a cost works."""
    return {"least": min(game.tables.powers.success), "most": max(game.tables.powers.success)}


def use_ability(table: Table, game: Game, character: Character, cost: str) -> None:
    """Give up the Find and roll; on success the token or the Zombie appears in the chamber [10.1]."""
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
    """Put the Zombie beside its master; it may move if no Zombie has moved in this turn [10.6]."""
    life = game.tables.powers.zombie.life
    game.characters[ZOMBIE] = Character(id=ZOMBIE, seat=master.seat, life=life, state="active", at=master.at)
    table.tell(finds.ZombieRaised(master.name, *game.spot(master.at)))


def drift(table: Table, game: Game, seat: Seat) -> None:
    """Let each Acid Cloud of a seat drift through an exit at the end of its turn, but not onto a
    special token [10.9].
    """
    clouds = [where for where, token in game.tokens.items() if token.kind == "cloud" and token.seat == seat]
    for where in clouds:
        ways = list(exits(game.face_at(where), chamber_of(where)).values())
        at = chamber_of(where)
        face = throw(table, game, "cloud.drift", bad=lambda _: False, number=len(ways), chamber=at)
        after = place(ways[face - 1], board_of(where)) if face <= len(ways) else where
        if after in game.tokens:  # where it is, or where another one lies
            table.tell(finds.CloudStayed(seat, *game.spot(where)))
        else:
            _move_cloud(table, game, where, after)


def _move_cloud(table: Table, game: Game, before: Place, after: Place) -> None:
    """Move a Cloud; in a Camp or Teleport chamber it returns to its card [10.2, 10.9]."""
    cloud = game.tokens.pop(before)
    if game.kind_at(after) in BARRED:
        table.tell(finds.CloudGone(cloud.seat, *game.spot(before)))
        return
    game.tokens[after] = cloud
    table.tell(finds.CloudDrifted(cloud.seat, chamber_of(before), *game.spot(after)))
