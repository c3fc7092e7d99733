"""Views for the tests of the pictures of Labirynt Czarnoksiężnika: the game's own boards, peopled by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final

import msgspec

from images.clashes import Outcome, Side
from images.labirynt_czarnoksieznika.boards import draw_boards
from images.labirynt_czarnoksieznika.clash import draw_duel
from images.labirynt_czarnoksieznika.ending import draw_ending
from images.labirynt_czarnoksieznika.plan import draw_board, draw_surroundings
from images.labirynt_czarnoksieznika.teams import draw_card, draw_lineup, draw_teams
from images.lettering import Say
from images.stonework import scatter
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.tables import Tables, load
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, exits, kind_of, sides_of
from rules.labirynt_czarnoksieznika.view import (
    BoardView,
    CardView,
    ChamberView,
    FighterView,
    FightView,
    PawnView,
    TeamView,
    TokenView,
    View,
)

SEATS: Final = ("ala", "ola", "jan", "ewa")
TEAMS: Final = ("elves", "undead", "dwarves", "ratmen")
FACES: Final = ("1A", "2B", "3A", "4B")


@cache
def tables() -> Tables:
    """The game's own tables."""
    return load()


def a_board(face: str, number: int, players: int, changed: Mapping[str, Mapping[str, Any]] | None = None) -> BoardView:
    """A face as the board of this number, neutral if nobody is left for it; ``changed`` chambers by their names."""
    sheet = tables().boards.of(face)
    chambers = [
        msgspec.structs.replace(
            ChamberView(name, kind_of(sheet, name), sides_of(sheet, name), sheet.digits.get(name)),  # type: ignore[arg-type]
            **(changed or {}).get(name, {}),
        )
        for name in CHAMBERS
    ]
    owner = SEATS[number] if number < players else ""
    team = TEAMS[number] if owner else ""
    return BoardView(face, Word(f"board.{face.lower()}"), owner, team, tuple(chambers), (), _links(number, players))


def _links(number: int, players: int) -> tuple[tuple[str, int], ...]:
    others = [other for other in range(max(players, 3)) if other != number]
    faces = ("1–3", "4–6") if len(others) == 2 else ("1–2", "3–4", "5–6")
    return tuple(zip(faces, others, strict=True))


def with_pawns(board: BoardView, pawns: Iterable[PawnView]) -> BoardView:
    """The board with these on it."""
    return msgspec.structs.replace(board, pawns=tuple(pawns))


def a_pawn(team: str, mark: str, chamber: str, moving: bool = False) -> PawnView:
    """A character of a team by its mark."""
    ids = [one.id for one in tables().characters.character if one.team == team]
    id = "zombie" if mark == "Z" else ids[int(mark) - 1]
    return PawnView(id, SEATS[TEAMS.index(team)], team, Word(f"character.{id}"), mark, chamber, moving)


def a_token(id: str) -> TokenView:
    """A Find, a Crystal or the Glove."""
    if id in ("crystal", "glove"):
        return TokenView(id, Word(f"loot.{id}"), id, 3 if id == "glove" else 0)
    find = tables().finds.of(id)
    return TokenView(id, Word(f"loot.{id}"), find.kind, find.bonus if find.kind == "weapon" else 0)


def finds(*ids: str) -> tuple[Word, ...]:
    """Names of tokens that lie on a floor."""
    return tuple(a_token(id).name for id in ids)


def a_card(id: str, mark: str = "1", **changed: Any) -> CardView:
    """A character's card with full Life Points and nothing in its hands; ``changed`` values of it."""
    sheet = tables().characters.of(id)
    team = TEAMS.index(sheet.team)
    card = CardView(
        id,
        SEATS[team],
        sheet.team,
        Word(f"character.{id}"),
        mark,
        "active",
        "B2",
        team,
        sheet.strength,
        sheet.life,
        sheet.life,
        sheet.backpack,
        sheet.armour_slots,
        tuple(sheet.magic),
        Word(f"ability.{sheet.ability}"),
        None,
        (),
        0,
        False,
        False,
    )
    return msgspec.structs.replace(card, **changed)


