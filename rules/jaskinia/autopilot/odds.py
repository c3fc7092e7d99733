"""What else has its odds besides fights: tests, escapes, an Item that saves [6]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.values import has, mods
from rules.kernel.odds import FACES


def kinds_of_attack(game: Game, one: Seeker) -> tuple[FightKind, ...]:
    """How a Seeker may attack others."""
    return ("fight", "psychic") if has(game, one, "psychic_attack") else ("fight",)


def deadly(game: Game, one: Seeker, kind: FightKind) -> int:
    """Up to which Endurance whom a Seeker beats can be killed at once [6.5, A17]."""
    devoured = [mod.max_endurance for mod in mods(game, one, "devour")] if kind == "fight" else []
    return max([1, *devoured])


def escape_chance(game: Game, one: Seeker, types: Sequence[str]) -> float:
    """The chance to evade opponents of these types by an ability; one that leaves some to be fought does not count."""
    ways = [len(mod.faces) for mod in mods(game, one, "evade") if all(type in mod.types for type in types)]
    return max(ways, default=0) / len(FACES)


def save_chance(game: Game, one: Seeker) -> float:
    """The chance that an Item saves the Endurance after a lost fight [6.2]."""
    return max((len(mod.faces) for mod in mods(game, one, "save")), default=0) / len(FACES)


def chance_of_at_least(needed: int) -> float:
    """The chance that a die shows so much."""
    return min(1.0, max(0.0, (len(FACES) + 1 - needed) / len(FACES)))
