"""The arithmetic of a fight: values, scores, dice thrown again, and odds [6.2]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from rules.jaskinia.cards import card_word
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.jaskinia.seeker.values import has, might, mods, number_named
from rules.jaskinia.tables.sheets import Card
from rules.kernel.odds import FACES, THROWS, Odds, odds, odds_facts
from rules.kernel.words import Fact, Facts, Term, Word

Side = Literal["own", "theirs"]
"""``own``: the Seeker whose turn it is; ``theirs``: Enemies, a guardian, or an attacked Seeker."""
OWN: Side = "own"
THEIRS: Side = "theirs"
SIDES = (OWN, THEIRS)
Result = Literal["won", "lost", "tied"]
"""The result for the Seeker at turn."""
FOUGHT: Mapping[FightKind, tuple[str, ...]] = {"fight": ("animal", "monster"), "psychic": ("spirit",)}
"""The types of cards that fight together, in their order [6.1–6.4]."""
RIVAL_TYPES = ("seeker",)
"""The type of a Seeker as an opponent."""


def fight_of(game: Game) -> Fight:
    """Return the present fight."""
    assert game.fight  # only asked while there is one
    return game.fight


def fighter(game: Game, side: Side) -> Seeker | None:
    """Return the Seeker of a side; None for Enemies or a guardian."""
    if side == OWN:
        return game.active
    rival = fight_of(game).rival
    return game.seeker_of(rival) if rival else None


def opponents(game: Game) -> tuple[Term, ...]:
    """Return the names of the other side."""
    fight = fight_of(game)
    if fight.rival:
        return (game.seeker_of(fight.rival).name,)
    return tuple(map(card_word, fight.foes)) or (Word(fight.guardian),)


def foe_types(game: Game) -> tuple[str, ...]:
    """Return the types of the opponents; empty for a guardian."""
    fight = fight_of(game)
    return RIVAL_TYPES if fight.rival else tuple(game.card(card).type for card in fight.foes)


def side_values(game: Game) -> tuple[int, int]:
    """Return the Strength or Power of both sides before the dice, the own first."""
    return value_of(game, OWN), value_of(game, THEIRS)


def value_of(game: Game, side: Side) -> int:
    """Return the Strength or Power of a side with Spells; Enemies who fight together are added [6.2, A13]."""
    fight, seeker = fight_of(game), fighter(game, side)
    if not seeker:
        bare = fight.value + sum(rank(game.card(card), fight.kind) for card in fight.foes)
    else:
        types = foe_types(game) if side == OWN else RIVAL_TYPES
        bare = might(game, seeker, fight.kind, types) + number_named(game, seeker)
    return bare + fight.bonus.get(side, 0)


def rank(card: Card, kind: FightKind) -> int:
    """Return an Enemy's Strength or Power for this kind of fight."""
    return card.strength if kind == "fight" else card.power


def scores(game: Game) -> tuple[int, int]:
    """Return both sides' values with the dice thrown so far."""
    dice = fight_of(game).dice
    own, theirs = side_values(game)
    return own + dice.get(OWN, 0), theirs + dice.get(THEIRS, 0)


def behind(game: Game, side: Side) -> int:
    """Return how far a side is behind the other; negative if it is ahead."""
    own, theirs = scores(game)
    return theirs - own if side == OWN else own - theirs


def result(game: Game) -> Result:
    """Return the result of the present scores [6.2]."""
    missing = behind(game, OWN)
    return "tied" if missing == 0 else "lost" if missing > 0 else "won"


def fight_facts(game: Game) -> Mapping[str, Fact]:
    """Return the facts of a question in a fight: the opponents and the scores."""
    own, theirs = scores(game)
    seeker = fighter(game, OWN)
    assert seeker  # the dead are not asked
    kind = Word(f"cavefight.{fight_of(game).kind}")
    return {"character": seeker.name, "enemies": opponents(game), "kind": kind, "own": own, "theirs": theirs}


Ends = tuple[float, float]
"""The attacker's chances to win and to lose."""
Dice = tuple[int, int]
"""The attacker's die, then the other."""


@lru_cache(maxsize=256)
def odds_rethrown(lead: int, own: bool, other: bool) -> Odds:
    """Return the odds of a duel in 36ths, rounded, with dice thrown again: after a defeat, or a tie where it helps."""
    left = tuple(side for side, may in enumerate((own, other)) if may)
    if not left:
        return odds(lead)
    wins, losses = _mean_end_chances([_end_chances(lead, (face, two), left) for face in FACES for two in FACES])
    won = round(wins * THROWS)
    return Odds(won, min(round(losses * THROWS), THROWS - won))


