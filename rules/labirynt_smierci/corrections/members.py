"""Corrections of characters: strength, death, numbers, belongings and spells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Amount, Choose, ChooseSome, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events import corrections
from rules.labirynt_smierci.magic.casting import spell_facts
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.belongings import facts_of, lose, note_of, receive
from rules.labirynt_smierci.party.formation import ask_formation, set_formation, with_newcomer
from rules.labirynt_smierci.party.losses import bury
from rules.labirynt_smierci.party.traits import MOST_RESISTANCE, spells_of
from rules.labirynt_smierci.tables import usual_amount
from rules.labirynt_smierci.tables.sheets import WEAPONS
from rules.labirynt_smierci.treasure.items import BONUSES, make_thing

# When: never so that a running rule would stand on nothing -------------------------------------------------------


def open_to_corrections(game: Game) -> bool:
    """Whether the party has set out, the game goes on, and no drawn segment waits to be laid."""
    return bool(game.levels) and not game.outcome and game.drawn is None and bool(game.people)


def is_quiet(game: Game) -> bool:
    """Whether there is no fight, no death to settle and nothing to divide."""
    return game.fight is None and not game.heap and not game.fallen


def is_between_rounds(game: Game) -> bool:
    """Whether a round of a fight begins: the only moment of a fight at which corrections are applied."""
    return game.fight is not None


def is_calm(game: Game) -> bool:
    """Whether it is quiet and no monsters wait: the next question is the way."""
    return is_quiet(game) and (game.outside or game.met is None or game.met.stance == "truce")


# Members ---------------------------------------------------------------------------------------------------------


STRONGEST = 99
RICHEST = 9999
NIMBLEST = 20


def member_offers(game: Game, character: Character) -> Iterator[Action]:
    """Yield the corrections of one character; for the dead, the lost and the petrified only their return."""
    if character.fate == "turned":
        return
    if character.alive:
        last = not character.ally and len(game.people) < 2
        yield _strength_action(character, 0 if may_die(game, character) else 1, last=last)
        yield from _trait_actions(game, character)
        yield from _owner_action(game, character)
    elif (is_quiet(game) or is_between_rounds(game)) and not character.ally:
        # Those turned to stone are counted already among who may come back.
        if character.fate == "stone":
            yield action("flesh", character.id, who=character.name, now=character.strength_now)
        elif len(game.people) + sum(other.fate == "stone" for other in game.characters.values()) < MOST_CHARACTERS:
            back = _strength_action(character, 1)
            label = replace(back.option, label="gm.strength.back")
            yield replace(back, option=label)


def may_die(game: Game, character: Character) -> bool:
    """Whether a character may be killed now: when it is calm or a round begins, and never the last one."""
    return (is_calm(game) or is_between_rounds(game)) and (bool(character.ally) or len(game.people) > 1)


def _strength_action(character: Character, least: int, *, last: bool = False) -> Action:
    now = max(character.strength_now, 0)
    ask = Amount(
        who=GM,
        why="gm.strength.last" if last else "gm.strength.alive" if least else "gm.strength",
        least=least,
        most=character.strength,
        facts={"who": character.name, "now": now, "full": character.strength},
    )
    left = {"gold": character.gold, "things": len(character.items)}
    facts: Facts = {"ally": bool(character.ally), "empty": not any(left.values()), **left}
    return action("strength", character.id, ask, who=character.name, now=now, full=character.strength, **facts)


def _trait_actions(game: Game, character: Character) -> Iterator[Action]:
    """Charmed monsters have neither gold nor experience."""
    yield _trait_action(character, "full", character.strength, 1, STRONGEST)
    yield _trait_action(character, "resistance", character.resistance, 0, max(MOST_RESISTANCE, character.resistance))
    yield _trait_action(character, "dexterity", character.dexterity, 0, NIMBLEST)
    if not character.ally:
        yield _trait_action(character, "gold", character.gold, 0, RICHEST)
        spent = character.bought * game.tables.experience.price
        yield _trait_action(character, "experience", character.experience, spent, RICHEST)


def _trait_action(character: Character, name: str, now: int, least: int, most: int) -> Action:
    facts = {"who": character.name, "what": Word(f"trait.{name}"), "now": now}
    ask = Amount(who=GM, why="gm.trait", least=least, most=max(most, now), facts=facts)
    return action(name, character.id, ask, who=character.name, now=now)


def _owner_action(game: Game, character: Character) -> Iterator[Action]:
    others = tuple(
        Option(seat, "gm.owner.seat", facts={"player": seat}) for seat in game.seats if seat != character.seat
    )
    if others:
        facts = {"who": character.name, "player": character.seat}
        yield action("owner", character.id, Choose(who=GM, why="gm.owner", options=others, facts=facts), **facts)


def party_offers(game: Game) -> Iterator[Action]:
    """Yield the correction of the order of march, in a fight too."""
    if len(game.living) > 1:
        yield action("formation", "", ask_formation(game, GM))


# What comes of it ------------------------------------------------------------------------------------------------


def set_strength(table: Table, game: Game, about: str, now: int) -> None:
    """Set the remaining strength; 0 is death, and a higher number brings the dead back."""
    character = game.characters[about]
    before, alive = character.strength_now, character.alive
    leave_strength(character, now)
    if not alive:
        come_back(table, game, character)
        return
    table.tell(corrections.StrengthSet(character.name, before, now))
    if not character.alive:
        bury(table, game, character)


def leave_strength(character: Character, left: int) -> None:
    """Set the remaining strength by changing wounds before strength spent on spells."""
    character.spent = min(character.spent, character.strength - left)
    character.wounds = character.strength - character.spent - left


def come_back(table: Table, game: Game, character: Character) -> None:
    """Return a character to life at the end of the formation."""
    character.fate, character.stone_at = "", None
    game.fallen = [member for member in game.fallen if member != character.id]
    game.formation = with_newcomer(game.formation, character.id)
    table.tell(corrections.MemberReturned(character.name, character.strength_now))


def turn_back(table: Table, game: Game, about: str, _: None) -> None:
    """Turn a petrified character back to flesh, wherever he stands."""
    come_back(table, game, game.characters[about])


def set_full(table: Table, game: Game, about: str, now: int) -> None:
    """Set the full strength; a rise adds to the remaining strength, a fall only caps it."""
    character = game.characters[about]
    left = character.strength_now
    before, character.strength = character.strength, now
    leave_strength(character, min(left + max(now - before, 0), now))
    tell_trait(table, character, "full", before, now)


def set_resistance(table: Table, game: Game, about: str, now: int) -> None:
    """Set the resistance, rings excluded."""
    character = game.characters[about]
    character.resistance = tell_trait(table, character, "resistance", character.resistance, now)


def set_dexterity(table: Table, game: Game, about: str, now: int) -> None:
    """Set the dexterity, drinks and medallions excluded."""
    character = game.characters[about]
    character.dexterity = tell_trait(table, character, "dexterity", character.dexterity, now)


def set_gold(table: Table, game: Game, about: str, now: int) -> None:
    """Set the gold; an increase counts as found."""
    character = game.characters[about]
    game.tally.gold += max(now - character.gold, 0)
    character.gold = tell_trait(table, character, "gold", character.gold, now)


def set_experience(table: Table, game: Game, about: str, now: int) -> None:
    """Set the experience, never below what was spent."""
    character = game.characters[about]
    character.experience = tell_trait(table, character, "experience", character.experience, now)


def tell_trait(table: Table, character: Character, what: str, before: int, now: int) -> int:
    """Tell a number's old and new value; return the new one."""
    table.tell(corrections.TraitSet(character.name, Word(f"trait.{what}"), before, now))
    return now


