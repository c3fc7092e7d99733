"""Before the dice: the Seeker at turn evades, casts Spells, or fights [6.1, 6.7, 7.3]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.jaskinia.events.fights import Evaded
from rules.jaskinia.fight_evading import EVADE, chances, slips_away, way_out
from rules.jaskinia.fight_spells import CAST, about, escaping, helping
from rules.jaskinia.fight_values import fight_facts, fight_of, foe_types
from rules.jaskinia.limits import card_word
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.spells import cast
from rules.kernel.requests import Action, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact

FIGHT = "fight"


def prepare(table: Table, game: Game, one: Seeker) -> None:
    """As long as its player wants to and anybody is left to fight with; ``game.fight.foes`` are those who are."""
    tried = False
    while _faces_anybody(game):
        table.set_right()
        actions = [*_evading(game, one, tried), *_vanishing(game, one), *_casting(game, one)]
        if not actions:
            return
        fight = Action[Any](one.seat, Option(FIGHT, "ready.fight"))
        taken = table.next_action("fight.ready", [fight, *actions], secret=True, **fight_facts(game))
        if taken.id == FIGHT:
            return
        tried = tried or taken.id == EVADE
        _carry_out(table, game, one, taken.id)


def _faces_anybody(game: Game) -> bool:
    fight = fight_of(game)
    return bool(fight.foes or fight.rival or fight.guardian)


def _evading(game: Game, one: Seeker, tried: bool) -> Iterator[Action[Any]]:
    """An ability evades Enemies, all of its types at once, once in a fight [A15]."""
    cards, mod = _evadable(game, one), way_out(game, one, foe_types(game))
    if cards and mod is not None and not tried:
        facts: dict[str, Fact] = {"enemies": tuple(map(card_word, cards)), "faces": mod.faces}
        yield Action(one.seat, Option(EVADE, "ready.evade", chances(mod), facts))


def _evadable(game: Game, one: Seeker) -> list[str]:
    """The Enemies that the ability evades."""
    foes = fight_of(game).foes
    mod = way_out(game, one, foe_types(game)) if foes else None
    return [card for card in foes if game.card(card).type in mod.types] if mod is not None else []


def _vanishing(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """A Spell evades one Enemy [A15]."""
    for spell in escaping(game, one):
        for card in dict.fromkeys(fight_of(game).foes):
            facts = about(spell, enemy=card_word(card))
            option = Option(f"{CAST}:{spell}:{card}", "ready.vanish", f"cavespell.{spell}", facts)
            yield Action(one.seat, option, secret=True)


def _casting(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    for spell, gain in helping(game, one).items():
        option = Option(f"{CAST}:{spell}", "ready.cast", f"cavespell.{spell}", about(spell, gain=gain))
        yield Action(one.seat, option, secret=True)


def _carry_out(table: Table, game: Game, one: Seeker, answer: str) -> None:
    verb, *spell = answer.split(":")
    if verb == EVADE:
        _evade(table, game, one)
    elif len(spell) == 1:
        cast(table, game, one, spell[0])
    else:
        _vanish(table, game, one, *spell)


def _evade(table: Table, game: Game, one: Seeker) -> None:
    mod, cards = way_out(game, one, foe_types(game)), _evadable(game, one)
    if mod is not None and slips_away(table, one, mod):
        game.trip.evaded += cards
        _leave_out(table, game, one, cards)


def _vanish(table: Table, game: Game, one: Seeker, spell: str, card: str) -> None:
    if cast(table, game, one, spell, target=card, words=(card_word(card),)):
        _leave_out(table, game, one, [card])


def _leave_out(table: Table, game: Game, one: Seeker, cards: Sequence[str]) -> None:
    """They fight no more, and stay where they are."""
    for card in cards:
        fight_of(game).foes.remove(card)
    table.tell(Evaded(one.name, tuple(map(card_word, cards))))
