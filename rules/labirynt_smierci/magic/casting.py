"""Casting [10, 11]: who can cast a spell, its cost, its offers as actions, and resistance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules.kernel.offers import Deed, Offer, Pick, Way, taken_of
from rules.kernel.requests import PARTY, ChooseSome, Field, Form, NextAction, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Facts, Term, Word, phrase
from rules.labirynt_smierci.events.magic import Resisted, SpellCast, UsesCounted
from rules.labirynt_smierci.exploration import mark_in_words
from rules.labirynt_smierci.model import Character, Game, Monster
from rules.labirynt_smierci.party.traits import has_spell, resistance, spells_of
from rules.labirynt_smierci.tables import amount

NONE = "none"
"""The id of the refusal among actions that ask for a spell."""
W = TypeVar("W")


class Cast(Struct, Generic[W], frozen=True):
    """An ordered spell: its caster and its target (None: it needs no target)."""

    caster: Character
    spell: str
    target: W


def uses_left(game: Game, character: Character, spell: str) -> int | None:
    """The number of uses left in this adventure; None if only strength limits them [10, house]."""
    if game.options.spells == "once":
        return 1 - character.cast.get(spell, 0)
    uses = game.tables.spells.of(spell).uses
    if not uses:
        return None
    if uses.isdecimal():  # a fixed number goes with the thing that lets one cast it, whoever holds it
        return int(uses) - sum(other.cast.get(spell, 0) for other in game.characters.values())
    return character.uses.get(spell, 0) - character.cast.get(spell, 0)


def can_cast(game: Game, character: Character, spell: str) -> bool:
    """Whether a living member has the spell and a use of it, and keeps some strength after the cost [10]."""
    if not character.alive or not has_spell(game, character, spell) or uses_left(game, character, spell) == 0:
        return False
    return game.tables.spells.of(spell).cost < character.strength_now


def casters(game: Game, spell: str) -> list[Character]:
    """Return all members who can cast the spell now."""
    return [person for person in game.people if can_cast(game, person, spell)]


def pay_for(table: Table, game: Game, cast: Cast[Any], target: Term = "") -> None:
    """Pay the cost of a spell from the caster's strength and tell the cast [10]."""
    character = cast.caster
    cost = game.tables.spells.of(cast.spell).cost
    character.spent += cost
    character.cast[cast.spell] = character.cast.get(cast.spell, 0) + 1
    game.tally.spells += 1
    table.tell(SpellCast(character.name, Word(f"spell.{cast.spell}"), target, cost, character.strength_now))


def spell_facts(game: Game, spell: str, casters: Iterable[Character] = ()) -> Facts:
    """Return the facts for the words ``note.spell.ID``: the spell, its cost, its amount.

    ``left``: the uses that these casters have left together; 0: no limit, or no casters.
    """
    sheet = game.tables.spells.of(spell)
    left = sum(uses_left(game, caster, spell) or 0 for caster in casters)
    facts: Facts = {"spell": Word(f"spell.{spell}"), "cost": sheet.cost, "amount": sheet.amount}
    return facts | {"uses": sheet.uses, "left": left}


def roll_amount(table: Table, game: Game, spell: str, *on: Term) -> int:
    """Return the amount of a spell cast ``on`` these: its dice rolled, or its number."""
    return amount(table, game.tables.spells.of(spell).amount, f"spell.{spell}", who=on, spell=Word(f"spell.{spell}"))


def count_uses(table: Table, game: Game, character: Character) -> None:
    """Roll the uses of limited spells, once per adventure when they can first be cast [10]."""
    for spell in spells_of(game, character):
        uses = game.tables.spells.of(spell).uses
        if uses and not uses.isdecimal() and spell not in character.uses:
            character.uses[spell] = int(
                table.roll(uses, "spells.uses", who=character.name, spell=Word(f"spell.{spell}"))
            )
            table.tell(UsesCounted(character.name, Word(f"spell.{spell}"), character.uses[spell]))


def volunteer(
    table: Table, why: str, offers: Callable[[], Sequence[Offer]], refused: list[Seat], **facts: Fact
) -> bool:
    """Ask the owners of casters at once; return whether one of them casts.

    ``refused``: the seats that refuse, kept from call to call.
    """
    while able := [offer for offer in offers() if offer.who not in refused]:
        taken = table.ask(NextAction(who=PARTY, why=why, actions=tuple(able), facts=facts))
        if taken_of(able, taken).done(table, None):
            return True
        refused.append(taken.seat)
    return False


def refuses(_: Table, __: object) -> bool:
    """Do nothing: the deed of a refusal."""
    return False


# As offers -------------------------------------------------------------------------------------------------------


def cast_offers(
    game: Game, spell: str, do: Deed[Cast[W]], targets: Callable[[Character], Sequence[Way[W]]]
) -> Iterator[Pick[Cast[W]]]:
    """Yield the offer ``cast:SPELL`` for each seat that can cast it, with each caster and target.

    Labels of targets begin with ``cast.``.
    """
    for seat in game.seats:
        able = [character for character in game.of_seat(seat) if can_cast(game, character, spell)]
        if ways := tuple(_target_way(character, spell, target) for character in able for target in targets(character)):
            yield _cast_offer(game, seat, spell, ways, do)