def set_owner(table: Table, game: Game, about: str, seat: Seat) -> None:
    """Give a character to another player; in a fight the new one knows its strength at the old one's last question."""
    character = game.characters[about]
    table.tell(corrections.OwnerSet(character.name, character.seat, seat))
    if game.fight:
        seen = game.fight.seen
        before = seen[character.seat].strength.pop(about, None) if character.seat in seen else None
        if before is not None and seat in seen:
            seen[seat].strength[about] = before
    character.seat = seat


def set_ranks(table: Table, game: Game, about: str, ranks: Any) -> None:
    """Set the order of march."""
    table.tell(corrections.RanksSet())
    set_formation(table, game, ranks)


DEEDS: Mapping[str, Deed[Game]] = {
    "strength": set_strength,
    "flesh": turn_back,
    "full": set_full,
    "resistance": set_resistance,
    "dexterity": set_dexterity,
    "gold": set_gold,
    "experience": set_experience,
    "owner": set_owner,
    "formation": set_ranks,
}


BEST_BONUS = 9
ARMOUR, JEWEL, MANUSCRIPT = "armour", "jewel", "manuscript"


def thing_offers(game: Game, character: Character) -> Iterator[Action]:
    """Yield the corrections of belongings and spells of a living character; charmed monsters have neither."""
    if character.alive and not character.ally:
        yield action("give", character.id, _gm_choice("gm.give", character, magic_things(game)), who=character.name)
        own = [f"{row.kind}.{row.id}" for row in game.tables.items.own if row.kind in BONUSES and not row.plus]
        titles = (*(f"weapon.{weapon}" for weapon in WEAPONS), f"{ARMOUR}.{ARMOUR}", *own)
        options = tuple(_thing_option(title) for title in titles)
        plus = Amount(who=GM, why="gm.plus", least=1, most=BEST_BONUS)
        fields = (_thing_field(character, options), Field("plus", plus, Word("field.plus")))
        yield action(
            "arm",
            character.id,
            Form(who=GM, why="gm.arm", fields=fields, facts={"who": character.name}),
            who=character.name,
        )
        yield action("valuable", character.id, _valuable_form(game, character), who=character.name)
        if character.items:
            carried = [Option(item.id, "gm.thing", note_of(item), facts_of(item)) for item in character.items]
            yield action("take", character.id, _gm_choice("gm.take", character, carried), who=character.name)
        yield from _spell_actions(game, character)


