"""Spells before the dice: which a Seeker can cast in a fight, and what they do there; their operations say so [7.3]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.fight_values import fight_of
from rules.jaskinia.hand import held, known
from rules.jaskinia.limits import spell_word
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.tables.effects import Evade, FightBonus
from rules.jaskinia.tables.sheets import Window
from rules.jaskinia.values import STATS
from rules.kernel.words import Fact

WINDOWS: Mapping[FightKind, Window] = {"fight": "before_fight", "psychic": "before_psychic"}
CAST = "cast"
"""How answers begin that cast a Spell: ``cast:SPELL``, with the card at which it is aimed behind it if any."""


def helping(game: Game, one: Seeker) -> dict[str, int]:
    """The Spells that add to this fight, each with how much."""
    gains = {spell: _gain(game, spell) for spell in _at_hand(game, one)}
    return {spell: gain for spell, gain in gains.items() if gain > 0}


def may_help(game: Game) -> bool:
    """Whether there are Spells that add to this fight, whoever holds them."""
    return any(_gain(game, spell.id) > 0 for spell in known(game, WINDOWS[fight_of(game).kind]))


def may_escape(game: Game) -> bool:
    """Whether there are Spells that evade an opponent, whoever holds them; none where nobody is fighting."""
    fight = game.fight
    return fight is not None and any(_escapes(game, spell.id) for spell in known(game, WINDOWS[fight.kind]))


def _gain(game: Game, spell: str) -> int:
    stat = STATS[fight_of(game).kind]
    do = game.tables.spells.of(spell).do
    return sum(op.n for op in do if isinstance(op, FightBonus) and op.stat == stat)


def escaping(game: Game, one: Seeker) -> list[str]:
    """The Spells that evade an opponent; none where nobody is fighting [6.1]."""
    if game.fight is None:
        return []
    return [spell for spell in _at_hand(game, one) if _escapes(game, spell)]


def _escapes(game: Game, spell: str) -> bool:
    return any(isinstance(op, Evade) for op in game.tables.spells.of(spell).do)


def _at_hand(game: Game, one: Seeker) -> list[str]:
    return held(game, one, WINDOWS[fight_of(game).kind])


def about(spell: str, **more: Fact) -> dict[str, Fact]:
    """A Spell as facts of an option."""
    return {"spell": spell_word(spell), **more}
