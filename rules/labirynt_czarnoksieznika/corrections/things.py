"""Setting right what somebody holds, wears and carries: tokens from the bag and back, Runes from the pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.piles import put, take
from rules.kernel.requests import GM, Action, Choose, Option
from rules.kernel.table import Event, Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.corrections.moments import supply, tokens_of
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_out, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import boxes_left, in_camp, is_kind
from rules.labirynt_czarnoksieznika.events.corrections import (
    PackChanged,
    RuneChanged,
    RuneGranted,
    RuneVanished,
    TokenGranted,
    TokenPacked,
    TokenUnpacked,
    TokenVanished,
)
from rules.labirynt_czarnoksieznika.model import GLOVE, ZOMBIE, Character, Game

NONE = "none"


def offers(game: Game, one: Character) -> Iterator[Action[Any]]:
    """For a character on a board; what nobody else sees is for the game master's eyes alone."""
    if not one.active:
        return
    if one.id != ZOMBIE:
        yield from _offer("hand", one, _for_the_hand(game, one))
        yield from _offer("wear", one, _to_wear(game, one))
        yield from _offer("strip", one, [*([one.hand] if one.hand else []), *one.worn])
        yield from _runes(game, one)
    if boxes_left(game, one):
        yield from _offer("pack", one, supply(game, crystals=not in_camp(game, one)), secret=True)
    yield from _offer("unpack", one, one.pack, secret=True)


def _offer(verb: str, one: Character, tokens: list[str], *, secret: bool = False) -> Iterator[Action[Any]]:
    if tokens:
        facts = {"who": one.name}
        ask = Choose(who=GM, why=f"gm.{verb}", options=tokens_of(tokens), facts=facts, secret=secret)
        yield (hidden if secret else action)(verb, one.id, ask, **facts)


def _for_the_hand(game: Game, one: Character) -> list[str]:
    """Weapons; the Glove of Doom where nobody of the team wears one, and no Armour is worn [10.11]."""
    if one.hand == GLOVE:
        return []
    weapons = [token for token in supply(game, crystals=False) if is_kind(game, token, "weapon")]
    gloved = any(mate.hand == GLOVE for mate in game.people_of(one.seat))
    return [*weapons, *([] if gloved or one.worn else [GLOVE])]


def _to_wear(game: Game, one: Character) -> list[str]:
    """Armour for parts of the body that have none, where there is a place [7.2]."""
    if one.hand == GLOVE or len(one.worn) >= game.card(one.id).armour_slots:
        return []
    parts = [game.tables.finds.of(worn).part for worn in one.worn]
    armour = [token for token in supply(game, crystals=False) if is_kind(game, token, "armour")]
    return [token for token in armour if game.tables.finds.of(token).part not in parts]


def _runes(game: Game, one: Character) -> Iterator[Action[Any]]:
    runes = [rune.id for rune in game.tables.runes.rune if rune.id in game.runes and rune.id != one.rune]
    options = [Option(rune, "gm.rune.one", facts={"rune": Word(f"rune.{rune}")}) for rune in runes]
    options += [Option(NONE, "gm.rune.none")] if one.rune else []
    if options:
        facts = {"who": one.name}
        ask = Choose(who=GM, why="gm.rune", options=tuple(options), facts=facts, secret=True)
        yield hidden("rune", one.id, ask, **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def hold(table: Table, game: Game, about: str, token: str) -> None:
    """A Weapon or the Glove in the hand; the Weapon that was there goes to the bag."""
    one = game.characters[about]
    if one.hand:
        discard(game, one.hand)
    one.hand = token if token == GLOVE else draw_out(game, token)
    table.tell(TokenGranted(one.name, token_word(token)))


def wear(table: Table, game: Game, about: str, token: str) -> None:
    """Armour is worn."""
    one = game.characters[about]
    one.worn.append(draw_out(game, token))
    table.tell(TokenGranted(one.name, token_word(token)))


def strip(table: Table, game: Game, about: str, token: str) -> None:
    """What is held or worn goes to the bag; the Glove is no more."""
    one = game.characters[about]
    if token == one.hand:
        one.hand = ""
    else:
        one.worn.remove(token)
    if token != GLOVE:
        discard(game, token)
    table.tell(TokenVanished(one.name, token_word(token)))


def pack(table: Table, game: Game, about: str, token: str) -> None:
    """A token more in the Backpack."""
    one = game.characters[about]
    one.pack.append(draw_out(game, token))
    _whisper(table, one, TokenPacked(one.name, token_word(token)), PackChanged(one.name))


def unpack(table: Table, game: Game, about: str, token: str) -> None:
    """A token less in the Backpack."""
    one = game.characters[about]
    one.pack.remove(token)
    discard(game, token)
    _whisper(table, one, TokenUnpacked(one.name, token_word(token)), PackChanged(one.name))


def set_rune(table: Table, game: Game, about: str, rune: str) -> None:
    """Another Rune, or none; the one before lies in the pool again."""
    one = game.characters[about]
    before, one.rune = one.rune, "" if rune == NONE else rune
    if before:
        put(game.runes, before)
    if one.rune:
        take(game.runes, one.rune)
    event = RuneGranted if one.rune else RuneVanished
    _whisper(table, one, event(one.name, Word(f"rune.{one.rune or before}")), RuneChanged(one.name))


def _whisper(table: Table, one: Character, event: Event, shadow: Event) -> None:
    table.tell(event, to=(one.seat,), shadow=shadow)


DEEDS: Mapping[str, Deed[Game]] = {
    "hand": hold,
    "wear": wear,
    "strip": strip,
    "pack": pack,
    "unpack": unpack,
    "rune": set_rune,
}
