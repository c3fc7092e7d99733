"""Seekers in the cave, and how a test plays one fight there with dice and answers of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.jaskinia.cards import fill_decks
from rules.jaskinia.fight.clash import fight_guardian
from rules.jaskinia.fight.encounters import attack, steal
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.model import SPELLS, FightKind, Game, Orders, Player, Seeker
from rules.jaskinia.options import Options
from rules.jaskinia.seeker.dying import new_seeker
from rules.jaskinia.tables import load
from rules.jaskinia.tables.sheets import Mod, Spell
from rules.kernel.answers import Value
from rules.kernel.chance import take_out
from rules.kernel.requests import Seat
from tests.rules.playing import Play, Rule, play

TABLES = load()
CORRIDOR = "B6"
"""Where everybody stands unless something else is said."""
PURSE = {"miner": 2}
"""Who has more than one bag of gold here, whatever the cards say: what they say is chosen for whole games."""


def a_game(*seekers: str, at: str = CORRIDOR) -> Game:
    """A game of these Seekers in seat order, all on one area; the first is at turn, and all decks are full."""
    seats = tuple(f"s{n}" for n, _ in enumerate(seekers, 1))
    game = Game(options=Options(), seats=seats, order=list(seats), stage=1)
    game.play_with(TABLES)
    fill_decks(game)
    for seat, id in zip(seats, seekers, strict=True):
        game.players[seat] = Player(seat=seat)
        one = new_seeker(game, seat, id)
        one.at, one.gold = at, PURSE.get(id, 1)
    return game


def give(game: Game, seat: Seat, *cards: str) -> Seeker:
    """Items, Followers, Spells and trophies, from their decks, to who holds such things."""
    one = game.seeker_of(seat)
    for card in cards:
        take_out(game.decks[_deck(game, card)], card)
        _hand(game, one, card).append(card)
    return one


def _deck(game: Game, card: str) -> str:
    return SPELLS if card in game.decks[SPELLS] else game.card(card).deck


def _hand(game: Game, one: Seeker, card: str) -> list[str]:
    if card in [spell.id for spell in game.tables.spells.spell]:
        return one.spells
    hands = {"item": one.items, "magic_item": one.items, "follower": one.followers}
    return hands.get(game.card(card).type, one.trophies)


def lay(game: Game, at: str, *cards: str) -> None:
    """Cards face up on an area, from their decks."""
    for card in cards:
        take_out(game.decks[_deck(game, card)], card)
        game.lying.setdefault(at, []).append(card)


def ordered(game: Game, seat: Seat, **orders: str) -> None:
    """A player's standing orders; what is not said stays usual."""
    game.players[seat].orders = msgspec.convert({**msgspec.to_builtins(Orders()), **orders}, Orders)


def with_abilities(game: Game, seeker: str, *abilities: Mod) -> None:
    """A group's own Seeker card."""
    sheet = msgspec.structs.replace(game.tables.seekers.of(seeker), abilities=abilities)
    others = [one for one in game.tables.seekers.seeker if one.id != seeker]
    seekers = msgspec.structs.replace(game.tables.seekers, seeker=(*others, sheet))
    game.play_with(msgspec.structs.replace(game.tables, seekers=seekers))


def with_spell(game: Game, spell: Spell) -> None:
    """A group's own Spell, one of it in the deck."""
    spells = msgspec.structs.replace(game.tables.spells, spell=(*game.tables.spells.spell, spell))
    game.play_with(msgspec.structs.replace(game.tables, spells=spells))
    game.decks[SPELLS][spell.id] = 1


CHANCE = (
    "fight.own", "fight.foe", "psychic.own", "psychic.foe", "duel.own", "duel.foe", "evade.roll", "save.roll",
    "steal.roll", "steal.item", "effect.roll", "effect.item", "spells.draw",
)  # fmt: skip
"""What chance answers; anything else is a person's answer."""


def played(rule: Rule, **said: Sequence[Value]) -> Play:
    """A rule with dice and answers by their why, ``__`` for each point in it."""
    named: Mapping[str, Sequence[Value]] = {why.replace("__", "."): values for why, values in said.items()}
    dice = {why: values for why, values in named.items() if why in CHANCE}
    return play(rule, dice, {why: values for why, values in named.items() if why not in CHANCE})


def faces(game: Game, *foes: str, own: int = 0, foe: int = 0, **said: Sequence[Value]) -> Play:
    """The Seeker at turn meets Enemies, laid down where it stands; 0: the die is not thrown."""
    one = game.seeker_of(game.active_seat)
    lay(game, one.at, *foes)
    kind: FightKind = "psychic" if game.card(foes[0]).type == "spirit" else "fight"
    return played(lambda table: face_enemies(table, game, one, foes, kind), **dice(kind, own, foe), **said)


def attacks(game: Game, own: int = 0, foe: int = 0, kind: FightKind = "fight", **said: Sequence[Value]) -> Play:
    """The first Seeker attacks the second."""
    one, other = game.seekers[:2]
    more = {why: values for why, values in dice("duel", own, foe).items() if why not in said}
    return played(lambda table: attack(table, game, one, other, kind), **more, **said)


def steals(game: Game, **said: Sequence[Value]) -> Play:
    """The first Seeker steals from the second."""
    one, other = game.seekers[:2]
    return played(lambda table: steal(table, game, one, other), **said)


def guarded(game: Game, kind: FightKind, value: int, own: int, foe: int, **said: Sequence[Value]) -> Play:
    """The Seeker at turn fights a Strength or a Power."""
    one = game.seeker_of(game.active_seat)
    return played(lambda table: fight_guardian(table, game, one, kind, value, "demons"), **dice(kind, own, foe), **said)


def dice(what: str, own: int, foe: int) -> dict[str, Sequence[Value]]:
    """The dice of both sides, those that are thrown."""
    return {f"{what}__{side}": [face] for side, face in (("own", own), ("foe", foe)) if face}


def cards(game: Game) -> int:
    """How many cards and Spells there are in the whole game, wherever."""
    piles = [*game.decks.values(), *game.used.values()]
    hands = [hand for one in game.seekers for hand in (one.items, one.followers, one.spells, one.trophies)]
    return sum(sum(pile.values()) for pile in piles) + sum(map(len, [*hands, *game.lying.values()]))