def _end_chances(lead: int, dice: Dice, left: tuple[int, ...]) -> Ends:
    """``left``: the sides that may still throw again."""
    ahead = lead + dice[0] - dice[1]
    behind = [side for side in left if (ahead <= 0 if side == 0 else ahead >= 0)]
    if not behind:
        return float(ahead > 0), float(ahead < 0)
    side, rest = behind[0], tuple(number for number in left if number != behind[0])
    again = _mean_end_chances(
        [_end_chances(lead, (face, dice[1]) if side == 0 else (dice[0], face), rest) for face in FACES]
    )
    kept = _end_chances(lead, dice, rest)
    return max(again, kept, key=lambda ends: (ends[0] - ends[1]) * (1 if side == 0 else -1))


def _mean_end_chances(ends: list[Ends]) -> Ends:
    return sum(end[0] for end in ends) / len(ends), sum(end[1] for end in ends) / len(ends)


def odds_against(game: Game, seeker: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> Odds:
    """Return the odds against a Strength or Power."""
    return odds(might(game, seeker, kind, types) - value)


def duel_odds(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> Odds:
    """Return the attacker's odds against another Seeker, without Spells, with dice that may be thrown again."""
    lead = might(game, seeker, kind, RIVAL_TYPES) - might(game, other, kind, RIVAL_TYPES)
    return odds_rethrown(lead, *rethrowing(game, seeker, other, kind))


def rethrowing(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> tuple[bool, bool]:
    """Return whether attacker and attacked may throw again, by their cards; standing orders are secret."""
    fought = kind == "fight"
    return fought and has(game, seeker, "reroll_duel"), fought and has(game, other, "reroll_duel")


# As facts of options -------------------------------------------------------------------------------------------


def facts_against(game: Game, seeker: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> Facts:
    """Return both values, the numbers of 36 throws won, tied and lost, and the cost of a defeat."""
    own = might(game, seeker, kind, types)
    return odds_facts(own, value, odds(own - value)) | _stake_facts(game, seeker)


def facts_of_duel(game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> Facts:
    """Return the facts of an attack: values, odds, stake, and whether dice may be thrown again."""
    values = might(game, seeker, kind, RIVAL_TYPES), might(game, other, kind, RIVAL_TYPES)
    again: Facts = {"again": any(rethrowing(game, seeker, other, kind))}
    return odds_facts(*values, duel_odds(game, seeker, other, kind)) | _stake_facts(game, seeker, other, kind) | again


def facts_of_fight(game: Game, side: Side, gain: int = 0) -> Facts:
    """Return values, odds and stake of a side before the dice; ``gain``: a bonus to its value."""
    own, theirs = side_values(game) if side == OWN else reversed(side_values(game))
    seeker, other = fighter(game, side), fighter(game, THEIRS if side == OWN else OWN)
    assert seeker  # only Seekers are asked
    kind = fight_of(game).kind
    again = rethrowing(game, *((seeker, other) if side == OWN else (other, seeker)), kind) if other else (False, False)
    chances = (
        odds_rethrown(own - theirs + gain, *again)
        if side == OWN
        else _odds_of_other_side(odds_rethrown(theirs - own - gain, *again))
    )
    return odds_facts(own, theirs, chances) | _stake_facts(game, seeker, other, kind) | {"again": any(again)}


def _odds_of_other_side(chances: Odds) -> Odds:
    return Odds(chances.losses, chances.wins)


def _stake_facts(game: Game, seeker: Seeker, other: Seeker | None = None, kind: FightKind = "fight") -> Facts:
    deadly = is_deadly(game, seeker, other, kind)
    return {"left": seeker.endurance, "stake": stake_of(game, seeker, other, kind), "deadly": deadly}


def stake_of(game: Game, seeker: Seeker, other: Seeker | None = None, kind: FightKind = "fight") -> Word:
    """Return the cost of a defeat: Endurance, the winner's choice, or life and with it the game [6.2, 6.5, A17]."""
    if is_deadly(game, seeker, other, kind):
        return Word("cavestake.end" if game.crystal and not game.beside else "cavestake.death")
    return Word("cavestake.spoils" if other else "cavestake.endurance")


def is_deadly(game: Game, seeker: Seeker, other: Seeker | None = None, kind: FightKind = "fight") -> bool:
    """Whether a defeat may kill: at the last Endurance, or by a rival who devours [A17]."""
    devoured = [mod.max_endurance for mod in mods(game, other, "devour")] if other and kind == "fight" else []
    return seeker.endurance <= max([1, *devoured])