def _gm_choice(why: str, character: Character, options: Sequence[Option]) -> Choose:
    return Choose(who=GM, why=why, options=tuple(options), facts={"who": character.name})


def magic_things(game: Game) -> list[Option]:
    """Return the magic items of the tables by kind and name, without weapons and armour whose bonus must be said."""
    items = game.tables.items
    titles = dict.fromkeys(f"{row.kind}.{row.name}" for row in items.item if row.kind not in BONUSES)
    titles |= dict.fromkeys(f"{row.kind}.{row.id}" for row in items.own if row.kind not in BONUSES or row.plus)
    return [_thing_option(title) for title in (*titles, MANUSCRIPT)]


def _thing_option(title: str) -> Option:
    return Option(title, "gm.thing", facts={"item": Word(f"item.{title}")})


def _valuable_form(game: Game, character: Character) -> Form:
    art = [row.id for row in game.tables.finds.find if row.feature == "art" and row.id != MANUSCRIPT]
    options = tuple(_thing_option(title) for title in (JEWEL, *(f"art.{name}" for name in dict.fromkeys(art))))
    worth = Amount(who=GM, why="gm.worth", least=1, most=RICHEST)
    fields = (_thing_field(character, options), Field("worth", worth, Word("field.worth")))
    return Form(who=GM, why="gm.valuable", fields=fields, facts={"who": character.name})


def _thing_field(character: Character, options: Sequence[Option]) -> Field:
    return Field("what", _gm_choice("gm.give", character, options), Word("field.what"))


