"""Where characters can go, and the open steps as offers [4]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.grid import distances
from rules.kernel.offers import Offer, Way, choice
from rules.kernel.requests import Choose, Option
from rules.kernel.words import Facts, Word, phrase
from rules.labirynt_czarnoksieznika.forecast import (
    carried_openly,
    digit_facts,
    duel_facts,
    duel_odds,
    in_hundred,
    is_last,
)
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables import sheets

ROOM = 3
"""The number of characters that fit in a chamber [4.2]."""
DIE = 6


def has_room(game: Game, where: sheets.Place, character: Character) -> bool:
    """Whether a chamber has room for the character [4.2]."""
    return sum(other.id != character.id for other in game.inside(where)) < ROOM


def is_closed(game: Game, where: sheets.Place, character: Character) -> bool:
    """Whether a place is another team's Camp [4.3]."""
    return game.kind_at(where) == "camp" and game.camp_of(character.seat) != where


def steps(game: Game, character: Character) -> list[tuple[str, sheets.Place]]:
    """Return each side by which a character can leave its chamber, with the destination [4.1–4.3, 4.7]."""
    chamber, board = sheets.chamber_of(character.at), sheets.board_of(character.at)
    face = game.face(board)
    through_walls = game.card(character.id).ability == "walk_through_walls"
    ways = sheets.neighbours(chamber) if through_walls else sheets.exits(face, chamber).items()
    return [
        (side, sheets.place(beyond, board))
        for side, beyond in ways
        if can_enter(game, sheets.place(beyond, board), character)
    ]


def can_enter(game: Game, where: sheets.Place, character: Character) -> bool:
    """Whether a step into this neighbouring chamber is legal."""
    if is_closed(game, where, character) or not has_room(game, where, character):
        return False
    beyond = targets(game, sheets.board_of(where)) if game.kind_at(where) == "teleport" else [where]
    return any(has_room(game, there, character) for there in beyond)


def is_wall(game: Game, character: Character, where: sheets.Place) -> bool:
    """Whether a step to this chamber goes through a wall."""
    return (
        sheets.chamber_of(where)
        not in sheets.exits(game.face_at(character.at), sheets.chamber_of(character.at)).values()
    )


def other_boards(game: Game, left: int) -> list[int]:
    """Return the other boards in order, beginning after the one just left [4.5]."""
    count = len(game.boards)
    return [(left + n) % count for n in range(1, count)]


def targets(game: Game, left: int) -> list[sheets.Place]:
    """Return the Teleport chambers of the other boards, in order."""
    return [sheets.place(game.face(board).teleport, board) for board in other_boards(game, left)]


