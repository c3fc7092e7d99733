"""Entering a chamber: transfer by Teleport, special tokens, Crystals brought home [4.4–4.9, 8.4, 10.3]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Appeared, Moved, TransferCrowded, Transferred
from rules.labirynt_czarnoksieznika.events.finds import (
    CloudBurned,
    CloudDissolved,
    CloudPassed,
    CrystalsTurned,
    LifeRegained,
    TrapAvoided,
    TrapWounded,
)
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, Character, Game, Token
from rules.labirynt_czarnoksieznika.places import Place, board_of, chamber_of
from rules.labirynt_czarnoksieznika.throws import throw
from rules.labirynt_czarnoksieznika.tricks import lose_weapon
from rules.labirynt_czarnoksieznika.ways import has_room, is_wall, target_of, targets
from rules.labirynt_czarnoksieznika.winning import earn
from rules.labirynt_czarnoksieznika.wounds import wound


def enter(table: Table, game: Game, one: Character, where: Place, board: int | None = None) -> None:
    """A step into a chamber; ``board``: to which the Teleport chamber shall lead, paid for [4.6, 4.9]."""
    walls = is_wall(game, one, where)
    one.at = where
    table.tell(Moved(one.name, chamber_of(where), Word(f"chamber.{game.kind_at(where)}"), walls))
    if game.kind_at(where) == "teleport":
        transfer(table, game, one, board)
    settle_in(table, game, one)


def appear(table: Table, game: Game, one: Character, where: Place) -> None:
    """By magic into a chamber; special tokens there act as on whoever walks in [10.3]."""
    one.at = where
    table.tell(Appeared(one.name, chamber_of(where), Word(f"chamber.{game.kind_at(where)}")))
    settle_in(table, game, one)


def transfer(table: Table, game: Game, one: Character, board: int | None) -> None:
    """To the Teleport chamber of another board: by die, or as paid for; a full one does not count [4.4–4.7]."""
    left = board_of(one.at)
    one.at = _chosen(game, left, board) if board is not None else _thrown(table, game, one, left)
    table.tell(Transferred(one.name, game.board_name(board_of(one.at))))


def _chosen(game: Game, left: int, board: int) -> Place:
    return next(target for target in targets(game, left) if board_of(target) == board)


def _thrown(table: Table, game: Game, one: Character, left: int) -> Place:
    ways = targets(game, left)
    while len(ways) > 1:
        target = target_of(game, left, throw(table, game, "teleport.board", bad=lambda _: False, who=one))
        if has_room(game, target, one):
            return target
        table.tell(TransferCrowded(game.board_name(board_of(target))))
    return ways[0]


def settle_in(table: Table, game: Game, one: Character) -> None:
    """What a chamber does to whoever comes in, before anything else: special tokens, then the Camp."""
    token = game.tokens.get(one.at)
    if token is not None:
        ACTS[token.kind](table, game, one, token)
    if one.active and game.kind_at(one.at) == "camp":
        turn_crystals(table, game, one)


def _trap(table: Table, game: Game, one: Character, token: Token) -> None:
    """Springs for opponents only, and goes back to its card when it wounds [10.5]."""
    if token.seat == one.seat:
        return
    springs = game.tables.powers.trap.springs
    if throw(table, game, "trap.roll", bad=lambda face: face in springs, who=one) not in springs:
        table.tell(TrapAvoided(one.name))
        return
    del game.tokens[one.at]
    table.tell(TrapWounded(one.name))
    _hurt(table, game, one)


def _cloud(table: Table, game: Game, one: Character, token: Token) -> None:
    """Eats an opponent's Weapon, or wounds; it stays [10.7]."""
    if token.seat == one.seat:
        return
    row = game.tables.powers.cloud
    face = throw(table, game, "cloud.roll", bad=lambda face: face in (*row.dissolves, *row.wounds), who=one)
    if face in row.wounds:
        table.tell(CloudBurned(one.name))
        _hurt(table, game, one)
    elif face in row.dissolves and one.hand not in ("", GLOVE):
        table.tell(CloudDissolved(one.name, lose_weapon(game, one)))
    else:
        table.tell(CloudPassed(one.name))


def _hurt(table: Table, game: Game, one: Character) -> None:
    """A wound on the way in; who explores may see to it before the Encounter [7.3]."""
    wound(table, game, one, 1)
    game.rearrange |= one.id == game.entered


def _tree(table: Table, game: Game, one: Character, token: Token) -> None:
    """Heals its own team [10.8]."""
    if token.seat == one.seat:
        heal(table, game, one, game.tables.powers.tree.heal, Word("token.tree"))


ACTS: Mapping[str, Callable[[Table, Game, Character, Token], None]] = {"trap": _trap, "cloud": _cloud, "tree": _tree}


def heal(table: Table, game: Game, one: Character, points: int, means: Word) -> None:
    """Life Points regained, never above the card's [7.3]."""
    full = game.card(one.id).life
    if one.life < full:
        one.life = min(full, one.life + points)
        table.tell(LifeRegained(one.name, one.life, means))


def turn_crystals(table: Table, game: Game, one: Character) -> None:
    """Each Crystal brought into the own Camp is five Gems at once [8.4]."""
    number = one.pack.count(CRYSTAL) + one.loot.count(CRYSTAL)
    if not number:
        return
    one.pack = [token for token in one.pack if token != CRYSTAL]
    one.loot = [token for token in one.loot if token != CRYSTAL]
    game.crystals += number
    game.tally.brought_home += number
    gems = number * game.tables.gems.crystal
    table.tell(CrystalsTurned(one.name, number, gems, game.teams[one.seat].gems + gems))
    earn(table, game, one.seat, gems)
