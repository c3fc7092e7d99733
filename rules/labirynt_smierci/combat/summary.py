"""Rounds that ran by themselves are told in short: which, who dealt wounds, who has them, which monsters fell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rules.kernel.table import Table
from rules.kernel.words import Term
from rules.labirynt_smierci.events.combat import BlowsSummed, FoesFelled, RoundRan, RoundsFought, WoundsSummed
from rules.labirynt_smierci.fights import Unasked
from rules.labirynt_smierci.marks import mark_in_words, mark_of
from rules.labirynt_smierci.model import Game, Group

T = TypeVar("T")


def begin_unasked(table: Table, game: Game, group: Group) -> None:
    """A round begins in which nobody is asked."""
    fight = game.fight
    assert fight is not None
    if fight.unasked is None:
        ours = {one.id: one.wounds for one in game.living}
        fight.unasked = Unasked(fight.round, fight.round, ours | {one.id: one.wounds for one in group.living})
    fight.unasked.last = fight.round
    table.tell(RoundRan(fight.round))


def note_dealt(game: Game, one: str, wounds: int) -> None:
    """Somebody's weapon dealt wounds."""
    if game.fight is not None and game.fight.unasked is not None and wounds:
        dealt = game.fight.unasked.dealt
        dealt[one] = dealt.get(one, 0) + wounds


def sum_up(table: Table, game: Game, group: Group) -> None:
    """Tell in short what ran by itself, before anybody is asked and when the fight is over."""
    assert game.fight is not None
    ran, game.fight.unasked = game.fight.unasked, None
    if ran is None:
        return
    table.tell(RoundsFought(ran.first, ran.last, ran.last - ran.first + 1))
    hitters = [(game.characters[one].name, dealt) for one, dealt in ran.dealt.items() if one in game.characters]
    foes = list(_wounds_of_monsters(game, group, ran))
    if hitters or foes:
        table.tell(BlowsSummed(*_columns(hitters), *_columns(foes)))
    if hurt := list(_wounds_of_party(game, ran)):
        table.tell(WoundsSummed(*_columns(hurt)))
    if felled := tuple(mark_of(one.id) for one in group.monsters if one.id in ran.before and not one.alive):
        table.tell(FoesFelled(felled, group.monsters[0].name if len(group.monsters) == 1 else ""))


def _wounds_of_party(game: Game, ran: Unasked) -> Iterator[tuple[Term, int]]:
    for one in game.characters.values():
        if (taken := one.wounds - ran.before.get(one.id, one.wounds)) > 0:
            yield one.name, taken


def _wounds_of_monsters(game: Game, group: Group, ran: Unasked) -> Iterator[tuple[Term, int]]:
    for monster in group.monsters:
        if (suffered := monster.wounds - ran.before.get(monster.id, monster.wounds)) > 0:
            yield mark_in_words(game, monster.id) or monster.name, suffered


def _columns(rows: Iterable[tuple[T, int]]) -> tuple[tuple[T, ...], tuple[int, ...]]:
    rows = list(rows)
    return tuple(name for name, _ in rows), tuple(number for _, number in rows)
