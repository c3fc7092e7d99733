"""Setting things and spells right: what somebody carries, knows and can use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Amount, Choose, ChooseSome, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.corrections.members import RICHEST
from rules.labirynt_smierci.events.corrections import (
    SpellForgotten,
    SpellsReadied,
    SpellTaught,
    ThingGranted,
    ThingVanished,
    ValuableGranted,
)
from rules.labirynt_smierci.magic.casting import spell_facts
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party.belongings import facts_of, lose, note_of, receive
from rules.labirynt_smierci.party.traits import spells_of
from rules.labirynt_smierci.tables import usual_amount
from rules.labirynt_smierci.tables.sheets import WEAPONS
from rules.labirynt_smierci.treasure.items import BONUSES, make_thing

BEST_BONUS = 9
ARMOUR, JEWEL, MANUSCRIPT = "armour", "jewel", "manuscript"


def offers(game: Game, one: Character) -> Iterator[Action[Any]]:
    """For a living character; charmed monsters carry nothing and know no spells."""
    if one.alive and not one.ally:
        yield action("give", one.id, _choose("gm.give", one, magic_things(game)), who=one.name)
        yield action("arm", one.id, _arming(one), who=one.name)
        yield action("valuable", one.id, _valuing(game, one), who=one.name)
        if one.items:
            carried = [Option(item.id, "gm.thing", note_of(item), facts_of(item)) for item in one.items]
            yield action("take", one.id, _choose("gm.take", one, carried), who=one.name)
        yield from _spells(game, one)


def _choose(why: str, one: Character, options: Sequence[Option]) -> Choose:
    return Choose(who=GM, why=why, options=tuple(options), facts={"who": one.name})


def magic_things(game: Game) -> list[Option]:
    """What the tables know besides weapons and armour, by kind and name."""
    rows = [(row.kind, row.name) for row in game.tables.items.item if row.kind not in BONUSES]
    titles = [f"{kind}.{name}" for kind, name in dict.fromkeys(rows)]
    return [_thing(title) for title in (*titles, MANUSCRIPT)]


def _thing(title: str) -> Option:
    return Option(title, "gm.thing", facts={"item": Word(f"item.{title}")})


def _arming(one: Character) -> Form:
    """A magic weapon or armour, and its bonus."""
    options = (*(_thing(f"weapon.{weapon}") for weapon in WEAPONS), _thing(f"{ARMOUR}.{ARMOUR}"))
    plus = Amount(who=GM, why="gm.plus", least=1, most=BEST_BONUS)
    fields: tuple[Field[Any], ...] = (_what(one, options), Field("plus", plus, Word("field.plus")))
    return Form(who=GM, why="gm.arm", fields=fields, facts={"who": one.name})


def _valuing(game: Game, one: Character) -> Form:
    """A jewel or a work of art, and its price."""
    art = [row.id for row in game.tables.finds.find if row.feature == "art" and row.id != MANUSCRIPT]
    options = tuple(_thing(title) for title in (JEWEL, *(f"art.{name}" for name in dict.fromkeys(art))))
    worth = Amount(who=GM, why="gm.worth", least=1, most=RICHEST)
    fields: tuple[Field[Any], ...] = (_what(one, options), Field("worth", worth, Word("field.worth")))
    return Form(who=GM, why="gm.valuable", fields=fields, facts={"who": one.name})


def _what(one: Character, options: Sequence[Option]) -> Field[Any]:
    return Field("what", _choose("gm.give", one, options), Word("field.what"))


def _spells(game: Game, one: Character) -> Iterator[Action[Any]]:
    """Who has no magic potential learns none; usable ones are as many as the sun allows, or as there are."""
    unknown: list[str] = [spell.id for spell in game.tables.spells.ordinary if spell.id not in one.known]
    if unknown and max(one.potential) > 0:
        yield action("learn", one.id, _choose("gm.learn", one, _named(game, unknown)), who=one.name)
    if one.known:
        yield action("forget", one.id, _choose("gm.forget", one, _named(game, one.known)), who=one.name)
    most = max(one.spells_under(game.sun), len(one.usable)) if game.sun and not game.outside else 0
    if most:
        facts: dict[str, Fact] = {"who": one.name, "now": tuple(Word(f"spell.{spell}") for spell in one.usable)}
        options = tuple(_named(game, one.known))
        ask = ChooseSome(who=GM, why="gm.usable", options=options, least=0, most=most, facts=facts)
        yield action("usable", one.id, ask, who=one.name)


def _named(game: Game, spells: Sequence[str]) -> list[Option]:
    return [Option(spell, f"spell.{spell}", f"spell.{spell}", spell_facts(game, spell)) for spell in spells]


# What comes of it ------------------------------------------------------------------------------------------------


def give(table: Table, game: Game, about: str, title: str) -> None:
    """A magic item, its nature known."""
    _grant(table, game.characters[about], _made(game, title))


def arm(table: Table, game: Game, about: str, filled: Filled) -> None:
    """A magic weapon or an armour."""
    _grant(table, game.characters[about], _made(game, filled.values["what"], plus=filled.values["plus"]))


def give_valuable(table: Table, game: Game, about: str, filled: Filled) -> None:
    """A jewel or a work of art."""
    one, item = game.characters[about], _made(game, filled.values["what"], worth=filled.values["worth"])
    receive(one, item)
    table.tell(ValuableGranted(one.name, item.title, item.worth))


def _made(game: Game, title: str, plus: int = 0, worth: int = 0) -> Item:
    kind, _, name = title.partition(".")
    known: Any = kind  # one of the kinds, as it comes from the options
    return make_thing(game, known, name, worth=worth, plus=plus)


def _grant(table: Table, one: Character, item: Item) -> None:
    receive(one, item)
    table.tell(ThingGranted(one.name, item.title, item.plus))


def take(table: Table, game: Game, about: str, thing: str) -> None:
    """A thing is gone, worn or not."""
    one = game.characters[about]
    item = next(item for item in one.items if item.id == thing)
    lose(one, item)
    table.tell(ThingVanished(one.name, item.title))


def learn(table: Table, game: Game, about: str, spell: str) -> None:
    """One more spell is known; it is usable when it is chosen for an adventure."""
    one = game.characters[about]
    one.known.append(spell)
    table.tell(SpellTaught(one.name, Word(f"spell.{spell}")))


def forget(table: Table, game: Game, about: str, spell: str) -> None:
    """A spell is known no more, and not usable."""
    one = game.characters[about]
    one.known.remove(spell)
    one.usable = [other for other in one.usable if other != spell]
    table.tell(SpellForgotten(one.name, Word(f"spell.{spell}")))


def ready_spells(table: Table, game: Game, about: str, spells: tuple[str, ...]) -> None:
    """The spells usable in this adventure."""
    one = game.characters[about]
    one.usable = list(spells)
    count_usual_uses(game, one)
    table.tell(SpellsReadied(one.name, tuple(Word(f"spell.{spell}") for spell in spells)))


def count_usual_uses(game: Game, one: Character) -> None:
    """Limited spells whose uses no die has counted yet in this adventure have as many as is usual."""
    for spell in spells_of(game, one):
        if (uses := game.tables.spells.of(spell).uses) and not uses.isdecimal():
            one.uses.setdefault(spell, usual_amount(uses))


DEEDS: Mapping[str, Deed[Game]] = {
    "give": give,
    "arm": arm,
    "valuable": give_valuable,
    "take": take,
    "learn": learn,
    "forget": forget,
    "usable": ready_spells,
}
