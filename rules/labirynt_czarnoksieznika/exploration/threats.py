"""What everybody can see coming: which rival is ahead, and who could soon bring a Crystal home [8.2, 9]."""

from __future__ import annotations

from rules.kernel.grid import distances
from rules.kernel.requests import Seat
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import board_of, chamber_of, exits

NEAR = 3
"""So few steps from the own Camp a rival who carries something is worth a warning."""


def threat(game: Game, seat: Seat) -> dict[str, Fact]:
    """The rival with the most Gems; where a Crystal would win, whose laden character is near the own Camp.

    ``far``: in how many steps; 0: none is. Only what everybody sees: what is in a Backpack counts nothing.
    """
    others = [game.teams[other] for other in game.order if other != seat and game.lives(other)]
    if not others:
        return {"rival": "", "far": 0}
    first = max(others, key=lambda team: team.gems)
    facts: dict[str, Fact] = {"rival": first.seat, "theirs": first.gems}
    homing = [(far, one) for team in others if is_close(game, team.gems) for far, one in _homing(game, team.seat)]
    if not homing:
        return facts | {"far": 0}
    far, one = min(homing, key=lambda way: way[0])
    return facts | {"far": far, "carrier": one.name}


def is_close(game: Game, gems: int) -> bool:
    """Whether one Crystal brought home wins, and somebody has one."""
    return is_on_the_way(game) and gems + game.tables.gems.crystal >= game.options.gems


def is_on_the_way(game: Game) -> bool:
    """Whether any Crystal is neither on the stack nor on a floor, which everybody can count: somebody carries one."""
    return _carried(game) > 0


def is_hidden_on_the_way(game: Game) -> bool:
    """Whether more Crystals are carried than those of which all know who won them."""
    return hidden_on_the_way(game) > 0


def hidden_on_the_way(game: Game) -> int:
    """How many Crystals are carried of which not all know who has them."""
    return max(0, _carried(game) - sum(bool(team.crystal) for team in game.teams.values()))


def _carried(game: Game) -> int:
    """Crystals neither on the stack nor on a floor."""
    lying = sum(tokens.count(CRYSTAL) for tokens in game.floor.values())
    return game.tables.gems.crystals - game.crystals - lying


def _homing(game: Game, seat: Seat) -> list[tuple[int, Character]]:
    """Who of a team carries something, near its Camp: in how many steps, if nobody stood in the way."""
    laden = [one for one in game.people_of(seat) if one.active and one.pack]
    ways = [(_steps_home(game, one), one) for one in laden if board_of(one.at) == game.teams[seat].board]
    return [(far, one) for far, one in ways if 0 < far <= NEAR]


def _steps_home(game: Game, one: Character) -> int:
    """Steps from where a character stands to its Camp; 0 where no way leads."""
    face, camp = game.face_at(one.at), chamber_of(game.camp_of(one.seat))

    def ways(chamber: str) -> list[str]:
        return [there for there in exits(face, chamber).values() if there != face.teleport]

    return distances(chamber_of(one.at), ways).get(camp, 0)
