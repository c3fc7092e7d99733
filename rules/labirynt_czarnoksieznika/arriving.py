"""Entering a chamber by a step, Teleport or Haste: special tokens, and Crystals brought home [4.4–4.9,
7, 8.4, 10.3].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Way, choice
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word, phrase
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


def enter(table: Table, game: Game, character: Character, where: Place, board: Board | None = None) -> None:
    """Move a character into a chamber by a step; ``board``: the paid destination of a Teleport chamber [4.6, 4.9]."""
    walls = is_wall(game, character, where)
    character.at = where
    table.tell(
        course.Moved(
            character.name, chamber_of(where), Word(f"chamber.{game.kind_at(where)}"), walls, mood(game, character)
        )
    )
    if game.kind_at(where) == "teleport":
        transfer(table, game, character, board)
    settle_in(table, game, character)


def appear(table: Table, game: Game, character: Character, where: Place) -> None:
    """Move a character into a chamber by magic; special tokens there act as after a step [10.3]."""
    character.at = where
    where_to = chamber_of(where), Word(f"chamber.{game.kind_at(where)}"), game.board_name(board_of(where))
    table.tell(course.Appeared(character.name, *where_to, *found_there(game, character)))
    settle_in(table, game, character)


def transfer(table: Table, game: Game, character: Character, board: Board | None) -> None:
    """Move a character to the Teleport chamber of another board, rolled or paid for; full ones are left out
    [4.4–4.7].
    """
    left = board_of(character.at)
    character.at = (
        next(target for target in targets(game, left) if board_of(target) == board)
        if board is not None
        else _roll_teleport_target(table, game, character, left)
    )
    table.tell(
        course.Transferred(
            character.name,
            game.board_name(board_of(character.at)),
            chamber_of(character.at),
            *found_there(game, character),
        )
    )


def found_there(game: Game, character: Character) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Return the other characters and the tokens in the character's chamber."""
    others = tuple(other.name for other in game.inside(character.at) if other.id != character.id)
    return others, tuple(map(token_word, sorted(game.floor.get(character.at, ()))))


def _roll_teleport_target(table: Table, game: Game, character: Character, left: int) -> Place:
    ways = targets(game, left)
    boards: dict[Board, list[int]] = {}
    for face in FACES:
        boards.setdefault(board_of(target_of(game, left, face)), []).append(face)
    to = tuple(phrase("dice.face", on=faces_said(on), what=game.board_name(board)) for board, on in boards.items())
    while len(ways) > 1:
        face = throw(table, game, "teleport.board", bad=lambda _: False, who=character, to=to)
        target = target_of(game, left, face)
        if has_room(game, target, character):
            return target
        table.tell(course.TransferCrowded(game.board_name(board_of(target))))
    return ways[0]


def settle_in(table: Table, game: Game, character: Character) -> None:
    """Apply the chamber's effects to a character who enters: special tokens, then the Camp."""
    token = game.tokens.get(character.at)
    if token:
        ACTS[token.kind](table, game, character, token)
    if character.active and game.kind_at(character.at) == "camp":
        turn_crystals(table, game, character)


def _enter_trap(table: Table, game: Game, character: Character, token: Token) -> None:
    """A Trap springs for opponents only, and returns to its card when it wounds [10.5]."""
    if token.seat == character.seat:
        return
    springs = game.tables.powers.trap.springs
    if throw(table, game, "trap.roll", bad=lambda face: face in springs, who=character) not in springs:
        table.tell(finds.TrapAvoided(character.name, *game.spot(character.at)))
        return
    del game.tokens[character.at]
    table.tell(finds.TrapWounded(character.name, *game.spot(character.at)))
    _wound_on_arrival(table, game, character)


def _enter_cloud(table: Table, game: Game, character: Character, token: Token) -> None:
    """An Acid Cloud destroys an opponent's Weapon, or wounds; it stays [10.7]."""
    if token.seat == character.seat:
        return
    row = game.tables.powers.cloud
    about: Facts = {"wounds": faces_said(row.wounds), "dissolves": faces_said(row.dissolves)}
    bad = (*row.dissolves, *row.wounds)
    face = throw(table, game, "cloud.roll", bad=lambda face: face in bad, who=character, **about)
    if face in row.wounds:
        table.tell(finds.CloudBurned(character.name, *game.spot(character.at)))
        _wound_on_arrival(table, game, character)
    elif face in row.dissolves and character.hand not in ("", GLOVE):
        table.tell(finds.CloudDissolved(character.name, lose_weapon(game, character), *game.spot(character.at)))
    else:
        table.tell(finds.CloudPassed(character.name, *game.spot(character.at)))


