"""The pictures of Labirynt Czarnoksiężnika, each with its alt text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.games.drawing import Later, draw_view, grown_map, moments_of
from bot.games.face import Grown, Picture, without_failed
from bot.games.labirynt_czarnoksieznika import epilogue, words
from bot.games.table_words import join_sentences
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome
from images.moments import Moment
from rules.labirynt_czarnoksieznika.view import BoardView, CardView, FightView, View

if TYPE_CHECKING:
    from images.labirynt_czarnoksieznika import boards, clash, ending, plan, teams
else:
    boards, clash, ending, plan, teams = (
        Later(f"labirynt_czarnoksieznika.{name}") for name in ("boards", "clash", "ending", "plan", "teams")
    )


async def boards_picture(narrator: Narrator, view: View) -> Picture | None:
    """Draw all boards."""
    return await draw_view(
        "boards.png", boards.draw_boards, words.boards_in_words(narrator.plain, view), narrator, view
    )


async def whole_board_picture(narrator: Narrator, view: View, board: BoardView) -> Picture | None:
    """Draw one board with its legend."""
    alt = words.board_in_words(narrator.plain, view, board)
    return await draw_view(f"board-{board.id}-whole.png", plan.draw_board, alt, narrator, view, board)


async def ways_picture(
    narrator: Narrator, view: View, shown: Sequence[BoardView], above: Outcome | Moment | None = None
) -> Picture | None:
    """Draw the parts of the boards where characters may act; ``above``: the end of a clash or a great moment."""
    if not shown:
        return None

    told = [words.board_in_words(narrator.plain, view, board) for board in shown]
    head = above.words if isinstance(above, Moment) else words.outcome_in_words(narrator, above)
    alt = join_sentences(head, *told)
    name = "-".join(["board", *(board.id for board in shown)])
    return await draw_view(f"{name}.png", plan.draw_surroundings, alt, narrator, view, tuple(shown), above)


async def lineup_picture(narrator: Narrator, view: View) -> Picture | None:
    """Draw the abilities of each team's characters."""
    term = narrator.plain.term
    alt = "; ".join(
        f"{term(team.name)}: " + ", ".join(f"{term(card.name)} – {term(card.ability)}" for card in team.cards)
        for team in view.teams
    )
    return await draw_view("lineup.png", teams.draw_lineup, alt, narrator, view)


async def teams_picture(narrator: Narrator, view: View) -> Picture | None:
    """Draw all teams' cards."""
    return await draw_view(
        "teams.png", teams.draw_teams, words.teams(narrator.plain, view).replace("**", ""), narrator, view
    )


async def card_picture(narrator: Narrator, _view: View, card: CardView, nth: int = 1) -> Picture | None:
    """Draw a character's card; ``nth``: its number in the message."""
    return await draw_view(
        f"card-{nth}.png", teams.draw_card, narrator.plain.say("alt.card", who=card.name), narrator, card
    )


async def fight_picture(narrator: Narrator, fight: FightView, ended: Outcome | None = None) -> Picture | None:
    """Draw both sides of a clash, and the outcome once it has ended."""
    alt = join_sentences(words.fight_in_words(narrator, fight), words.outcome_in_words(narrator, ended))
    return await draw_view("fight.png", clash.draw_duel, alt, narrator, fight, ended)


async def outcome_picture(narrator: Narrator, ended: Outcome) -> Picture | None:
    """Draw the outcome of a clash alone."""
    return await draw_view("ended.png", clash.draw_ended, words.outcome_in_words(narrator, ended), narrator, ended)


def without_ways(view: View) -> View:
    """Remove the letters of finished steps from the boards."""
    boards = tuple(
        replace(board, chambers=tuple(replace(chamber, ways=(), ways_from=()) for chamber in board.chambers))
        for board in view.boards
    )
    return replace(view, boards=boards)


async def ending_picture(narrator: Narrator, view: View) -> list[Picture]:
    """Draw the winner, the standings and the dead."""
    plain = narrator.plain
    lines = [line.replace("**", "") for line in epilogue.epilogue(plain, view, ())]
    alt = " ".join([epilogue.outcome(plain, view), *lines])
    return without_failed(await draw_view("ending.png", ending.draw_ending, alt, narrator, view, epilogue.ranked(view)))


async def goals_picture(narrator: Narrator, view: View) -> Picture | None:
    """Draw all boards with the goals of the viewer's Runes; secret from other players."""
    goals = words.rune_goals(view)
    names = {board.id: narrator.plain.term(board.name) for board in view.boards}
    places = Said(", ".join(f"{names[board]} {chamber}" for board, chamber in goals))
    alt = narrator.plain.say("sorcerer.alt.goals", places=places)
    return await draw_view("goals.png", boards.draw_boards, alt, narrator, view, goals)


async def growth(narrator: Narrator, views: Sequence[View]) -> list[Grown]:
    """Return the animation of the boards' exploration."""
    shown = await moments_of(boards.stages, views)
    if not shown:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await grown_map(
        "growth",
        partial(boards.growth, shown),
        boards_picture(narrator, without_ways(last.view)),
        plain.say("sorcerer.grown", first=first.view.round, last=last.view.round),
        plain.say("sorcerer.alt.grown", boards=len(last.boards), first=len(first.found), last=len(last.found)),
    )
