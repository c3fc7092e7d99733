"""Setting right what a Seeker has: Items, Followers, and the Spells that nobody else sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.jaskinia.cards import card_word, discard, discard_spell, spell_word
from rules.jaskinia.corrections.moments import (
    cards_of,
    draw_out,
    draw_spell_out,
    fits,
    spells_left,
    spells_of,
    supply,
)
from rules.jaskinia.events.corrections import CardGranted, CardVanished, SpellGranted, SpellsChanged, SpellVanished
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.belongings import CARRIED, FOLLOWER
from rules.jaskinia.seeker.values import item_limit, may_have, spell_limit
from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.requests import GM, Action, Choose, Option, Seat
from rules.kernel.table import Event, Table


def offers(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """What may come and what may go, so that all limits are kept without anybody being asked."""
    facts = {"who": one.name}
    for verb, cards in (("grant", _to_grant(game, one)), ("remove", _to_remove(game, one))):
        if cards:
            yield action(verb, one.seat, _choose(verb, one, cards_of(cards)), **facts)
    more = spells_left(game) if len(one.spells) < spell_limit(game, one) else []
    for verb, spells in (("spell", more), ("unspell", one.spells)):
        if spells:
            yield hidden(verb, one.seat, _choose(verb, one, spells_of(spells), secret=True), **facts)


def _choose(verb: str, one: Seeker, options: tuple[Option, ...], *, secret: bool = False) -> Choose:
    return Choose(who=GM, why=f"gm.{verb}", options=options, facts={"who": one.name}, secret=secret)


def _to_grant(game: Game, one: Seeker) -> list[str]:
    """Followers; and Items, if there is room for one more."""
    room = len(one.items) < item_limit(game, one)
    cards = supply(game, (*CARRIED, FOLLOWER) if room else (FOLLOWER,))
    return [card for card in cards if may_have(game, one, card) and fits(game, _with(game, one, card))]


def _to_remove(game: Game, one: Seeker) -> list[str]:
    """Whatever can be spared: without it everything else may still be held."""
    return [card for card in (*one.items, *one.followers) if fits(game, _without(one, card))]


def _with(game: Game, one: Seeker, card: str) -> Seeker:
    if game.card(card).type == FOLLOWER:
        return msgspec.structs.replace(one, followers=[*one.followers, card])
    return msgspec.structs.replace(one, items=[*one.items, card])


def _without(one: Seeker, card: str) -> Seeker:
    return msgspec.structs.replace(one, items=_less(one.items, card), followers=_less(one.followers, card))


def _less(cards: Sequence[str], card: str) -> list[str]:
    """These cards without one of this kind."""
    left = list(cards)
    if card in left:
        left.remove(card)
    return left


# What comes of it ------------------------------------------------------------------------------------------------


def grant(table: Table, game: Game, about: Seat, card: str) -> None:
    """An Item or a Follower that nobody found."""
    one = game.seeker_of(about)
    (one.followers if game.card(card).type == FOLLOWER else one.items).append(draw_out(game, card))
    table.tell(CardGranted(one.name, card_word(card)))


def remove(table: Table, game: Game, about: Seat, card: str) -> None:
    """An Item or a Follower goes to its used pile."""
    one = game.seeker_of(about)
    (one.followers if card in one.followers else one.items).remove(card)
    discard(game, card)
    table.tell(CardVanished(one.name, card_word(card)))


def give_spell(table: Table, game: Game, about: Seat, spell: str) -> None:
    """A Spell more in hand."""
    one = game.seeker_of(about)
    one.spells.append(draw_spell_out(game, spell))
    _whisper(table, one, SpellGranted(one.name, spell_word(spell)))


def take_spell(table: Table, game: Game, about: Seat, spell: str) -> None:
    """A Spell less in hand."""
    one = game.seeker_of(about)
    one.spells.remove(spell)
    discard_spell(game, spell)
    _whisper(table, one, SpellVanished(one.name, spell_word(spell)))


def _whisper(table: Table, one: Seeker, event: Event) -> None:
    table.tell(event, to=(one.seat,), shadow=SpellsChanged(one.name, len(one.spells)))


DEEDS: Mapping[str, Deed[Game]] = {"grant": grant, "remove": remove, "spell": give_spell, "unspell": take_spell}
