"""How a fight is likely to end, as everybody can work it out: Spells in hand do not count [6.2]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jaskinia.fight.rethrows import odds_rethrown
from rules.jaskinia.fight.scores import OWN, RIVAL_TYPES, THEIRS, Side, fight_of, fighter, side_values
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.values import has, might, mods
from rules.kernel.odds import Odds, odds, odds_facts
from rules.kernel.words import Fact, Word


def odds_against(game: Game, one: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> Odds:
    """The chances against so much Strength or Power."""
    return odds(might(game, one, kind, types) - value)


def duel_odds(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> Odds:
    """The chances of one Seeker who attacks another, without Spells; with the dice that may be thrown again."""
    lead = might(game, one, kind, RIVAL_TYPES) - might(game, other, kind, RIVAL_TYPES)
    return odds_rethrown(lead, *rethrowing(game, one, other, kind))


def rethrowing(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> tuple[bool, bool]:
    """Who of the attacker and the attacked may throw again: by their cards; standing orders are nobody's business."""
    fought = kind == "fight"
    return fought and has(game, one, "reroll_duel"), fought and has(game, other, "reroll_duel")


# As facts of options -------------------------------------------------------------------------------------------


def facts_against(game: Game, one: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> dict[str, Fact]:
    """Both sides' Strength or Power, how many of the 36 throws are won, tied and lost, and what a defeat costs."""
    own = might(game, one, kind, types)
    return odds_facts(own, value, odds(own - value)) | _stake(game, one)


def facts_of_duel(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> dict[str, Fact]:
    """The same of an attack."""
    values = might(game, one, kind, RIVAL_TYPES), might(game, other, kind, RIVAL_TYPES)
    again: dict[str, Fact] = {"again": any(rethrowing(game, one, other, kind))}
    return odds_facts(*values, duel_odds(game, one, other, kind)) | _stake(game, one, other, kind) | again


def facts_of_fight(game: Game, side: Side, gain: int = 0) -> dict[str, Fact]:
    """The same for a side of the fight that is fought, before the dice; ``gain``: how much better it stands then."""
    own, theirs = side_values(game) if side == OWN else reversed(side_values(game))
    one, other = fighter(game, side), fighter(game, THEIRS if side == OWN else OWN)
    assert one is not None  # only Seekers are asked
    kind = fight_of(game).kind
    again = (
        (False, False) if other is None else rethrowing(game, *((one, other) if side == OWN else (other, one)), kind)
    )
    chances = (
        odds_rethrown(own - theirs + gain, *again)
        if side == OWN
        else _turned(odds_rethrown(theirs - own - gain, *again))
    )
    return odds_facts(own, theirs, chances) | _stake(game, one, other, kind) | {"again": any(again)}


def _turned(chances: Odds) -> Odds:
    """As the other side sees them."""
    return Odds(chances.losses, chances.wins)


def _stake(game: Game, one: Seeker, other: Seeker | None = None, kind: FightKind = "fight") -> dict[str, Fact]:
    deadly = is_deadly(game, one, other, kind)
    return {"left": one.endurance, "stake": stake_of(game, one, other, kind), "deadly": deadly}


def stake_of(game: Game, one: Seeker, other: Seeker | None = None, kind: FightKind = "fight") -> Word:
    """What a defeat costs now: Endurance, what another Seeker wants, or life, and the game with it [6.2, 6.5, A17]."""
    if is_deadly(game, one, other, kind):
        return Word("cavestake.end" if game.crystal and game.beside is None else "cavestake.death")
    return Word("cavestake.spoils" if other else "cavestake.endurance")


def is_deadly(game: Game, one: Seeker, other: Seeker | None = None, kind: FightKind = "fight") -> bool:
    """Whether a defeat may be death: at the last point of Endurance, or by a rival's hunger [A17]."""
    devoured = [mod.max_endurance for mod in mods(game, other, "devour")] if other and kind == "fight" else []
    return one.endurance <= max([1, *devoured])
