"""The chances of a duel in which dice are thrown again: once each, by who has not won, the attacker first [6.5]."""

from __future__ import annotations

from functools import lru_cache

from rules.kernel.odds import FACES, THROWS, Odds, odds

Ends = tuple[float, float]
"""How likely the attacker wins, and loses."""
Dice = tuple[int, int]
"""The attacker's die, and the other one."""


@lru_cache(maxsize=256)
def odds_rethrown(lead: int, own: bool, other: bool) -> Odds:
    """Of 36 duels, rounded, if who may throws again what is lost, and a tie where that helps more than it harms."""
    left = tuple(side for side, may in enumerate((own, other)) if may)
    if not left:
        return odds(lead)
    wins, losses = _mean([_ends(lead, (one, two), left) for one in FACES for two in FACES])
    won = round(wins * THROWS)
    return Odds(won, min(round(losses * THROWS), THROWS - won))


def _ends(lead: int, dice: Dice, left: tuple[int, ...]) -> Ends:
    """From these dice on, with those who still may throw again."""
    ahead = lead + dice[0] - dice[1]
    behind = [side for side in left if (ahead <= 0 if side == 0 else ahead >= 0)]
    if not behind:
        return float(ahead > 0), float(ahead < 0)
    side, rest = behind[0], tuple(one for one in left if one != behind[0])
    again = _mean([_ends(lead, (face, dice[1]) if side == 0 else (dice[0], face), rest) for face in FACES])
    kept = _ends(lead, dice, rest)
    return max(again, kept, key=lambda ends: (ends[0] - ends[1]) * (1 if side == 0 else -1))


def _mean(ends: list[Ends]) -> Ends:
    return sum(one[0] for one in ends) / len(ends), sum(one[1] for one in ends) / len(ends)
