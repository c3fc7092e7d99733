"""Setting characters right: when it may be done; strength and death, numbers of their sheets, the order of march."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Amount
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.corrections import MemberReturned, RanksSet, StrengthSet, TraitSet
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.formation import ask_formation, set_formation, with_newcomer
from rules.labirynt_smierci.party.losses import bury
from rules.labirynt_smierci.party.traits import MOST_RESISTANCE

# When: never so that a running rule would stand on nothing -------------------------------------------------------


def open_to_corrections(game: Game) -> bool:
    """Whether the party has set out, the game goes on, and no segment is in anybody's hand."""
    return bool(game.levels) and not game.outcome and game.drawn is None and bool(game.people)


def is_quiet(game: Game) -> bool:
    """Between two fights, and nothing lies there to be divided."""
    return game.fight is None and not game.heap and not game.fallen


def is_calm(game: Game) -> bool:
    """Quiet, and no monsters wait for what the party does: the next question is where to go."""
    return is_quiet(game) and (game.outside or game.met is None or game.met.stance == "truce")


# Members ---------------------------------------------------------------------------------------------------------


STRONGEST = 99
RICHEST = 9999
NIMBLEST = 20


def offers(game: Game, one: Character) -> Iterator[Action[Any]]:
    """What can be set of one character; of the dead, the lost and the stone only that they are back."""
    if one.fate == "turned":
        return
    if one.alive:
        yield _strength(one, 0 if may_die(game, one) else 1)
        yield from _traits(game, one)
    elif is_quiet(game) and not one.ally:
        yield from _return(game, one)


def may_die(game: Game, one: Character) -> bool:
    """Whether somebody may be struck down now: where it can be mourned at once, and never the last of all."""
    return is_calm(game) and (bool(one.ally) or len(game.people) > 1)


def _strength(one: Character, least: int) -> Action[Any]:
    """What is left of the full strength, which is a number of its own."""
    now = max(one.strength_now, 0)
    ask = Amount(
        who=GM,
        why="gm.strength.alive" if least else "gm.strength",
        least=least,
        most=one.strength,
        facts={"who": one.name, "now": now, "full": one.strength},
    )
    return action("strength", one.id, ask, who=one.name, now=now, full=one.strength)


def _return(game: Game, one: Character) -> Iterator[Action[Any]]:
    """A stone is counted already among those who may come back."""
    if one.fate == "stone":
        yield action("flesh", one.id, None, who=one.name, now=one.strength_now)
    elif len(game.people) + sum(other.fate == "stone" for other in game.characters.values()) < MOST_CHARACTERS:
        yield _strength(one, 1)


def _traits(game: Game, one: Character) -> Iterator[Action[Any]]:
    """Charmed monsters have neither gold nor experience."""
    yield _trait(one, "full", one.strength, 1, STRONGEST)
    yield _trait(one, "resistance", one.resistance, 0, max(MOST_RESISTANCE, one.resistance))
    yield _trait(one, "dexterity", one.dexterity, 0, NIMBLEST)
    if not one.ally:
        yield _trait(one, "gold", one.gold, 0, RICHEST)
        spent = one.bought * game.tables.experience.price
        yield _trait(one, "experience", one.experience, spent, RICHEST)


def _trait(one: Character, name: str, now: int, least: int, most: int) -> Action[Any]:
    facts = {"who": one.name, "what": Word(f"trait.{name}"), "now": now}
    ask = Amount(who=GM, why="gm.trait", least=least, most=max(most, now), facts=facts)
    return action(name, one.id, ask, who=one.name, now=now)


def party_offers(game: Game) -> Iterator[Action[Any]]:
    """The order of march, in a fight too."""
    if len(game.living) > 1:
        yield action("formation", "", ask_formation(game, GM))


# What comes of it ------------------------------------------------------------------------------------------------


def set_strength(table: Table, game: Game, about: str, now: int) -> None:
    """Healed or wounded to it; 0 is death, the dead come back."""
    one = game.characters[about]
    before, alive = one.strength_now, one.alive
    leave_strength(one, now)
    if not alive:
        come_back(table, game, one)
        return
    table.tell(StrengthSet(one.name, before, now))
    if not one.alive:
        bury(table, game, one)


def leave_strength(one: Character, left: int) -> None:
    """So much of the full strength is left; wounds change before what was spent on spells does."""
    one.spent = min(one.spent, one.strength - left)
    one.wounds = one.strength - one.spent - left


def come_back(table: Table, game: Game, one: Character) -> None:
    """Somebody is among the living again, at the end of the formation."""
    one.fate, one.stone_at = "", None
    game.formation = with_newcomer(game.formation, one.id)
    table.tell(MemberReturned(one.name, one.strength_now))


def turn_back(table: Table, game: Game, about: str, _: None) -> None:
    """Stone is flesh again, wherever it stands."""
    come_back(table, game, game.characters[about])


def set_full(table: Table, game: Game, about: str, now: int) -> None:
    """The full strength: raised, it raises what is left; lowered, it takes from that only what would be above it."""
    one = game.characters[about]
    left = one.strength_now
    before, one.strength = one.strength, now
    leave_strength(one, min(left + max(now - before, 0), now))
    tell_trait(table, one, "full", before, now)


def set_resistance(table: Table, game: Game, about: str, now: int) -> None:
    """Resistance, without rings."""
    one = game.characters[about]
    one.resistance = tell_trait(table, one, "resistance", one.resistance, now)


def set_dexterity(table: Table, game: Game, about: str, now: int) -> None:
    """Dexterity, without what drink and medallions change."""
    one = game.characters[about]
    one.dexterity = tell_trait(table, one, "dexterity", one.dexterity, now)


def set_gold(table: Table, game: Game, about: str, now: int) -> None:
    """Gold; what is more than before counts as found."""
    one = game.characters[about]
    game.tally.gold += max(now - one.gold, 0)
    one.gold = tell_trait(table, one, "gold", one.gold, now)


def set_experience(table: Table, game: Game, about: str, now: int) -> None:
    """Experience, never less than what was spent."""
    one = game.characters[about]
    one.experience = tell_trait(table, one, "experience", one.experience, now)


def tell_trait(table: Table, one: Character, what: str, before: int, now: int) -> int:
    """Tell what a number was and is; the number as it is now."""
    table.tell(TraitSet(one.name, Word(f"trait.{what}"), before, now))
    return now


def set_ranks(table: Table, game: Game, about: str, ranks: Any) -> None:
    """The order of march."""
    table.tell(RanksSet())
    set_formation(table, game, ranks)


DEEDS: Mapping[str, Deed[Game]] = {
    "strength": set_strength,
    "flesh": turn_back,
    "full": set_full,
    "resistance": set_resistance,
    "dexterity": set_dexterity,
    "gold": set_gold,
    "experience": set_experience,
    "formation": set_ranks,
}
