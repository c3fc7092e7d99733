"""The pictures of Labirynt Czarnoksiężnika, each with its alt text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.games import face, films
from bot.games.labirynt_czarnoksieznika import words
from bot.games.table_words import join_sentences
from bot.words.narrator import Narrator
from images.clashes import Outcome
from images.moments import Moment
from rules.labirynt_czarnoksieznika.view import BoardView, CardView, FightView, View


async def boards_picture(narrator: Narrator, view: View) -> face.Picture | None:
    """Draw all boards."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.boards import draw_boards

        return draw_boards(view, narrator.plain.say)

    return await face.draw_picture("boards.png", draw, words.boards_in_words(narrator.plain, view), narrator, view)


async def whole_board_picture(narrator: Narrator, view: View, board: BoardView) -> face.Picture | None:
    """Draw one board with its legend."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.plan import draw_board

        return draw_board(view, narrator.plain.say, board)

    alt = words.board_in_words(narrator.plain, view, board)
    return await face.draw_picture(f"board-{board.id}-whole.png", draw, alt, narrator, view, board)


async def ways_picture(
    narrator: Narrator, view: View, boards: Sequence[BoardView], above: Outcome | Moment | None = None
) -> face.Picture | None:
    """Draw the parts of the boards where characters may act; ``above``: the end of a clash or a great moment."""
    if not boards:
        return None

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.plan import draw_surroundings

        return draw_surroundings(view, narrator.plain.say, boards, above)

    told = [words.board_in_words(narrator.plain, view, board) for board in boards]
    head = above.words if isinstance(above, Moment) else words.outcome_in_words(narrator, above)
    alt = join_sentences(head, *told)
    name = "-".join(["board", *(board.id for board in boards)])
    return await face.draw_picture(f"{name}.png", draw, alt, narrator, view, tuple(boards), above)


async def lineup_picture(narrator: Narrator, view: View) -> face.Picture | None:
    """Draw the abilities of each team's characters."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.teams import draw_lineup

        return draw_lineup(view, narrator.plain.say)

    term = narrator.plain.term
    alt = "; ".join(
        f"{term(team.name)}: " + ", ".join(f"{term(card.name)} – {term(card.ability)}" for card in team.cards)
        for team in view.teams
    )
    return await face.draw_picture("lineup.png", draw, alt, narrator, view)


async def teams_picture(narrator: Narrator, view: View) -> face.Picture | None:
    """Draw all teams' cards."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.teams import draw_teams

        return draw_teams(view, narrator.plain.say)

    return await face.draw_picture(
        "teams.png", draw, words.teams(narrator.plain, view).replace("**", ""), narrator, view
    )


async def card_picture(narrator: Narrator, _view: View, card: CardView, nth: int = 1) -> face.Picture | None:
    """Draw a character's card; ``nth``: its number in the message."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.teams import draw_card

        return draw_card(card, narrator.plain.say)

    return await face.draw_picture(
        f"card-{nth}.png", draw, narrator.plain.say("alt.card", who=card.name), narrator, card
    )


async def fight_picture(narrator: Narrator, fight: FightView, ended: Outcome | None = None) -> face.Picture | None:
    """Draw both sides of a clash, and the outcome once it has ended."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.clash import draw_duel

        return draw_duel(fight, narrator.plain.say, ended)

    alt = join_sentences(words.fight_in_words(narrator, fight), words.outcome_in_words(narrator, ended))
    return await face.draw_picture("fight.png", draw, alt, narrator, fight, ended)


async def outcome_picture(narrator: Narrator, ended: Outcome) -> face.Picture | None:
    """Draw the outcome of a clash alone."""

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.clash import draw_ended

        return draw_ended(ended, narrator.plain.say)

    return await face.draw_picture("ended.png", draw, words.outcome_in_words(narrator, ended), narrator, ended)


def without_ways(view: View) -> View:
    """Remove the letters of finished steps from the boards."""
    boards = tuple(
        replace(board, chambers=tuple(replace(chamber, ways=(), ways_from=()) for chamber in board.chambers))
        for board in view.boards
    )
    return replace(view, boards=boards)


def _film_of_boards() -> films.Film[View, Any]:
    from images.labirynt_czarnoksieznika.boards import growth, stages

    return films.Film(stages, growth)


async def growth(narrator: Narrator, views: Sequence[View]) -> list[face.Grown]:
    """Return the animation of the boards' exploration."""
    shown = await films.moments_of(_film_of_boards, views)
    if not shown:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await films.grown_map(
        "growth",
        _film_of_boards,
        shown,
        boards_picture(narrator, without_ways(last.view)),
        plain.say("sorcerer.grown", first=first.view.round, last=last.view.round),
        plain.say("sorcerer.alt.grown", boards=len(last.boards), first=len(first.found), last=len(last.found)),
    )
