"""The stages of a game: the set-up, then one turn in each stage [2, 3]."""

from __future__ import annotations

from functools import partial

from rules.kernel.chance import Pile, take_out
from rules.kernel.requests import Choose, Field, Form, Option, Seat, pieces_of
from rules.kernel.table import Table
from rules.kernel.turns import highest_begins, in_turns
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.characters.wounds import stand_up
from rules.labirynt_czarnoksieznika.events import course
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS, Character, Game, Team
from rules.labirynt_czarnoksieznika.tables.sheets import board_word
from rules.labirynt_czarnoksieznika.turn import play_turn


def set_up(table: Table, game: Game) -> None:
    """Play stage 0: everything before the first turn."""
    game.bag = {find.id: find.count for find in game.tables.finds.find if find.count}
    game.runes = {rune.id: rune.count for rune in game.tables.runes.rune if rune.count}
    game.crystals = game.tables.gems.crystals
    share_teams(table, game)
    drawn = draw_boards(table, game)
    make_ready(table, game, drawn)
    if len(game.seats) == 2 and game.options.neutral:
        lay_neutral(table, game, drawn)
    game.order = highest_begins(table, game.seats, "setup.first")
    table.tell(course.TurnOrder(tuple(game.order)))


def share_teams(table: Table, game: Game) -> None:
    """Let each player draw or choose a team; no team occurs twice [2.4]."""
    left: Pile = dict.fromkeys(game.tables.characters.teams, 1)
    for seat in game.seats:
        team = _deal_or_ask_team(table, game, seat, left)
        take_out(left, team)
        game.teams[seat] = Team(seat=seat, team=team, gems=game.tables.gems.start, orders=USUAL_ORDERS[game.pace])
        for character_sheet in game.tables.characters.character:
            if character_sheet.team == team:
                game.characters[character_sheet.id] = Character(id=character_sheet.id, seat=seat)
        table.tell(course.TeamTaken(seat, _team_word(team), game.options.teams == "dealt"))


def _deal_or_ask_team(table: Table, game: Game, seat: Seat, left: Pile) -> str:
    if game.options.teams == "dealt":
        return table.draw(left, "setup.team", partial(pieces_of, left, _team_word), player=seat)
    options = [Option(team, "team.pick", "team.pick", _team_facts(game, team)) for team in left]
    return table.choose(seat, "setup.team", options)


def _team_facts(game: Game, team: str) -> Facts:
    people = tuple(
        Word(f"character.{character_sheet.id}")
        for character_sheet in game.tables.characters.character
        if character_sheet.team == team
    )
    return {"team": Word(f"team.{team}"), "people": people}


def draw_boards(table: Table, game: Game) -> dict[Seat, str]:
    """Draw a board for each player [2.5]."""
    left: Pile = {face.board: 1 for face in game.tables.boards.board}
    drawn: dict[Seat, str] = {}
    for seat in game.seats:
        drawn[seat] = table.draw(left, "setup.board", partial(pieces_of, left, _board_word), player=seat)
        take_out(left, drawn[seat])
        table.tell(course.BoardDrawn(seat, _board_word(drawn[seat])))
    return drawn


def _team_word(team: str) -> Word:
    return Word(f"team.{team}")


def _board_word(board: str) -> Word:
    return Word(f"board.{board}")


def make_ready(table: Table, game: Game, drawn: dict[Seat, str]) -> None:
    """Ask all players at once for the side of their board and for their sleeper [2.5, 2.7]."""
    side = {seat: Field("side", _board_side_choice(game, seat, board)) for seat, board in drawn.items()}
    sleeper = {seat: Field("asleep", _sleeper_choice(game, seat)) for seat in drawn}
    asks = {seat: Form(who=seat, why="setup.ready", fields=(side[seat], sleeper[seat])) for seat in drawn}
    ready: list[course.TeamReady] = []
    for number, (seat, filled) in enumerate(table.everyone("setup.ready", asks).items()):
        board = board_word(filled[side[seat]])
        game.boards.append(filled[side[seat]])
        game.teams[seat].board = number
        table.tell(course.BoardLaid(seat, board))
        out = _set_out_team(table, game, seat, filled[sleeper[seat]])
        ready.append(
            course.TeamReady(seat, _team_word(game.teams[seat].team), board, out.first, out.second, out.asleep)
        )
    for team_ready in ready:
        table.tell(team_ready)


def _board_side_choice(game: Game, seat: Seat, board: str) -> Choose:
    faces = [face for face in game.tables.boards.board if face.board == board]
    options = [
        Option(face.id, "board.face", "board.face", {"board": board_word(face.id), "sum": sum(face.digits.values())})
        for face in faces
    ]
    return Choose(who=seat, why="setup.side", options=tuple(options))


def _sleeper_choice(game: Game, seat: Seat) -> Choose:
    options = [
        Option(card.id, "character.sleeps", f"ability.{game.card(card.id).ability}", {"who": card.name})
        for card in game.cards_of(seat)
    ]
    return Choose(who=seat, why="setup.asleep", options=tuple(reversed(options)))


def _set_out_team(table: Table, game: Game, seat: Seat, asleep: str) -> course.TeamSetOut:
    awake = [card for card in game.cards_of(seat) if card.id != asleep]
    for character in awake:
        stand_up(game, character)
    first, second = (character.name for character in awake)
    out = course.TeamSetOut(seat, first, second, Word(f"character.{asleep}"))
    table.tell(out)
    return out


def lay_neutral(table: Table, game: Game, drawn: dict[Seat, str]) -> None:
    """Draw a third board and its side, to lie between two players [2.6]."""
    taken = list(drawn.values())
    board = table.draw({face.board: 1 for face in game.tables.boards.board if face.board not in taken}, "setup.board")
    faces = {face.id: 1 for face in game.tables.boards.board if face.board == board}
    game.boards.append(table.draw(faces, "setup.side"))
    table.tell(course.NeutralBoardLaid(board_word(game.boards[-1])))


# Stages --------------------------------------------------------------------------------------------------------

play_stage = in_turns(set_up, play_turn, Game.lives)
"""Plays one stage; stage 0 is the set-up, every other the turn of a player with characters left [2.10, 8.10]."""
