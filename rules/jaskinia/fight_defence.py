"""Spells of an attacked Seeker before the dice; a standing order casts them in its player's place [6.7]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.fight_spells import CAST, about, helping, may_help
from rules.jaskinia.fight_values import THEIRS, behind, fight_facts
from rules.jaskinia.hand import may_hold
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.spells import cast
from rules.kernel.orders import in_window
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table

PASS = "pass"


def defend(table: Table, game: Game, other: Seeker) -> None:
    """One Spell after the other, until its player passes, or its standing order does."""
    while may_hold(game, other) and may_help(game):
        answer = _wanted(table, game, other, helping(game, other))
        if answer == PASS:
            return
        cast(table, game, other, answer.partition(":")[2])


def _wanted(table: Table, game: Game, other: Seeker, gains: Mapping[str, int]) -> str:
    """Who wants to be asked is, whatever it holds."""
    order = game.orders(other).defence
    if order == "ask":
        return table.ask(_asked(game, other, gains))
    return sensible(game, gains) if order == "losing" else PASS


def _asked(game: Game, other: Seeker, gains: Mapping[str, int]) -> Choose:
    """The question which Spell is cast now, or none; only its player learns whether there is one."""
    casts = [
        Option(f"{CAST}:{spell}", "duel.cast", f"cavespell.{spell}", about(spell, gain=gain))
        for spell, gain in gains.items()
    ]
    return in_window(other.seat, "duel.defence", Option(PASS, "duel.pass"), casts, fight_facts(game))


def sensible(game: Game, gains: Mapping[str, int]) -> str:
    """What a side casts that is not ahead: the least that brings it ahead, else the most."""
    missing = behind(game, THEIRS)
    if missing < 0 or not gains:
        return PASS
    enough = [spell for spell in gains if gains[spell] > missing]
    chosen = min(enough, key=gains.__getitem__) if enough else max(gains, key=gains.__getitem__)
    return f"{CAST}:{chosen}"
