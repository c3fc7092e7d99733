"""The characteristics of monsters, with what their level adds [6.7, 8.2, 15.6]."""

from __future__ import annotations

from rules.labirynt_smierci.model import Game, Group, Monster


def dexterity(game: Game, group: Group, monster: Monster) -> int:
    """Dexterity for the attack number; a Hydra's follows its heads: half its strength, rounded up [15.6]."""
    sheet = game.tables.monsters.of(monster.kind)
    own = (monster.strength + 1) // 2 if sheet.heads else sheet.dexterity
    return own + game.tables.levels.of(group.level).dexterity


def reluctance(game: Game, group: Group) -> int:
    """Reluctance to negotiate, with the level's addition [6.7]; only for those that talk at all."""
    own = game.tables.monsters.of(group.kind).reluctance
    return (own or 0) + game.tables.levels.of(group.level).reluctance


def may_be_talked_to(game: Game, group: Group) -> bool:
    """Nameless and Demon neither negotiate nor take bribes [8.4, 8.7]."""
    return game.tables.monsters.of(group.kind).reluctance is not None
