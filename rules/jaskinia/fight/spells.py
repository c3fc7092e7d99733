"""Spells before the dice: which of them help or save in a fight, and those of an attacked Seeker [6.7, 7.3]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.cards import spell_word
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.fight.odds import facts_of_fight
from rules.jaskinia.fight.scores import THEIRS, Side, behind, fight_facts, fight_of
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.belongings import castable, may_hold, spells_for
from rules.jaskinia.seeker.values import STATS
from rules.jaskinia.tables.effects import Evade, FightBonus
from rules.jaskinia.tables.sheets import Window
from rules.kernel.offers import Way
from rules.kernel.orders import window
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact

WINDOWS: Mapping[FightKind, Window] = {"fight": "before_fight", "psychic": "before_psychic"}
CAST = "cast"
"""How answers begin that cast a Spell: ``cast:SPELL``, with the card at which it is aimed behind it if any."""


def helpful_spells(game: Game, one: Seeker) -> dict[str, int]:
    """The Spells that add to this fight, each with how much."""
    gains = {spell: _gain(game, spell) for spell in _at_hand(game, one)}
    return {spell: gain for spell, gain in gains.items() if gain > 0}


def may_help(game: Game) -> bool:
    """Whether there are Spells that add to this fight, whoever holds them."""
    return any(_gain(game, spell.id) > 0 for spell in spells_for(game, WINDOWS[fight_of(game).kind]))


def may_escape(game: Game) -> bool:
    """Whether there are Spells that evade an opponent, whoever holds them; none where nobody is fighting."""
    fight = game.fight
    return fight is not None and any(_escapes(game, spell.id) for spell in spells_for(game, WINDOWS[fight.kind]))


def _gain(game: Game, spell: str) -> int:
    stat = STATS[fight_of(game).kind]
    do = game.spell(spell).do
    return sum(op.n for op in do if isinstance(op, FightBonus) and op.stat == stat)


def escape_spells(game: Game, one: Seeker) -> list[str]:
    """The Spells that evade an opponent; none where nobody is fighting [6.1]."""
    if game.fight is None:
        return []
    return [spell for spell in _at_hand(game, one) if _escapes(game, spell)]


def _escapes(game: Game, spell: str) -> bool:
    return any(isinstance(op, Evade) for op in game.spell(spell).do)


def _at_hand(game: Game, one: Seeker) -> list[str]:
    return castable(game, one, WINDOWS[fight_of(game).kind])


def spell_facts(spell: str, **more: Fact) -> dict[str, Fact]:
    """A Spell as facts of an option."""
    return {"spell": spell_word(spell), **more}


def gain_facts(game: Game, side: Side, spell: str, gain: int) -> dict[str, Fact]:
    """A Spell that adds to a fight: how much, and the odds with it."""
    return spell_facts(spell, gain=gain, **facts_of_fight(game, side, gain))


# In defence ----------------------------------------------------------------------------------------------------

PASS = "pass"


def defend(table: Table, game: Game, other: Seeker) -> None:
    """One Spell after the other, until its player passes, or its standing order does."""
    while may_hold(game, other) and may_help(game):
        spell = _wanted(table, game, other, helpful_spells(game, other))
        if spell is None:
            return
        cast(table, game, other, spell)


def _wanted(table: Table, game: Game, other: Seeker, gains: Mapping[str, int]) -> str | None:
    """Who wants to be asked is, whatever it holds."""
    order = game.orders(other).defence
    if order == "ask":
        return table.ask(_asked(game, other, gains))
    return sensible_cast(game, gains) if order == "losing" else None


def _asked(game: Game, other: Seeker, gains: Mapping[str, int]) -> Choose[str | None]:
    """The question which Spell is cast now, or none; only its player learns whether there is one."""
    casts = [_way(game, spell, gain) for spell, gain in gains.items()]
    odds = facts_of_fight(game, THEIRS) if casts else {}
    passing = Option(PASS, "duel.pass", "duel.pass" if odds else "", odds)
    return window(other.seat, "duel.defence", passing, casts, fight_facts(game))


def _way(game: Game, spell: str, gain: int) -> Way[str]:
    facts = gain_facts(game, THEIRS, spell, gain)
    return Way(Option(f"{CAST}:{spell}", "duel.cast", f"cavespell.{spell}", facts), spell)


def sensible_cast(game: Game, gains: Mapping[str, int]) -> str | None:
    """What a side casts that is not ahead: the least that brings it ahead, else the most; None: nothing."""
    missing = behind(game, THEIRS)
    if missing < 0 or not gains:
        return None
    enough = [spell for spell in gains if gains[spell] > missing]
    return min(enough, key=gains.__getitem__) if enough else max(gains, key=gains.__getitem__)