def a_team(number: int, cards: Iterable[CardView] | None = None, **changed: Any) -> TeamView:
    """A team with its three cards, the third asleep."""
    own = [one.id for one in tables().characters.character if one.team == TEAMS[number]]
    cards = cards or [*map(a_card, own[:2], "12"), a_card(own[2], "3", state="asleep", at="", board=-1)]
    team = TeamView(
        SEATS[number], TEAMS[number], Word(f"team.{TEAMS[number]}"), 1, number, tuple(cards), 0, False, False, False, {}
    )
    return msgspec.structs.replace(team, **changed)


def a_game(boards: Iterable[BoardView], teams: Iterable[TeamView], **changed: Any) -> View:
    """All of a game that is seen by nobody in particular."""
    boards, teams = tuple(boards), tuple(teams)
    order = tuple(team.seat for team in teams)
    active = next((pawn.id for board in boards for pawn in board.pawns if pawn.moving), "")
    view = View(5, 3, None, False, "", "", 18, order[0], order, boards, teams, {}, active)
    return msgspec.structs.replace(view, **changed)


def a_first_round(players: int) -> View:
    """Everybody still at home; the first player may go with either of two."""
    boards = []
    for number, face in zip(range(max(players, 3)), FACES, strict=False):
        camp = tables().boards.of(face).camp
        board = a_board(face, number, players, _steps(face, camp) if number == 0 else {})
        pawns = [a_pawn(TEAMS[number], mark, camp) for mark in "12"] if number < players else []
        boards.append(with_pawns(board, pawns))
    return a_game(boards, (a_team(number) for number in range(players)), round=1)


def _steps(face: str, camp: str) -> dict[str, dict[str, Any]]:
    """The letters of the steps of two characters in a Camp."""
    beyond = list(exits(tables().boards.of(face), camp).values())
    return {
        name: {"ways": ("ABCD"[nth], "ABCDEFGH"[nth + len(beyond)]), "ways_from": (camp, camp)}
        for nth, name in enumerate(beyond)
    }


def a_crowded_game(players: int = 4) -> View:
    """Three to a chamber, everything on the floor, every special token; somebody is about to leave the Rune chamber."""
    things = finds("sword", "helmet", "crystal", "elixir", "fate", "crystal", "dagger", "rust")
    changed: dict[str, dict[str, Any]] = {
        "D3": {"floor": things, "token": "trap", "token_of": SEATS[2 % players], "ways": ("B",), "ways_from": ("C3",)},
        "B4": {"token": "cloud", "token_of": SEATS[3 % players], "floor": finds("axe", "crystal")},
        "B3": {"floor": (*things, *finds("axe", "shield", "axe"))},
        "C2": {"token": "tree", "token_of": "ala", "ways": ("A", "C"), "ways_from": ("C3", "C3")},
        "A1": {"floor": finds("crystal", "crystal"), "ways": ("D",), "ways_from": ("C3",)},
        "A2": {"token": "trap", "token_of": "ola"},
        "B2": {"floor": finds("elixir")},
    }
    board = a_board(FACES[0], 0, players, changed)
    crowd = [*(a_pawn("undead", mark, "D3") for mark in "12Z"), a_pawn("elves", "1", "C3"), a_pawn("ratmen", "1", "B4")]
    crowd += [a_pawn("elves", "2", "C3", True), a_pawn("dwarves", "1", "C3"), a_pawn("dwarves", "2", "A2")]
    crowd += [a_pawn("ratmen", "2", "B2")] if players > 3 else []
    crowd = [pawn for pawn in crowd if pawn.team in TEAMS[:players]]
    boards = [with_pawns(board, crowd)]
    for number in range(1, max(players, 3)):
        name, at = (CHAMBERS[scatter(number, salt) % 16] for salt in (1, 5))
        other = a_board(FACES[number], number, players, {name: {"floor": finds("axe", "crystal")}})
        people = [(TEAMS[number], "3", at), (TEAMS[number - 1], "3", name)]
        boards.append(with_pawns(other, [a_pawn(*who) for who in people if who[0] in TEAMS[:players]]))
    return a_game(boards, (a_team(number) for number in range(players)))


