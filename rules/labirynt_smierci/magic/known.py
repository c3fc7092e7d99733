"""Chapters 4.1 and 10: which spells a character knows, and which are usable under the sun of an adventure."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.requests import ChooseSome, Field, Form, Option, Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.magic.casting import count_uses, spell_facts
from rules.labirynt_smierci.model import Character, Game

Count = Callable[[Character], int]


def choose_known(table: Table, game: Game) -> None:
    """Each caster who knows none yet picks as many spells as the largest of the three potentials [4.1]."""
    casters = [one for one in game.characters.values() if one.alive and not one.known and max(one.potential)]
    ordinary: list[str] = [spell.id for spell in game.tables.spells.ordinary]
    for one, chosen in _choose(table, game, "spells.known", casters, lambda one: max(one.potential), ordinary):
        one.known = chosen


def choose_usable(table: Table, game: Game) -> None:
    """Each caster picks those usable in this adventure, as many as the dominant sun allows [4.1 D].

    How often the limited ones can be cast is diced anew, for those of rings too [10].
    """
    assert game.sun is not None
    sun = game.sun
    for one in game.living:
        one.usable, one.uses, one.cast = [], {}, {}
    casters = [one for one in game.living if one.spells_under(sun)]
    for one, chosen in _choose(table, game, "spells.usable", casters, lambda one: one.spells_under(sun), None):
        one.usable = chosen
    for one in game.living:
        count_uses(table, game, one)


def catch_up(table: Table, game: Game, one: Character) -> None:
    """Somebody who comes back in the middle of an adventure picks the spells usable under its sun [4.1 D]."""
    if (sun := game.sun) is None:
        return
    casters = [one] if one.spells_under(sun) else []
    for _, chosen in _choose(table, game, "spells.usable", casters, lambda one: one.spells_under(sun), None):
        one.usable = chosen
    count_uses(table, game, one)


def _choose(
    table: Table, game: Game, why: str, casters: list[Character], count: Count, spells: list[str] | None
) -> list[tuple[Character, list[str]]]:
    """Ask all owners at once; ``spells`` None: each chooses among the known ones."""
    asks: dict[Seat, Form] = {}
    for seat in game.seats:
        if own := [one for one in casters if one.seat == seat]:
            fields = tuple(_field(game, why, seat, one, count(one), spells or one.known) for one in own)
            asks[seat] = Form(who=seat, why=why, fields=fields)
    filled = table.everyone(why, asks) if asks else {}
    return [(one, list(filled[one.seat].values[one.id])) for one in casters]


def _field(game: Game, why: str, seat: Seat, one: Character, count: int, spells: list[str]) -> Field[tuple[str, ...]]:
    options = tuple(Option(spell, f"spell.{spell}", f"spell.{spell}", spell_facts(game, spell)) for spell in spells)
    red, yellow, blue = one.potential
    facts = {"who": one.name, "count": count, "red": red, "yellow": yellow, "blue": blue}
    ask = ChooseSome(who=seat, why=f"{why}.one", options=options, least=count, most=count, facts=facts)
    return Field(one.id, ask, one.name)
