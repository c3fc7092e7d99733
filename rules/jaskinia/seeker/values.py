"""What a Seeker is worth: totals, limits, abilities, and how it is with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from rules.jaskinia.events.course import DEEP, FIRST, HURT, LADEN, NEAR, RACE, USUAL
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.places import neighbours
from rules.jaskinia.tables.effects import Do, RollTable, Stat, faces_of
from rules.jaskinia.tables.sheets import Mod
from rules.kernel.grid import distances
from rules.kernel.odds import FACES
from rules.kernel.tables import band
from rules.kernel.words import Word

STATS: Mapping[FightKind, Stat] = {"fight": "strength", "psychic": "power"}
"""What counts in a fight, and in psychic combat."""
ALWAYS = ("always",)
SIX = 6
"""The highest face of the die."""


def strength(game: Game, seeker: Seeker) -> int:
    """Total Strength, with what always counts [3.1]."""
    return _total_value(game, seeker, "strength", ALWAYS)


def power(game: Game, seeker: Seeker) -> int:
    """Total Power, with what always counts [3.1]."""
    return _total_value(game, seeker, "power", ALWAYS)


def total(game: Game, seeker: Seeker, stat: Stat) -> int:
    """Total Strength or Power, with what always counts."""
    return _total_value(game, seeker, stat, ALWAYS)


def might(game: Game, seeker: Seeker, kind: FightKind, types: Sequence[str]) -> int:
    """Everything but the die and Spells in a fight with opponents of these types; no types: a guardian [6.2–6.4]."""
    return _total_value(game, seeker, STATS[kind], (*ALWAYS, kind, *_alike_opponents_conditions(kind, types)))


def _alike_opponents_conditions(kind: FightKind, types: Sequence[str]) -> Iterator[str]:
    """What counts only if all opponents are alike."""
    only = "animal" if kind == "fight" else "spirit"
    if types and all(type == only for type in types):
        yield f"{kind}_{only}"


def _total_value(game: Game, seeker: Seeker, stat: Stat, when: Sequence[str]) -> int:
    """Own value, abilities, Followers and Items; of Weapons the best one [6.2]."""
    cards = [game.card(id) for id in (*seeker.items, *seeker.followers)]
    sources = [game.sheet(seeker).abilities, *(card.mods for card in cards if not card.weapon)]
    weapons = [_mods_sum(card.mods, stat, when) for card in cards if card.weapon]
    own = seeker.strength if stat == "strength" else seeker.power
    return own + _mods_sum(chain.from_iterable(sources), stat, when) + max(weapons, default=0)


def _mods_sum(mods: Iterator[Mod] | Sequence[Mod] | chain[Mod], stat: Stat, when: Sequence[str]) -> int:
    return sum(mod.n for mod in mods if mod.mod == stat and mod.when in when)


def number_named(game: Game, seeker: Seeker) -> int:
    """What the table adds to this Seeker's next die: it counts once [5.6]."""
    return game.beside.numbers.get(seeker.seat, 0) if game.beside else 0


def use_number(game: Game, seeker: Seeker) -> int:
    """The same, at the die for which it counts."""
    return game.beside.numbers.pop(seeker.seat, 0) if game.beside else 0


# Abilities -----------------------------------------------------------------------------------------------------


def mods(game: Game, seeker: Seeker, name: str) -> list[Mod]:
    """All of this name that a Seeker has by its card, Items and Followers."""
    return [mod for mod in game.mods(seeker) if mod.mod == name]


def bonus(game: Game, seeker: Seeker, name: str) -> int:
    """What all of this name add up to."""
    return sum(mod.n for mod in mods(game, seeker, name))


def has(game: Game, seeker: Seeker, name: str) -> bool:
    """Whether there is one of this name."""
    return bool(mods(game, seeker, name))


def shares_of(game: Game, seeker: Seeker, roll: RollTable) -> list[tuple[Do, float]]:
    """Return the lists that a Seeker's throw may select, each with its chance."""
    more = bonus(game, seeker, roll.mod) if roll.mod else 0
    thrown = [min(len(FACES), face + more) for face in FACES]
    shares = ((do, sum(map(thrown.count, faces_of(faces))) / len(FACES)) for faces, do in roll.table.items())
    return [(do, share) for do, share in shares if share]


# Limits --------------------------------------------------------------------------------------------------------


def spell_limit(game: Game, seeker: Seeker) -> int:
    """How many Spells a Seeker may hold, by its total Power [3.4]."""
    if has(game, seeker, "no_spells"):
        return 0
    steps = game.tables.spells.limit
    at = band([least for least, _ in steps], power(game, seeker))
    return (0 if at is None else steps[at][1]) + bonus(game, seeker, "spell_limit")


def item_limit(game: Game, seeker: Seeker) -> int:
    """How many Items a Seeker may carry [3.6]."""
    return game.tables.seekers.items + bonus(game, seeker, "carry")


def holds(game: Game, seeker: Seeker, condition: str) -> bool:
    """Whether ``align:evil``, ``seeker:SEEKER``, ``has:CARD`` or ``ability:MOD`` is true of a Seeker [12]."""
    what, _, about = condition.partition(":")
    match what:
        case "align":
            return game.sheet(seeker).align == about
        case "seeker":
            return seeker.id == about
        case "has":
            return about in (*seeker.items, *seeker.followers)
        case "ability":
            return has(game, seeker, about)
        case _:
            return False


# What one may not use ------------------------------------------------------------------------------------------


def may_have(game: Game, seeker: Seeker, card: str) -> bool:
    """Whether a Seeker may hold an Item or a Follower, by what else it is and has [3.6, A26]."""
    bars = game.card(card).barred
    return not (bars and any(holds(game, _seeker_without_card(seeker, card), bar) for bar in bars))


def barred_things(game: Game, seeker: Seeker) -> list[str]:
    """What a Seeker has and may hold no longer [A26]."""
    return [card for card in (*seeker.items, *seeker.followers) if not may_have(game, seeker, card)]


def _seeker_without_card(seeker: Seeker, card: str) -> Seeker:
    items, followers = ([id for id in cards if id != card] for cards in (seeker.items, seeker.followers))
    return replace(seeker, items=items, followers=followers)


FAR = 99
"""The distance of where no way leads."""
CLOSE = 3
"""So many areas from the Entrance, or fewer, daylight is near."""


def mood(game: Game, seeker: Seeker, came_from: str) -> Word:
    """The most telling thing that everybody sees of a Seeker on its way; a race is only what leads to the Crystal."""
    if game.tables.cards.goal in seeker.items:
        return NEAR if _steps_to_entrance(game, seeker) <= CLOSE else LADEN
    if seeker.endurance == 1:
        return HURT
    if game.tally.rounds == 1 and not game.beside:
        return FIRST
    if game.crystal and _is_nearer_to_crystal(game, seeker.at, came_from):
        return RACE
    return DEEP if game.area(seeker.at).zone == game.tables.crystal.search_zone else USUAL


def _is_nearer_to_crystal(game: Game, at: str, came_from: str) -> bool:
    """Whether the Crystal Chamber is nearer than where the move began."""
    far = distances(game.crystal, lambda here: neighbours(game, here))
    return far.get(at, FAR) < far.get(came_from, FAR)


def _steps_to_entrance(game: Game, seeker: Seeker) -> int:
    return distances(seeker.at, lambda at: neighbours(game, at)).get(game.tables.board.entrance, CLOSE + 1)