def a_late_game() -> View:
    """One team about to win with the Glove on a hand, one with the Zombie raised, one with Traps, one out."""
    pack = (a_token("crystal"), a_token("fate"), a_token("rust"))
    elves = [
        a_card("eriald", "1", hand=a_token("sword"), worn=(a_token("helmet"),), carried=2, has_rune=True, life=2),
        a_card("liriel", "2", hand=a_token("glove"), carried=3, pack=pack, has_rune=True, rune="water", stunned=True),
        a_card("taelin", "3", state="asleep", at=""),
    ]
    undead = [
        a_card("azghul", "1", carried=1),
        a_card("osten", "2", worn=(a_token("helmet"), a_token("breastplate")), hand=a_token("axe"), life=1),
        a_card("velsa", "3", state="dead", life=0, at=""),
        msgspec.structs.replace(a_card("azghul", "Z", carried=1, at="D4", board=3), id="zombie"),
    ]
    ratmen = [
        a_card(id, mark, state="gone", life=0, at="") for id, mark in (("skrzyk", "1"), ("ryjek", "2"), ("gruzz", "3"))
    ]
    store = tuple(a_token(id) for id in ("breastplate", "dagger", "haste"))
    teams = (
        a_team(0, elves, gems=14, has_glove=True, active=True, free_tokens={"tree": 1}, stored=3, store=store),
        a_team(1, undead, gems=9, stored=4),
        a_team(2, free_tokens={"trap": 2}),
        a_team(3, ratmen, out=True, gems=3),
    )
    return msgspec.structs.replace(a_crowded_game(4), teams=teams, round=41)


def a_clash() -> FightView:
    """One attacks two who stand together, who are still to throw."""
    attacker = FighterView((Word("character.eriald"),), "elves", ("eriald",), 6, 4, 2)
    both = FighterView((Word("character.osten"), Word("character.azghul")), "undead", ("osten", "azghul"), 9)
    return FightView(attacker, both, 1, finds("fireball", "weakness", "fate"))


def a_second_clash() -> FightView:
    """Against a monster, for the second time, both dice thrown."""
    attacker = FighterView((Word("character.ryjek"),), "ratmen", ("ryjek",), 6, 1, -2)
    return FightView(attacker, FighterView((Word("foe.hydra"),), "", ("hydra",), 6, 6), 2)


def an_end() -> Outcome:
    """The defender has won, and the attacker is wounded."""
    return Outcome(
        Side((Word("character.eriald"),), 12, hurt=True, die=4), Side((Word("character.osten"),), 14, won=True, die=6)
    )


def a_won_game() -> View:
    """The end of the late game: by Gems, with one team out."""
    late = a_late_game()
    return msgspec.structs.replace(late, outcome="gems", winner=late.teams[0].seat)


def every_picture(say: Say) -> Iterator[Callable[[], bytes]]:
    """All pictures of all games of these tests."""
    late = a_late_game()
    for view in (a_first_round(2), a_crowded_game(2), a_crowded_game(3), a_crowded_game(4), late):
        yield partial(draw_boards, view, say)
        yield partial(draw_surroundings, view, say, view.boards[:1])
        yield partial(draw_board, view, say, view.boards[0])
        yield partial(draw_teams, view, say)
        yield partial(draw_lineup, view, say)
    for view in (a_won_game(), msgspec.structs.replace(a_won_game(), outcome="last")):
        yield partial(draw_teams, view, say)
        yield partial(draw_ending, view, say, [*enumerate(view.teams, 1)])
    for card in (card for team in late.teams for card in team.cards):
        yield partial(draw_card, card, say)
    yield partial(draw_boards, late, say, [(board.id, "D1") for board in late.boards])
    yield partial(draw_surroundings, late, say, late.boards[:1], an_end())
    yield partial(draw_surroundings, late, say, late.boards[:2])
    for fight in (a_clash(), a_second_clash()):
        yield partial(draw_duel, fight, say)
        yield partial(draw_duel, fight, say, an_end())
