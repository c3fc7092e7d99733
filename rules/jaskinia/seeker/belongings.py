"""Gold, Items, Followers, Spells and trophies: taken, lost, given away [3.2, 3.4–3.8]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from rules.jaskinia.cards import (
    card_ways,
    card_word,
    cards_of,
    discard,
    discard_spell,
    draw,
    has_spells,
    left_in,
    spell_ways,
    spell_word,
    spells_left,
)
from rules.jaskinia.events import cards as card_events
from rules.jaskinia.events.beside import CrystalReturned, SpellsFromStack, SpellsPut
from rules.jaskinia.model import SPELLS, Game, Note, Seeker, own_id
from rules.jaskinia.places import area_word
from rules.jaskinia.seeker.values import barred_things, has, item_limit, may_have, spell_limit
from rules.jaskinia.tables.sheets import Spell, Window
from rules.kernel.chance import Pile, put
from rules.kernel.offers import Way, choice_of_some
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Facts, Term, Word


def note(game: Game, seeker: Seeker, note: Note) -> None:
    """Something of this visit."""
    if guest := game.visitor(seeker):
        guest.notes.append(note)


def note_each(game: Game, seeker: Seeker, notes: Iterable[Note]) -> None:
    """Several things of this visit."""
    for each in notes:
        note(game, seeker, each)


def gone(
    game: Game, seeker: Seeker, cards: Sequence[str], what: Literal["used", "lies", "taken"], where: Term = ""
) -> None:
    """Cards that a visitor has no more: used up, lying on an area, or taken by somebody."""
    note_each(game, seeker, (Note(what, card, where=where) for card in cards))


CARRIED = ("item", "magic_item", "goal")
"""Types of cards that are Items; the Crystal is one where it is carried [B24]."""
FOLLOWER = "follower"


def gain_gold(table: Table, seeker: Seeker, n: int) -> None:
    """Gold from the stock."""
    seeker.gold += n
    table.tell(card_events.PurseFilled(seeker.name, n, seeker.gold))


def lose_gold(table: Table, seeker: Seeker, n: int) -> int:
    """Gold to the stock, not more than there is; how much it was [8.1]."""
    lost = min(n, seeker.gold)
    seeker.gold -= lost
    table.tell(card_events.PurseEmptied(who=seeker.name, gold=lost, total=seeker.gold))
    return lost


def pay_gold(table: Table, seeker: Seeker, n: int, where: Term) -> None:
    """Gold to the stock for something; ``where``: the card or the place that takes it."""
    seeker.gold -= n
    spent = seeker.gold == 0
    table.tell(
        card_events.PurseEmptied(who=seeker.name, gold=n, spent=spent, paid=True, where=where, total=seeker.gold)
    )


def lose_items(table: Table, game: Game, seeker: Seeker, cards: Sequence[str], *, paid: bool = False) -> None:
    """Items go to their used piles, lost or ``paid`` with; what they gave goes with them."""
    gone(game, seeker, cards, "used")
    for card in cards:
        seeker.items.remove(card)
        discard(game, card)
        table.tell(card_events.ItemLost(seeker.name, card_word(card), paid))
        if card == game.tables.cards.goal:
            table.tell(CrystalReturned(card_word(card), area_word(game, game.crystal), game.crystal))
    trim(table, game, seeker)


def spendable(game: Game, items: Sequence[str]) -> list[str]:
    """Items that can be paid with; the Crystal cannot [B24]."""
    return [item for item in items if item != game.tables.cards.goal]


def random_item(table: Table, items: list[str], why: str, **facts: Fact) -> str:
    """One of these Items by chance."""
    pile: Pile = {}
    for item in items:
        put(pile, item)
    return table.draw(pile, why, **facts)


def give_item(table: Table, game: Game, giver: Seeker, receiver: Seeker, card: str) -> None:
    """An Item changes hands; who then has too much of anything puts it down."""
    giver.items.remove(card)
    receiver.items.append(card)
    gone(game, giver, [card], "taken", receiver.name)
    trim(table, game, giver)
    trim(table, game, receiver)


def leave_behind(table: Table, game: Game, seeker: Seeker, cards: Sequence[str]) -> None:
    """Items and Followers stay face up on the area, for anybody [3.6, 3.7]."""
    drop(table, game, seeker, cards)
    trim(table, game, seeker)


def leave_area_card(table: Table, game: Game, at: str, card: str) -> None:
    """A card that lies on an area goes to its used pile."""
    lift(game, at, card)
    discard(game, card)
    table.tell(card_events.CardGone(card_word(card)))


def lift(game: Game, at: str, card: str) -> None:
    """A card no longer lies on an area."""
    lying = game.lying[at]
    lying.remove(card)
    if not lying:
        del game.lying[at]


def take_gold(table: Table, game: Game, seeker: Seeker, bonus: int) -> None:
    """Gold of the dead and gold cards that lie here; each card gives ``bonus`` more."""
    if left := game.gold.pop(seeker.at, 0):
        gain_gold(table, seeker, left)
    for card in [id for id in game.lying.get(seeker.at, []) if game.card(id).type == "gold"]:
        lift(game, seeker.at, card)
        discard(game, card)
        gain_gold(table, seeker, game.card(card).gold + bonus)


def take_cards(table: Table, game: Game, seeker: Seeker) -> None:
    """Items and Followers that lie here are taken; what one may not hold stays, and of too many Items some [3.6, 5.6].

    So does what the Seeker itself has just left behind.
    """
    found = list((Counter(game.lying.get(seeker.at, ())) - Counter(game.trip.left)).elements())
    room = item_limit(game, seeker) - len(seeker.items) if game.orders(seeker).items == "keep" else len(found)
    items = [card for card in found if game.card(card).type in CARRIED]
    followers = [card for card in found if game.card(card).type == FOLLOWER]
    taken = [card for card in (*items[: max(0, room)], *followers) if _take_if_allowed(game, seeker, card)]
    if taken:
        joined = all(game.card(card).type == FOLLOWER for card in taken)
        table.tell(card_events.CardsTaken(seeker.name, tuple(map(card_word, taken)), joined))
    trim(table, game, seeker)


def _take_if_allowed(game: Game, seeker: Seeker, card: str) -> bool:
    """One after the other, as one may bar the next."""
    free = may_have(game, seeker, card)
    if free:
        lift(game, seeker.at, card)
        _list_for_card(game, seeker, card).append(card)
    return free


def _list_for_card(game: Game, seeker: Seeker, card: str) -> list[str]:
    return seeker.followers if game.card(card).type == FOLLOWER else seeker.items


# Spells in hand ------------------------------------------------------------------------------------------------


def draw_spells(table: Table, game: Game, seeker: Seeker, n: int) -> None:
    """Spells are drawn, as many as the limit lets; only their owner sees which [3.4, 3.8]."""
    if not has_spells(game):
        _take_spells_from_stack(table, game, seeker, n)
        return
    drawn: list[str] = []
    while len(drawn) < n and len(seeker.spells) < spell_limit(game, seeker) and left_in(game, SPELLS):
        drawn.append(draw(table, game, SPELLS, player=seeker.seat))
        seeker.spells.append(drawn[-1])
    if not drawn:
        table.tell(card_events.NoRoomForSpell(seeker.name, _reason_for_no_spell(game, seeker)))
        return
    table.tell(card_events.SpellsDrawn(seeker.name, len(drawn)))
    table.tell(card_events.SpellsSeen(seeker.seat, tuple(map(spell_word, drawn))), to=(seeker.seat,))


def _take_spells_from_stack(table: Table, game: Game, seeker: Seeker, n: int) -> None:
    """Its player takes them from the table's stack; here they have no names until they get some [B17]."""
    number = max(0, min(n, spell_limit(game, seeker) - len(seeker.spells)))
    seeker.spells += [own_id("")] * number
    table.tell(
        SpellsFromStack(seeker.seat, seeker.name, number)
        if number
        else card_events.NoRoomForSpell(seeker.name, _reason_for_no_spell(game, seeker))
    )


