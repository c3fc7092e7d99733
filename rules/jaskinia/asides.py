"""What may be done beside the turn's course: own-turn Spells, trophies, dropping things, standing orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.jaskinia.cards import card_options, card_word, cards_chosen, spell_word
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.events.finds import ItemTurnedToGold
from rules.jaskinia.model import Game, Orders, Seeker
from rules.jaskinia.seeker.belongings import castable, leave_behind, lose_items
from rules.jaskinia.seeker.trophies import exchanges, trade, trade_question
from rules.jaskinia.seeker.values import bonus, has
from rules.jaskinia.tables.effects import Heal
from rules.jaskinia.tables.sheets import Spell
from rules.kernel.orders import changing, given
from rules.kernel.requests import Action, Choose, ChooseSome, Option, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact


def asides(game: Game, one: Seeker, *, dropping: bool = True) -> list[Action[Any]]:
    """Everything of the Seeker at turn that does not move the game on; and everybody's standing orders.

    Things are not dropped just before cards are drawn, as what lies there counts against the number [5.4].
    """
    return [
        *_spells(game, one),
        *_trading(game, one),
        *_alchemy(game, one),
        *(_dropping(one) if dropping else ()),
        *changing_orders(game),
    ]


def targets(game: Game, one: Seeker, spell: Spell) -> list[Seeker]:
    """At whom an own-turn Spell may be cast so that it can do something [7.2, 7.3]."""
    others = [other for other in game.seekers if other is not one or spell.target == "any_seeker"]
    return [other for other in others if not _heals(spell) or other.endurance < other.level]


def is_of_use(game: Game, one: Seeker, id: str) -> bool:
    """Whether a Spell is worth a question of its own: one that heals only for who has wounds."""
    return one.endurance < one.level or not _heals(game.tables.spells.of(id))


def _heals(spell: Spell) -> bool:
    return all(isinstance(op, Heal) for op in spell.do)


def _spells(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    for id in castable(game, one, "own_turn"):
        people = targets(game, one, game.tables.spells.of(id))
        facts: dict[str, Fact] = {"spell": spell_word(id)}
        if len(people) == 1:
            facts = {**facts, "whom": people[0].name}
            yield _secret(one, Option(f"cast:{id}:{people[0].seat}", "cast.aimed", f"cavespell.{id}", facts))
        elif people:
            options = tuple(Option(other.seat, "seeker.at", facts={"seeker": other.name}) for other in people)
            ask = Choose(who=one.seat, why="spell.target", options=options, facts=facts, secret=True)
            yield _secret(one, Option(f"cast:{id}", "cast.spell", f"cavespell.{id}", facts), ask)


def _secret(one: Seeker, option: Option, ask: Choose | None = None) -> Action[Any]:
    return Action(one.seat, option, ask, aside=True, secret=True)


def _trading(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    if (ask := trade_question(game, one)) is not None:
        yield Action(one.seat, Option("trade", "turn.trade"), ask, aside=True)


def _alchemy(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    if one.items and has(game, one, "item_to_gold"):
        facts: dict[str, Fact] = {"gold": bonus(game, one, "item_to_gold")}
        ask = Choose(who=one.seat, why="turn.alchemy", options=card_options(one.items), facts=facts)
        yield Action(one.seat, Option("alchemy", "turn.alchemy", "turn.alchemy", facts), ask, aside=True)


def _dropping(one: Seeker) -> Iterator[Action[Any]]:
    carried = [*one.items, *one.followers]
    if carried:
        ask = ChooseSome(who=one.seat, why="turn.drop", options=card_options(carried), least=1, most=len(carried))
        yield Action(one.seat, Option("drop", "turn.drop"), ask, aside=True)


def take_aside(table: Table, game: Game, one: Seeker, taken: Taken) -> bool:
    """Do what moves nothing on; False when it is something else."""
    verb, _, about = taken.id.partition(":")
    if verb == "orders":
        set_orders(table, game, taken)
    elif verb == "trade":
        trade(table, game, one, exchanges(game, one)[int(taken.value)])
    elif verb == "alchemy":
        _turn_to_gold(table, game, one, cards_chosen([taken.value])[0])
    elif verb == "drop":
        leave_behind(table, game, one, cards_chosen(taken.value))
    elif verb == "cast" and game.tables.spells.of(about.partition(":")[0]).window == "own_turn":
        _cast(table, game, one, about, taken.value)
    else:
        return False
    return True


def _turn_to_gold(table: Table, game: Game, one: Seeker, item: str) -> None:
    gold = bonus(game, one, "item_to_gold")
    lose_items(table, game, one, [item])
    one.gold += gold
    table.tell(ItemTurnedToGold(one.name, card_word(item), gold, one.gold))


def _cast(table: Table, game: Game, one: Seeker, about: str, target: str | None) -> None:
    """At whom it was aimed stands in the action, or in its answer."""
    spell, _, only = about.partition(":")
    aim = game.seeker_of(only or str(target))
    hurts = "" if aim is one or _heals(game.tables.spells.of(spell)) else aim.seat
    cast(table, game, one, spell, target=aim.seat, words=(aim.name,), aimed=hurts)


# Standing orders -----------------------------------------------------------------------------------------------

ORDER_WORDS = "caveorders"
"""The head of their words."""


def changing_orders(game: Game) -> list[Action[Any]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""
    return changing(Orders, [seat for seat in game.order if not game.players[seat].out], ORDER_WORDS)


def set_orders(table: Table, game: Game, taken: Taken) -> None:
    """Keep what a player ordered; nobody else is told."""
    game.players[taken.seat].orders = given(Orders, taken)
    table.tell(OrdersKept(taken.seat), to=(taken.seat,))
