"""Too many Items or Spells: what is over a limit goes at once [3.4, 3.6]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jaskinia.decks import discard_spell
from rules.jaskinia.events.finds import CardsLeft, SpellsGone
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.values import item_limit, spell_limit
from rules.kernel.requests import ChooseSome, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


def card_word(card: str) -> Word:
    """What a card is called."""
    return Word(f"cavecard.{card}")


def spell_word(spell: str) -> Word:
    """What a Spell is called."""
    return Word(f"cavespell.{spell}")


def numbered(cards: Sequence[str]) -> list[tuple[str, str]]:
    """Each card with an id of its own: its place in the hand behind its name, as copies are alike."""
    return [(f"{card}:{nth}", card) for nth, card in enumerate(cards)]


def card_options(cards: Sequence[str]) -> tuple[Option, ...]:
    """Cards to choose from, each by ``CARD:PLACE``."""
    return tuple(Option(id, "card.pick", f"cavecard.{card}", {"card": card_word(card)}) for id, card in numbered(cards))


def spell_options(spells: Sequence[str]) -> tuple[Option, ...]:
    """Spells to choose from, each by ``SPELL:PLACE``."""
    return tuple(
        Option(id, "spell.pick", f"cavespell.{spell}", {"spell": spell_word(spell)}) for id, spell in numbered(spells)
    )


def plain(ids: Sequence[str]) -> list[str]:
    """The cards that such ids mean."""
    return [id.partition(":")[0] for id in ids]


def trim_spells(table: Table, game: Game, one: Seeker) -> None:
    """Spells over the limit are discarded, as the owner chooses [3.4]."""
    surplus = len(one.spells) - spell_limit(game, one)
    if surplus > 0:
        give_up_spells(table, game, one, surplus)


def give_up_spells(table: Table, game: Game, one: Seeker, n: int) -> None:
    """So many Spells go, all where there are fewer; the owner chooses."""
    count = min(n, len(one.spells))
    if not count:
        return
    options = spell_options(one.spells)
    facts: dict[str, Fact] = {"character": one.name, "number": count}
    ask = ChooseSome(
        who=one.seat, why="spells.give_up", options=options, least=count, most=count, facts=facts, secret=True
    )
    chosen = table.ask(ask)
    gone = plain(chosen)
    for spell in gone:
        one.spells.remove(spell)
        discard_spell(game, spell)
    table.tell(SpellsGone(one.name, tuple(map(spell_word, gone))))


def trim_items(table: Table, game: Game, one: Seeker) -> None:
    """Items over the limit are dropped on the area, as the owner chooses; with a bag the limit falls [3.6]."""
    while (surplus := len(one.items) - item_limit(game, one)) > 0:
        options = card_options(one.items)
        facts: dict[str, Fact] = {"character": one.name, "number": surplus}
        ask = ChooseSome(who=one.seat, why="items.give_up", options=options, least=surplus, most=surplus, facts=facts)
        chosen = table.ask(ask)
        drop(table, game, one, plain(chosen))


def drop(table: Table, game: Game, one: Seeker, cards: Sequence[str]) -> None:
    """Items are dropped face up; what that changes is seen to by whoever dropped them."""
    for card in cards:
        one.items.remove(card)
        game.lying.setdefault(one.at, []).append(card)
    table.tell(CardsLeft(one.name, tuple(map(card_word, cards))))


def trim(table: Table, game: Game, one: Seeker) -> None:
    """Everything over a limit goes: dropping one thing may lower the limit of another."""
    trim_items(table, game, one)
    trim_spells(table, game, one)
