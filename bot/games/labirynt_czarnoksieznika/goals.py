"""Where a player's own Runes go: chambers of their element, on any board but the own [9.2]."""

from __future__ import annotations

from bot.games.pictures import Picture, draw_picture
from bot.words.narrator import Narrator, Said
from rules.labirynt_czarnoksieznika.view import View

Goal = tuple[str, str]
"""A board and one of its chambers, by their ids."""


def rune_goals(view: View) -> tuple[Goal, ...]:
    """Of all Runes that the viewer's characters carry; none while there is no Crystal left to win."""
    own = next((team for team in view.teams if team.seat == view.viewer), None)
    if own is None or not view.left.get("crystals"):
        return ()
    runes = [card.rune for card in own.cards if card.state == "active" and card.rune]
    away = (board for board in view.boards if board.owner != view.viewer)
    return tuple((board.id, chamber.name) for board in away for chamber in board.chambers if chamber.kind in runes)


async def goals_picture(narrator: Narrator, view: View) -> Picture | None:
    """All boards with the goals of the viewer's Runes: for nobody else's eyes."""
    goals = rune_goals(view)

    def draw() -> bytes:
        from images.labirynt_czarnoksieznika.boards import draw_boards

        return draw_boards(view, narrator.plain.say, goals)

    names = {board.id: narrator.plain.term(board.name) for board in view.boards}
    places = Said(", ".join(f"{names[board]} {chamber}" for board, chamber in goals))
    alt = narrator.plain.say("sorcerer.alt.goals", places=places)
    return await draw_picture("goals.png", draw, alt, narrator, view, goals)