def _reason_for_no_spell(game: Game, seeker: Seeker) -> Word:
    """Why no Spell comes."""
    if has(game, seeker, "no_spells"):
        return Word("nospell.never")
    return Word("nospell.full" if spells_left(game) else "nospell.empty")


def spells_for(game: Game, window: Window) -> list[Spell]:
    """The Spells there are for a window, as everybody knows them."""
    return [spell for spell in game.tables.spells.spell if spell.window == window and not spell.set_aside]


def may_hold(game: Game, seeker: Seeker) -> bool:
    """Whether anybody must reckon with Spells of a Seeker, by what everybody sees of it [3.4]."""
    return spell_limit(game, seeker) > 0


def castable(game: Game, seeker: Seeker, window: Window) -> list[str]:
    """The Spells in hand that may be cast in a window, each once."""
    return [spell for spell in dict.fromkeys(seeker.spells) if game.spell(spell).window == window]


# Too many Items or Spells --------------------------------------------------------------------------------------


def trim_spells(table: Table, game: Game, seeker: Seeker) -> None:
    """Spells over the limit are discarded, as the owner chooses [3.4]."""
    surplus = len(seeker.spells) - spell_limit(game, seeker)
    if surplus > 0:
        give_up_spells(table, game, seeker, surplus)


def give_up_spells(table: Table, game: Game, seeker: Seeker, n: int) -> None:
    """So many Spells go, all where there are fewer; the owner chooses."""
    count = min(n, len(seeker.spells))
    if not count:
        return
    facts: Facts = {"character": seeker.name, "number": count}
    ways = spell_ways(seeker.spells)
    ask = choice_of_some(seeker.seat, "spells.give_up", ways, facts, least=count, most=count, secret=True)
    given = cards_of(table.ask(ask))
    for spell in given:
        seeker.spells.remove(spell)
        discard_spell(game, spell)
    told = card_events.SpellsGone(seeker.name, tuple(map(spell_word, given)))
    if not game.beside:
        table.tell(told)
    else:
        table.tell(told, to=(seeker.seat,), shadow=SpellsPut(seeker.name, len(given)))


