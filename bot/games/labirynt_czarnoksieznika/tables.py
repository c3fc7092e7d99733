"""The wording of the tables of Labirynt Czarnoksiężnika, and its printable sheets and plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import asdict

from bot.games.labirynt_czarnoksieznika.words import board_in_words, magic, tokens
from bot.games.table_words import Form, TableWords
from bot.words.narrator import Narrator
from images.printing.shapes import Cell, Mark, Plan, Sheet, Side
from rules.kernel.lookups import Facts
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, BoardFace, Tables, kind_of, sides_of
from rules.labirynt_czarnoksieznika.view import BoardView, CardView, ChamberView, PawnView, TeamView, TokenView, View

TEAM = 3
JEWEL = "icons/jewel"
HEROES = "labirynt_czarnoksieznika/heroes"
SIGNS = ("fire", "water", "air", "earth", "runes", "teleport")
CAMP = "signs/entrance"


# Sheets --------------------------------------------------------------------------------------------------------


OWN = Form(("team", "player"), (), {"gems": 18}, {"camp": 2, "notes": 2})
"""The sheet of a team."""
CHARACTER = Form(
    ("name", "strength", "slots", "magic", "ability"), (), {"life": 4}, {"pack": 3, "in_hand": 1, "rune": 1}
)


def blank_sheets(narrator: Narrator) -> list[Sheet]:
    """Return the empty sheets of a team and its three characters."""
    return [OWN.fill(narrator, art=JEWEL, fresh=True), *[CHARACTER.fill(narrator)] * TEAM]


def sheets(narrator: Narrator, view: View) -> list[Sheet]:
    """Return the sheets of all teams; secrets stay blank for viewers who may not see them."""
    return [sheet for team in view.teams for sheet in _team_sheets(narrator.plain, view, team)]


def _team_sheets(plain: Narrator, view: View, team: TeamView) -> Iterator[Sheet]:
    values = {
        "team": plain.term(team.name),
        "player": plain.seat(team.seat),
        "gems": (max(view.goal, team.gems), team.gems),
        "camp": _tokens_or_number(plain, team.store, team.stored),
    }
    yield OWN.fill(plain, values, JEWEL, fresh=True)
    yield from (_character_sheet(plain, card) for card in team.cards if card.mark != "Z")


def _character_sheet(plain: Narrator, card: CardView) -> Sheet:
    from images.artwork import known

    state = "sorcerer.stunned" if card.stunned else ""
    state = state if card.state == "active" else f"sorcerer.state.{card.state}"
    rune = f"rune.{card.rune}" if card.rune else "sorcerer.has_rune" if card.has_rune else ""
    values = {
        "name": " – ".join([plain.term(card.name), *([plain.say(state)] if state else [])]),
        "magic": magic(plain, card),
        "ability": plain.term(card.ability),
        "life": (card.full_life, max(0, card.full_life - card.life)),
        "pack": _tokens_or_number(plain, card.pack, card.carried),
        "in_hand": tokens(plain, [token for token in (card.hand, *card.worn) if token]),
        "rune": plain.say(rune) if rune else "",
    }
    return CHARACTER.fill(plain, asdict(card) | values, known(HEROES, card.name.key.rpartition(".")[2]))


def _tokens_or_number(plain: Narrator, seen: Sequence[TokenView] | None, number: int) -> str:
    if seen is not None:
        return tokens(plain, seen)
    return plain.say("print.hidden", number=number) if number else ""


# The boards ----------------------------------------------------------------------------------------------------


def plans(narrator: Narrator, view: View) -> list[Plan]:
    """Return the plans of all boards."""
    return [_plan(narrator, view, board) for board in view.boards]


def blank_plans(narrator: Narrator, tables: Tables) -> list[Plan]:
    """Return both sides of every board with nobody on them, to be written on."""
    return [_blank_plan(narrator, face) for face in tables.boards.board]


def _blank_plan(narrator: Narrator, face: BoardFace) -> Plan:
    chambers = tuple(
        ChamberView(chamber, kind_of(face, chamber), sides_of(face, chamber), face.digits.get(chamber))  # type: ignore[arg-type]  # one of the kinds that the view lists
        for chamber in CHAMBERS
    )
    name = Word(f"board.{face.id.lower()}")
    board = BoardView(face.id, name, "", "", chambers, ())
    cells = tuple(_cell(narrator, board, chamber) for chamber in chambers)
    return Plan(narrator.plain.term(name), cells, tuple(_legend(narrator, board)), half=True)


def _plan(narrator: Narrator, view: View, board: BoardView) -> Plan:
    plain = narrator.plain
    name, owner = plain.term(board.name), plain.seat(board.owner) if board.owner else ""
    title = f"{name} ({owner})" if owner else name
    cells = tuple(_cell(narrator, board, chamber) for chamber in board.chambers)
    legend = tuple(_legend(narrator, board))
    return Plan(f"{title[:1].upper()}{title[1:]}", cells, legend, (board_in_words(plain, view, board),), half=True)


def _legend(narrator: Narrator, board: BoardView) -> Iterator[tuple[Mark, str]]:
    from images.artwork import known

    plain = narrator.plain
    yield Mark(art=CAMP), plain.say("chamber.camp")
    for kind in reversed(SIGNS):
        yield Mark(art=known("labirynt_czarnoksieznika/chambers", kind, "signs/unlike")), plain.say(f"chamber.{kind}")
    for pawn in board.pawns:
        yield _pawn(narrator, pawn), narrator.plain.term(pawn.name)
    if any(chamber.floor for chamber in board.chambers):
        yield Mark("+"), narrator.plain.say("print.lying")


def _pawn(narrator: Narrator, pawn: PawnView) -> Mark:
    """Return the mark of a pawn: the team's first letter and the pawn's number."""
    return Mark(f"{narrator.plain.say(f'team.{pawn.team}')[:1]}{pawn.mark}", solid=True)


def _cell(narrator: Narrator, board: BoardView, chamber: ChamberView) -> Cell:
    from images.artwork import known

    art = CAMP if chamber.kind == "camp" else ""
    if chamber.kind in SIGNS:
        art = known("labirynt_czarnoksieznika/chambers", chamber.kind, "signs/unlike")
    sides: list[Side] = ["open" if side in chamber.sides else "wall" for side in "nesw"]
    return Cell(
        "ABCD".index(chamber.name[0]),
        int(chamber.name[1:]) - 1,
        (sides[0], sides[1], sides[2], sides[3]),
        name=chamber.name,
        said="" if chamber.digit is None or art else str(chamber.digit),
        art=art,
        marks=tuple(_marks(narrator, board, chamber)),
    )


def _marks(narrator: Narrator, board: BoardView, chamber: ChamberView) -> Iterator[Mark]:
    for pawn in board.pawns:
        if pawn.chamber == chamber.name:
            yield _pawn(narrator, pawn)
    if chamber.token:
        yield Mark(art=_drawing_of_token(chamber.token))
    if chamber.floor:
        yield Mark("+")


def _drawing_of_token(token: str) -> str:
    from images.artwork import known

    return known("labirynt_czarnoksieznika/special", token, "signs/unlike")


class LabiryntCzarnoksieznikaTables(TableWords):
    """The wording of the tables of Encounters, Finds, characters and abilities, tokens, boards, runes and Gems."""

    heads: Mapping[str, str] = {
        "encounter": "encounter",
        "sorcerer_find": "id",
        "character": "id",
        "ability": "ability",
        "token": "token",
        "board": "board",
        "rune": "rune",
        "gem": "use",
    }
    notes: Mapping[str, tuple[str, str]] = {
        "encounter": ("special", "note.trick"),
        "sorcerer_find": ("id", "note.loot"),
        "character": ("ability", "note.ability"),
        "ability": ("ability", "note.ability"),
        "token": ("token", "note.token"),
    }
    folders: Mapping[str, str] = {
        "encounter.encounter": "foe",
        "encounter.name": "foe",
        "encounter.kind": "lookup.encounter",
        "special": "trick",
        "sorcerer_find.id": "loot",
        "sorcerer_find.name": "loot",
        "sorcerer_find.kind": "lookup.finds",
        "part": "loot",
        "magic": "magic",
        "character.id": "character",
        "character.name": "character",
        "characters": "character",
        "team": "team",
        "ability": "ability",
        "ability.name": "ability",
        "brings": "token",
        "token": "token",
        "token.name": "token",
        "token.result": "lookup.token",
        "board": "board",
        "board.id": "board",
        "side": "board.side",
        "rune": "rune",
        "rune.element": "rune",
        "use": "lookup.gem",
    }
    untold = ("side",)
    hides_zero = ("plus", "bonus", "special")
    signed = ("bonus",)

    def row(self, found: Facts) -> Facts:
        """Return the row; the passages of a board are too many for a column."""
        return {name: value for name, value in found.items() if name != "passages"}