def _wound_on_arrival(table: Table, game: Game, character: Character) -> None:
    """Wound an entering character; the explorer may rearrange its things before the Encounter [7.3]."""
    wound(table, game, character, 1)
    game.rearrange |= character.id == game.entered


def _heal_at_tree(table: Table, game: Game, character: Character, token: Token) -> None:
    """A Tree of Life heals its own team [10.8]."""
    if token.seat == character.seat:
        heal(table, game, character, game.tables.powers.tree.heal, Word("token.tree"))


ACTS: Mapping[str, Callable[[Table, Game, Character, Token], None]] = {
    "trap": _enter_trap,
    "cloud": _enter_cloud,
    "tree": _heal_at_tree,
}


def heal(table: Table, game: Game, character: Character, points: int, means: Word) -> None:
    """Restore Life Points, up to the number on the card [7.3]."""
    full = game.card(character.id).life
    if character.life < full:
        before, character.life = character.life, min(full, character.life + points)
        table.tell(finds.LifeRegained(character.name, character.life, means, before))


def turn_crystals(table: Table, game: Game, character: Character) -> None:
    """Turn each Crystal brought into the own Camp into five Gems [8.4]."""
    number = character.pack.count(CRYSTAL) + character.loot.count(CRYSTAL)
    if not number:
        return
    character.pack = [token for token in character.pack if token != CRYSTAL]
    character.loot = [token for token in character.loot if token != CRYSTAL]
    game.crystals += number
    game.teams[character.seat].crystal = ""
    game.tally.brought_home += number
    gems = number * game.tables.gems.crystal
    table.tell(finds.CrystalsTurned(character.name, number, gems, game.teams[character.seat].gems + gems))
    earn(table, game, character.seat, gems)


# Scrolls that are read instead of a step, or at its start: Teleport and Haste [7] ------------------------------

STOP = "stop"


def havens_of(game: Game, character: Character) -> list[Place]:
    """Return the possible destinations of a Teleport scroll that the character carries and can cast."""
    return list(havens(game, character)) if can_cast(game, character, "teleport") else []


def jump(table: Table, game: Game, character: Character, where: Place) -> None:
    """Cast a Teleport scroll in place of the Move: to any chamber of the board except Teleport chambers."""
    cast(table, game, character, "teleport")
    appear(table, game, character, where)


def haste(table: Table, game: Game, character: Character) -> None:
    """Move up to three chambers in one Move; special tokens act in each, a Teleport chamber ends it."""
    cast(table, game, character, "haste")
    board, most = board_of(character.at), game.tables.finds.of("haste").steps
    for nth in range(most):
        table.set_right(lambda: character.active and not game.outcome)
        if not character.active or game.outcome:
            return
        if board_of(character.at) != board:
            table.tell(course.HasteEnded(character.name, most - nth))
            return
        ways = [where for _, where in steps(game, character)]
        if not ways:
            return
        where = table.ask(_haste_choice(game, character, ways, nth, most))
        if where is None:
            return
        ask = ask_board(game, character, where)
        enter(
            table,
            game,
            character,
            where,
            paid_board(table, game, character, table.ask(ask)) if ask else None,
        )


def _haste_choice(game: Game, character: Character, ways: Sequence[Place], nth: int, most: int) -> Choose[Place | None]:
    """Return the question for the next step under Haste; None stops, which is allowed after one step."""
    on = [Way(chamber_option(game, character, where, "haste.step"), where) for where in ways]
    stops = [Way(Option(STOP, "haste.stop"), None)] if nth else []
    return choice(
        character.seat, "turn.haste", [*on, *stops], {"character": character.name, "number": nth + 1, "most": most}
    )


def paid_board(table: Table, game: Game, character: Character, board: Board | None) -> Board | None:
    """Pay Gems for the destination of the Teleport chamber and return it; None: the die decides [4.6]."""
    if board is not None:
        team = game.teams[character.seat]
        team.gems -= game.tables.gems.choose_board
        table.tell(course.BoardPaid(character.seat, game.board_name(board), team.gems))
    return board