def trim_items(table: Table, game: Game, seeker: Seeker) -> None:
    """Items over the limit are dropped on the area, as the owner chooses; with a bag the limit falls [3.6]."""
    while (surplus := len(seeker.items) - item_limit(game, seeker)) > 0:
        facts: Facts = {"character": seeker.name, "number": surplus}
        ways = card_ways(seeker.items)
        ask = choice_of_some(seeker.seat, "items.give_up", ways, facts, least=surplus, most=surplus)
        drop(table, game, seeker, cards_of(table.ask(ask)))


def drop(table: Table, game: Game, seeker: Seeker, cards: Sequence[str]) -> None:
    """Items and Followers are laid down face up; what that changes is seen to by whoever laid them down."""
    for card in cards:
        _list_for_card(game, seeker, card).remove(card)
        game.lying.setdefault(seeker.at, []).append(card)
    gone(game, seeker, cards, "lies", seeker.at)
    if seeker.seat == game.active_seat:
        game.trip.left += cards
    table.tell(card_events.CardsLeft(seeker.name, tuple(map(card_word, cards))))


def trim(table: Table, game: Game, seeker: Seeker) -> None:
    """Everything over a limit goes, and what may be held no longer: dropping one thing may bar another."""
    while barred := barred_things(game, seeker):
        drop(table, game, seeker, barred[:1])
    trim_items(table, game, seeker)
    trim_spells(table, game, seeker)


MOST_LOOKED_AT = 9
"""Of more trophies than so many only the strongest are put together in sets; all of them are one set, too."""
MOST_OFFERED = 20
"""Sets that are offered: those that waste least."""

Set = tuple[str, ...]


def keep_trophies(table: Table, game: Game, seeker: Seeker, cards: Sequence[str]) -> None:
    """Killed Enemies leave the area and are trophies; a standing order trades them in."""
    for card in cards:
        lift(game, seeker.at, card)
        seeker.trophies.append(card)
    while game.orders(seeker).trophies == "at_once" and (sets := exchanges(game, seeker)):
        trade(table, game, seeker, sets[0])


def points(game: Game, cards: Sequence[str]) -> int:
    """What cards are worth as trophies."""
    return sum(game.card(card).strength for card in cards)


def gain(game: Game, cards: Sequence[str]) -> int:
    """The own Strength that a set gives."""
    return points(game, cards) // game.tables.seekers.trophies


def waste(game: Game, cards: Sequence[str]) -> int:
    """The points of a set that are lost when it is given up."""
    return points(game, cards) % game.tables.seekers.trophies


def exchanges(game: Game, seeker: Seeker) -> list[Set]:
    """Sets that can be given up and from which no card could be spared, the least wasteful first [A22]."""
    if not gain(game, seeker.trophies):
        return []
    sets = dict.fromkeys([*_trophy_sets(game, seeker), tuple(sorted(seeker.trophies))])
    return sorted(sets, key=lambda some: (waste(game, some), -gain(game, some), len(some), some))[:MOST_OFFERED]


def _trophy_sets(game: Game, seeker: Seeker) -> Iterator[Set]:
    cards = sorted(seeker.trophies, key=lambda card: (-game.card(card).strength, card))[:MOST_LOOKED_AT]
    needed = game.tables.seekers.trophies
    for size in range(1, min(len(cards), needed) + 1):
        for some in combinations(cards, size):
            if gain(game, some) and not any(_is_spare_trophy(game, some, card) for card in some):
                yield tuple(sorted(some))


def _is_spare_trophy(game: Game, some: Sequence[str], card: str) -> bool:
    """Whether a set gives as much without this card."""
    left = points(game, some) - game.card(card).strength
    return left // game.tables.seekers.trophies == gain(game, some)


def trade_ways(game: Game, seeker: Seeker) -> list[Way[Set]]:
    """The trophies that may be given up together; nothing where they are not enough."""
    return [Way(_trophy_set_option(game, str(nth), some), some) for nth, some in enumerate(exchanges(game, seeker))]


def _trophy_set_option(game: Game, id: str, cards: Set) -> Option:
    spare = waste(game, cards)
    facts: Facts = {"cards": tuple(map(card_word, cards)), "gained": gain(game, cards), "lost": spare}
    return Option(id, "trophies.set", "trophies.lost" if spare else "", facts)


def trade(table: Table, game: Game, seeker: Seeker, cards: Set) -> None:
    """A set of trophies for own Strength; what is over is lost [3.2]."""
    gained, lost = gain(game, cards), waste(game, cards)
    for card in cards:
        seeker.trophies.remove(card)
        discard(game, card)
    seeker.strength += gained
    note(game, seeker, Note("strength", Word("exit.trophies"), gained))
    note_each(game, seeker, (Note("traded", card) for card in cards))
    game.tally.trophy_strength += gained
    table.tell(card_events.TrophiesTraded(seeker.name, tuple(map(card_word, cards)), gained, seeker.strength, lost))
