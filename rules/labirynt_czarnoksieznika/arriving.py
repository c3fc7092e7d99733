"""Entering a chamber: by a step, Teleport or Haste; special tokens, Crystals brought home [4.4–4.9, 7, 8.4, 10.3]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.offers import Way, choice
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.characters.wounds import mood, wound
from rules.labirynt_czarnoksieznika.equipment.finds import can_cast, cast, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import lose_weapon
from rules.labirynt_czarnoksieznika.events import course, finds
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, Character, Game, Token
from rules.labirynt_czarnoksieznika.tables.sheets import Place, board_of, chamber_of
from rules.labirynt_czarnoksieznika.throws import earn, throw
from rules.labirynt_czarnoksieznika.ways import (
    Board,
    ask_board,
    chamber_option,
    has_room,
    havens,
    is_wall,
    steps,
    target_of,
    targets,
)


def enter(table: Table, game: Game, one: Character, where: Place, board: Board | None = None) -> None:
    """A step into a chamber; ``board``: to which the Teleport chamber shall lead, paid for [4.6, 4.9]."""
    walls = is_wall(game, one, where)
    one.at = where
    table.tell(
        course.Moved(one.name, chamber_of(where), Word(f"chamber.{game.kind_at(where)}"), walls, mood(game, one))
    )
    if game.kind_at(where) == "teleport":
        transfer(table, game, one, board)
    settle_in(table, game, one)


def appear(table: Table, game: Game, one: Character, where: Place) -> None:
    """By magic into a chamber; special tokens there act as on whoever walks in [10.3]."""
    one.at = where
    where_to = chamber_of(where), Word(f"chamber.{game.kind_at(where)}"), game.board_name(board_of(where))
    table.tell(course.Appeared(one.name, *where_to, *found_there(game, one)))
    settle_in(table, game, one)


def transfer(table: Table, game: Game, one: Character, board: Board | None) -> None:
    """To the Teleport chamber of another board: by die, or as paid for; a full one does not count [4.4–4.7]."""
    left = board_of(one.at)
    one.at = _chosen(game, left, board) if board is not None else _thrown(table, game, one, left)
    table.tell(
        course.Transferred(one.name, game.board_name(board_of(one.at)), chamber_of(one.at), *found_there(game, one))
    )


def found_there(game: Game, one: Character) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Who else stands where a character has come to, and what lies there."""
    others = tuple(other.name for other in game.inside(one.at) if other.id != one.id)
    return others, tuple(map(token_word, sorted(game.floor.get(one.at, ()))))


def _chosen(game: Game, left: int, board: Board) -> Place:
    return next(target for target in targets(game, left) if board_of(target) == board)


def _thrown(table: Table, game: Game, one: Character, left: int) -> Place:
    ways = targets(game, left)
    while len(ways) > 1:
        target = target_of(game, left, throw(table, game, "teleport.board", bad=lambda _: False, who=one))
        if has_room(game, target, one):
            return target
        table.tell(course.TransferCrowded(game.board_name(board_of(target))))
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
        table.tell(finds.TrapAvoided(one.name, *game.spot(one.at)))
        return
    del game.tokens[one.at]
    table.tell(finds.TrapWounded(one.name, *game.spot(one.at)))
    _hurt(table, game, one)


def _cloud(table: Table, game: Game, one: Character, token: Token) -> None:
    """Eats an opponent's Weapon, or wounds; it stays [10.7]."""
    if token.seat == one.seat:
        return
    row = game.tables.powers.cloud
    face = throw(table, game, "cloud.roll", bad=lambda face: face in (*row.dissolves, *row.wounds), who=one)
    if face in row.wounds:
        table.tell(finds.CloudBurned(one.name, *game.spot(one.at)))
        _hurt(table, game, one)
    elif face in row.dissolves and one.hand not in ("", GLOVE):
        table.tell(finds.CloudDissolved(one.name, lose_weapon(game, one), *game.spot(one.at)))
    else:
        table.tell(finds.CloudPassed(one.name, *game.spot(one.at)))


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
        before, one.life = one.life, min(full, one.life + points)
        table.tell(finds.LifeRegained(one.name, one.life, means, before))


def turn_crystals(table: Table, game: Game, one: Character) -> None:
    """Each Crystal brought into the own Camp is five Gems at once [8.4]."""
    number = one.pack.count(CRYSTAL) + one.loot.count(CRYSTAL)
    if not number:
        return
    one.pack = [token for token in one.pack if token != CRYSTAL]
    one.loot = [token for token in one.loot if token != CRYSTAL]
    game.crystals += number
    game.teams[one.seat].crystal = ""
    game.tally.brought_home += number
    gems = number * game.tables.gems.crystal
    table.tell(finds.CrystalsTurned(one.name, number, gems, game.teams[one.seat].gems + gems))
    earn(table, game, one.seat, gems)


# Scrolls that are read instead of a step, or at its start: Teleport and Haste [7] ------------------------------

STOP = "stop"


def havens_of(game: Game, one: Character) -> list[Place]:
    """Where a Teleport scroll could take a character that carries one and can cast it."""
    return list(havens(game, one)) if can_cast(game, one, "teleport") else []


def jump(table: Table, game: Game, one: Character, where: Place) -> None:
    """Instead of the Move to any chamber of the same board, Teleport chambers excluded."""
    cast(table, game, one, "teleport")
    appear(table, game, one, where)


def haste(table: Table, game: Game, one: Character) -> None:
    """Up to three chambers in one Move; special tokens act in each, a Teleport chamber ends it."""
    cast(table, game, one, "haste")
    board, most = board_of(one.at), game.tables.finds.of("haste").steps
    for nth in range(most):
        table.set_right()
        if not one.active or game.outcome:
            return
        if board_of(one.at) != board:
            table.tell(course.HasteEnded(one.name, most - nth))
            return
        ways = [where for _, where in steps(game, one)]
        if not ways:
            return
        where = table.ask(_next_step(game, one, ways, nth, most))
        if where is None:
            return
        enter(table, game, one, where, _board_of_choice(table, game, one, where))


def _next_step(game: Game, one: Character, ways: Sequence[Place], nth: int, most: int) -> Choose[Place | None]:
    """By which way on under Haste, or None: it stops, once it has gone one step."""
    on = [Way(chamber_option(game, one, where, "haste.step"), where) for where in ways]
    stops = [Way(Option(STOP, "haste.stop"), None)] if nth else []
    return choice(one.seat, "turn.haste", [*on, *stops], {"character": one.name, "number": nth + 1, "most": most})


def _board_of_choice(table: Table, game: Game, one: Character, where: Place) -> Board | None:
    ask = ask_board(game, one, where)
    return paid_board(table, game, one, table.ask(ask)) if ask is not None else None


def paid_board(table: Table, game: Game, one: Character, board: Board | None) -> Board | None:
    """The board that Gems choose for the Teleport chamber; None: the die decides [4.6]."""
    if board is not None:
        team = game.teams[one.seat]
        team.gems -= game.tables.gems.choose_board
        table.tell(course.BoardPaid(one.seat, game.board_name(board), team.gems))
    return board