def bare_cast_offers(game: Game, spell: str, do: Deed[Cast[None]]) -> Iterator[Pick[Cast[None]]]:
    """Yield the offer ``cast:SPELL`` of a spell without a target for each seat that can cast it."""
    for seat in game.seats:
        able = [character for character in game.of_seat(seat) if can_cast(game, character, spell)]
        if able:
            yield _cast_offer(game, seat, spell, tuple(_caster_way(character, spell) for character in able), do)


def _caster_way(character: Character, spell: str) -> Way[Cast[None]]:
    option = Option(character.id, "cast.by", facts={"who": character.name, "strength": character.strength_now})
    return Way(option, Cast(character, spell, None))


def _target_way(character: Character, spell: str, target: Way[W]) -> Way[Cast[W]]:
    at = target.option
    label = f"{at.label}.self" if at.id == character.id else at.label
    option = Option(f"{character.id}>{at.id}", label, at.note, {**at.facts, "who": character.name})
    return Way(option, Cast(character, spell, target.meant))


def _cast_offer(game: Game, seat: Seat, spell: str, ways: tuple[Way[Cast[W]], ...], do: Deed[Cast[W]]) -> Pick[Cast[W]]:
    facts = spell_facts(game, spell, {way.meant.caster.id: way.meant.caster for way in ways}.values())
    option = Option(f"cast:{spell}", "cast", f"spell.{spell}", facts)
    if len(ways) == 1:
        only = ways[0].option
        label = f"cast.alone.{only.label.removeprefix('cast.')}"
        option = Option(f"cast:{spell}:{only.id}", label, f"spell.{spell}", {**only.facts, **facts})
    return Pick(seat, option, aside=True, ways=ways, why="cast", facts=facts, do=do)


# Resisting [11] --------------------------------------------------------------------------------------------------


def resists(table: Table, game: Game, target: Character | Monster) -> bool:
    """Roll 1K6 against the resistance, which is at most five, so a 6 always fails [11]."""
    if not game.options.resistance:
        return False
    limit = resistance(game, target)
    rolled = int(table.roll("1K6", "resist.roll", who=target.name, measure=phrase("dice.resisted", limit=limit)))
    if rolled <= limit:
        mark = mark_in_words(game, target.id) if isinstance(target, Monster) else ""
        table.tell(Resisted(target.name, mark, rolled, limit))
    return rolled <= limit


Count = Callable[[Character], int]


def choose_known(table: Table, game: Game) -> None:
    """Let each caster without spells pick as many as the largest of the three potentials [4.1]."""
    casters = [
        character
        for character in game.characters.values()
        if character.alive and not character.known and max(character.potential)
    ]
    ordinary: list[str] = [spell.id for spell in game.tables.spells.ordinary]
    for character, chosen in _ask_spells_of_owners(
        table, game, "spells.known", casters, lambda character: max(character.potential), ordinary
    ):
        character.known = chosen


def choose_usable(table: Table, game: Game) -> None:
    """Let each caster pick the spells usable in this adventure, as many as the dominant sun allows [4.1 D].

    The uses of limited spells are rolled anew, those of rings too [10].
    """
    assert game.sun is not None
    sun = game.sun
    for character in game.living:
        character.usable, character.uses, character.cast = [], {}, {}
    casters = [character for character in game.living if character.spells_under(sun)]
    for character, chosen in _ask_spells_of_owners(
        table, game, "spells.usable", casters, lambda character: character.spells_under(sun), None
    ):
        character.usable = chosen
    for character in game.living:
        count_uses(table, game, character)


def catch_up(table: Table, game: Game, character: Character) -> None:
    """Let a character who returns during an adventure pick the spells usable under its sun [4.1 D]."""
    if (sun := game.sun) is None:
        return
    casters = [character] if character.spells_under(sun) else []
    for _, chosen in _ask_spells_of_owners(
        table, game, "spells.usable", casters, lambda character: character.spells_under(sun), None
    ):
        character.usable = chosen
    count_uses(table, game, character)


def _ask_spells_of_owners(
    table: Table, game: Game, why: str, casters: list[Character], count: Count, spells: list[str] | None
) -> list[tuple[Character, list[str]]]:
    """``spells`` None: each character chooses among the known ones."""
    asks: dict[Seat, Form] = {}
    for seat in game.seats:
        if own := [caster for caster in casters if caster.seat == seat]:
            fields = tuple(
                _spells_field(game, why, seat, character, count(character), spells or character.known)
                for character in own
            )
            asks[seat] = Form(who=seat, why=why, fields=fields)
    filled = table.everyone(why, asks) if asks else {}
    return [(caster, list(filled[caster.seat].values[caster.id])) for caster in casters]


def _spells_field(
    game: Game, why: str, seat: Seat, character: Character, count: int, spells: list[str]
) -> Field[tuple[str, ...]]:
    options = tuple(Option(spell, f"spell.{spell}", f"spell.{spell}", spell_facts(game, spell)) for spell in spells)
    red, yellow, blue = character.potential
    facts = {"who": character.name, "count": count, "red": red, "yellow": yellow, "blue": blue}
    ask = ChooseSome(who=seat, why=f"{why}.one", options=options, least=count, most=count, facts=facts)
    return Field(character.id, ask, character.name)
