"""Draws the end of Labirynt Czarnoksiężnika: the winning team, everybody's Gems, the dead."""

from __future__ import annotations

from collections.abc import Sequence

from images import ending
from images.artwork import art
from images.labirynt_czarnoksieznika import pieces
from images.labirynt_czarnoksieznika.teams import ZOMBIE
from images.lettering import Say, display_name
from rules.labirynt_czarnoksieznika.view import CardView, TeamView, View

GONE = "gone"


def draw_ending(view: View, say: Say, ranking: Sequence[tuple[int, TeamView]]) -> bytes:
    """Return the end as a PNG of page width, with the standings in the order of the ranking, which has their places."""
    won = next((team for team in view.teams if team.seat == view.winner), None)
    cards = [card for team in view.teams for card in team.cards if card.mark != ZOMBIE]
    heroes = [_person(card, say) for card in cards if card.state != GONE and won and card.seat == won.seat]
    sign = pieces.pictogram("gem", ending.SIGN) if view.outcome == "gems" else art("signs/swords", ending.SIGN)
    return ending.draw(
        say(f"plan.ending.{view.outcome}"),
        sign,
        living=ending.Group(say("plan.ending.winners", team=won.name) if won else "", heroes),
        dead=ending.Group(say("plan.ending.dead"), [_person(card, say) for card in cards if card.state == GONE]),
        standings=[_standing(team, place, view, say) for place, team in ranking],
        beside="winner",
    )


def _person(card: CardView, say: Say) -> ending.Person:
    marks = ("dead",) if card.state == GONE else ("winner",)
    return ending.Person(pieces.portrait(card.id, ending.PORTRAIT), display_name(card.name, say), marks)


def _standing(team: TeamView, place: int, view: View, say: Say) -> ending.Standing:
    key = "plan.ending.out" if team.out else "plan.ending.place"
    mark = "winner" if team.seat == view.winner else "dead" if team.out else ""
    words = say(key, place=place, who=team.seat, team=team.name)
    return ending.Standing(
        pieces.badge(team.team, ending.BADGE), words, say("plan.ending.gems_won", gems=team.gems), mark
    )