def target_of(game: Game, left: int, face: int) -> sheets.Place:
    """Return the Teleport chamber to which a die face leads; faces are shared evenly among the other boards [4.5]."""
    ways = targets(game, left)
    return ways[(face - 1) * len(ways) // DIE]


def havens(game: Game, character: Character) -> Iterator[sheets.Place]:
    """Return the possible destinations of a Teleport scroll on the character's board."""
    board = sheets.board_of(character.at)
    for where in (sheets.place(chamber, board) for chamber in sheets.CHAMBERS):
        closed = is_closed(game, where, character) or game.kind_at(where) == "teleport"
        if where != character.at and not closed and has_room(game, where, character):
            yield where


# As offers: by which way, into what, and who or what is there -------------------------------------------------

LETTERS = "KLMPRTUYFGHJQVX"
"""Letters for steps, without those of board columns and compass points."""
ASTRAY = 99
"""A distance that no board has, for steps that come no nearer to an aim."""
BY_DIE = "die"
Board = int
"""A board's number; None in its place means that the die decides."""


class Step(Struct, frozen=True):
    """An open step: character, side, destination and the letter of its button."""

    character: Character
    side: str
    where: sheets.Place
    letter: str


def all_steps(game: Game) -> list[Step]:
    """Return every step of the movable characters, nearest to the team's aim first."""
    people = [person for person in game.people_of(game.active_seat) if not person.held and person.id != ZOMBIE]
    ways = [(person, side, where) for person in people for side, where in steps(game, person)]
    ways.sort(key=lambda way: far_from_aim(game, way[0], way[2]))
    return [Step(*way, letter) for way, letter in zip(ways, LETTERS, strict=False)]


def far_from_aim(game: Game, character: Character, where: sheets.Place) -> int:
    """Return the distance to the character's aim on its own board after a step, ``ASTRAY`` if it comes no nearer.

    Only public facts count: the aim is the Camp with a Crystal won by a Task, else the Rune chamber. The goal of a Rune
    is secret.
    """
    team = game.teams[character.seat]
    at_home = sheets.board_of(character.at) == sheets.board_of(where) == team.board
    brings, fetches = team.crystal == character.id, not character.rune and bool(game.crystals and game.runes)
    if not (at_home and (brings or fetches)) or game.kind_at(where) == "teleport":
        return ASTRAY
    face = game.face(team.board)
    found = _steps_from(
        face.passages, face.teleport, sheets.chamber_of(game.camp_of(character.seat)) if brings else face.runes
    )
    far = found.get(sheets.chamber_of(where), ASTRAY)
    return far if far < found.get(sheets.chamber_of(character.at), ASTRAY) else ASTRAY


@lru_cache(maxsize=64)
def _steps_from(passages: tuple[str, ...], teleport: str, start: str) -> Mapping[str, int]:
    """Return the steps from a chamber to every other; no way leads through the Teleport chamber."""

    def ways(chamber: str) -> list[str]:
        return [] if chamber == teleport else [*sheets.exits_by(passages, chamber).values()]

    return distances(start, ways)


class Stepping(Offer[Board | None], frozen=True, eq=False, kw_only=True):
    """An offer to step into a neighbouring chamber; for a Teleport chamber it asks for the board if
    that can be paid.
    """

    character: Character
    where: sheets.Place


def step_option(game: Game, step: Step) -> Option:
    """Return the option of a step, with its letter."""
    character, where = step.character, step.where
    note, facts = what_is_known(game, character, where)
    facts = {"letter": step.letter, "side": Word(f"side.{step.side}"), **facts}
    option = Option(step_id(character, where), "turn.step", note, facts)
    return replace(option, label=f"turn.step{_risk_suffix(game, where, note)}")


def _risk_suffix(game: Game, where: sheets.Place, note: str) -> str:
    if note == "turn.step.digit":
        return ".plain" if game.kind_at(where) == "plain" else ".met"
    return {"turn.step.rival": ".duel", "turn.step.token": ".token"}.get(note, "")


def step_id(character: Character, where: sheets.Place) -> str:
    """Return the id of a step."""
    return f"step:{character.id}:{sheets.chamber_of(where)}"


def zombie_option(game: Game, zombie: Character, side: str, where: sheets.Place) -> Option:
    """Return the option of a step of the Zombie."""
    note, facts = what_is_known(game, zombie, where)
    return Option(f"zombie:{sheets.chamber_of(where)}", "turn.zombie", note, {"side": Word(f"side.{side}"), **facts})


def chamber_option(game: Game, character: Character, where: sheets.Place, label: str) -> Option:
    """Return the option of a chamber reached by magic, with what is known of it."""
    return Option(sheets.chamber_of(where), label, *what_is_known(game, character, where))


def what_is_known(game: Game, character: Character, where: sheets.Place) -> tuple[str, Facts]:
    """Return a note on a chamber with its facts: what waits there, what it is good for, the likely Encounter.

    Only public facts are used, not the kinds of carried Runes.
    """
    facts: Facts = {
        "who": character.name,
        "where": sheets.chamber_of(where),
        "chamber": Word(f"chamber.{game.kind_at(where)}"),
        "digit": game.digit_at(where) or 0,
        "deadly": is_last(character),
    }
    note, more = _waiting_note(game, character, where)
    return note, facts | more


def _waiting_note(game: Game, character: Character, where: sheets.Place) -> tuple[str, Facts]:
    """Return the most important note: a rival's token, a Teleport's targets, rivals, the chamber's kind, team-mates,
    its digit.
    """
    token, kind, there = game.tokens.get(where), game.kind_at(where), game.inside(where)
    rivals = [other for other in there if other.seat != character.seat]
    if token and token.seat != character.seat:
        return "turn.step.token", {"token": Word(f"token.{token.kind}"), "whose": token.seat}
    if kind == "teleport":
        boards = tuple(game.board_name(board) for board in other_boards(game, sheets.board_of(where)))
        price = game.tables.gems.choose_board
        note = "turn.step.teleport" if game.teams[character.seat].gems >= price else "turn.step.teleport.die"
        return note, {"boards": boards, "gems": price}
    if rivals:
        return ("turn.step.rivals" if rivals[1:] else "turn.step.rival"), _rivals_facts(game, character, rivals)
    if character.id == ZOMBIE:
        return "", {}
    if kind in ("camp", "runes"):
        return _home_chamber_note(game, character, where, kind), {}
    if there:
        return "turn.step.mates", {"mates": tuple(other.name for other in there)}
    return "turn.step.digit", digit_facts(game, character, game.digit_at(where) or 0)


def _home_chamber_note(game: Game, character: Character, where: sheets.Place, kind: str) -> str:
    if kind == "camp":
        return "turn.step.camp" if character.pack else "turn.step.camp.empty"
    if sheets.board_of(where) != game.teams[character.seat].board:
        return "turn.step.runes.foreign"
    return f"turn.step.runes.{'carried' if character.rune else 'own'}"


def _rivals_facts(game: Game, character: Character, rivals: Sequence[Character]) -> Facts:
    """Return the odds against the first rival, and for each the percentage of wins and what it visibly carries."""
    won = tuple(in_hundred(duel_odds(game, character, other).win) for other in rivals)
    loads = [(other, carried_openly(game, other)) for other in rivals]
    carried = tuple(phrase("stake.carries", who=other.name, carried=load) for other, load in loads if load)
    names = tuple(other.name for other in rivals)
    return duel_facts(game, character, rivals[0]) | {"rivals": names, "won": won, "carried": carried}


def ask_board(game: Game, character: Character, where: sheets.Place) -> Choose[Board | None] | None:
    """Return the question for the destination of a Teleport chamber, by die or for Gems, or None if there is no choice
    [4.6].
    """
    price = game.tables.gems.choose_board
    targeted = [target for target in targets(game, sheets.board_of(where)) if has_room(game, target, character)]
    if game.kind_at(where) != "teleport" or game.teams[character.seat].gems < price or len(targeted) < 2:
        return None
    ways = [
        Way(Option(BY_DIE, "teleport.die"), None),
        *(_board_for_gems_way(game, sheets.board_of(to), price) for to in targeted),
    ]
    return choice(character.seat, "teleport.choose", ways, {"who": character.name})


def _board_for_gems_way(game: Game, board: Board, price: int) -> Way[Board]:
    facts: Facts = {"board": game.board_name(board), "gems": price}
    return Way(Option(str(board), "teleport.board", "teleport.board", facts), board)