def _spell_actions(game: Game, character: Character) -> Iterator[Action]:
    """Characters without magic potential learn no spells; the sun limits the number of usable ones."""
    unknown = [spell.id for spell in game.tables.spells.ordinary if spell.id not in character.known]
    if unknown and max(character.potential) > 0:
        yield action(
            "learn", character.id, _gm_choice("gm.learn", character, _spell_options(game, unknown)), who=character.name
        )
    if character.known:
        yield action(
            "forget",
            character.id,
            _gm_choice("gm.forget", character, _spell_options(game, character.known)),
            who=character.name,
        )
    most = max(character.spells_under(game.sun), len(character.usable)) if game.sun and not game.outside else 0
    if most:
        facts: Facts = {
            "who": character.name,
            "now": tuple(Word(f"spell.{spell}") for spell in character.usable),
        }
        options = tuple(_spell_options(game, character.known))
        ask = ChooseSome(who=GM, why="gm.usable", options=options, least=0, most=most, facts=facts)
        yield action("usable", character.id, ask, who=character.name)


def _spell_options(game: Game, spells: Sequence[str]) -> list[Option]:
    return [Option(spell, f"spell.{spell}", f"spell.{spell}", spell_facts(game, spell)) for spell in spells]


# What comes of it ------------------------------------------------------------------------------------------------


def give(table: Table, game: Game, about: str, title: str) -> None:
    """Give a magic item whose nature is known."""
    _grant_item(table, game.characters[about], _make_item(game, title))


def arm(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Give a magic weapon or armour."""
    _grant_item(table, game.characters[about], _make_item(game, filled.values["what"], plus=filled.values["plus"]))


def give_valuable(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Give a jewel or a work of art."""
    character, item = game.characters[about], _make_item(game, filled.values["what"], worth=filled.values["worth"])
    receive(character, item)
    table.tell(corrections.ValuableGranted(character.name, item.title, item.worth))


def _make_item(game: Game, title: str, plus: int = 0, worth: int = 0) -> Item:
    kind, _, name = title.partition(".")
    known: Any = kind  # one of the kinds, as it comes from the options
    own = game.tables.items.own_item(kind, name)
    return make_thing(game, known, name, worth=worth, plus=own.plus if own and own.plus else plus)


def _grant_item(table: Table, character: Character, item: Item) -> None:
    receive(character, item)
    table.tell(corrections.ThingGranted(character.name, item.title, item.plus))


def take(table: Table, game: Game, about: str, thing: str) -> None:
    """Remove a thing, worn or not."""
    character = game.characters[about]
    item = next(item for item in character.items if item.id == thing)
    lose(character, item)
    table.tell(corrections.ThingVanished(character.name, item.title))


def learn(table: Table, game: Game, about: str, spell: str) -> None:
    """Teach a spell; it becomes usable when it is chosen for an adventure."""
    character = game.characters[about]
    character.known.append(spell)
    table.tell(corrections.SpellTaught(character.name, Word(f"spell.{spell}")))


def forget(table: Table, game: Game, about: str, spell: str) -> None:
    """Remove a spell from the known and usable ones."""
    character = game.characters[about]
    character.known.remove(spell)
    character.usable = [other for other in character.usable if other != spell]
    table.tell(corrections.SpellForgotten(character.name, Word(f"spell.{spell}")))


def ready_spells(table: Table, game: Game, about: str, spells: tuple[str, ...]) -> None:
    """Set the spells usable in this adventure."""
    character = game.characters[about]
    character.usable = list(spells)
    count_usual_uses(game, character)
    table.tell(corrections.SpellsReadied(character.name, tuple(Word(f"spell.{spell}") for spell in spells)))


def count_usual_uses(game: Game, character: Character) -> None:
    """Give limited spells without a rolled number of uses in this adventure the usual number."""
    for spell in spells_of(game, character):
        if (uses := game.tables.spells.of(spell).uses) and not uses.isdecimal():
            character.uses.setdefault(spell, usual_amount(uses))


THING_DEEDS: Mapping[str, Deed[Game]] = {
    "give": give,
    "arm": arm,
    "valuable": give_valuable,
    "take": take,
    "learn": learn,
    "forget": forget,
    "usable": ready_spells,
}
